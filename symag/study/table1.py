"""`symag bench cav12`: Table 1 of CAV'12 again, each cell beside the paper's own figures, and rows past it.

Every cell runs in a process of its own, from the PRISM text to the verdict; its time is that of `check` without the
audit. The paper's machine was a Core 2 Quad of 2.83 GHz with 2 GB for Java, and 2 hours; its specifications were others
of the same sizes.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from rich.box import SIMPLE
from rich.table import Table

from symag.check import check
from symag.errors import LimitReached
from symag.formats import read_components
from symag.formats.constants import Given
from symag.limits import Limits, Watch, peak_memory_mb
from symag.model import LPTS
from symag.operators import compose
from symag.study.benchmark import Cells, Line, Panel, Results, Settings
from symag.study.cav12 import CASES
from symag.study.process import Figures

__all__ = ["bench_cav12"]

SECONDS = 120.0
MEMORY_MB = 4096.0
"""That a cell may use."""
COUNTED = 300_000
"""Sides of up to so many states are composed to count them."""

METHODS: dict[str, dict[str, Any]] = {
    "ASYM": {"method": "agar", "rule": "asym"},
    "ASYM-N": {"method": "agar", "rule": "asym-n", "order": "auto"},
    "Mono": {"method": "mono", "reduce": False},
    "Mono, reduced": {"method": "mono", "reduce": True},
    "auto": {"method": "auto"},
}


Key = tuple[str, int]
"""A case study and its parameter."""


class Cell(NamedTuple):
    """Seconds, megabytes, |L_M| and |A_M| as the paper prints them; nothing if it ran out of time or memory."""

    seconds: float | None
    memory_mb: float | None = None
    largest_composition: int | None = None
    largest_assumption: int | None = None


class Row(NamedTuple):
    """The paper's figures for one system: |L|, |P|, |L1|, |L2|, |L_c| and the three methods."""

    sizes: tuple[int, int, int, int, int]
    asym: Cell
    asym_n: Cell
    mono: Cell


OUT = Cell(None)

PAPER: dict[Key, Row] = {
    ("CS_1", 5): Row((94, 16, 36, 405, 36), Cell(7.2, 15.6, 182, 33), Cell(74.0, 15.1, 182, 34), Cell(0.2, 8.8)),
    ("CS_1", 6): Row((136, 19, 49, 1215, 49), Cell(11.6, 22.7, 324, 41), Cell(810.7, 21.4, 324, 40), Cell(0.5, 12.2)),
    ("CS_1", 7): Row((186, 22, 64, 3645, 64), Cell(37.7, 49.4, 538, 56), OUT, Cell(0.8, 17.9)),
    ("CS_N", 2): Row((34, 15, 25, 9, 9), Cell(0.7, 7.1, 51, 7), Cell(2.4, 6.8, 40, 25), Cell(0.1, 5.9)),
    ("CS_N", 3): Row((184, 54, 125, 16, 16), Cell(43.0, 63.0, 324, 12), Cell(1.6e3, 109.6, 372, 125), Cell(14.8, 37.9)),
    ("CS_N", 4): Row((960, 189, 625, 25, 25), OUT, OUT, Cell(1.8e3, 667.5)),
    ("MER", 3): Row((16_000, 12, 278, 1728, 278), Cell(2.6, 19.7, 706, 7), Cell(3.6, 14.6, 706, 7), Cell(193.8, 458.5)),
    ("MER", 4): Row((120_000, 15, 465, 21_000, 465), Cell(15.0, 53.9, 2000, 11), Cell(34.7, 37.8, 2000, 11), OUT),
    ("MER", 5): Row((841_000, 18, 700, 250_000, 700), OUT, Cell(257.8, 65.5, 3300, 16), OUT),
    ("SN", 1): Row((462, 18, 43, 32, 126), Cell(0.2, 6.2, 43, 3), Cell(1.7, 8.5, 165, 6), Cell(1.5, 27.7)),
    ("SN", 2): Row(
        (7860, 54, 796, 32, 252), Cell(79.5, 112.9, 796, 3), Cell(694.4, 171.7, 1400, 21), Cell(4.7e3, 1300)
    ),
    ("SN", 3): Row((78_000, 162, 7545, 32, 378), OUT, Cell(7.2e3, 528.8, 1400, 21), OUT),
}
BEYOND = (
    *(("CS_1", n) for n in (8, 9, 10)),
    *(("CS_N", n) for n in (5, 6)),
    *(("MER", n) for n in (6, 7, 8)),
    *(("SN", n) for n in (4, 5)),
)


def _sides(name: str, parameter: int) -> tuple[list[tuple[LPTS, ...]], LPTS]:
    case = CASES[name](parameter)
    first, second, (specification,) = (
        read_components(text, "prism", Given(), Watch()) for text in (case.first[1], case.second[1], case.specification)
    )
    return [first, second], specification


def sizes_case(name: str, parameter: int) -> Figures:
    """How many states everything has; None where that would take too long to count."""
    sides, specification = _sides(name, parameter)

    def count(components: tuple[LPTS, ...]) -> int | None:
        try:
            return compose(*components, watch=Watch(Limits(max_states=COUNTED))).num_states
        except LimitReached:
            return None

    return {
        "P": specification.num_states,
        "L1": count(sides[0]),
        "L2": count(sides[1]),
        "Lc": max(component.num_states for side in sides for component in side),
    }


