"""Where jobs run: in this process, or each in a process of its own.

In a process of its own, the peak memory of a job is its own, it finds nothing warm that another job has left, a crash
takes no other job with it, and a job that does not obey its limits is stopped from outside.

Do jobs, but only those whose results are missing: a study that was cut off goes on where it was.
"""

from __future__ import annotations

import inspect
import math
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread
from typing import Protocol, TypeAlias

from symag.errors import InternalError
from symag.limits import Limits, Watch
from symag.process import Ended, WarmProcesses
from symag.study.jobs import Figures, Job, JobResult
from symag.study.store import Store

__all__ = [
    "CancelledError",
    "ChildProcesses",
    "Done",
    "InThisProcess",
    "JobListener",
    "Runner",
    "do_jobs",
    "ignore",
    "supervised",
]

GRACE = 1.0
"""Seconds after the timeout, in which a job may still stop by itself and say what it was doing."""
SLACK_MB = 64.0
"""Memory beyond the limit that a job may take before it is stopped, for the same reason."""

Done: TypeAlias = tuple[Job, JobResult]
JobListener: TypeAlias = Callable[[Job], None]
"""Called again and again while a job runs; by several workers, from several threads."""


class Runner(Protocol):
    """A place where jobs run."""

    def run(self, jobs: Iterable[Job], listener: JobListener) -> Generator[Done]:
        """Do the jobs; give each with its result as soon as there is one."""


def ignore(job: Job) -> None:
    """The listener if there is none."""


@dataclass(frozen=True)
class InThisProcess:
    """One job after the other, here. Time and memory are limited as far as the jobs themselves obey."""

    def run(self, jobs: Iterable[Job], listener: JobListener = ignore) -> Generator[Done]:
        """See `Runner`."""
        for job in jobs:
            listener(job)
            yield job, self._result(job)

    def _result(self, job: Job) -> JobResult:
        if job.environment:
            raise InternalError(f"the job {job.name!r} needs an environment of its own: use ChildProcesses")
        started = time.monotonic()
        figures: Figures = {}
        failure = log = None
        try:
            answer = job.function(*job.call)
            *_, figures = answer if inspect.isgenerator(answer) else [answer]
        except Exception as error:  # whatever it is, it is a fact about this job
            failure, log = " ".join(f"{type(error).__name__}: {error}".split()), traceback.format_exc()
        return JobResult(job.limits, figures, failure, log, time.monotonic() - started)


class CancelledError(Exception):
    """The jobs are not wanted any more."""


@dataclass(frozen=True)
class ChildProcesses:
    """Each job in a process of its own, at most `workers` at once. One worker, if times are to be compared."""

    workers: int = 1

    def run(self, jobs: Iterable[Job], listener: JobListener = ignore) -> Generator[Done]:
        """See `Runner`."""
        if self.workers == 1:
            with WarmProcesses() as processes:
                for job in jobs:
                    yield job, supervised(job, processes, Watch(Limits()).memory_mb, partial(listener, job))
        else:
            yield from self._side_by_side(deque(jobs), listener)

    def _side_by_side(self, waiting: deque[Job], listener: JobListener) -> Generator[Done]:
        """Threads wait for the processes. If the caller goes away, they stop their processes and end."""
        cancelled, share_mb = Event(), Watch(Limits()).memory_mb / self.workers
        done: SimpleQueue[Done | BaseException] = SimpleQueue()

        def tell(job: Job) -> None:
            if cancelled.is_set():
                raise CancelledError
            listener(job)

        def work() -> None:
            with WarmProcesses() as processes:
                while not cancelled.is_set():
                    try:
                        job = waiting.popleft()
                        done.put((job, supervised(job, processes, share_mb, partial(tell, job))))
                    except IndexError:  # no job is waiting
                        return
                    except BaseException as error:
                        done.put(error)
                        return

        count = len(waiting)
        threads = [Thread(target=work, daemon=True) for _ in range(min(self.workers, count))]
        try:
            for thread in threads:
                thread.start()
            for _ in range(count):
                found = done.get()
                if isinstance(found, BaseException):
                    raise found
                yield found
        finally:
            cancelled.set()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()


def supervised(job: Job, processes: WarmProcesses, share_mb: float, tell: Callable[[], None]) -> JobResult:
    """The result of a job in a process of its own. Without a limit on memory, it may take its share of the machine."""
    tell()
    seconds = math.inf if job.limits.seconds is None else job.limits.seconds
    memory_mb = job.limits.memory_mb or share_mb
    ended = processes.call(
        job.function.__module__,
        job.function.__name__,
        *job.call,
        modules=job.modules,
        environment=dict(job.environment),
        seconds=seconds + GRACE,
        memory_mb=memory_mb + SLACK_MB,
        tell=tell,
    )
    return _result_of(ended, job.limits, memory_mb)


def _result_of(ended: Ended, limits: Limits, memory_mb: float) -> JobResult:
    """How a process ended, as the result of its job."""
    if ended.answers and ended.answers[-1]:
        return JobResult(limits, ended.answers[-1], log=ended.log or None, seconds=ended.seconds)
    if ended.stopped is None:
        return JobResult(limits, {}, ended.how, ended.log or None, ended.seconds)
    if ended.stopped == "timeout":
        reason = f"timeout: {limits.seconds:g} s were used up, and the process had to be stopped"
    else:
        reason = (
            f"memory: {ended.memory_mb:.0f} MB of {memory_mb:.0f} MB were in use, and the process had to be stopped"
        )
    return JobResult(limits, {"limit": ended.stopped, "reason": reason}, seconds=ended.seconds)


def do_jobs(
    jobs: Iterable[Job], runner: Runner, store: Store | None = None, listener: JobListener = ignore
) -> Generator[Done]:
    """Each job with its result: first those that the store has already, then the others as they are done and stored."""
    missing = []
    for job in jobs:
        known = None if store is None else store.results.get(job.key)
        if known is not None and known.serves(job.limits):
            yield job, known
        else:
            missing.append(job)
    with closing(runner.run(missing, listener)) as running:
        for job, result in running:
            if store is not None:
                store.append(job, result)
            yield job, result
