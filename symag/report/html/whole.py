"""How large the whole system is, so that nobody has to guess what a proof by parts has saved."""

from __future__ import annotations

from typing import NamedTuple

from symag.errors import LimitReached
from symag.evidence import Verdict
from symag.limits import Limits, Watch
from symag.operators import Composition
from symag.report.html.sentences import relations_of

__all__ = ["Whole", "by_parts", "whole_of"]

MOST, PATIENCE = 200_000, 2.0
"""States, and seconds, that it may take to count."""


class Whole(NamedTuple):
    """Its states; if there are more than that, those that were counted."""

    states: int
    complete: bool

    def __str__(self) -> str:
        return f"{self.states:,}" if self.complete else f"more than {self.states:,}"


def whole_of(verdict: Verdict) -> Whole | None:
    """The size of the system, if it is one of several components."""
    if len(verdict.components) < 2:
        return None
    composition = Composition(verdict.components, watch=Watch(Limits(seconds=PATIENCE)))
    try:
        composition.explore(MOST)
    except LimitReached:
        return None
    return Whole(composition.known, True) if composition.complete else Whole(MOST, False)


def by_parts(verdict: Verdict, whole: Whole | None) -> str:
    """What a proof by parts did without."""
    built = max(
        [verdict.statistics.get("largest_composition") or 0, *(r.system.num_states for r in relations_of(verdict))]
    )
    if whole is None:
        return "It was proved by parts: nobody had to build the whole system."
    if whole.complete and whole.states <= built:
        return f"It was proved by parts. The whole system has only {whole} states: here, to compose it costs less."
    return f"It was proved by parts: nobody had to build the whole system, of {whole} states."
