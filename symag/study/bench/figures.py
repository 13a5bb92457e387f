"""The figures of a case of a benchmark: how its time is taken, and that its peak memory is its own."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Any

from symag.errors import InternalError
from symag.process import in_a_process

__all__ = ["Figures", "cpu_seconds", "figures_of"]

Figures = dict[str, Any]


def cpu_seconds(work: Callable[[], object], repeat: int = 1) -> float:
    """CPU seconds, the least of several runs: other processes on the machine do not count."""
    best = float("inf")
    for _ in range(repeat):
        gc.collect()
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def figures_of(case: Callable[..., Figures], *arguments: object, **environment: str) -> Figures:
    """Run one case, a function of a module of ours, in a process of its own."""
    ended = in_a_process(case.__module__, case.__name__, *arguments, environment=environment)
    if not ended.answers:
        raise InternalError(f"there are no figures of {case.__name__}: {ended.how}\n{ended.log}")
    figures: Figures = ended.answers[-1]
    return figures
