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
from symag.study.view import GridCell

__all__ = ["study_page"]

MOST_ROWS = 2000
"""On the page; `results.csv` has all of them."""


def study_page(table: StudyTable, conclusion: str, drawings: Sequence[bytes]) -> str:
    """The study as one HTML file."""
    return template("study.html").render(
        table=table,
        conclusion=conclusion,
        good=table.agree and not table.missing,
        grids=study_view(table, MOST_ROWS).grids,
        failed=table.failed[:MOST_ROWS],
        drawings=[Markup(_inline(drawing)) for drawing in drawings],
        cell=_cell,
        style=asset("style.css"),
        policy="default-src 'none'; style-src 'unsafe-inline'",
        version=symag_version(),
        today=date.today().isoformat(),
    )


def _inline(drawing: bytes) -> str:
    """The picture without what comes before its first element; names that it uses inside stay its own."""
    text = drawing.decode()
    return text[re.search(r"<svg\b", text).start() :]  # type: ignore[union-attr]


def _cell(cell: GridCell) -> str:
    return short_number(cell) if not isinstance(cell, tuple) else short_number(cell[0])
