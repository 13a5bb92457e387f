"""Tables II to V of TOSEM 2008 and the figures of its sections 4.1 to 4.6: ours, beside those that the paper prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symag.study.cases.tosem08 import CASES, SYSTEMS, Tosem08Subject
from symag.study.cases.tosem08_published import LTSA, TABLE_4, TABLE_5
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
    shares_worse,
)
from symag.study.tosem08.findings import findings
from symag.study.tosem08.foreseen import choices_grid, predictions_grid
from symag.study.tosem08.jobs import (
    Plan,
    best_first,
    decomposed,
    explored,
    generalised_subjects,
    sizes_of,
    supplied,
)
from symag.study.tosem08.pictures import pictures
from symag.study.tosem08.scaling import farther_grid, rules_grid
from symag.study.tosem08.ways import PUBLISHED, WHOLE
from symag.study.view import Grid, GridCell, GridRow, View

__all__ = ["CATEGORIES", "best_cells", "share_cell", "tosem08_view"]

OURS = (
    "Models of our own, after what the paper says of its. States: those of the largest single exploration. A check "
    "that reached a limit counts as worse."
)
CATEGORIES: Mapping[Category, str] = {
    Category.FARTHER: "(1) can scale farther than monolithic",
    Category.PERHAPS_FARTHER: "(2) not known, but appears better",
    Category.NOT_NEEDED: "(3) monolithic scales well, but it appears better",
    Category.NOT_FARTHER: "(4) cannot scale farther than monolithic",
    Category.PERHAPS_NOT_FARTHER: "(5) not known, but appears worse",
}


def tosem08_view(plan: Plan, found: Found) -> View:
    """The tables, as far as there are results."""
    grids = (
        _table_2(plan),
        *(_table_3(plan, found, whole) for whole in WHOLE),
        _best(plan, found),
        _scaling(plan, found),
        _table_4(plan, found),
        _table_5(plan, found),
        _cost_of_learning(plan, found),
        rules_grid(plan, found),
        farther_grid(plan, found),
        predictions_grid(plan, found),
        choices_grid(plan, found),
        _subjects(plan, found),
    )
    return View(grids, pictures(plan, found), findings(plan, found))


def _parts(plan: Plan, found: Found, method: str, size: int) -> list[Explored]:
    """All decompositions of which there is a result."""
    subjects = (subject for number in plan.subjects for subject in decomposed(number, size))
    results = (explored(found, subject, method) for subject in subjects)
    return [one for one in results if one is not None]


def _whole(plan: Plan, found: Found, size: int, method: str = "Mono") -> dict[int, float]:
    """The monolithic states of each subject; infinite, if it did not finish."""
    results = {number: explored(found, Tosem08Subject(number, size), method) for number in plan.subjects}
    return {number: one.cost for number, one in results.items() if one is not None}


def _table_2(plan: Plan) -> Grid:
    rows = []
    for name, system in SYSTEMS.items():
        counts = [(1 << len(system.tasks(size).names)) - 2 for size in (2, 3, 4, 5)]
        properties = sum(CASES[number].system is system for number in plan.subjects)
        totals = [properties * count for count in counts]
        rows.append(GridRow((name, counts[0], LTSA.systems[name].decompositions, properties, *totals)))
    last = [sum(int(str(row.cells[column])) for row in rows) for column in (3, 4, 5, 6, 7)]
    rows.append(GridRow(("Total", "", "", *last)))
    headings = ("", "decompositions\nof a subject", "\npaper", "\nproperties", "total,\nsize 2", "\n3", "\n4", "\n5")
    return Grid("Table II of TOSEM 2008: two-way decompositions", headings, tuple(rows), None, "tight", 1)


def _table_3(plan: Plan, found: Found, whole: str) -> Grid:
    """Shares of decompositions that are worse than a monolithic method; unfinished ones in brackets."""
    states = _whole(plan, found, 2, whole)
    shares = {
        method: shares_worse(states, [one for one in _parts(plan, found, method, 2) if one.subject.number in states])
        for method in plan.methods
    }
    rows = []
    for name in SYSTEMS:
        cells = [share_cell(shares[method].get(name)) for method in plan.methods]
        rows.append(GridRow((name, *cells, f"{LTSA.systems[name].worse} %")))
    overall = [share_cell(sum(shares[method].values(), Share(0, 0, 0))) for method in plan.methods]
    rows.append(GridRow(("Overall", *overall, f"{LTSA.overall_worse} %")))
    caption = f"{OURS} In brackets: how many did not finish. Against the method {whole!r}; the paper reduces nothing."
    title = f"Table III of TOSEM 2008: decompositions worse than {whole} at size 2"
    return Grid(title, ("", *plan.methods, "paper"), tuple(rows), caption, "tight", 1)


def share_cell(share: Share | None) -> str:
    """A share, and in brackets how many did not finish."""
    if share is None or not share.total:
        return ""
    return f"{share.percent:.0f} %" + (f" ({share.unfinished})" if share.unfinished else "")


def _best(plan: Plan, found: Found) -> Grid:
    """Figure 2: the best decompositions at size 2."""
    states = _whole(plan, found, 2)
    rows = []
    for method in plan.methods:
        best = best_known(one for one in _parts(plan, found, method, 2) if one.subject.number in states)
        rows.append(GridRow((method, *best_cells(best_of_all(states, best)))))
    rows.append(GridRow(("  paper", *best_cells(BestOfAll(*LTSA.best))), quoted=True))
    headings = ("", "better\nsubjects", "\nmean", "worse\nsubjects", "\nmean")
    caption = f"{OURS} The mean of the states, in per cent of those of Mono."
    return Grid("4.1: the best decompositions at size 2", headings, tuple(rows), caption, "tight", 1)


def best_cells(best: BestOfAll) -> Iterator[GridCell]:
    """How many subjects are better, and how much; how many are worse, and how much."""
    for count, percent in ((best.better, best.better_percent), (best.worse, best.worse_percent)):
        yield count
        yield None if percent is None else f"{percent:.1f} %"


def _generalised(plan: Plan, found: Found, number: int, method: str) -> list[Tosem08Subject]:
    first = best_first(plan, found, number, method)
    return generalised_subjects(number, first, plan.growing(number)) if first else []


def _scaling(plan: Plan, found: Found) -> Grid:
    """Sections 4.2, 4.4.1 and 4.5: generalised decompositions at the largest size that both verified."""
    rows = []
    for method in plan.scaled:
        better = same = faster = compared = known = 0
        all_parts = [one for size in plan.sizes if size > 2 for one in _parts(plan, found, method, size)]
        for number in plan.subjects:
            subjects = _generalised(plan, found, number, method)
            size = common_size(sizes_of(plan, found, number, "Mono"), sizes_of(plan, found, number, method))
            by_size = {subject.size: subject for subject in subjects}
            if size is not None:
                one, other = (
                    explored(found, by_size[size], method),
                    explored(found, Tosem08Subject(number, size), "Mono"),
                )
                assert one is not None
                assert other is not None
                compared += 1
                better += one.cost < other.cost
                faster += (one.seconds or 0.0) < (other.seconds or 0.0)
            complete = [s for s in plan.sizes if s > 2 and attempted_and_succeeded(_of(all_parts, number, s))[1]]
            if subjects and complete and (best := explored(found, by_size[max(complete)], method)) is not None:
                known += 1
                same += is_best(best, all_parts)
        rows.append(GridRow((method, compared, better, faster, known, same)))
    paper = (LTSA.subjects, LTSA.generalised_better, LTSA.faster, LTSA.subjects, LTSA.generalised_best)
    rows.append(GridRow(("  paper", *paper), quoted=True))
    caption = (
        f"{OURS} Systems up to the sizes that were looked at. Better and faster: than Mono, at the largest size that "
        "both verified; best: of all decompositions, at the largest size of which all finished."
    )
    headings = ("", "subjects\ncompared", "\nbetter", "\nfaster", "best one\nis known", "\nit is the best")
    return Grid("4.2 to 4.5: generalised decompositions", headings, tuple(rows), caption, "tight", 1)


def _of(parts: Sequence[Explored], number: int, size: int) -> list[Explored]:
    return [one for one in parts if (one.subject.number, one.subject.size) == (number, size)]


def _table_4(plan: Plan, found: Found) -> Grid:
    counts: dict[str, list[Category]] = {}
    for method in plan.scaled:
        counts[method] = []
        for number in plan.subjects:
            if _generalised(plan, found, number, method):
                whole, parts = sizes_of(plan, found, number, "Mono"), sizes_of(plan, found, number, method)
                counts[method].append(category(whole, parts))
    rows = [
        GridRow((text, *(counts[method].count(one) for method in plan.scaled), TABLE_4[one][1]))
        for one, text in CATEGORIES.items()
    ]
    successes = [sum(one.likely_success for one in counts[method]) for method in plan.scaled]
    paper = sum(TABLE_4[one][1] for one in CATEGORIES if one.likely_success)
    rows.append(GridRow(("likely success, (1) to (3)", *successes, paper)))
    caption = (
        f"{OURS} The sizes that were looked at are in the table of 4.3; the paper went up to 200. What lies beyond is "
        "not known."
    )
    title = "Table IV of TOSEM 2008: generalised decompositions beside Mono"
    return Grid(title, ("", *plan.scaled, "paper"), tuple(rows), caption, "tight", 1)


def _table_5(plan: Plan, found: Found) -> Grid:
    rows = []
    for size in plan.sizes:
        cells = []
        for method in plan.methods:
            attempted, succeeded = attempted_and_succeeded(_parts(plan, found, method, size))
            cells.append(f"{succeeded} of {attempted}")
        theirs = TABLE_5.get(size)
        rows.append(GridRow((size, *cells, None if theirs is None else f"{theirs[1][1]} of {theirs[1][0]}")))
    caption = "Subjects of which every decomposition finished, of those of which all were looked at."
    title = "Table V of TOSEM 2008: where the best decomposition is known"
    return Grid(title, ("size", *plan.methods, "paper"), tuple(rows), caption, "tight", 1)


def _cost_of_learning(plan: Plan, found: Found) -> Grid:
    rows = []
    same = measured = 0
    for number in plan.subjects:
        for subject in _generalised(plan, found, number, PUBLISHED) if PUBLISHED in plan.methods else ():
            if (one := supplied(found, subject)) is not None:
                measured += 1
                same += one.learned_states == one.supplied_states
                percent = (f"{one.percent:.1f} %", one.assumption, f"{one.percent_learning:.0f} %")
                rows.append(GridRow((subject.title, one.learned_states, one.supplied_states, *percent)))
    rows.append(GridRow(("the same", f"{same} of {measured}", "", "", "", "")))
    theirs = ", ".join(f"{percent} %" for percent in LTSA.supplied_percent)
    rows.append(GridRow(("  paper", f"{LTSA.supplied_same} of {LTSA.subjects}", "", theirs, "", ""), quoted=True))
    headings = ("", "states,\nlearned", "\nsupplied", "\nin per cent", "\n|A|", "time that\nis learning")
    caption = (
        "The generalised decomposition at the largest size that the paper's method gets to. The time is that of the "
        "check without the two premises: learning, and what every check takes, which counts where both are short."
    )
    return Grid("4.6: learning beside a supplied assumption", headings, tuple(rows), caption, "tight", 1)


def _subjects(plan: Plan, found: Found) -> Grid:
    """Each subject at size 2, with its best decompositions."""
    whole = _whole(plan, found, 2)
    best = {method: best_known(_parts(plan, found, method, 2)) for method in plan.methods}
    rows = []
    for number in plan.subjects:
        cells: list[GridCell] = [_finite(whole.get(number))]
        for method in plan.methods:
            one = best[method].get(number)
            cells += [None, None] if one is None else [one.states, " ".join(one.subject.first)]
        rows.append(GridRow((number, CASES[number].system.name, *cells)))
    columns = [heading for method in plan.methods for heading in (f"{method}\nstates", "\nfirst side")]
    headings = ("", "\nsystem", "\nMono", *columns)
    return Grid("the best decompositions at size 2, by subject", headings, tuple(rows), OURS, "tight")


def _finite(states: float | None) -> int | None:
    return None if states is None or states == float("inf") else int(states)
