"""What two cores give: cases of `symag bench engine`.

Seconds by the clock, the least of many runs, with one thread and with two by turns: if other processes keep a core
busy, two threads cannot be faster. Beside it the CPU seconds of all threads: sharing out work costs some.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from symag.limits import Limits, Watch
from symag.operators import compose
from symag.simulation import Fixpoint
from symag.study.bench.benchmark import Found
from symag.study.bench.large import large_models
from symag.study.cases.families import FAMILIES
from symag.study.jobs import Figures, Job
from symag.study.view import GridRow

__all__ = ["cores_jobs", "cores_rows", "two_threads_case", "two_threads_refining_case"]

COMPOSED = (("mutex", 11), ("mutex", 14), ("arbiter", 11), ("arbiter", 14), ("channel", 200))
REFINED = (("10,000 states against 10,000", 10_000, 2), ("30,000 states against 30,000", 30_000, 2))
"""Random LTSs of so many states and actions: a part against the whole."""
RUNS = 10


def two_threads_case(family: str, size: int, runs: int) -> Figures:
    """Compose a system of a family with one thread and with two."""
    components, _ = FAMILIES[family](size)
    return _measured(lambda watch: compose(*components, watch=watch), runs)


def two_threads_refining_case(states: int, actions: int, runs: int) -> Figures:
    """Refine the rows of a random LTS with one thread and with two."""
    system, specification = large_models(states, actions, True)
    return _measured(lambda watch: Fixpoint().simulate(system, specification, watch), runs)


def _measured(work: Callable[[Watch], object], runs: int) -> Figures:
    clock, cpu = {1: float("inf"), 2: float("inf")}, {1: float("inf"), 2: float("inf")}
    for _ in range(runs):
        for threads in clock:
            watch = Watch(Limits(threads=threads))
            began, spent = time.perf_counter(), time.process_time()
            work(watch)
            clock[threads] = min(clock[threads], time.perf_counter() - began)
            cpu[threads] = min(cpu[threads], time.process_time() - spent)
    return {"one": clock[1], "two": clock[2], "cpu one": cpu[1], "cpu two": cpu[2]}


def cores_jobs() -> Iterator[Job]:
    """One for each system."""
    for family, size in COMPOSED:
        yield Job(_composed(family, size), two_threads_case, (family, size, RUNS))
    for name, states, actions in REFINED:
        yield Job(_refined(name), two_threads_refining_case, (states, actions, 2))


def cores_rows(found: Found) -> Iterator[GridRow]:
    """A row for each system."""
    for name in [_composed(*one) for one in COMPOSED] + [_refined(name) for name, _, _ in REFINED]:
        figures = found[name].figures
        more = figures["cpu two"] / figures["cpu one"]
        yield GridRow(
            (
                f"{name}, by the clock",
                f"one thread {figures['one']:.3f} s",
                f"two threads {figures['two']:.3f} s, {more:.2f} × the CPU time",
                f"{figures['one'] / figures['two']:.2f} ×",
            )
        )


def _composed(family: str, size: int) -> str:
    return f"two cores: compose {family}({size})"


def _refined(name: str) -> str:
    return f"two cores: refine {name}"
