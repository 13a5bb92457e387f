"""What a benchmark is: named cells that are measured one by one, tables of them, and pictures."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from symag.errors import InputError
from symag.formats import read_text, write_atomically
from symag.study.bench.figures import Figures, figures_of

__all__ = ["Cells", "Curve", "Panel", "Point", "Results", "Settings"]

Point = tuple[float, float]
TEXTS = ("selection", "reason", "verdict", "first")
"""The figures that are none."""


@dataclass(frozen=True)
class Settings:
    """What can be chosen; a benchmark says which of them it heeds."""

    backend: str = "fixpoint"
    strategy: str = "improved"
    seconds: float | None = None
    """That a cell may take."""
    beyond: bool = False
    """Also the sizes that nobody has published figures for."""


@dataclass(frozen=True)
class Curve:
    """Points that belong together; where no answer came in time there is a cross."""

    label: str
    answered: tuple[Point, ...]
    given_up: tuple[Point, ...] = ()
    dashed: bool = False


@dataclass(frozen=True)
class Panel:
    """A picture of lines, both axes logarithmic unless the lower one is a parameter."""

    title: str
    xlabel: str
    lines: tuple[Curve, ...]
    is_parameter: bool = False


@dataclass(frozen=True)
class Results:
    """What a benchmark has to show."""

    tables: tuple[Table, ...]
    panels: tuple[Panel, ...] = ()


@dataclass
class Cells:
    """Figures by the name of what was measured. With a file, they are kept there, and what is there is not measured
    again: a run that was cut off goes on where it was."""

    console: Console
    file: Path | None = None
    figures: dict[str, Figures] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.file is not None and self.file.exists():
            try:
                found = json.loads(read_text(str(self.file)))
            except (ValueError, RecursionError):
                found = None
            if not isinstance(found, dict) or not all(map(_are_figures, found.values())):
                raise InputError("this is not a file of figures: move it away", str(self.file))
            self.figures = found

    def measure(
        self,
        name: str,
        case: Callable[..., Figures],
        *arguments: object,
        is_stale: Callable[[Figures], bool] = lambda figures: False,
        **environment: str,
    ) -> Figures:
        """The figures of a case, a function of a module of ours, in a process of its own."""
        if name not in self.figures or is_stale(self.figures[name]):
            with self.console.status(f"measuring: {name}"):
                self.figures[name] = figures_of(case, *arguments, **environment)
            if self.file is not None:
                write_atomically(str(self.file), json.dumps(self.figures, indent=1).encode())
        return self.figures[name]


def _are_figures(found: object) -> bool:
    """Is it what a case may have measured?"""
    if not isinstance(found, dict) or not found:
        return False
    numbers = all(isinstance(value, int | float | None) for name, value in found.items() if name not in TEXTS)
    return numbers and all(isinstance(found.get(name), str | None) for name in TEXTS)
