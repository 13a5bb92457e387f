"""Comparisons as tables for a terminal: a row per backend and method, and no column that says nothing.

Tables of benchmarks for a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from typing import Any

from rich import box
from rich.box import SIMPLE
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from symag.evidence import model_of
from symag.model import printable
from symag.report.probability import exactly
from symag.report.terminal import plain_console, text_of
from symag.report.verdict import COLOURS
from symag.study.compare.comparison import DEFAULT_METHODS, Comparison, ComparisonRow, contradicts
from symag.study.compare.side_by_side import Sweep
from symag.study.view import Grid, GridCell

__all__ = ["WIDEST", "grid_table", "short_number", "show_comparison"]

ANSWERS = ("holds", "violated")
VERDICTS = COLOURS | {"failed": "bold red reverse"}
WIDEST = 1000
"""Columns of characters, for a table that is measured."""


def _seconds(value: float) -> str:
    return f"{value:.3f}"


def _count(value: float) -> str:
    return f"{value:,.0f}"


def _probability(value: str) -> str:
    return exactly(Fraction(value))


FIGURES: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "value": ("value", _probability),
    "seconds": ("seconds", _seconds),
    "audit_seconds": ("audit", _seconds),
    "peak_memory_mb": ("MB", _count),
    "states": ("states", _count),
    "iterations": ("iterations", _count),
    "largest_assumption": ("|A|", _count),
    "pairs": ("pairs", _count),
    "variables": ("vars", _count),
    "clauses": ("clauses", _count),
    "core": ("core", _count),
    "tree_nodes": ("tree", _count),
    "tree_depth": ("depth", _count),
}
"""Figures of a row: what they are called, and how they are written."""


def show_comparison(found: Comparison | Sweep, console: Console) -> None:
    """The table, never narrower than its figures are, then what is to be said about them in words."""
    table = _comparison_table(found) if isinstance(found, Comparison) else _sweep_table(found)
    needed = Measurement.get(console, console.options.update(max_width=WIDEST), table).maximum
    console.width = max(needed, console.width)
    console.print(table)
    for size, comparison in [(0, found)] if isinstance(found, Comparison) else found.comparisons:
        for row in comparison.rows:
            if row.reason:
                who = f"size {size}, {comparison.label(row)}" if size else comparison.label(row)
                console.print(_remark(row, who), soft_wrap=True)
    console.print(_conclusion(found))


@text_of.register
def _(comparison: Comparison) -> str:
    """The comparison as plain text."""
    text = StringIO()
    show_comparison(comparison, plain_console(text))
    return text.getvalue()


def _comparison_table(comparison: Comparison) -> Table:
    """One row per backend and method."""
    return _table([((), row) for row in comparison.rows], ())


def _sweep_table(sweep: Sweep) -> Table:
    """One row per size, backend and method."""
    rows = []
    for size, comparison in sweep.comparisons:
        sizes = (size, sweep.family.states(size), model_of(comparison.specification).num_states)
        rows += [(sizes, row) for row in comparison.rows]
    title = f"{sweep.family.name}: {sweep.family.title}{', violated' if sweep.violated else ''}"
    return _table(rows, ("n", "|L|", "|P|"), title)


def _table(
    rows: Sequence[tuple[tuple[int, ...], ComparisonRow]], sizes: tuple[str, ...], title: str | None = None
) -> Table:
    figures = [name for name in FIGURES if any(getattr(row, name) is not None for _, row in rows)]
    if sizes:  # which say it already
        figures = [name for name in figures if name != "states"]
    table = Table(
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        show_edge=False,
        title=title,
        title_justify="left",
        title_style="bold",
    )
    for name in sizes:
        table.add_column(name, justify="right", no_wrap=True)
    has_methods = any(row.method not in DEFAULT_METHODS for _, row in rows)
    if has_methods:
        table.add_column("method", no_wrap=True)
    table.add_column("backend", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for name in figures:
        table.add_column(FIGURES[name][0], justify="right", no_wrap=True)
    are_grouped = len({(row.method, row.backend) for _, row in rows}) > 1
    before: tuple[int, ...] = ()
    for values, row in rows:
        if are_grouped and before and values != before:
            table.add_section()
        shown = ["" if values == before else _count(value) for value in values]
        verdict = Text(row.verdict, VERDICTS[row.verdict])
        if row.verdict in ANSWERS and not row.audited:
            verdict.append("*", "yellow")
        who = [row.method, row.backend] if has_methods else [row.backend]
        names = (Text(printable(name)) for name in who)
        table.add_row(*shown, *names, verdict, *(_figure(row, name) for name in figures))
        before = values
    return table


def _figure(row: ComparisonRow, name: str) -> str:
    value = getattr(row, name)
    return "" if value is None else FIGURES[name][1](value)


def _remark(row: ComparisonRow, who: str) -> Text:
    """Why a row has no answer."""
    summary = printable(row.reason or "")
    return Text.assemble(f"{printable(who)}: ", (row.verdict, VERDICTS[row.verdict]), f": {summary}")


def _conclusion(found: Comparison | Sweep) -> Text:
    comparisons = [found] if isinstance(found, Comparison) else [comparison for _, comparison in found.comparisons]
    rows = [row for comparison in comparisons for row in comparison.rows]
    decided = [row for row in rows if row.verdict in ANSWERS]
    who = "method" if comparisons[0].has_methods else "backend"
    if any(contradicts(comparison.rows) for comparison in comparisons):
        summary = Text(f"the {who}s DISAGREE", "bold red")
    elif not found.agree:
        summary = Text(f"a {who} failed", "bold red")
    elif not decided:
        summary = Text(f"no {who} has an answer", "bold yellow")
    else:
        those = "all" if len(decided) == len(rows) else "those that have an answer"
        answers = {row.verdict if row.value is None else _probability(row.value) for row in decided}
        summary = Text(f"{those} agree: {' or '.join(sorted(answers))}", "green")
    if any(not row.audited for row in decided):
        summary.append("\n* the kernel has not checked the evidence, which would take long", "dim")
    return summary


def grid_table(grid: Grid) -> Table:
    """The table as rich prints it."""
    table = Table(title=grid.title, caption=grid.caption, caption_justify="left")
    if grid.frame != "box":
        table.box = SIMPLE
    if grid.frame == "tight":
        table.padding = (0, 1, 0, 0)
    for position, heading in enumerate(grid.headings):
        is_number = grid.numbers_from is not None and position >= grid.numbers_from
        table.add_column(heading, justify="right" if is_number else "left", no_wrap=grid.numbers_from is not None)
    for row in grid.rows:
        table.add_row(*map(_shown, row.cells), style="dim" if row.quoted else None)
    return table


def _shown(cell: GridCell) -> str:
    if isinstance(cell, tuple):
        number, ratio = cell
        return f"{short_number(number)} ({ratio:.1f})"
    return short_number(cell)


def short_number(value: float | str | None) -> str:
    """As many digits as the papers have, and at least two that say something."""
    if value is None or isinstance(value, str):
        return value or ""
    if value >= 10_000:
        return f"{value / 1000:.0f}k" if value < 1_000_000 else f"{value / 1_000_000:.1f}M"
    if isinstance(value, int) or value >= 100:
        return f"{value:.0f}"
    return "<0.01" if value < 0.01 else f"{value:.2f}" if value < 1 else f"{value:.1f}"
