"""`study`: run a suite, or go on with it, and give its table. What the command `symag study` does is done here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from symag.assume import listed_components
from symag.errors import InputError
from symag.options import Options
from symag.question import ask
from symag.study.compare.comparison import Comparison, ComparisonRow
from symag.study.jobs import JobResult
from symag.study.runners import Runner, do_jobs
from symag.study.schedulers import runner_of
from symag.study.store import Store
from symag.study.study_folder import RESULTS, is_study_folder, plan_of, show_folder, write_plan
from symag.study.study_progress import StudyProgress
from symag.study.study_table import StudyTable
from symag.study.suite import PlannedJob, Suite, plan
from symag.study.suite_file import read_suite
from symag.study.suites import SUITES

__all__ = ["StudyListener", "conduct", "find_suite", "study"]

StudyListener = Callable[[StudyProgress], None]
"""Is called with how far a study is, many times a second."""

FAMILIAR = {"states": "states_explored"}
"""Figures of a comparison's row that a study calls otherwise."""


def study(
    suite: str | os.PathLike[str] | Suite,
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
    if not isinstance(suite, Suite) and is_study_folder(suite):
        if output is not None or jobs is not None or scheduler is not None:
            raise InputError("this shows a study that is there: to run it, give its suite", os.fspath(suite))
        return show_folder(Path(suite))
    runner = runner_of(scheduler, jobs)
    found = suite if isinstance(suite, Suite) else find_suite(suite)
    folder = None if output is None else Path(output)
    name = found.name if isinstance(suite, Suite) else os.fspath(suite)
    table = conduct(found, name, folder, runner, listener)
    if folder is not None:
        table.save(folder)
    return table


def find_suite(given: str | os.PathLike[str]) -> Suite:
    """The built-in suite of that name, or the suite in that file."""
    name = os.fspath(given)
    if name in SUITES:
        return SUITES[name].make()
    if Path(name).suffix != ".toml":
        raise InputError(f"a suite is a .toml file, or one of: {', '.join(SUITES)}", name)
    return read_suite(name)


def conduct(
    suite: Suite, source: str, folder: Path | None, runner: Runner, listener: StudyListener | None = None
) -> StudyTable:
    """Do the jobs whose results are missing in the folder, and keep the questions about which answers differ."""
    planned = plan(suite)
    if folder is None:
        return plan_of(suite.name, source, planned).table(_results(planned, runner, None, listener))
    absolute = source if source in SUITES else os.path.abspath(source)
    known = plan_of(suite.name, absolute, planned)
    write_plan(folder, known)
    with Store(folder / RESULTS) as store:
        table = known.table(_results(planned, runner, store, listener))
    _keep(suite, table, folder)
    return table


def _results(
    planned: Iterable[PlannedJob], runner: Runner, store: Store | None, listener: StudyListener | None
) -> dict[str, JobResult]:
    """The results of all jobs by their keys."""
    todo = [one.job for one in planned]
    before = {} if store is None else dict(store.results)
    progress, results = StudyProgress(len(todo)), {}

    def tell(name: str) -> None:
        progress.hear(name)
        if listener is not None:
            listener(progress)

    for job, result in do_jobs(todo, runner, store, lambda job: tell(job.name)):
        results[job.key] = result
        failed = result.failure is not None or result.figures.get("verdict") == "failed"
        progress.count(job.name, failed, before.get(job.key) is result)
        if listener is not None:
            listener(progress)
    return results


def _keep(suite: Suite, table: StudyTable, folder: Path) -> None:
    """Save the questions about which answers differ, or on which a job failed; older ones go."""
    for file in folder.glob("disagreement-*.json"):
        file.unlink()
    doubtful = dict.fromkeys((*table.disagreements, *(row["check"] for row in table.failed)))
    for number, name in enumerate(doubtful, 1):
        rows = [row for row in table if row["check"] == name and row["verdict"] is not None]
        case = suite.case(name)
        components, specification = case.subject.models()
        way = (*case.ways, *case.grouped)[0]
        asked = ask(components, specification, Options(**way))
        kept = Comparison(
            listed_components(components),
            asked.specification,
            tuple(_comparison_row(row) for row in rows),
            case.limits,
            asked.relation.name,
        )
        kept.save_inputs(folder / f"disagreement-{number}.json")


def _comparison_row(row: dict[str, Any]) -> ComparisonRow:
    """A row of the table, as a comparison has it."""
    names = [name for name in ComparisonRow.__dataclass_fields__ if name != "log"]
    found: dict[str, Any] = {name: row.get(FAMILIAR.get(name, name)) for name in names}
    ways = [str(row[name]) for name in ("method", "rule", "decomposition") if row[name] is not None]
    return ComparisonRow(**{**found, "audited": bool(found["audited"]), "method": ", ".join(ways)})
