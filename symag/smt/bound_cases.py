"""The worked cases of `encodings/probability-bound`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from symag.model import LPTS
from symag.probability import Formula, formula, leaving

__all__ = ["BOUND_CASES", "BoundCase"]


@dataclass(frozen=True)
class BoundCase:
    """A system, and one bound on the probability of a path, without other bounds inside."""

    name: str
    about: str
    system: LPTS
    asked: Formula
    holds: bool


Row = tuple[str, str, str | dict[str, str]]


def _link(after_loss: Iterable[Row]) -> LPTS:
    """A link that tries three times to send, and what it does when all tries were lost."""
    tries = pairwise(["first", "second", "third", "lost"])
    rows: list[Row] = [(now, "send", {"sent": "9/10", after: "1/10"}) for now, after in tries]
    return LPTS.build("first", [*rows, *after_loss], name="Link")


LINK = _link([("lost", "fail", "lost")])
AGAIN = _link([("lost", "retry", "first"), ("sent", "deliver", "sent")])
POLITE = LPTS.build(
    "waiting",
    [
        ("waiting", "greet", {"greeted": "3/4", "waiting": "1/4"}),
        ("greeted", "speak", "speaking"),
        ("speaking", "leave", "left"),
    ],
    name="Guest",
)
GREET_FIRST = LPTS.build("new", [("new", "greet", "known"), ("known", "speak", "known")], name="GreetFirst")
IDLE = LPTS.build(
    "idle",
    [
        ("idle", "wait", "busy"),
        ("busy", "wait", "idle"),
        ("idle", "try", {"won": "1/2", "gone": "1/2"}),
        ("won", "win", "won"),
    ],
    name="Player",
)
UNRELATED = LPTS.build(
    "x",
    [
        ("x", "a", {"y": "1/7", "z": "6/7"}),
        ("y", "a", {"x": "2/11", "won": "9/11"}),
        ("z", "a", {"y": "3/13", "x": "5/13", "gone": "5/13"}),
        ("won", "win", "won"),
    ],
    name="Primes",
)
_THREE = "A link tries to send three times, and fails when all were lost: with probability 1/1000"
BOUND_CASES = (
    BoundCase("link-at", _THREE, LINK, formula("P<=1/1000 [ F fail ]"), True),
    BoundCase("link-below", _THREE, LINK, formula("P<=999/1000000 [ F fail ]"), False),
    BoundCase("link-above", _THREE, LINK, formula("P<=1/100 [ F fail ]"), True),
    BoundCase(
        "loop",
        "A link that tries for ever delivers with probability 1",
        AGAIN,
        formula("P<=99/100 [ F deliver ]"),
        False,
    ),
    BoundCase(
        "end-component",
        "A player may wait for ever, in a cycle that leads nowhere: the least solution counts, and it is 1/2",
        IDLE,
        formula("P<=1/2 [ F win ]"),
        True,
    ),
    BoundCase(
        "leaves",
        "A guest who is not heard greets once more, which GreetFirst does not allow: with probability 1/4",
        POLITE,
        leaving(GREET_FIRST, Fraction(1, 5)),
        False,
    ),
    BoundCase("zero", "Nothing but the graph matters", LINK, formula("P<=0 [ F fail ]"), False),
    BoundCase(
        "denominators",
        "Probabilities over 7, 11 and 13, and the exact value",
        UNRELATED,
        formula("P<=93/203 [ F win ]"),
        True,
    ),
    BoundCase(
        "within-steps",
        "Four steps are enough for three tries: an unknown for each place and number of steps",
        AGAIN,
        formula("P<=999/1000 [ F<=4 deliver ]"),
        True,
    ),
)
