"""`symag bench cav08`: Tables 1 and 2 of CAV'08 again, on our models of its systems, beside the paper's own figures.

Each system is decomposed in two ways: as it is given, and so that the two sides are most alike in size. Every cell runs
in a process of its own, from the FSP text to the verdict; its time is that of `check` without the audit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.box import SIMPLE
from rich.table import Table

from symag.limits import Limits, Watch
from symag.study.bench.benchmark import Cells, Curve, Panel, Results, Settings
from symag.study.bench.cell import SECONDS, checked, limits_of, number, out_of
from symag.study.bench.figures import Figures
from symag.study.cases.cav08 import CASES, CaseModels, system
from symag.study.cases.cav08_published import BEYOND, TABLE_1, TABLE_2, Cav08Row
from symag.study.cases.cav12_published import Key
from symag.study.cases.decompositions import count_states, most_balanced

__all__ = ["bench_cav08"]

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
Found = Mapping[Key, Mapping[str, Figures]]


def _sides(found: CaseModels, first: str) -> list[list[Any]]:
    """The sides, given the names of the components on the first one, or nothing for those that are given."""
    if not first:
        return [list(found.first), list(found.second)]
    chosen, everybody = first.split(), (*found.first, *found.second)
    return [[part for part in everybody if (part.name in chosen) is wanted] for wanted in (True, False)]


def sizes_case(name: str, parameter: int) -> Figures:
    """How many states the sides that are given have: the first with the property and its error, and the second."""
    found = system(name, parameter)
    first = count_states([*found.first, found.specification])
    return {"first_states": None if first is None else first + 1, "second_states": count_states(found.second)}


def balanced_case(name: str, parameter: int, seconds: float) -> Figures:
    """The same for the most balanced decomposition; the names of the components on its first side."""
    found = system(name, parameter)
    parts = (*found.first, *found.second)
    best = most_balanced(parts, found.specification, Watch(Limits(seconds)))
    if best is None:
        return {"first": "", "first_states": None, "second_states": None, "complete": 0, "limit": seconds}
    names = " ".join(parts[i].name for i in best.first)
    sizes = {"first_states": best.first_states, "second_states": best.second_states}
    return {"first": names, **sizes, "complete": int(best.complete), "limit": seconds}


def method_case(name: str, parameter: int, method: str, first: str, seconds: float) -> Figures:
    """One cell; no time if it does not finish."""
    found = system(name, parameter)
    options = METHODS[method] | {"relation": "traces"}
    return checked(f"{name}({parameter})", _sides(found, first), found.specification, seconds, **options)


def bench_cav08(cells: Cells, settings: Settings) -> Results:
    """The paper's two tables, another one of what each method explores, and pictures of the case studies."""
    rows = sorted([*TABLE_1, *(BEYOND if settings.beyond else ())], key=lambda row: (list(CASES).index(row[0]), row[1]))
    seconds = settings.seconds or SECONDS
    given: dict[Key, dict[str, Figures]] = {}
    balanced: dict[Key, dict[str, Figures]] = {}
    for row in rows:
        given[row] = {"sizes": cells.measure(_title(row), sizes_case, *row)}
        given[row] |= {method: _cell(cells, row, method, "", seconds) for method in METHODS}
        best = cells.measure(
            f"{_title(row)}, balanced",
            balanced_case,
            *(*row, seconds),
            is_stale=lambda figures: not figures["complete"] and figures["limit"] < seconds,
        )
        if best["first"]:
            balanced[row] = {"sizes": best}
            balanced[row] |= {method: _cell(cells, row, method, best["first"], seconds) for method in BY_PARTS}
    tables = (
        _table("Table 1 of CAV'08: the decompositions that are given", given, TABLE_1),
        _table("Table 2 of CAV'08: the most balanced decompositions", balanced, TABLE_2),
        _explored(given),
    )
    return Results(tables, (*_panels(given, TABLE_1, ""), *_panels(balanced, TABLE_2, ", balanced")))


def _title(row: Key) -> str:
    return f"{row[0]}({row[1]})"


