"""`symag bench csp`: Tables 1 and 2 of Wehrheim and Wonisch (2008) again, beside the paper's own figures.

The system is a scheduler of n cells. `direct` composes it and reduces nothing, as the paper's call of FDR. `learning`
has ⌊n/3⌋ + 1 cells in the component that the assumption is about (the paper's first, our second side); `recursive`
learning splits by half. Other methods of ours follow. A method that gives up on some n is not asked for a larger one.

One more table has up to 1,000 cells, by weakest assumptions: deciding, and the audit beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from symag.check import check
from symag.evidence import Conjunction, audit_verdict
from symag.limits import Limits
from symag.model import LPTS
from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import CheckCell, curve_of
from symag.study.cases.scheduler import (
    SchedulerSubject,
    cells,
    cycle_property,
    job_properties,
    scheduler_states,
)
from symag.study.cases.scheduler_published import LARGER, PUBLISHED, SchedulerRow
from symag.study.checks import check_job
from symag.study.jobs import Figures, Job
from symag.study.view import Curve, Grid, GridCell, GridRow, Panel, View

__all__ = ["csp_jobs", "csp_view"]

MEMORY_MB = 8192.0
FEW = 8
"""Components of a premise that recursive learning searches: the paper's c."""
TITLES = {
    "CycleProp": "Table 1 of Wehrheim and Wonisch: CycleProp, jobs are started in turn",
    "SchedProp": "Table 2 of Wehrheim and Wonisch: SchedProp, each job is started and finished by turns",
}


@dataclass(frozen=True)
class Way:
    """A column of a table: how the scheduler is checked."""

    options: dict[str, Any]
    first: Callable[[int], int] = lambda n: 0
    """See `SchedulerSubject.first`."""
    published: Callable[[SchedulerRow], float | None] | None = None
    """The paper's seconds, if it has this column."""
    least: int = 0
    """The least n for which the column says something."""
    seconds: float = 60.0
    """How long a cell may take, if the user does not say."""


