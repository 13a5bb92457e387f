"""Questions with their answers: the papers' examples, and the corners of the definitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symag.model import LPTS, TAU
from symag.smt.cases import CHOICE_L, CHOICE_P, COMMITTED_L, IMPATIENT
from symag.study.cases.papers import EXAMPLES, INPUT, ORDER, OUTPUT

__all__ = ["SIMULATION_EXAMPLES", "TRACE_EXAMPLES", "Example"]


@dataclass(frozen=True)
class Example:
    """Is the composition of the components below the specification?"""

    name: str
    components: tuple[LPTS, ...]
    specification: LPTS
    holds: bool

    def __str__(self) -> str:
        return self.name


def _of_the_papers(relation: str) -> Iterator[Example]:
    for example in EXAMPLES.values():
        if example.relation == relation:
            name = example.name.replace(",", "").replace(" ", "-")
            yield Example(name, example.components, example.specification, example.verdict == "holds")


_LOOP = LPTS.build("p", [("p", "a", "p")], name="loop")
_STILL = LPTS.build("s", [], ["a"], name="still")
_HIDES = LPTS.build("s", [("s", TAU, "t"), ("t", "a", "s")], name="hides")
_HIDDEN_FIRST = LPTS.build("p", [("p", TAU, "q"), ("q", "a", "q")], name="hidden_first")
_FOREIGN = LPTS.build("s", [("s", "a", "t"), ("t", "b", "s")], name="foreign")
_LOST_HALF = LPTS.build("s", [("s", "a", {"s": "1/2", "dead": "1/2"})], name="lost_half")
_UNREACHABLE = LPTS.build("s", [("s", "a", "s"), ("far", "b", "s")], name="unreachable")
_TWICE = LPTS.build("s", [("s", "a", "t"), ("s", "a", {"s": "1/3", "t": "2/3"}), ("t", "a", "t")], name="twice")
_PRIME = (1 << 61) - 1
_EXACT = LPTS.build("s", [("s", "a", {"s": f"1/{_PRIME}", "dead": f"{_PRIME - 1}/{_PRIME}"})], name="exact")
_NEARLY = LPTS.build("p", [("p", "a", {"p": f"2/{_PRIME}", "dead": f"{_PRIME - 2}/{_PRIME}"})], name="nearly")
_WIDE = LPTS.build("s", [("s", "a", {f"t{i}": "1/9" for i in range(9)}), ("t0", "a", "t0")], name="wide")
_NARROW = LPTS.build("p", [("p", "a", {"live": "1/9", "dead": "8/9"}), ("live", "a", "live")], name="narrow")
_TOO_NARROW = LPTS.build("p", [("p", "a", {"live": "1/10", "dead": "9/10"}), ("live", "a", "live")], name="too_narrow")

SIMULATION_EXAMPLES = (
    *_of_the_papers("simulation"),
    Example("choice", (CHOICE_L,), CHOICE_P, True),
    Example("choice-too-early", (COMMITTED_L,), CHOICE_P, False),
    Example("itself", (_TWICE,), _TWICE, True),
    Example("nothing-is-below-everything", (_STILL,), _LOOP, True),
    Example("a-move-without-an-answer", (_LOOP,), _STILL, False),
    Example("hidden-moves-of-the-system-alone", (_HIDES,), _LOOP, True),
    Example("hidden-moves-must-be-answered", (_LOOP,), _HIDDEN_FIRST, False),
    Example("an-action-that-the-specification-does-not-know", (_FOREIGN,), _LOOP, True),
    Example("half-of-it-dies", (_LOST_HALF,), _LOOP, True),
    Example("half-of-it-must-live", (_LOOP,), _LOST_HALF, False),
    Example("states-that-are-not-reached", (_UNREACHABLE,), _LOOP, True),
    Example("a-probability-beyond-machine-words", (_EXACT,), _EXACT, True),
    Example("one-part-in-a-large-prime-less", (_EXACT,), _NEARLY, True),
    Example("one-part-in-a-large-prime-more", (_NEARLY,), _EXACT, False),
    Example("many-outcomes-into-few", (_WIDE,), _NARROW, True),
    Example("many-outcomes-that-do-not-fit", (_WIDE,), _TOO_NARROW, False),
)
"""Questions of strong simulation."""

_STUTTERS = LPTS.build(
    "0", [("0", "send", "1"), ("1", "output", "2"), ("2", "output", "3"), ("3", "ack", "0")], name="Stutters"
)
_EAGER = LPTS.build("0", [("0", "send", "1"), ("1", "ack", "2"), ("2", "output", "0")], name="Eager")

TRACE_EXAMPLES = (
    *_of_the_papers("traces"),
    Example("one-output-too-many", (INPUT, _STUTTERS), ORDER, False),
    Example("acknowledged-too-early", (INPUT, _EAGER), ORDER, False),
    Example("hidden-moves", (IMPATIENT, OUTPUT), ORDER, True),
)
"""Questions of trace inclusion, each with two components and a safety LTS."""
