"""What tables and pictures of a study say; `symag.report` draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Curve", "Grid", "GridCell", "GridRow", "Panel", "Point", "View"]

Point: TypeAlias = tuple[float, float]
GridCell: TypeAlias = str | int | float | tuple[int, float] | None
"""A text is shown as it is, a number with as many digits as say something; a number and a ratio together."""


@dataclass(frozen=True)
class GridRow:
    """Cells of a table, from left to right."""

    cells: tuple[GridCell, ...]
    quoted: bool = False
    """Are the figures those of a paper, and not ours?"""


@dataclass(frozen=True)
class Grid:
    """A table."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[GridRow, ...]
    caption: str | None = None
    frame: Literal["box", "open", "tight"] = "box"
    """Lines around cells, a line under the headings, or the same without room between the columns."""
    numbers_from: int | None = None
    """The first column of numbers: it and those to its right end at a common edge, and none of the columns wraps."""


@dataclass(frozen=True)
class Curve:
    """Points that belong together; where no answer came in time there is a cross."""

    label: str
    answered: tuple[Point, ...]
    given_up: tuple[Point, ...] = ()
    dashed: bool = False


@dataclass(frozen=True)
class Panel:
    """A picture of curves, both axes logarithmic unless the lower one is a parameter, or counts."""

    title: str
    xlabel: str
    curves: tuple[Curve, ...]
    is_parameter: bool = False
    counts: bool = False
    """Does the lower axis count? Then it is linear, too, without a mark for each point."""
    ylabel: str = "seconds"


@dataclass(frozen=True)
class View:
    """Tables, and panels of one picture."""

    grids: tuple[Grid, ...]
    panels: tuple[Panel, ...] = ()
    findings: tuple[str, ...] = ()
    """What the figures say, in sentences."""
