"""`symag bench overhead`: what a job costs beyond its own time, by runner; what a second process gains; and how long a
store of many results opens.

Times are CPU seconds of this process and of all that it starts, so other work on the machine does not count. What a
second process gains is a matter of the clock on the wall: so beside it is what the machine gains by two programs that
do nothing but the same work, measured in turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from symag.limits import Limits
from symag.process import pool
from symag.study.bench.benchmark import Found, Settings
from symag.study.cases.families import FamilyMember
from symag.study.checks import check_job
from symag.study.jobs import Figures, Job, JobResult
from symag.study.runners import ChildProcesses, InThisProcess, Runner, do_jobs
from symag.study.store import Store, read_results
from symag.study.view import Grid, GridRow, View

__all__ = [
    "burning_case",
    "gain_case",
    "nothing_case",
    "opening_case",
    "overhead_case",
    "overhead_jobs",
    "overhead_view",
]

RUNNERS: dict[str, Runner] = {
    "in this process": InThisProcess(),
    "warm processes": ChildProcesses(),
    "a new Python for each": ChildProcesses(),
}
WORK = ("nothing", "a check", "a check by z3")
COUNT = {"in this process": 1000, "warm processes": 100, "a new Python for each": 10}
RESULTS = 100_000
BURNING = 0.5
"""CPU seconds of a job whose work is known."""
BURNED, TURNS = 4, 3
"""So many of them at a time, so many times."""
BURN = "import time\nwhile time.process_time() < {}: pass"
"""A program with the same work."""


def nothing_case() -> Figures:
    """The job that does nothing."""
    return {}


def overhead_case(runner: str, work: str, count: int) -> Figures:
    """So many equal jobs, by a runner."""
    pool.CAN_FORK = pool.CAN_FORK and runner != "a new Python for each"  # of this process, which is our own
    limits = Limits(seconds=600.0)
    if work == "nothing":
        jobs = [Job(str(number), nothing_case, limits=limits) for number in range(count)]
    else:
        options = {"method": "mono", "audit": False, "backend": "z3" if "z3" in work else "fixpoint"}
        jobs = [check_job(str(number), FamilyMember("mutex", 2), options, limits) for number in range(count)]
    results = do_jobs(jobs, RUNNERS[runner])
    if runner == "in this process":
        next(results)  # which loads what all need
        count -= 1
    before = _cpu_seconds()
    own = sum(result.figures.get("cpu_seconds", 0.0) for _, result in results)
    return {"milliseconds": 1000 * (_cpu_seconds() - before - own) / count}


def _cpu_seconds() -> float:
    return sum(os.times()[:4])


def burning_case(seconds: float) -> Figures:
    """Works for so many CPU seconds."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return {}


def gain_case(seconds: float, count: int, turns: int) -> Figures:
    """How much longer one process takes for these jobs than two, by the clock; and the same for bare programs."""
    found = {(kind, workers): 0.0 for kind in ("jobs", "bare") for workers in (1, 2)}
    for turn in range(turns):
        for kind, workers in found:
            started = time.monotonic()
            if kind == "jobs":
                jobs = [Job(str(number), burning_case, (seconds,), repetition=turn) for number in range(count)]
                for _ in do_jobs(jobs, ChildProcesses(workers)):
                    pass
            else:
                _burn(seconds, count, workers)
            found[kind, workers] += time.monotonic() - started
    return {kind: found[kind, 1] / found[kind, 2] for kind in ("jobs", "bare")}


def _burn(seconds: float, count: int, workers: int) -> None:
    """So many programs, so many at a time."""
    for _ in range(count // workers):
        programs = [subprocess.Popen([sys.executable, "-c", BURN.format(seconds)]) for _ in range(workers)]
        for program in programs:
            program.wait()


def opening_case(count: int) -> Figures:
    """Write so many results, and open the store."""
    figures = {"verdict": "holds", "seconds": 0.01, **{f"figure {number}": number for number in range(20)}}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "results.jsonl"
        with Store(file) as store:
            started = time.process_time()
            for number in range(count):
                store.append(
                    Job(str(number), nothing_case, repetition=number), JobResult(Limits(60.0), figures, seconds=0.1)
                )
            appending = time.process_time() - started
        started = time.process_time()
        read_results(file)
        return {"appending": appending, "opening": time.process_time() - started}


def overhead_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`."""
    for work in WORK:
        for runner in RUNNERS:
            yield Job(f"{work}, {runner}", overhead_case, (runner, work, COUNT[runner]))
    yield Job("gain", gain_case, (BURNING, BURNED, TURNS))
    yield Job("store", opening_case, (RESULTS,))


def overhead_view(settings: Settings, found: Found) -> View:
    """A table of jobs, and one of the store."""
    rows = [
        GridRow((work, *(found[f"{work}, {runner}"].figures["milliseconds"] for runner in RUNNERS))) for work in WORK
    ]
    caption = "CPU milliseconds of a job beyond its own time; a process that is started for all is shared by 100 jobs"
    gain = found["gain"].figures
    gained = GridRow((f"{BURNED} jobs of {BURNING:g} s", gain["jobs"], gain["bare"], gain["jobs"] / gain["bare"]))
    store = found["store"].figures
    kept = GridRow((f"{RESULTS:,}", store["appending"], store["opening"]))
    return View(
        (
            Grid("what a job costs", ("", *RUNNERS), tuple(rows), caption, "open"),
            Grid(
                "two processes beside one",
                ("", "so many times as fast", "bare programs", "of that"),
                (gained,),
                "By the clock. On a machine with other work, bare programs do not gain a factor of 2, either.",
                "open",
            ),
            Grid("the store", ("results", "CPU seconds to write", "to open"), (kept,), None, "open"),
        )
    )
