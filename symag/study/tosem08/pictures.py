"""Figures 2, 6, 8, 13 and 15 of TOSEM 2008, with our results."""

from __future__ import annotations

from collections.abc import Iterator

from symag.study.cases.tosem08 import CASES, SYSTEMS, Tosem08Subject
from symag.study.jobs import Found
from symag.study.tosem08.figures import best_known
from symag.study.tosem08.jobs import (
    Plan,
    best_first,
    decomposed,
    explored,
    generalised_subjects,
    supplied,
)
from symag.study.tosem08.ways import PUBLISHED
from symag.study.view import Curve, Panel, Point

__all__ = ["pictures"]

OF_MONO = "in parts of those of Mono"


def pictures(plan: Plan, found: Found) -> tuple[Panel, ...]:
    """The panels, as far as there are results."""
    panels = [_figure_2(plan, found), *_growing(plan, found), _figure_8(plan, found), _figure_15(plan, found)]
    return tuple(panel for panel in panels if any(curve.answered for curve in panel.curves))


def _figure_2(plan: Plan, found: Found) -> Panel:
    """Subjects in the order of the ratio, as in the paper."""
    curves = []
    for method in plan.methods:
        ratios = []
        for number in plan.subjects:
            whole = explored(found, Tosem08Subject(number), "Mono")
            parts = (explored(found, subject, method) for subject in decomposed(number, 2))
            best = best_known(one for one in parts if one is not None).get(number)
            if whole is not None and best is not None:
                ratios.append(best.cost / whole.cost)
        curves.append(Curve(method, tuple(enumerate(sorted(ratios), 1))))
    if any(curve.answered for curve in curves):
        curves.append(Curve("Mono", ((1, 1.0), (len(plan.subjects), 1.0)), dashed=True))
    title = "Figure 2: the best decompositions at size 2"
    return Panel(title, "subjects, in the order of the states", tuple(curves), counts=True, ylabel=f"states, {OF_MONO}")


def _growing(plan: Plan, found: Found) -> Iterator[Panel]:
    """States and seconds of the generalised decompositions as the system grows."""
    for method in plan.scaled:
        figures = [("Figure 6", "states"), ("Figure 13", "seconds")]
        for title, what in figures:
            curves = tuple(
                Curve(f"{CASES[number].system.name}, {number}", tuple(_ratios(plan, found, number, method, what)))
                for number in plan.subjects
            )
            shown = f"{title}, {method}: {what} of the generalised decompositions"
            drawn = tuple(curve for curve in curves if curve.answered)
            yield Panel(shown, "size of the system", drawn, is_parameter=True, ylabel=f"{what}, {OF_MONO}")


def _ratios(plan: Plan, found: Found, number: int, method: str, what: str) -> Iterator[Point]:
    first = best_first(plan, found, number, method)
    for subject in generalised_subjects(number, first, plan.growing(number)) if first else ():
        one, whole = explored(found, subject, method), explored(found, Tosem08Subject(number, subject.size), "Mono")
        if one is None or whole is None or one.states is None or whole.states is None:
            return
        if what == "states":
            yield subject.size, one.states / whole.states
        elif one.seconds and whole.seconds:
            yield subject.size, one.seconds / whole.seconds


def _figure_8(plan: Plan, found: Found) -> Panel:
    """The generalised decomposition over the best one, at the largest size of which all are known; else nothing."""
    curves = []
    for method in plan.methods:
        points = []
        for number in plan.subjects:
            first = best_first(plan, found, number, method)
            for size in sorted((size for size in plan.sizes if size > 2), reverse=True) if first else ():
                subject = generalised_subjects(number, first, [size])[-1]
                one = explored(found, subject, method)
                parts = (explored(found, other, method) for other in decomposed(number, size))
                best = best_known(other for other in parts if other is not None).get(number)
                if one is not None and one.states is not None and best is not None:
                    points.append((number, one.cost / best.cost))
                    break
        curves.append(Curve(method, tuple(points)))
    title = "Figure 8: generalised decompositions beside the best known ones"
    return Panel(title, "subject", tuple(curves), counts=True, ylabel="states, in parts of those of the best")


def _figure_15(plan: Plan, found: Found) -> Panel:
    """The part of the time that is learning, over the size of the assumption."""
    points: dict[str, list[Point]] = {name: [] for name in SYSTEMS}
    for number in plan.subjects if PUBLISHED in plan.methods else ():
        first = best_first(plan, found, number, PUBLISHED)
        for subject in generalised_subjects(number, first, plan.growing(number)) if first else ():
            if (one := supplied(found, subject)) is not None and one.assumption > 0 and one.percent_learning > 0:
                points[CASES[number].system.name].append((one.assumption, one.percent_learning))
    curves = tuple(Curve(name, tuple(sorted(some))) for name, some in points.items() if some)
    return Panel(
        "Figure 15: the time that is learning", "states of the assumption", curves, ylabel="per cent of the time"
    )
