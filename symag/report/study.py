"""Studies: their tables in the terminal, their plots and their page in a folder."""

from __future__ import annotations

import os
import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.measure import Measurement
from rich.text import Text

from symag.formats import write_atomically
from symag.model import counted, printable
from symag.report.comparison import WIDEST, grid_table
from symag.report.html.study_page import study_page
from symag.report.plot import drawn_panels
from symag.report.terminal import plain_console, text_of
from symag.study.study_table import StudyTable
from symag.study.study_view import study_view
from symag.study.view import Panel

__all__ = ["show_study", "study_words", "write_study"]

SHOWN = 60
"""Rows in a terminal."""
REMARKS = 5
PLOTS = {"time over size": "times.svg", "how many are decided within a time": "cactus.svg"}
"""The files of the panels, by their titles."""


def show_study(table: StudyTable, console: Console) -> None:
    """The tables, what went wrong, and a conclusion."""
    tables = [*map(grid_table, study_view(table, SHOWN).grids)]
    wide = console.options.update(max_width=WIDEST)
    console.width = max(console.width, *(Measurement.get(console, wide, one).maximum for one in tables))
    console.print(*tables)
    for line in (*_findings(table), *_remarks(table)):
        console.print(Text(printable(line)), soft_wrap=True)
    words, is_good = study_words(table)
    console.print(Text(words, "green" if is_good else "bold red" if not table.agree else "bold yellow"))


@text_of.register
def _(table: StudyTable) -> str:
    """The table as plain text."""
    text = StringIO()
    show_study(table, plain_console(text))
    return text.getvalue()


def _findings(table: StudyTable) -> tuple[str, ...]:
    """What the suite itself says about its figures."""
    return () if table.view is None else table.view.findings


def _remarks(table: StudyTable) -> list[str]:
    """The first of those that failed, with the reason."""
    found = [f"{row['check']}, {row['method']}, {row['backend']}: failed: {row['reason']}" for row in table.failed]
    return found if len(found) <= REMARKS else [*found[:REMARKS], f"… and {len(found) - REMARKS:,} more that failed"]


def study_words(table: StudyTable) -> tuple[str, bool]:
    """The conclusion in a line, and whether all is well."""
    unknown = sum(row["verdict"] == "unknown" for row in table)
    if table.disagreements:
        return f"the answers DISAGREE about {', '.join(map(printable, table.disagreements))}", False
    if table.failed:
        return f"{counted(len(table.failed), 'job')} failed", False
    if table.missing:
        return f"{counted(table.missing, 'job')} of {len(table):,} have no result yet", False
    if unknown:
        return f"{counted(unknown, 'job')} of {len(table):,} reached a limit; the other answers agree", False
    return f"{counted(len(table), 'job')}: all answers agree", True


def _picture(panel: Panel) -> str:
    """The file of a panel: by the first words of its title, up to a colon, if it is one that a suite has."""
    title = re.sub(r"[^a-z0-9]+", "-", panel.title.partition(":")[0].lower())
    return PLOTS.get(panel.title, f"{title.strip('-')}.svg")


def write_study(table: StudyTable, folder: Path) -> str:
    """Write the plots and the page; the names of the files, a line for each."""
    drawings = {_picture(panel): drawn_panels([panel], ".svg") for panel in study_view(table).panels}
    for name, drawing in drawings.items():
        write_atomically(os.fspath(folder / name), drawing)
    page = study_page(table, study_words(table)[0], list(drawings.values()))
    write_atomically(os.fspath(folder / "index.html"), page.encode())
    return "\n".join([*drawings, "index.html"])
