"""The page of a study: its tables, sums and plots, in one file that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from markupsafe import Markup

from symag.evidence.schema import symag_version
from symag.report.comparison import short_number
from symag.report.html.page import asset, template
from symag.study.study_table import StudyTable
from symag.study.study_view import study_view
from symag.study.view import Grid, GridCell

__all__ = ["study_page"]

MOST_ROWS = 2000
"""On the page; `results.csv` has all of them."""


def study_page(table: StudyTable, conclusion: str, drawings: Sequence[bytes]) -> str:
    """The study as one HTML file."""
    return template("study.html").render(
        table=table,
        conclusion=conclusion,
        good=table.agree and not table.missing,
        sections=_sections(table),
        findings=() if table.view is None else table.view.findings,
        failed=table.failed[:MOST_ROWS],
        drawings=[Markup(_inline(drawing)) for drawing in drawings],
        cell=_cell,
        style=asset("style.css"),
        policy="default-src 'none'; style-src 'unsafe-inline'",
        version=symag_version(),
        today=date.today().isoformat(),
    )


def _sections(table: StudyTable) -> list[tuple[str, Grid]]:
    """The tables with their titles; of those of every study, the sums come first."""
    grids = study_view(table, MOST_ROWS).grids
    if table.view is not None:
        return [(grid.title, grid) for grid in grids]
    rows, sums = grids
    return [("Summary", sums), ("All checks", rows)]


def _inline(drawing: bytes) -> str:
    """The picture without what comes before its first element; names that it uses inside stay its own."""
    text = drawing.decode()
    return text[re.search(r"<svg\b", text).start() :]  # type: ignore[union-attr]


def _cell(cell: GridCell) -> str:
    return short_number(cell) if not isinstance(cell, tuple) else short_number(cell[0])
