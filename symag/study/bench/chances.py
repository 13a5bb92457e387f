"""Deciding where each probability is another number and distributions are wide: cases of `symag bench engine`.

The yardstick is the same family with weights 1..2, of the same size and width, in the same run.
"""

from __future__ import annotations

from collections.abc import Iterator

from symag.limits import Watch
from symag.simulation import Fixpoint, decide
from symag.study.bench.benchmark import Found
from symag.study.bench.cell import cpu_seconds
from symag.study.cases.chances import CHANCES, random_chances
from symag.study.jobs import Figures, Job
from symag.study.view import GridRow

__all__ = ["chances_case", "chances_jobs", "chances_rows"]

PLAIN = "1..2"
NAMES = {"1..1000": "weights 1..1000", "data": "data frequencies", "unrelated": "unrelated denominators"}
WIDTHS = (5, 50)
GROWTH = ((1000, 5, "1..1000"), (300, 100, "1..1000"))
"""Larger than 300 states of width 5, and than 300 of width 50."""


def chances_case(states: int, width: int, chances: str, repeat: int) -> Figures:
    """A random model against itself."""
    model = random_chances(states, width, chances)
    return {"seconds": cpu_seconds(lambda: decide([model], model, Fixpoint(), Watch()), repeat)}


def _name(states: int, width: int, chances: str) -> str:
    return f"chances, {states} states, width {width}, {chances}"


def chances_jobs() -> Iterator[Job]:
    """Each kind of probabilities narrow and wide, and two larger models."""
    cases = [(300, width, chances) for width in WIDTHS for chances in CHANCES]
    for case in (*cases, *GROWTH):
        yield Job(_name(*case), chances_case, (*case, 3))


def chances_rows(found: Found) -> Iterator[GridRow]:
    """The seconds of each beside those of weights 1..2, and how they grow."""

    def seconds(states: int, width: int, chances: str) -> float:
        figure: float = found[_name(states, width, chances)].figures["seconds"]
        return figure

    for width in WIDTHS:
        plain = seconds(300, width, PLAIN)
        for chances, called in NAMES.items():
            taken = seconds(300, width, chances)
            what = f"300 states, width {width}, {called}"
            yield GridRow((what, f"{taken:.3f} s", f"weights {PLAIN}: {plain:.3f} s", f"{taken / plain:.1f} ×"))
    for (states, width, chances), less in zip(GROWTH, WIDTHS, strict=True):
        taken, smaller = seconds(states, width, chances), seconds(300, less, chances)
        what = f"{states:,} states, width {width}, {NAMES[chances]}"
        beside = f"300 states, width {less}: {smaller:.3f} s"
        yield GridRow((what, f"{taken:.3f} s", beside, f"grows {taken / smaller:.1f} ×"))
