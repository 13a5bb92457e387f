"""What a benchmark is: a record that names a module, whose jobs are measured and then viewed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from importlib import import_module
from typing import Any

from symag.errors import InputError
from symag.study.jobs import Found, Job, JobResult
from symag.study.runners import JobListener, Runner, ignore
from symag.study.stages import StagedSuite, in_stages, refuse_failure
from symag.study.store import Store
from symag.study.view import View

__all__ = ["Benchmark", "Found", "Settings", "measure"]


@dataclass(frozen=True)
class Settings:
    """What can be chosen; a benchmark says which of them it heeds."""

    backend: str = "fixpoint"
    strategy: str = "improved"
    timeout: float | None = None
    """Seconds that a cell may take."""
    beyond: bool = False
    """Also sizes for which there are no published figures."""


@dataclass(frozen=True)
class Benchmark:
    """A row of the table of benchmarks. Its module has its name, and is loaded when it runs: all take a while."""

    name: str
    about: str
    duration: str
    heeds: tuple[str, ...] = ()
    """The settings that it heeds."""

    def jobs(self, settings: Settings, found: Found) -> Iterator[Job]:
        """All jobs, as far as they are known when these results are: `NAME_jobs` of the module."""
        jobs: Iterator[Job] = self._function("jobs")(settings, found)
        return jobs

    def view(self, settings: Settings, found: Found) -> View:
        """Tables and pictures of all results: `NAME_view` of the module."""
        view: View = self._function("view")(settings, found)
        return view

    def suite(self) -> StagedSuite:
        """As a suite for `symag study`, with the settings that are not chosen there."""
        settings = Settings()
        jobs, tables = partial(self.jobs, settings), partial(self.view, settings)
        return StagedSuite(self.name, jobs, tables, apart=True, complete=True)

    def _function(self, what: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(f"symag.study.bench.{self.name}"), f"{self.name}_{what}")
        return function

    def refuse(self, settings: Settings) -> None:
        """An InputError if settings were chosen that the benchmark does not heed."""
        given = [one.name for one in fields(Settings) if getattr(settings, one.name) != one.default]
        if ignored := [f"--{name}" for name in given if name not in self.heeds]:
            them = "it" if len(ignored) == 1 else "them"
            raise InputError(f"symag bench {self.name} does not heed {' and '.join(ignored)}: leave {them} out")


def measure(
    benchmark: Benchmark,
    settings: Settings,
    runner: Runner,
    store: Store | None = None,
    listener: JobListener = ignore,
) -> dict[str, JobResult]:
    """The results of all jobs."""
    found: dict[str, JobResult] = {}
    for job, result in in_stages(partial(benchmark.jobs, settings), runner, store, listener):
        refuse_failure(job, result)
        found[job.name] = result
    return found
