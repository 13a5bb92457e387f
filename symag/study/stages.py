"""Jobs that depend on the results of others, and the suites that have such jobs.

Such a suite is a function from results to jobs: it is asked again when all jobs that it named have a result, until it
names no new one. Its tables are its own. The benchmarks are such suites, and so is the study of TOSEM 2008.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass

from symag.errors import InternalError
from symag.study.jobs import Found, Job, JobResult
from symag.study.runners import Done, JobListener, Runner, do_jobs, ignore
from symag.study.store import Store
from symag.study.suite import Labels, PlannedJob
from symag.study.view import View

__all__ = ["StagedSuite", "in_stages", "named", "refuse_failure"]


def in_stages(
    jobs: Callable[[Found], Iterable[Job]],
    runner: Runner,
    store: Store | None = None,
    listener: JobListener = ignore,
) -> Generator[Done]:
    """Each job with its result. When those that are known are done, jobs are asked for again with all results."""
    found: dict[str, JobResult] = {}
    begun: set[str] = set()
    while new := [job for job in jobs(found) if job.key not in begun]:
        begun.update(job.key for job in new)
        for job, result in do_jobs(new, runner, store, listener):
            found[job.name] = result
            yield job, result


def refuse_failure(job: Job, result: JobResult) -> None:
    """An InternalError if the job failed: there are no figures for the tables."""
    failure = result.figures["reason"] if result.figures.get("verdict") == "failed" else result.failure
    if failure is not None:
        raise InternalError(f"there are no figures of {job.name}: {failure}\n{result.log or ''}".rstrip())


def named(job: Job) -> Labels:
    """What a job is called in tables if its name says all."""
    return {"check": job.name, "size": None, "decomposition": None, "method": None, "rule": None, "backend": None}


@dataclass(frozen=True)
class StagedSuite:
    """A suite with jobs that depend on results, and with tables of its own."""

    name: str
    jobs: Callable[[Found], Iterable[Job]]
    tables: Callable[[Found], View]
    labels: Callable[[Job], Labels] = named
    """The same columns for every job."""
    apart: bool = False
    """Does each job need a process of its own?"""
    complete: bool = False
    """Are there tables of all results only? Then a job that fails ends the study."""
    notes: tuple[str, ...] = ()

    def planned(self, found: Found) -> Iterator[PlannedJob]:
        """The jobs that are known when these results are."""
        for job in self.jobs(found):
            yield PlannedJob({**self.labels(job), "repetition": job.repetition + 1}, job)

    def view(self, found: Found) -> View | None:
        """The tables; None if there are none yet."""
        if self.complete and any(job.name not in found for job in self.jobs(found)):
            return None
        return self.tables(found)
