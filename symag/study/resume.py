"""Do jobs, but only those whose results are missing: a study that was cut off goes on where it was."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing

from symag.study.jobs import Job
from symag.study.runners import Done, JobListener, Runner, ignore
from symag.study.store import Store

__all__ = ["do_jobs"]


def do_jobs(
    jobs: Iterable[Job], runner: Runner, store: Store | None = None, listener: JobListener = ignore
) -> Generator[Done]:
    """Each job with its result: first those that the store has already, then the others as they are done and stored."""
    missing = []
    for job in jobs:
        known = None if store is None else store.results.get(job.key)
        if known is not None and known.serves(job):
            yield job, known
        else:
            missing.append(job)
    with closing(runner.run(missing, listener)) as running:
        for job, result in running:
            if store is not None:
                store.append(job, result)
            yield job, result
