"""Where the jobs of a study run: the values of `--scheduler`, and the runner of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symag.errors import InputError
from symag.study.dask_runner import DaskWorkers
from symag.study.runners import ChildProcesses, InThisProcess, Runner

__all__ = ["SCHEDULERS", "Scheduler", "runner_of"]


@dataclass(frozen=True)
class Scheduler:
    """A value of `--scheduler`."""

    name: str
    help: str
    runner: Callable[[int], Runner]
    """The runner with so many jobs at once."""


SCHEDULERS = (
    Scheduler("processes", "each job in a process of its own on this machine, N at once", ChildProcesses),
    Scheduler("here", "one after the other in this process", lambda jobs: InThisProcess()),
    Scheduler("local", "a Dask cluster of N workers on this machine", lambda jobs: DaskWorkers("local", jobs)),
)
"""The table; the first one is the default. An address such as tcp://host:8786 is the Dask scheduler there."""


def runner_of(scheduler: str | None = None, jobs: int | None = None) -> Runner:
    """The runner for these choices; an InputError if they make none."""
    if jobs is not None and (type(jobs) is not int or jobs < 1):
        raise InputError(f"the number of jobs at once must be 1 or more, not {jobs!r}")
    if scheduler is not None and "://" in scheduler:
        if jobs is not None:
            raise InputError("how many jobs a Dask cluster does at once depends on its workers: leave --jobs out")
        return DaskWorkers(scheduler)
    record = next((one for one in SCHEDULERS if scheduler in (None, one.name)), None)
    if record is None:
        known = ", ".join(one.name for one in SCHEDULERS)
        raise InputError(f"the scheduler {scheduler!r} is not known: choose from {known}, tcp://HOST:PORT")
    if record.name == "here" and jobs not in (None, 1):
        raise InputError("the scheduler here does one job at a time: leave --jobs out, or choose another")
    return record.runner(1 if jobs is None else jobs)
