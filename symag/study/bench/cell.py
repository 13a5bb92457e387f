"""A cell of a benchmark's table: the figures of one check within limits.

How the time of a case is taken.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from symag.limits import Limits
from symag.study.jobs import JobResult
from symag.study.view import Curve

__all__ = ["CELL_LIMITS", "CheckCell", "cell_limits", "cpu_seconds", "curve_of", "limits_text"]

CELL_LIMITS = Limits(seconds=120.0, memory_mb=4096.0)
"""Of a cell in the tables of the papers."""


def cell_limits(seconds: float | None) -> Limits:
    """Those of a cell, with another time if one is given."""
    return Limits(seconds or CELL_LIMITS.seconds, memory_mb=CELL_LIMITS.memory_mb)


@dataclass(frozen=True)
class CheckCell:
    """What one check took; None where there is no such figure."""

    seconds: float | None
    """CPU seconds; None if it did not finish."""
    memory_mb: int | None
    iterations: int | None
    states_explored: int | None
    largest_composition: int | None
    largest_assumption: int | None
    """So far, if it did not finish."""
    proved_by: int | None
    """The largest assumption of the proof."""
    alphabet: int | None
    """How many actions the first assumption knows, where alphabets are refined."""
    interface: int | None
    """How many there are for it to know."""
    limit: str | None
    """The kind of the limit that was reached."""
    allowed: float
    """Seconds."""

    @classmethod
    def of(cls, result: JobResult) -> CheckCell:
        """The cell of a job that is a check."""
        figures = result.figures
        memory = figures.get("peak_memory_mb")
        return cls(
            figures["cpu_seconds"] if figures.get("verdict") in ("holds", "violated") else None,
            None if memory is None else round(memory),
            figures.get("iterations"),
            figures.get("states_explored"),
            figures.get("largest_composition"),
            figures.get("largest_tried"),
            figures.get("smallest_found"),
            figures.get("alphabet"),
            figures.get("interface"),
            result.limit,
            result.limits.seconds or float("inf"),
        )

    @property
    def time(self) -> float | str:
        """The seconds, or what it ran out of."""
        if self.seconds is not None:
            return self.seconds
        return "mem" if self.limit == "memory" else f">{self.allowed:g}"


def limits_text(cells: Iterable[CheckCell]) -> str:
    """What the cells were allowed. Those that were kept by an earlier run may have had another time."""
    seconds = sorted({cell.allowed for cell in cells}) or [CELL_LIMITS.seconds or 0.0]
    time = f"{seconds[0]:g} s" if len(seconds) == 1 else f"{seconds[0]:g} to {seconds[-1]:g} s (kept from several runs)"
    return f"at most {time} and {(CELL_LIMITS.memory_mb or 0) / 1024:g} GB a cell"


def curve_of(label: str, cells: dict[int, CheckCell]) -> Curve:
    """Seconds over a parameter."""
    answered = tuple((n, cell.seconds) for n, cell in cells.items() if cell.seconds is not None)
    return Curve(label, answered, tuple((n, cell.allowed) for n, cell in cells.items() if cell.seconds is None))


def cpu_seconds(work: Callable[[], object], repeat: int = 1) -> float:
    """CPU seconds, the least of several runs: other processes on the machine do not count."""
    best = float("inf")
    for _ in range(repeat):
        gc.collect()
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best
