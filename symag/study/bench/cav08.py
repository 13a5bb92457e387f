"""`symag bench cav08`: Tables 1 and 2 of CAV'08 again, on our models of its systems, beside the paper's own figures.

Each system is decomposed in two ways: as it is given, and so that the two sides are most alike in size. A cell is one
check, from the FSP text to the verdict; its time is that of `check` without the audit. `--beyond` has larger systems,
and proofs by parts at twice the largest size that composing finishes (`symag.study.bench.twice`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symag.limits import Limits, Watch
from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import CheckCell, cell_limits, curve_of, limits_text
from symag.study.bench.twice import twice_grid, twice_jobs
from symag.study.cases.cav08 import CASES, Cav08Subject, system
from symag.study.cases.cav08_published import BEYOND, TABLE_1, TABLE_2, Cav08Row
from symag.study.cases.cav12_published import CaseKey
from symag.study.cases.decompositions import count_states, most_balanced
from symag.study.checks import check_job
from symag.study.jobs import Figures, Job
from symag.study.view import Curve, Grid, GridCell, GridRow, Panel, View

__all__ = ["cav08_jobs", "cav08_view"]

BY_PARTS: dict[str, dict[str, Any]] = {
    "AGAR": {"method": "agar", "rule": "asym"},
    "Learning": {"method": "learn", "rule": "asym"},
    "AGAR+α": {"method": "agar", "rule": "asym", "alphabet_refinement": True},
    "Learning+α": {"method": "learn", "rule": "asym", "alphabet_refinement": True},
}
"""The columns of the paper; α is alphabet refinement."""
BESIDE: dict[str, dict[str, Any]] = {
    "ASYM-N+α": {"method": "agar", "rule": "asym-n", "order": "auto", "alphabet_refinement": True},
    "Mono": {"method": "mono"},
    "Mono, reduced": {"method": "mono", "reduce": True},
}
METHODS = BY_PARTS | BESIDE
PARTIES = {"Gas Station": "customers", "MER": "users", "Rover Exec.": "conditions"}
"""What the parameter counts; artists, otherwise."""
_Sizes = dict[CaseKey, Figures]
_Cells = dict[CaseKey, dict[str, CheckCell]]


def side_sizes_case(name: str, parameter: int) -> Figures:
    """How many states the sides that are given have: the first with the property and its error, and the second."""
    found = system(name, parameter)
    first = count_states([*found.first, found.specification])
    return {"first_states": None if first is None else first + 1, "second_states": count_states(found.second)}


def balanced_case(name: str, parameter: int, limits: Limits) -> Iterator[Figures]:
    """The same for the most balanced decomposition; the names of the components on its first side."""
    found = system(name, parameter)
    parts = (*found.first, *found.second)
    yield {}  # from here on the clock runs
    best = most_balanced(parts, found.specification, Watch(Limits(limits.seconds)))
    if best is None:
        yield {"first": "", "first_states": None, "second_states": None, "limit": "timeout"}
        return
    names = " ".join(parts[i].name for i in best.first)
    sizes = {"first_states": best.first_states, "second_states": best.second_states}
    yield {"first": names, **sizes, "limit": None if best.complete else "timeout"}


def _systems(settings: Settings) -> list[CaseKey]:
    systems = [*TABLE_1, *(BEYOND if settings.beyond else ())]
    return sorted(systems, key=lambda key: (list(CASES).index(key[0]), key[1]))


def _title(key: CaseKey) -> str:
    return f"{key[0]}({key[1]})"


def _balanced(key: CaseKey) -> str:
    return f"{_title(key)}, balanced"


def _name(key: CaseKey, method: str, first: str) -> str:
    return f"{_title(key)}, {method}, {first or 'given'}"


def cav08_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`. The balanced decompositions are checked when they are known."""
    limits = cell_limits(settings.timeout)

    def checks(key: CaseKey, methods: Mapping[str, dict[str, Any]], first: str) -> Iterator[Job]:
        for method, options in methods.items():
            asked = options | {"relation": "traces", "audit": False}
            yield check_job(_name(key, method, first), Cav08Subject(*key, first), asked, limits, "holds")

    for key in _systems(settings):
        yield Job(_title(key), side_sizes_case, key)
        yield from checks(key, METHODS, "")
        yield Job(_balanced(key), balanced_case, key, limits, obeys=True)
        if first := _first_side(found, key):
            yield from checks(key, BY_PARTS, first)
    if settings.beyond:
        yield from twice_jobs(settings, found)


