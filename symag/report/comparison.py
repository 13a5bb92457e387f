"""Comparisons as tables for a terminal: one row per backend, numbers to the right, no column that says nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import StringIO

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from symag.model import printable
from symag.model.verbs import teach
from symag.report.text import COLOURS
from symag.study.comparison import Comparison, Row
from symag.study.sweep import Sweep

__all__ = ["comparison_text", "sweep_text"]

VERDICTS = COLOURS | {"failed": "bold red reverse"}


def _seconds(value: float) -> str:
    return f"{value:.3f}"


def _count(value: float) -> str:
    return f"{value:,.0f}"


FIGURES: Mapping[str, tuple[str, Callable[[float], str]]] = {
    "seconds": ("seconds", _seconds),
    "audit_seconds": ("audit", _seconds),
    "peak_memory_mb": ("MB", _count),
    "states": ("states", _count),
    "pairs": ("pairs", _count),
    "variables": ("variables", _count),
    "clauses": ("clauses", _count),
    "core": ("core", _count),
    "tree_nodes": ("tree", _count),
    "tree_depth": ("depth", _count),
}
"""Figures of a row: what they are called, and how they are written."""


def comparison_text(comparison: Comparison) -> RenderableType:
    """One row per backend, then what is to be said about them in words."""
    table = _table([((), row) for row in comparison.rows], ())
    return Group(table, *(_remark(row, "") for row in comparison.rows if row.reason), _conclusion(comparison))


def sweep_text(sweep: Sweep) -> RenderableType:
    """One row per size and backend."""
    rows = []
    remarks = []
    for size, comparison in sweep.comparisons:
        sizes = (size, sweep.family.states(size), comparison.specification.num_states)
        rows += [(sizes, row) for row in comparison.rows]
        remarks += [_remark(row, f"size {size}, ") for row in comparison.rows if row.reason]
    title = f"{sweep.family.name}: {sweep.family.title}{', violated' if sweep.violated else ''}"
    return Group(Text(title, "bold"), _table(rows, ("n", "|L|", "|P|")), *remarks, _conclusion(sweep))


@teach("tabulate")
def tabulated(comparison: Comparison) -> str:
    """The comparison as plain text."""
    text = StringIO()
    Console(file=text, width=120, no_color=True).print(comparison_text(comparison))
    return text.getvalue()


def _table(rows: Sequence[tuple[tuple[int, ...], Row]], sizes: tuple[str, ...]) -> Table:
    figures = [name for name in FIGURES if any(getattr(row, name) is not None for _, row in rows)]
    if sizes:  # which say it already
        figures = [name for name in figures if name != "states"]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in sizes:
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("backend", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for name in figures:
        table.add_column(FIGURES[name][0], justify="right", no_wrap=True)
    are_grouped = len({row.backend for _, row in rows}) > 1
    before: tuple[int, ...] = ()
    for values, row in rows:
        if are_grouped and before and values != before:
            table.add_section()
        shown = ["" if values == before else _count(value) for value in values]
        verdict = Text(row.verdict, VERDICTS[row.verdict])
        if row.verdict in ("holds", "violated") and not row.audited:
            verdict.append(" (not audited)", "yellow")
        table.add_row(*shown, Text(printable(row.backend)), verdict, *(_figure(row, name) for name in figures))
        before = values
    return table


def _figure(row: Row, name: str) -> str:
    value = getattr(row, name)
    return "" if value is None else FIGURES[name][1](value)


def _remark(row: Row, where: str) -> Text:
    """Why a backend has no answer."""
    return Text.assemble(f"{where}{printable(row.backend)}: ", (row.verdict, VERDICTS[row.verdict]), f": {_told(row)}")


def _told(row: Row) -> str:
    return printable(row.reason or "")


def _conclusion(found: Comparison | Sweep) -> Text:
    comparisons = [found] if isinstance(found, Comparison) else [comparison for _, comparison in found.comparisons]
    if not found.agree:
        failed = any(row.verdict == "failed" for comparison in comparisons for row in comparison.rows)
        return Text("a backend failed" if failed else "the backends DISAGREE", "bold red")
    decided = {row.verdict for comparison in comparisons for row in comparison.rows} - {"unknown"}
    if not decided:
        return Text("no backend has an answer", "bold yellow")
    return Text(f"those that have an answer agree: {' or '.join(sorted(decided))}", "green")
