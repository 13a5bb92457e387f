"""Tables of benchmarks for a terminal."""

from __future__ import annotations

from rich.box import SIMPLE
from rich.table import Table

from symag.study.view import Grid, GridCell

__all__ = ["grid_table", "short_number"]


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
