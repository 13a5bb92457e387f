"""The worked cases of `encodings/smallest-assumption`: a channel, and Peterson's algorithm (Fietzke 2006)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symag.model import LPTS
from symag.smt.cases import INPUT, ORDER

__all__ = ["ASSUMPTION_CASES", "AssumptionCase"]


@dataclass(frozen=True)
class AssumptionCase:
    """Two components, a property, and a number of states: is there an assumption about the second component?"""

    name: str
    about: str
    first: LPTS
    second: LPTS
    specification: LPTS
    size: int
    serves: bool
    """Is there one of that size, and no smaller one?"""

    @property
    def interface(self) -> list[str]:
        """The letters of the assumption."""
        return sorted((self.first.alphabet | self.specification.alphabet) & self.second.alphabet)


OUTPUT = LPTS.build("0", [("0", "send", "1"), ("1", "output", "2"), ("2", "ack", "0")], name="Output")
REPEATING = LPTS.build(
    "0", [("0", "send", "1"), ("1", "send", "1"), ("1", "output", "2"), ("2", "ack", "0")], name="Output'"
)

_At = tuple[int, str, int, int]
"""The number of steps taken, whose turn it is, the own flag, and the other's."""


def _moves(at: _At, me: str, you: str) -> Iterator[tuple[str, _At]]:
    steps, turn, mine, other = at
    if steps == 0:
        yield f"flag.{me}.1", (1, turn, 1, other)
    if steps == 1:
        yield f"turn.{you}", (2, you, mine, other)
    if steps == 2 and (other == 0 or turn == me):
        yield f"enter.{me}", (3, turn, mine, other)
    if steps == 3:
        yield f"leave.{me}", (4, turn, mine, other)
    if steps == 4:
        yield f"flag.{me}.0", (0, turn, 0, other)
    yield from ((f"flag.{you}.{flag}", (steps, turn, mine, flag)) for flag in (0, 1))
    yield f"turn.{me}", (steps, me, mine, other)


def _process(me: str, you: str) -> LPTS:
    """A process of Peterson's algorithm, which always takes part in what the other one writes."""
    start: _At = (0, "a", 0, 0)
    rows, known = list[tuple[str, str, str]](), [start]
    for at in known:  # which grows meanwhile
        for action, goal in _moves(at, me, you):
            rows.append((str(at), action, str(goal)))
            known += [] if goal in known else [goal]
    return LPTS.build(str(start), rows, name=me)


MUTEX = LPTS.build(
    "free",
    [("free", "enter.a", "a"), ("a", "leave.a", "free"), ("free", "enter.b", "b"), ("b", "leave.b", "free")],
    name="Mutex",
)
_PETERSON = "Peterson's algorithm for two processes, a and b; each always accepts what the other one writes"
ASSUMPTION_CASES = (
    AssumptionCase("channel-1", "Input and Output, in turn", INPUT, OUTPUT, ORDER, 1, False),
    AssumptionCase("channel-2", "Input and Output, in turn", INPUT, OUTPUT, ORDER, 2, True),
    AssumptionCase(
        "modified-channel-2", "Output' accepts a second send, for which L* needs more", INPUT, REPEATING, ORDER, 2, True
    ),
    AssumptionCase("peterson-6", _PETERSON, _process("a", "b"), _process("b", "a"), MUTEX, 6, False),
    AssumptionCase("peterson-7", _PETERSON, _process("a", "b"), _process("b", "a"), MUTEX, 7, True),
)