WAYS = {
    "direct": Way({"method": "mono"}, published=lambda row: row.direct, seconds=900.0),
    "learning": Way({"method": "learn", "rule": "asym"}, lambda n: n // 3 + 1, lambda row: row.learning),
    "recursive": Way(
        {"method": "learn", "rule": "asym", "recursive": FEW}, lambda n: n // 2, lambda row: row.recursive, FEW + 1
    ),
    "mono, reduced": Way({"method": "mono", "reduce": True}),
    "auto": Way({"method": "auto"}),
    "agar, asym": Way({"method": "agar", "rule": "asym"}, lambda n: n // 3 + 1),
    "agar, asym-n": Way({"method": "agar", "rule": "asym-n"}),
    "learning, not reduced": Way({"method": "learn", "rule": "asym", "reduce": False}, lambda n: n // 3 + 1),
    "symmetric": Way({"method": "learn", "rule": "symmetric"}, lambda n: n // 2),
    "learning, asym-n": Way({"method": "learn", "rule": "asym-n"}),
    "weakest": Way({"method": "weakest"}),
}
PAPERS = {name: way for name, way in WAYS.items() if way.published}
BESIDE = {name: way for name, way in WAYS.items() if not way.published}
MANY_SECONDS = 120.0
MANY = (100, 200, 1_000)
"""Cells of which both properties are decided by weakest assumptions, and audited."""
PROPERTIES: dict[str, Callable[[int], LPTS | Conjunction]] = {"CycleProp": cycle_property, "SchedProp": job_properties}
"""SchedProp as a property for each job; as one model it has 2ⁿ states."""
_Column = dict[int, CheckCell]


def many_cells_case(name: str, n: int) -> Figures:
    """How long it takes to decide by weakest assumptions, and to write and audit the evidence."""
    system, specification = cells(n), PROPERTIES[name](n)
    started = time.process_time()
    verdict = check(system, specification, relation="traces", method="weakest", audit=False)
    decided = time.process_time()
    assert verdict
    assert audit_verdict(verdict).audited
    audited = time.process_time()
    largest = verdict.statistics["largest_assumption"]
    return {"decide": decided - started, "audit": audited - decided, "largest_assumption": largest}


def _sizes(settings: Settings, name: str) -> list[int]:
    return [*PUBLISHED[name], *(LARGER[name] if settings.beyond else ())]


def _name(name: str, n: int, way: str) -> str:
    return f"{name}, {n} cells, {way}"


def csp_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`. The next n of a column is known when the one before was decided."""
    for name in PUBLISHED:
        for column, way in WAYS.items():
            limits = Limits(settings.timeout or way.seconds, memory_mb=MEMORY_MB)
            for n in _sizes(settings, name):
                if n < way.least:
                    continue
                asked = way.options | {"relation": "traces", "audit": False}
                job = check_job(_name(name, n, column), SchedulerSubject(name, n, way.first(n)), asked, limits, "holds")
                yield job
                if job.name not in found or CheckCell.of(found[job.name]).seconds is None:
                    break
        for n in MANY:
            limits = Limits(settings.timeout or MANY_SECONDS, memory_mb=MEMORY_MB)
            yield Job(_name(name, n, "audited"), many_cells_case, (name, n), limits)


def csp_view(settings: Settings, found: Found) -> View:
    """The paper's two tables, each with a table of our other methods, and a picture of both."""
    grids: list[Grid] = []
    panels = []
    for name in PUBLISHED:
        sizes = _sizes(settings, name)
        columns = {column: _column(found, name, sizes, column) for column in WAYS}
        grids += [_published_table(name, sizes, columns), _beside_table(name, sizes, columns)]
        panels.append(_panel(name, columns))
    grids.append(_many_cells_table(found))
    return View(tuple(grids), tuple(panels))


def _column(found: Found, name: str, sizes: list[int], column: str) -> _Column:
    named = {n: _name(name, n, column) for n in sizes}
    return {n: CheckCell.of(found[job]) for n, job in named.items() if job in found}


def _published_table(name: str, sizes: list[int], columns: dict[str, _Column]) -> Grid:
    """Ours beside the paper's."""
    headings = ["n", "states"]
    for column in PAPERS:
        headings += [f"{column}\npaper", "\nours", "\nratio"] + (["\nMB"] if column == "direct" else ["\n|A|"])
    rows = []
    for n in sizes:
        row: list[GridCell] = [n, _count(scheduler_states(n))]
        for column, way in PAPERS.items():
            cell = columns[column].get(n)
            theirs = _theirs(way, PUBLISHED[name].get(n))
            row += [_paper_text(way, name, n), _time(cell), _ratio(theirs, cell)]
            row.append(_memory(cell) if column == "direct" else _assumption(cell))
        rows.append(GridRow(tuple(row)))
    return Grid(TITLES[name], tuple(headings), tuple(rows), _caption(columns), "tight", numbers_from=0)


def _count(states: int) -> str:
    return f"{states:,}" if states < 10**9 else f"{states:.1e}"


def _theirs(way: Way, row: SchedulerRow | None) -> float | None:
    return None if row is None or way.published is None else way.published(row)


def _paper_text(way: Way, name: str, n: int) -> str:
    if n not in PUBLISHED[name]:
        return ""
    seconds = _theirs(way, PUBLISHED[name][n])
    return ("N/A" if n < way.least else "mem") if seconds is None else f"{seconds:g}"


def _time(cell: CheckCell | None) -> GridCell:
    return "–" if cell is None else cell.time


def _memory(cell: CheckCell | None) -> int | None:
    return None if cell is None else cell.memory_mb


def _assumption(cell: CheckCell | None) -> int | None:
    return None if cell is None else cell.largest_assumption


def _ratio(theirs: float | None, cell: CheckCell | None) -> str:
    if theirs is None or cell is None or cell.seconds is None:
        return ""
    ratio = theirs / max(cell.seconds, 1e-3)
    return f"{ratio:,.0f} ×" if ratio >= 10 else f"{ratio:.1f} ×"


def _caption(columns: dict[str, _Column]) -> str:
    allowed = sorted({cell.allowed for column in columns.values() for cell in column.values()})
    time = " to ".join(f"{seconds:g}" for seconds in dict.fromkeys((*allowed[:1], *allowed[-1:])))
    return (
        f"Ours: CPU seconds without the audit, at most {time} s and {MEMORY_MB / 1024:g} GB a cell; –: not tried, as a "
        "smaller n reached a limit. The paper: a 3 GHz Pentium 4 with 1 GB. ratio: so many times as long as ours the "
        f"paper's took. |A|: states of the largest assumption. {_where_direct_ends(columns['direct'])}"
    )


def _where_direct_ends(cells: _Column) -> str:
    """In one sentence."""
    decided = [n for n, cell in cells.items() if cell.seconds is not None]
    ended = [(n, cell) for n, cell in cells.items() if cell.seconds is None]
    done = f"direct decides n = {decided[-1]}" if decided else "direct decides no n"
    if not ended:
        return f"{done}, the largest that was asked."
    n, cell = ended[0]
    reason = "out of memory" if cell.limit == "memory" else f"{cell.allowed:g} s are used up"
    return f"{done}, and ends at n = {n}: {reason}."


def _beside_table(name: str, sizes: list[int], columns: dict[str, _Column]) -> Grid:
    headings = ["n"]
    for column in BESIDE:
        headings += [f"{column}\ntime", "\n|A|"]
    rows = []
    for n in sizes:
        row: list[GridCell] = [n]
        for column in BESIDE:
            cell = columns[column].get(n)
            row += [_time(cell), _assumption(cell)]
        rows.append(GridRow(tuple(row)))
    caption = "CPU seconds without the audit. All but `direct` and `not reduced` reduce the cells first."
    return Grid(f"{name} by other methods", tuple(headings), tuple(rows), caption, "tight", numbers_from=0)


def _many_cells_table(found: Found) -> Grid:
    headings = ("property", "n", "decide", "audit", "both", "times n = 100", "|A|")
    rows = []
    for name in PROPERTIES:
        first: float | None = None
        for n in MANY:
            result = found.get(_name(name, n, "audited"))
            if result is None or "decide" not in result.figures:
                rows.append(GridRow((name, n, "–" if result is None else f">{result.limits.seconds:g}", *[""] * 4)))
                continue
            decide, audit = result.figures["decide"], result.figures["audit"]
            first = first or decide + audit
            growth = f"{(decide + audit) / first:.1f} ×"
            rows.append(GridRow((name, n, decide, audit, decide + audit, growth, result.figures["largest_assumption"])))
    caption = "CPU seconds. audit: to write the evidence and have the kernel check it. SchedProp: n properties."
    return Grid("Many cells, by weakest assumptions", headings, tuple(rows), caption, "tight", numbers_from=1)


def _panel(name: str, columns: dict[str, _Column]) -> Panel:
    curves = [curve_of(column, cells) for column, cells in columns.items()]
    for column, way in PAPERS.items():
        theirs = {n: _theirs(way, row) for n, row in PUBLISHED[name].items()}
        points = tuple((n, seconds) for n, seconds in theirs.items() if seconds is not None)
        curves.append(Curve(f"{column}, the paper's", points, dashed=True))
    return Panel(name, "cells", tuple(curves), is_parameter=True)
