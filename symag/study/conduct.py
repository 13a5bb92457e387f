"""`study`: run a suite, or go on with it, and give its table. What the command `symag study` does is done here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from symag.assume import listed_components
from symag.errors import InputError
from symag.formats import make_folder
from symag.options import Options
from symag.question import ask
from symag.study.bench import BENCHMARKS
from symag.study.checks import check_figures
from symag.study.compare.comparison import Comparison, ComparisonRow
from symag.study.jobs import Found, Job, JobResult
from symag.study.runners import InThisProcess, Runner
from symag.study.schedulers import runner_of
from symag.study.stages import in_stages, refuse_failure
from symag.study.store import Store
from symag.study.study_folder import RESULTS, StudyPlan, is_study_folder, plan_of, show_folder, write_plan
from symag.study.study_progress import StudyProgress
from symag.study.study_table import StudyTable
from symag.study.suite import AnySuite, PlannedJob
from symag.study.suite_file import read_suite
from symag.study.suites import SUITES, built_in_suite

__all__ = ["StudyListener", "conduct", "find_suite", "study"]

StudyListener = Callable[[StudyProgress], None]
"""Is called with how far a study is, many times a second."""

FAMILIAR = {"states": "states_explored"}
"""Figures of a comparison's row that a study calls otherwise."""


def study(
    suite: str | os.PathLike[str] | AnySuite,
    *,
    output: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    listener: StudyListener | None = None,
) -> StudyTable:
    """Run a suite: a TOML file, the name of a built-in suite, or a `symag.study.Suite`. Or show a study: the folder
    that it was written to.

    Returns its table, a list of rows that are dictionaries, with `to_csv` and `to_pandas`. With `output`, results are
    kept in that folder as they come, and what is there already is not run again; tables, plots and a page are written
    there at the end. `jobs` run at once; `scheduler` says where: "processes" on this machine, "here" in this process,
    "local" for a Dask cluster on this machine, or the address of a Dask scheduler, "tcp://HOST:8786".
    """
    if isinstance(suite, str | os.PathLike) and is_study_folder(suite):
        if output is not None or jobs is not None or scheduler is not None:
            raise InputError("this shows a study that is there: to run it, give its suite", os.fspath(suite))
        return show_folder(Path(suite))
    runner = runner_of(scheduler, jobs)
    known = find_suite(suite) if isinstance(suite, str | os.PathLike) else suite
    folder = None if output is None else Path(output)
    table = conduct(
        known, os.fspath(suite) if isinstance(suite, str | os.PathLike) else suite.name, folder, runner, listener
    )
    if folder is not None:
        table.save(folder)
    return table


def find_suite(given: str | os.PathLike[str]) -> AnySuite:
    """The built-in suite of that name, or the suite in that file."""
    name = os.fspath(given)
    if (suite := built_in_suite(name)) is not None:
        return suite
    if Path(name).suffix != ".toml":
        raise InputError(f"a suite is a .toml file, or one of: {', '.join((*SUITES, *BENCHMARKS))}", name)
    return read_suite(name)


def conduct(
    suite: AnySuite, source: str, folder: Path | None, runner: Runner, listener: StudyListener | None = None
) -> StudyTable:
    """Do the jobs whose results are missing in the folder, and keep the questions about which answers differ."""
    if suite.apart and isinstance(runner, InThisProcess):
        raise InputError("the cases of a benchmark need processes of their own: choose another scheduler than here")
    origin = source if built_in_suite(source) is not None else os.path.abspath(source)
    if folder is not None:
        make_folder(folder)
    with nullcontext() if folder is None else Store(folder / RESULTS) as store:
        run = _StudyRun(suite, origin, folder, listener)
        run.do(runner, store)
    table = run.plan.table(run.results, suite)
    if folder is not None:
        _keep(run.planned.values(), table, folder)
    return table


class _StudyRun:
    """A suite at work: the jobs that are known, by their keys, and their results."""

    def __init__(self, suite: AnySuite, origin: str, folder: Path | None, listener: StudyListener | None) -> None:
        self.suite, self.origin, self.folder = suite, origin, folder
        self.tell = listener or (lambda progress: None)
        self.planned: dict[str, PlannedJob] = {}
        self.results: dict[str, JobResult] = {}
        self.progress = StudyProgress(0)

    @property
    def plan(self) -> StudyPlan:
        """The jobs that are known."""
        return plan_of(self.suite.name, self.origin, tuple(self.planned.values()))

    def do(self, runner: Runner, store: Store | None) -> None:
        """All jobs whose results the store does not have."""
        before = {} if store is None else dict(store.results)
        for job, result in in_stages(self._jobs, runner, store, self._hear):
            if self.suite.complete:
                refuse_failure(job, result)
            self.results[job.key] = result
            failed = result.failure is not None or result.figures.get("verdict") == "failed"
            self.progress.count(job.name, failed, before.get(job.key) is result)
            self.tell(self.progress)

    def _jobs(self, found: Found) -> list[Job]:
        new = [one for one in self.suite.planned(found) if one.job.key not in self.planned]
        self.planned.update((one.job.key, one) for one in new)
        self.progress.total = len(self.planned)
        if new and self.folder is not None:
            write_plan(self.folder, self.plan)
        return [one.job for one in new]

    def _hear(self, job: Job) -> None:
        self.progress.hear(job.name)
        self.tell(self.progress)


def _keep(planned: Iterable[PlannedJob], table: StudyTable, folder: Path) -> None:
    """Save the questions about which answers differ, or on which a job failed; older ones go."""
    for file in folder.glob("disagreement-*.json"):
        file.unlink()
    doubtful = dict.fromkeys((*table.disagreements, *(row["check"] for row in table.failed)))
    checks = {one.labels["check"]: one.job for one in reversed([*planned]) if one.job.function is check_figures}
    for number, name in enumerate((name for name in doubtful if name in checks), 1):
        rows = [row for row in table if row["check"] == name and row["verdict"] is not None]
        job = checks[name]
        subject, options = job.arguments[:2]
        components, specification = subject.models()
        asked = ask(components, specification, Options(**options))
        kept = Comparison(
            listed_components(components),
            asked.specification,
            tuple(_comparison_row(row) for row in rows),
            job.limits,
            asked.relation.name,
        )
        kept.save_inputs(folder / f"disagreement-{number}.json")


def _comparison_row(row: dict[str, Any]) -> ComparisonRow:
    """A row of the table, as a comparison has it."""
    names = [name for name in ComparisonRow.__dataclass_fields__ if name != "log"]
    found: dict[str, Any] = {name: row.get(FAMILIAR.get(name, name)) for name in names}
    ways = [str(row[name]) for name in ("method", "rule", "decomposition") if row[name] is not None]
    return ComparisonRow(**{**found, "audited": bool(found["audited"]), "method": ", ".join(ways)})