def method_case(name: str, parameter: int, method: str, backend: str, strategy: str, seconds: float) -> Figures:
    """One cell; no time if it does not finish."""
    sides, specification = _sides(name, parameter)
    options: dict[str, Any] = METHODS[method] | {"backend": backend, "timeout": seconds, "memory": MEMORY_MB}
    started = time.process_time()
    verdict = check(sides, specification, **options, strategy=strategy, audit=False)
    spent = time.process_time() - started
    return {
        "seconds": spent if verdict.verdict == "holds" else None,
        "memory_mb": peak_memory_mb(),
        "iterations": len(verdict.history),
        "largest_composition": verdict.statistics["largest_composition"],
        "largest_assumption": verdict.statistics["largest_assumption"],
        "road": verdict.statistics.get("road"),
        "reason": verdict.reason,
    }


def bench_cav12(cells: Cells, settings: Settings) -> Results:
    """The paper's table, another one of what it did not have, and a picture of each case study."""
    rows = [*PAPER, *(BEYOND if settings.beyond else ())]
    seconds = settings.seconds or SECONDS
    sizes: dict[Key, Figures] = {}
    found: dict[Key, dict[str, Figures]] = {}
    for name, parameter in sorted(rows, key=lambda row: (list(CASES).index(row[0]), row[1])):
        row = name, parameter
        sizes[row] = cells.measure(f"{name}({parameter})", sizes_case, name, parameter)
        found[row] = {}
        for method in METHODS:
            how = f"{settings.backend}, {settings.strategy}, {seconds:g} s"
            arguments = (name, parameter, method, settings.backend, settings.strategy, seconds)
            found[row][method] = cells.measure(f"{name}({parameter}), {method}, {how}", method_case, *arguments)
    return Results((_sizes_table(sizes, found), _table(found), _reduced(found)), _panels(found))


def _sizes_table(sizes: dict[Key, Figures], found: dict[Key, dict[str, Figures]]) -> Table:
    """How large everything is; |L| where it was composed."""
    table = Table("", "|L|", "paper's", "|P|", "|L1|", "|L2|", "|L_c|", title="the systems", box=SIMPLE)
    for row, cells in found.items():
        mono, size = cells["Mono"], sizes[row]
        whole = None if mono["seconds"] is None else mono["largest_composition"]
        paper = PAPER[row].sizes[0] if row in PAPER else None
        counts = (whole, paper, size["P"], size["L1"], size["L2"], size["Lc"])
        table.add_row(f"{row[0]}({row[1]})", *map(_number, counts))
    return table


def _table(found: dict[Key, dict[str, Figures]]) -> Table:
    """Table 1: a line of ours, a line of the paper's."""
    each = ("\ntime", "\nmem", "\n|L_M|", "\n|A_M|")
    headings = ["", f"ASYM{each[0]}", *each[1:], f"ASYM-N{each[0]}", *each[1:], f"Mono{each[0]}", each[1]]
    table = Table(title="symag bench cav12 (CPU seconds, MB of the whole process)", box=SIMPLE, padding=(0, 1, 0, 0))
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for row, cells in found.items():
        ours = [*_shown(cells["ASYM"]), *_shown(cells["ASYM-N"]), *_shown(cells["Mono"])[:2]]
        table.add_row(f"{row[0]}({row[1]})", *map(_number, ours))
        if row in PAPER:
            paper = PAPER[row]
            theirs = [*_printed(paper.asym), *_printed(paper.asym_n), *_printed(paper.mono)[:2]]
            table.add_row("paper", *map(_number, theirs), style="dim")
    return table


def _reduced(found: dict[Key, dict[str, Figures]]) -> Table:
    """What the paper did not have: the reduced system, and the method that chooses by itself."""
    headings = ("", "Mono", "reduced", "ratio", "ASYM-N", "auto", "best", "auto / best")
    table = Table(*headings, title="reduced, and auto (CPU seconds)", box=SIMPLE)
    for (name, parameter), cells in found.items():
        times = {method: cells[method]["seconds"] for method in METHODS}
        best = min((times[method] for method in METHODS if method != "auto" and times[method]), default=None)
        figures = [times["Mono"], times["Mono, reduced"], _ratio(times["Mono"], times["Mono, reduced"])]
        figures += [times["ASYM-N"], times["auto"], best, _ratio(times["auto"], best)]
        table.add_row(f"{name}({parameter})", *map(_number, figures))
    return table


def _ratio(one: float | None, other: float | None) -> float | None:
    return one / other if one and other else None


def _panels(found: dict[Key, dict[str, Figures]]) -> tuple[Panel, ...]:
    panels = []
    for name in CASES:
        lines = []
        for method in METHODS:
            times = {n: cells[method]["seconds"] for (case, n), cells in found.items() if case == name}
            lines.append(Line(method.replace(", ", " "), tuple((n, t) for n, t in times.items() if t is not None)))
        for method, column in (("ASYM", "asym"), ("ASYM-N", "asym_n"), ("Mono", "mono")):
            paper = {n: getattr(row, column).seconds for (case, n), row in PAPER.items() if case == name}
            points = tuple((n, t) for n, t in paper.items() if t is not None)
            lines.append(Line(f"{method}, the paper's", points, dashed=True))
        panels.append(Panel(name, "parameter", tuple(lines), is_parameter=True))
    return tuple(panels)


def _shown(cell: Figures) -> list[float | str | None]:
    if cell["seconds"] is None:
        return ["out", cell["memory_mb"], None, None]
    return [cell["seconds"], cell["memory_mb"], cell["largest_composition"], cell["largest_assumption"]]


def _printed(cell: Cell) -> list[float | str | None]:
    return ["out", None, None, None] if cell.seconds is None else list(cell)


def _number(value: float | str | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value:,}" if value < 100_000 else f"{value / 1000:,.0f}k"
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"
