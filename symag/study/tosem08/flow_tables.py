"""The columns for FLAVERS of Tables II to V of TOSEM 2008, and the figures of its sections 4.1 to 4.6: ours, beside
those that the paper prints; and what they say, in sentences that are computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from symag.study.cases.tosem08 import SYSTEMS
from symag.study.cases.tosem08_programs import FLOW_CASES
from symag.study.cases.tosem08_published import FLAVERS, TABLE_4, TABLE_5
from symag.study.jobs import Found
from symag.study.tosem08.figures import (
    BestOfAll,
    Category,
    Explored,
    Share,
    attempted_and_succeeded,
    best_known,
    best_of_all,
    category,
    common_size,
    is_best,
    reached,
    shares_worse,
)
from symag.study.tosem08.flow_jobs import (
    BY_LEARNING,
    FlowPlan,
    flow_explored,
    flow_growing,
    flow_sizes,
    flow_supplied,
    parts_explored,
    whole_states,
)
from symag.study.tosem08.flow_pictures import flow_pictures
from symag.study.tosem08.tables import CATEGORIES, best_cells, share_cell
from symag.study.view import Grid, GridCell, GridRow, View

__all__ = ["flow_view"]

OURS = (
    "Programs of our own, after what the paper says of its. States: those of the largest single exploration. A check "
    "that reached a limit counts as worse."
)


def flow_view(plan: FlowPlan, found: Found) -> View:
    """The tables, as far as there are results."""
    grids = (
        _table_2(plan),
        _table_3(plan, found),
        _best(plan, found),
        _scaling(plan, found),
        _table_4(plan, found),
        _table_5(plan, found),
        _cost_of_learning(plan, found),
        _how_far(plan, found),
        _subjects(plan, found),
    )
    return View(grids, flow_pictures(plan, found), tuple(_findings(plan, found)))


def _parts(plan: FlowPlan, found: Found, method: str, size: int = 2) -> list[Explored]:
    return [one for number in plan.subjects for one in parts_explored(found, number, method, size)]


def _table_2(plan: FlowPlan) -> Grid:
    rows = []
    for name, theirs in FLAVERS.systems.items():
        systems = [FLOW_CASES[number].system for number in plan.subjects if FLOW_CASES[number].system.name == name]
        count = (1 << len(systems[0].tasks(2).names)) - 2 if systems else 0
        rows.append(GridRow((name, count, theirs.decompositions, len(systems), count * len(systems), theirs.total)))
    sums = [sum(int(str(row.cells[column])) for row in rows) for column in (3, 4, 5)]
    rows.append(GridRow(("Total", "", "", *sums)))
    headings = ("", "decompositions\nof a subject", "\npaper", "\nproperties", "total,\nsize 2", "\npaper")
    title = "Table II of TOSEM 2008, FLAVERS: two-way decompositions"
    return Grid(title, headings, tuple(rows), None, "tight", 1)


def _shares(plan: FlowPlan, found: Found, method: str) -> dict[str, Share]:
    whole = whole_states(plan, found)
    return shares_worse(whole, [one for one in _parts(plan, found, method) if one.subject.number in whole])


def _table_3(plan: FlowPlan, found: Found) -> Grid:
    shares = {method: _shares(plan, found, method) for method in plan.methods}
    rows = []
    for name in SYSTEMS:
        cells = [share_cell(shares[method].get(name)) for method in plan.methods]
        rows.append(GridRow((name, *cells, f"{FLAVERS.systems[name].worse} %")))
    overall = [share_cell(sum(shares[method].values(), Share(0, 0, 0))) for method in plan.methods]
    rows.append(GridRow(("Overall", *overall, f"{FLAVERS.overall_worse} %")))
    title = "Table III of TOSEM 2008, FLAVERS: decompositions worse than Mono at size 2"
    caption = f"{OURS} In brackets: how many did not finish."
    return Grid(title, ("", *plan.methods, "paper"), tuple(rows), caption, "tight", 1)


def _best(plan: FlowPlan, found: Found) -> Grid:
    """Figure 1: the best decompositions at size 2."""
    whole = whole_states(plan, found)
    rows = []
    for method in plan.methods:
        best = best_known(one for one in _parts(plan, found, method) if one.subject.number in whole)
        rows.append(GridRow((method, *best_cells(best_of_all(whole, best)))))
    rows.append(GridRow(("  paper", *best_cells(BestOfAll(*FLAVERS.best))), quoted=True))
    headings = ("", "better\nsubjects", "\nmean", "worse\nsubjects", "\nmean")
    caption = f"{OURS} The mean of the states, in per cent of those of Mono."
    return Grid("4.1, FLAVERS: the best decompositions at size 2", headings, tuple(rows), caption, "tight", 1)


class _Scaled(NamedTuple):
    """Generalised decompositions beside the whole, over all subjects."""

    compared: int = 0
    better: int = 0
    faster: int = 0
    known: int = 0
    same: int = 0


def _scaled(plan: FlowPlan, found: Found, method: str) -> _Scaled:
    total = _Scaled()
    for number in plan.subjects:
        subjects = flow_growing(plan, found, number, method)
        size = common_size(flow_sizes(plan, found, number), flow_sizes(plan, found, number, method))
        if size is not None:
            one = flow_explored(found, subjects[size - 2], method)
            other = flow_explored(found, type(subjects[0])(number, size))
            assert one is not None
            assert other is not None
            total = total._replace(
                compared=total.compared + 1,
                better=total.better + (one.cost < other.cost),
                faster=total.faster + ((one.seconds or 0.0) < (other.seconds or 0.0)),
            )
        for size in sorted((size for size in plan.sizes if size > 2), reverse=True) if subjects else ():
            parts = parts_explored(found, number, method, size)
            best = flow_explored(found, subjects[size - 2], method) if size - 2 < len(subjects) else None
            if attempted_and_succeeded(parts)[1] and best is not None:
                total = total._replace(known=total.known + 1, same=total.same + is_best(best, parts))
                break
    return total


def _scaling(plan: FlowPlan, found: Found) -> Grid:
    """Sections 4.2, 4.4.1 and 4.5: generalised decompositions at the largest size that both verified."""
    rows = [GridRow((method, *_scaled(plan, found, method))) for method in plan.scaled]
    paper = (FLAVERS.generalised_better, FLAVERS.faster, FLAVERS.subjects, FLAVERS.generalised_best)
    rows.append(GridRow(("  paper", FLAVERS.subjects, *paper), quoted=True))
    caption = (
        f"{OURS} Programs up to the sizes that were looked at. Better and faster: than Mono, at the largest size that "
        "both verified; best: of all decompositions, at the largest size beyond 2 of which all finished."
    )
    headings = ("", "subjects\ncompared", "\nbetter", "\nfaster", "best one\nis known", "\nit is the best")
    return Grid("4.2 to 4.5, FLAVERS: generalised decompositions", headings, tuple(rows), caption, "tight", 1)


def _categories(plan: FlowPlan, found: Found, method: str) -> list[Category]:
    return [
        category(flow_sizes(plan, found, number), flow_sizes(plan, found, number, method))
        for number in plan.subjects
        if flow_growing(plan, found, number, method)
    ]


def _table_4(plan: FlowPlan, found: Found) -> Grid:
    counts = {method: _categories(plan, found, method) for method in plan.scaled}
    rows = [
        GridRow((text, *(counts[method].count(one) for method in plan.scaled), TABLE_4[one][0]))
        for one, text in CATEGORIES.items()
    ]
    successes = [sum(one.likely_success for one in counts[method]) for method in plan.scaled]
    paper = sum(TABLE_4[one][0] for one in CATEGORIES if one.likely_success)
    rows.append(GridRow(("likely success, (1) to (3)", *successes, paper)))
    title = "Table IV of TOSEM 2008, FLAVERS: generalised decompositions beside Mono"
    caption = f"{OURS} The sizes that were looked at are in the table of 4.3; what lies beyond is not known."
    return Grid(title, ("", *plan.scaled, "paper"), tuple(rows), caption, "tight", 1)


def _table_5(plan: FlowPlan, found: Found) -> Grid:
    rows = []
    for size in plan.sizes:
        cells = []
        for method in plan.methods:
            attempted, succeeded = attempted_and_succeeded(_parts(plan, found, method, size))
            cells.append(f"{succeeded} of {attempted}")
        theirs = TABLE_5.get(size)
        rows.append(GridRow((size, *cells, None if theirs is None else f"{theirs[0][1]} of {theirs[0][0]}")))
    caption = "Subjects of which every decomposition finished, of those of which all were looked at."
    title = "Table V of TOSEM 2008, FLAVERS: where the best decomposition is known"
    return Grid(title, ("size", *plan.methods, "paper"), tuple(rows), caption, "tight", 1)


def _cost_of_learning(plan: FlowPlan, found: Found) -> Grid:
    rows = []
    same = measured = 0
    for number in plan.subjects:
        for subject in flow_growing(plan, found, number, BY_LEARNING) if BY_LEARNING in plan.methods else ():
            if (one := flow_supplied(found, subject)) is not None:
                measured += 1
                same += one.learned_states == one.supplied_states
                percent = (f"{one.percent:.1f} %", one.assumption, f"{one.percent_learning:.0f} %")
                rows.append(GridRow((subject.title, one.learned_states, one.supplied_states, *percent)))
    rows.append(GridRow(("the same", f"{same} of {measured}", "", "", "", "")))
    theirs = ", ".join(f"{percent} %" for percent in FLAVERS.supplied_percent)
    paper = ("  paper", f"{FLAVERS.supplied_same} of {FLAVERS.subjects}", "", theirs, "", "")
    rows.append(GridRow(paper, quoted=True))
    headings = ("", "states,\nlearned", "\nsupplied", "\nin per cent", "\n|A|", "time that\nis learning")
    caption = "The generalised decomposition at the largest size that the paper's method gets to."
    title = "4.6, FLAVERS: learning beside a supplied assumption"
    return Grid(title, headings, tuple(rows), caption, "tight", 1)


def _how_far(plan: FlowPlan, found: Found) -> Grid:
    """Per subject, how far each method gets."""
    rows = []
    for number in plan.subjects:
        cells = [reached(flow_sizes(plan, found, number, method)) for method in ("Mono", *plan.scaled)]
        rows.append(GridRow((number, FLOW_CASES[number].system.name, *cells, plan.up_to(number))))
    limits = plan.scaling
    caption = (
        f"The largest size that was verified within {limits.seconds:g} s and {limits.max_states:,} states of any "
        "model; 1 if none was."
    )
    headings = ("", "\nsystem", "Mono", *(method.replace(", ", ",\n") for method in plan.scaled), "\nlooked at")
    return Grid("4.3, FLAVERS: how far generalised decompositions scale", headings, tuple(rows), caption, "tight")


def _subjects(plan: FlowPlan, found: Found) -> Grid:
    """Each subject at size 2, with its best decompositions."""
    whole = whole_states(plan, found)
    rows = []
    for number in plan.subjects:
        states = whole.get(number)
        cells: list[GridCell] = [None if states is None or states == float("inf") else int(states)]
        for method in plan.methods:
            one = best_known(parts_explored(found, number, method, 2)).get(number)
            cells += [None, None] if one is None else [one.states, " ".join(one.subject.first)]
        rows.append(GridRow((number, FLOW_CASES[number].system.name, *cells)))
    columns = [heading for method in plan.methods for heading in (f"{method}\nstates", "\nfirst side")]
    title = "FLAVERS: the best decompositions at size 2, by subject"
    return Grid(title, ("", "\nsystem", "\nMono", *columns), tuple(rows), OURS, "tight")


def _findings(plan: FlowPlan, found: Found) -> Iterator[str]:
    """All that the results so far say."""
    whole = whole_states(plan, found)
    for method in plan.methods:
        share = sum(_shares(plan, found, method).values(), Share(0, 0, 0))
        if share.total:
            best = best_known(one for one in _parts(plan, found, method) if one.subject.number in whole)
            saved = sum(one.cost < whole[number] for number, one in best.items())
            unfinished = f", {share.unfinished:,} of them unfinished" if share.unfinished else ""
            yield (
                f"{method}: {share.percent:.0f} % of {share.total:,} decompositions of flow graphs at size 2 explore "
                f"more states than Mono{unfinished} (paper: {FLAVERS.overall_worse} %); for {saved} of {len(whole)} "
                f"subjects some decomposition explores fewer (paper: {FLAVERS.best.better} of {FLAVERS.subjects})"
            )
    for method in plan.scaled:
        found_categories = _categories(plan, found, method)
        if found_categories:
            said = ", ".join(f"({one:d}) {found_categories.count(one)}" for one in Category)
            paper = ", ".join(f"({number}) {theirs}" for number, (theirs, _) in TABLE_4.items())
            yield (
                f"{method}, generalised decompositions of flow graphs by the categories of Table IV: {said} "
                f"(paper: {paper})"
            )
            yield from _growing_finding(plan, found, method)


def _growing_finding(plan: FlowPlan, found: Found, method: str) -> Iterator[str]:
    """What is better at size 2 tends to be better at larger sizes, says the paper (4.2)."""
    whole = whole_states(plan, found)
    at_two = better = 0
    for number in plan.subjects:
        sizes, parts = flow_sizes(plan, found, number), flow_sizes(plan, found, number, method)
        size = common_size(sizes, parts)
        if size is not None and size > 2 and (parts.get(2) or float("inf")) < whole.get(number, 0):
            at_two += 1
            one, other = parts[size], sizes[size]
            better += one is not None and other is not None and one < other
    if at_two:
        yield (
            f"{method}: of {at_two} subjects whose best decomposition saves states at size 2, its generalisation does "
            f"so at the largest size that both verified for {better} (paper: 16 of 17)"
        )