def _cell(cells: Cells, row: Key, method: str, first: str, seconds: float) -> Figures:
    return cells.measure(
        f"{_title(row)}, {method}, {first or 'given'}",
        method_case,
        *(*row, method, first, seconds),
        is_stale=lambda figures: figures["seconds"] is None and figures["limit"] < seconds,
    )


def _table(title: str, found: Found, paper: Mapping[Key, Cav08Row]) -> Table:
    """A line of ours, a line of the paper's."""
    limits = limits_of(cells[method] for cells in found.values() for method in BY_PARTS)
    caption = (
        f"Ours: CPU seconds without the audit, {limits}; MB of the whole process. "
        "The paper: at most 30 min and 1 GB, a 2.8 GHz Pentium 4, models of its own, which were never "
        "published: sizes differ. |A|: the largest assumption; α: alphabet refinement; |M1|: with the property and its "
        "error. Where a limit was reached, |A| is as it was then. *: not all decompositions could be looked at."
    )
    table = Table(title=title, box=SIMPLE, padding=(0, 1, 0, 0), caption=caption, caption_justify="left")
    table.add_column("", no_wrap=True)
    for method in BY_PARTS:
        for heading in (f"{method}\n|A|", "\nmem", "\ntime"):
            table.add_column(heading, justify="right", no_wrap=True)
    for heading in ("\n|M1|", "\n|M2|"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row, cells in found.items():
        ours = [figure for method in BY_PARTS for figure in _shown(cells[method])]
        sizes = [cells["sizes"]["first_states"], cells["sizes"]["second_states"]]
        cut_off = "" if cells["sizes"].get("complete", 1) else " *"
        table.add_row(_title(row) + cut_off, *map(number, (*ours, *sizes)))
        if row in paper:
            theirs = paper[row]
            figures = [figure for cell in theirs.cells for figure in cell]
            table.add_row("  paper", *figures, theirs.first, theirs.second, style="dim")
    return table


def _explored(found: Found) -> Table:
    """What the paper does not have: how many states each method explores, beside the monolithic one."""
    caption = (
        "States of all compositions that were explored to come to the answer, those for the evidence not counted; the "
        "decompositions that are given. In brackets: how many times as many the monolithic method explores."
    )
    table = Table(title="states explored", box=SIMPLE, caption=caption, caption_justify="left")
    table.add_column("", no_wrap=True)
    for method in ("Mono", "Mono, reduced", *BY_PARTS, "ASYM-N+α"):
        table.add_column(method, justify="right", no_wrap=True)
    for row, cells in found.items():
        whole = cells["Mono"]["states_explored"]
        shown = [number(whole), number(cells["Mono, reduced"]["states_explored"])]
        for method in (*BY_PARTS, "ASYM-N+α"):
            states = cells[method]["states_explored"]
            ratio = f" ({whole / states:.1f})" if whole and states and whole >= states else ""
            shown.append(out_of(cells[method]) if states is None else number(states) + ratio)
        table.add_row(_title(row), *shown)
    return table


def _panels(found: Found, paper: Mapping[Key, Cav08Row], how: str) -> list[Panel]:
    panels = []
    for name in dict.fromkeys(name for name, _ in found):
        rows = {n: cells for (case, n), cells in found.items() if case == name}
        lines = []
        for method in (*BY_PARTS, *(("Mono",) if not how else ())):
            times = {n: cells[method]["seconds"] for n, cells in rows.items()}
            given_up = tuple((n, cells[method]["limit"]) for n, cells in rows.items() if times[n] is None)
            lines.append(Curve(method, tuple((n, t) for n, t in times.items() if t is not None), given_up))
        for column, method in enumerate(BY_PARTS):
            theirs = {n: row.cells[column] for (case, n), row in paper.items() if case == name}
            points = tuple((n, cell.seconds) for n, cell in theirs.items() if cell.seconds is not None)
            lines.append(Curve(f"{method}, the paper's", points, dashed=True))
        panels.append(Panel(f"{name}{how}", PARTIES.get(name, "artists"), tuple(lines), is_parameter=True))
    return panels


def _shown(cell: Figures) -> list[float | str | None]:
    time = out_of(cell) if cell["seconds"] is None else cell["seconds"]
    return [cell["largest_assumption"], round(cell["memory_mb"]), time]
