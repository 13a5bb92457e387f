"""Part of `symag bench auto`: what `symag explain` foresaw, beside what `auto` did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symag.explain import explain
from symag.study.checks import Subject
from symag.study.jobs import Figures

__all__ = ["FORESEEN", "Foreseen", "forecast_case", "how_good"]

FORESEEN = ("explain foresaw", "auto / foreseen")
"""Headings of the columns."""


@dataclass(frozen=True)
class Foreseen:
    """A forecast; None where there is no such figure."""

    roads: Sequence[str]
    """Of `auto`: one of these."""
    seconds: float | None
    seconds_range: Sequence[float] | None

    def is_right(self, selection: str) -> bool:
        """Is this, with a reason, one of the roads?"""
        return selection.partition(": ")[0] in self.roads

    def has(self, seconds: float | None) -> bool:
        """Is this in the range?"""
        bounds = self.seconds_range
        return seconds is not None and bounds is not None and bounds[0] <= seconds <= bounds[1]

    def factor(self, seconds: float | None) -> str:
        """How many times the forecast this is."""
        return "–" if seconds is None or self.seconds is None else f"{seconds / max(self.seconds, 1e-6):.2g}"


def forecast_case(subject: Subject, relation: str) -> Figures:
    """The figures of a forecast."""
    components, specification = subject.models()
    found = explain(components, specification, relation=relation).forecast
    return {"roads": list(found.roads), "seconds": found.seconds, "seconds_range": found.seconds_range}


def how_good(results: Sequence[tuple[Foreseen, str, float | None]]) -> str:
    """A sentence on forecasts; beside each, what `auto` did, and its seconds."""
    right = sum(foreseen.is_right(selection) for foreseen, selection, _ in results)
    within = sum(foreseen.has(seconds) for foreseen, _, seconds in results)
    return (
        f"Forecasts of symag explain: the right road in {right} of {len(results)}, seconds within the range in "
        f"{within} of {len(results)}."
    )
