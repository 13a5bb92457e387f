"""Figures 1, 4, 7, 11 and 14 of TOSEM 2008, for flow graphs, with our results."""

from __future__ import annotations

from collections.abc import Iterator

from symag.study.cases.tosem08 import SYSTEMS
from symag.study.cases.tosem08_programs import FLOW_CASES, FlowSubject
from symag.study.jobs import Found
from symag.study.tosem08.figures import best_known
from symag.study.tosem08.flow_jobs import (
    BY_LEARNING,
    FlowPlan,
    flow_explored,
    flow_growing,
    flow_supplied,
    parts_explored,
    whole_states,
)
from symag.study.view import Curve, Panel, Point

__all__ = ["flow_pictures"]

OF_MONO = "in parts of those of Mono"


def flow_pictures(plan: FlowPlan, found: Found) -> tuple[Panel, ...]:
    """The panels, as far as there are results."""
    panels = [_figure_1(plan, found), *_growing(plan, found), _figure_7(plan, found), _figure_14(plan, found)]
    return tuple(panel for panel in panels if any(curve.answered for curve in panel.curves))


def _figure_1(plan: FlowPlan, found: Found) -> Panel:
    """Subjects in the order of the ratio, as in the paper."""
    whole = whole_states(plan, found)
    curves = []
    for method in plan.methods:
        best = [best_known(parts_explored(found, number, method, 2)).get(number) for number in plan.subjects]
        ratios = [one.cost / whole[one.subject.number] for one in best if one and one.subject.number in whole]
        curves.append(Curve(method, tuple(enumerate(sorted(ratios), 1))))
    if any(curve.answered for curve in curves):
        curves.append(Curve("Mono", ((1, 1.0), (len(plan.subjects), 1.0)), dashed=True))
    title = "Figure 1: the best decompositions at size 2, flow graphs"
    return Panel(title, "subjects, in the order of the states", tuple(curves), counts=True, ylabel=f"states, {OF_MONO}")


def _growing(plan: FlowPlan, found: Found) -> Iterator[Panel]:
    """States and seconds of the generalised decompositions as the program grows."""
    for method in plan.scaled:
        for title, what in (("Figure 4", "states"), ("Figure 11", "seconds")):
            named = {number: f"{FLOW_CASES[number].system.name}, {number}" for number in plan.subjects}
            curves = [Curve(named[n], tuple(_ratios(plan, found, n, method, what))) for n in plan.subjects]
            shown = f"{title}, {method}: {what} of the generalised decompositions of flow graphs"
            drawn = tuple(curve for curve in curves if curve.answered)
            yield Panel(shown, "size of the program", drawn, is_parameter=True, ylabel=f"{what}, {OF_MONO}")


def _ratios(plan: FlowPlan, found: Found, number: int, method: str, what: str) -> Iterator[Point]:
    for subject in flow_growing(plan, found, number, method):
        one, whole = flow_explored(found, subject, method), flow_explored(found, FlowSubject(number, subject.size))
        if one is None or whole is None or one.states is None or whole.states is None:
            return
        if what == "states":
            yield subject.size, one.states / whole.states
        elif one.seconds and whole.seconds:
            yield subject.size, one.seconds / whole.seconds


def _figure_7(plan: FlowPlan, found: Found) -> Panel:
    """The generalised decomposition over the best one, at the largest size of which all are known; else nothing."""
    curves = []
    for method in plan.scaled:
        points = []
        for number in plan.subjects:
            for size in sorted((size for size in plan.sizes if size > 2), reverse=True):
                generalised = [one for one in flow_growing(plan, found, number, method) if one.size == size]
                one = flow_explored(found, generalised[0], method) if generalised else None
                best = best_known(parts_explored(found, number, method, size)).get(number)
                if one is not None and one.states is not None and best is not None:
                    points.append((number, one.cost / best.cost))
                    break
        curves.append(Curve(method, tuple(points)))
    title = "Figure 7: generalised decompositions beside the best known ones, flow graphs"
    return Panel(title, "subject", tuple(curves), counts=True, ylabel="states, in parts of those of the best")


def _figure_14(plan: FlowPlan, found: Found) -> Panel:
    """The part of the time that is learning, over the size of the assumption."""
    points: dict[str, list[Point]] = {name: [] for name in SYSTEMS}
    for number in plan.subjects if BY_LEARNING in plan.methods else ():
        for subject in flow_growing(plan, found, number, BY_LEARNING):
            if (one := flow_supplied(found, subject)) is not None and one.assumption > 0 and one.percent_learning > 0:
                points[FLOW_CASES[number].system.name].append((one.assumption, one.percent_learning))
    curves = tuple(Curve(name, tuple(sorted(some))) for name, some in points.items() if some)
    title = "Figure 14: the time that is learning, flow graphs"
    return Panel(title, "states of the assumption", curves, ylabel="per cent of the time")
