"""What two cores give: cases of `symag bench engine`.

Seconds by the clock, the least of many runs, with one thread and with two by turns: if other processes keep a core
busy, two threads cannot be faster. Beside it the CPU seconds of all threads: sharing out work costs some.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from symag.limits import Limits, Watch
from symag.operators import compose
from symag.study.bench.benchmark import Found
from symag.study.cases.families import FAMILIES
from symag.study.jobs import Figures, Job
from symag.study.view import GridRow

__all__ = ["cores_jobs", "cores_rows", "two_threads_case"]

COMPOSED = (("mutex", 11), ("mutex", 14), ("arbiter", 14))
RUNS = 10


def two_threads_case(family: str, size: int, runs: int) -> Figures:
    """Compose a system of a family with one thread and with two."""
    components, _ = FAMILIES[family](size)
    clock, cpu = {1: float("inf"), 2: float("inf")}, {1: float("inf"), 2: float("inf")}
    for _ in range(runs):
        for threads in clock:
            watch = Watch(Limits(threads=threads))
            began, spent = time.perf_counter(), time.process_time()
            compose(*components, watch=watch)
            clock[threads] = min(clock[threads], time.perf_counter() - began)
            cpu[threads] = min(cpu[threads], time.process_time() - spent)
    return {"one": clock[1], "two": clock[2], "cpu one": cpu[1], "cpu two": cpu[2]}


def cores_jobs() -> Iterator[Job]:
    """One for each system."""
    for family, size in COMPOSED:
        yield Job(_name(family, size), two_threads_case, (family, size, RUNS))


def cores_rows(found: Found) -> Iterator[GridRow]:
    """A row for each system."""
    for family, size in COMPOSED:
        figures = found[_name(family, size)].figures
        more = figures["cpu two"] / figures["cpu one"]
        yield GridRow(
            (
                f"{_name(family, size)}, by the clock",
                f"one thread {figures['one']:.3f} s",
                f"two threads {figures['two']:.3f} s, {more:.2f} × the CPU time",
                f"{figures['one'] / figures['two']:.2f} ×",
            )
        )


def _name(family: str, size: int) -> str:
    return f"two cores: compose {family}({size})"
