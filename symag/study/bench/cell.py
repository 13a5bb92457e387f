"""A cell of a paper's table, measured again: one check within limits, and how its figures are shown."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from symag.check import check
from symag.evidence import Verdict
from symag.limits import peak_memory_mb
from symag.model import LPTS
from symag.study.bench.figures import Figures

__all__ = ["MEMORY_MB", "SECONDS", "checked", "largest_assumption", "limits_of", "number", "out_of"]

SECONDS = 120.0
MEMORY_MB = 4096.0
"""That a cell may use."""


def checked(name: str, sides: Sequence[Sequence[LPTS]], specification: LPTS, seconds: float, **options: Any) -> Figures:
    """The figures of a check of something that holds; no time if it does not finish."""
    started = time.process_time()
    verdict = check(list(sides), specification, timeout=seconds, memory=MEMORY_MB, audit=False, **options)
    spent = time.process_time() - started
    assert verdict.verdict != "violated", f"{name} holds, and {options} says it is violated"
    return {
        "seconds": spent if verdict.verdict == "holds" else None,
        "memory_mb": peak_memory_mb(),
        "iterations": len(verdict.history),
        "largest_composition": verdict.statistics["largest_composition"],
        "largest_assumption": largest_assumption(verdict),
        "states_explored": verdict.statistics["states_explored"],
        "selection": verdict.statistics.get("selection"),
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "limit": seconds,
    }


def largest_assumption(verdict: Verdict) -> int | None:
    """As far as it got, if it did not finish."""
    found: int | None = verdict.statistics["largest_assumption"]
    if found is not None:
        return found
    sizes = [size for entry in verdict.history for size in entry.get("assumptions", (entry.get("conjecture", 0),))]
    return max(sizes, default=None)


def limits_of(cells: Iterable[Figures]) -> str:
    """What the cells were allowed. Those that were kept by an earlier run may have had another time."""
    seconds = sorted({cell["limit"] for cell in cells}) or [SECONDS]
    time = f"{seconds[0]:g} s" if len(seconds) == 1 else f"{seconds[0]:g} to {seconds[-1]:g} s (kept from several runs)"
    return f"at most {time} and {MEMORY_MB / 1024:g} GB a cell"


def out_of(cell: Figures) -> str:
    """What a cell that did not finish ran out of."""
    return "mem" if str(cell["reason"]).startswith("memory") else f">{cell['limit']:g}"


def number(value: float | str | None) -> str:
    """As many digits as the papers have, and at least two that say something."""
    if value is None or isinstance(value, str):
        return value or ""
    if value >= 10_000:
        return f"{value / 1000:.0f}k" if value < 1_000_000 else f"{value / 1_000_000:.1f}M"
    if isinstance(value, int) or value >= 100:
        return f"{value:.0f}"
    return "<0.01" if value < 0.01 else f"{value:.2f}" if value < 1 else f"{value:.1f}"