def _first_side(found: Found, key: CaseKey) -> str:
    """Of the balanced decomposition; nothing if it is not known."""
    name = _balanced(key)
    side: str = found[name].figures.get("first", "") if name in found else ""
    return side


def cav08_view(settings: Settings, found: Found) -> View:
    """The paper's two tables, another one of what each method explores, and pictures of the case studies."""
    systems = _systems(settings)
    given = {key: {method: CheckCell.of(found[_name(key, method, "")]) for method in METHODS} for key in systems}
    sides = {key: _first_side(found, key) for key in systems}
    balanced = {
        key: {method: CheckCell.of(found[_name(key, method, first)]) for method in BY_PARTS}
        for key, first in sides.items()
        if first
    }
    given_sizes = {key: found[_title(key)].figures for key in given}
    balanced_sizes = {key: found[_balanced(key)].figures for key in balanced}
    tables = (
        _table("Table 1 of CAV'08: the decompositions that are given", given, given_sizes, TABLE_1),
        _table("Table 2 of CAV'08: the most balanced decompositions", balanced, balanced_sizes, TABLE_2),
        _explored(given),
        *((twice_grid(settings, found),) if settings.beyond else ()),
    )
    return View(tables, (*_panels(given, TABLE_1, ""), *_panels(balanced, TABLE_2, ", balanced")))


def _table(title: str, found: _Cells, sizes: _Sizes, paper: Mapping[CaseKey, Cav08Row]) -> Grid:
    """A line of ours, a line of the paper's."""
    limits = limits_text(cells[method] for cells in found.values() for method in BY_PARTS)
    caption = (
        f"Ours: CPU seconds without the audit, {limits}; MB of the whole process. "
        "The paper: at most 30 min and 1 GB, a 2.8 GHz Pentium 4, models of its own, which were never "
        "published: sizes differ. |A|: the largest assumption; α: alphabet refinement; |M1|: with the property and its "
        "error. Where a limit was reached, |A| is as it was then. *: not all decompositions could be looked at."
    )
    columns = (heading for method in BY_PARTS for heading in (f"{method}\n|A|", "\nmem", "\ntime"))
    rows = []
    for key, cells in found.items():
        ours: list[GridCell] = []
        for method in BY_PARTS:
            ours += [cells[method].largest_assumption, cells[method].memory_mb, cells[method].time]
        cut_off = " *" if sizes[key].get("limit") else ""
        rows.append(GridRow((_title(key) + cut_off, *ours, sizes[key]["first_states"], sizes[key]["second_states"])))
        if key in paper:
            theirs = paper[key]
            figures = (figure for cell in theirs.cells for figure in cell)
            rows.append(GridRow(("  paper", *figures, theirs.first, theirs.second), quoted=True))
    return Grid(title, ("", *columns, "\n|M1|", "\n|M2|"), tuple(rows), caption, "tight", numbers_from=1)


def _explored(found: _Cells) -> Grid:
    """What the paper does not have: how many states each method explores, beside the monolithic one."""
    caption = (
        "States of all compositions that were explored to come to the answer, those for the evidence not counted; the "
        "decompositions that are given. In brackets: how many times as many the monolithic method explores."
    )
    ratios = (*BY_PARTS, "ASYM-N+α")
    rows = []
    for key, cells in found.items():
        whole = cells["Mono"].states_explored
        shown: list[GridCell] = [whole, cells["Mono, reduced"].states_explored]
        for method in ratios:
            states = cells[method].states_explored
            times = whole / states if whole and states and whole >= states else None
            shown.append(cells[method].time if states is None else states if times is None else (states, times))
        rows.append(GridRow((_title(key), *shown)))
    headings = ("", "Mono", "Mono, reduced", *ratios)
    return Grid("states explored", headings, tuple(rows), caption, "open", numbers_from=1)


def _panels(found: _Cells, paper: Mapping[CaseKey, Cav08Row], how: str) -> list[Panel]:
    panels = []
    for name in dict.fromkeys(name for name, _ in found):
        rows = {n: cells for (case, n), cells in found.items() if case == name}
        methods = (*BY_PARTS, *(("Mono",) if not how else ()))
        curves = [curve_of(method, {n: cells[method] for n, cells in rows.items()}) for method in methods]
        for column, method in enumerate(BY_PARTS):
            theirs = {n: row.cells[column] for (case, n), row in paper.items() if case == name}
            points = tuple((n, cell.seconds) for n, cell in theirs.items() if cell.seconds is not None)
            curves.append(Curve(f"{method}, the paper's", points, dashed=True))
        panels.append(Panel(f"{name}{how}", PARTIES.get(name, "artists"), tuple(curves), is_parameter=True))
    return panels
