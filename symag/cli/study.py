"""`symag study`: run a suite of checks, go on with it, or show what it has found."""

from __future__ import annotations

from json import dumps as to_text
from pathlib import Path
from typing import Annotated, Optional

import typer

from symag.cli.app import INTERNAL, UNKNOWN, print_answer, print_error
from symag.cli.output import print_notes, print_written
from symag.errors import InputError
from symag.report import Progress, show_study, terminal
from symag.study.bench import BENCHMARKS
from symag.study.schedulers import SCHEDULERS, runner_of
from symag.study.study_progress import StudyProgress
from symag.study.study_table import StudyTable
from symag.study.suites import SUITES, VERIFIERS, verified_by

__all__ = ["JOBS_HELP", "SCHEDULER_HELP", "StudyLine", "study"]

SUITE_HELP = (
    "A suite: a .toml file, or one of symag's own: "
    f"{'; '.join(f'{suite.name}: {suite.about} ({suite.duration})' for suite in SUITES.values())}; or a benchmark, as "
    f"for symag bench: {', '.join(BENCHMARKS)}. Or the folder of a study, to show it."
)
FOLDER_HELP = "Keep the results there, with tables, plots and a page; what is there already is not run again."
VERIFIER_HELP = f"Of tosem08, what verifies its systems: {', '.join(VERIFIERS)} (flow graphs of programs)."
RESUME_HELP = "With a folder: run what is missing in it."
JOBS_HELP = "Run N jobs at once; 1 if not given, since jobs that run side by side take longer."
SCHEDULER_HELP = (
    f"Where: {'; '.join(f'{one.name}: {one.help}' for one in SCHEDULERS)}; tcp://HOST:PORT: the Dask scheduler there."
)


class StudyLine:
    """Shows in the progress line how far a study is."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.last: StudyProgress | None = None

    def __call__(self, now: StudyProgress) -> None:
        self.last = now
        self.progress(str(now), 0)


def study(
    suite: Annotated[str, typer.Argument(metavar="FILE|NAME|FOLDER", help=SUITE_HELP, show_default=False)],
    output: Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FOLDER", help=FOLDER_HELP)] = None,
    resume: Annotated[bool, typer.Option("--resume", help=RESUME_HELP)] = False,
    jobs: Annotated[Optional[int], typer.Option("--jobs", "-j", metavar="N", help=JOBS_HELP)] = None,
    scheduler: Annotated[Optional[str], typer.Option(metavar="WHERE", help=SCHEDULER_HELP)] = None,
    verifier: Annotated[Optional[str], typer.Option(metavar="NAME", help=VERIFIER_HELP)] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the table as one JSON object.")] = False,
) -> None:
    """Run many checks, each in a process of its own, and compare them: tables, plots, a page.

    A suite says which models to check, and in which ways: methods, rules, backends, decompositions. Results are kept as
    they come. Stop it at any time, by Ctrl-C or otherwise; the same command goes on, and so does --resume.

    With the folder of a study in place of the suite, show what it has so far, also while it runs.

    Exit code 0 if all have an answer and agree; 3 if one does not know, or is missing; 4 if one failed, or answers
    differ: then the question is kept in the folder, for a report.

    Example: symag study suite.toml --output results --jobs 2

    Example: symag study results

    Example: symag study results --resume --scheduler tcp://cluster:8786
    """
    from symag.study.conduct import conduct, find_suite
    from symag.study.study_folder import is_study_folder, read_plan, show_folder

    if is_study_folder(suite):
        if verifier is not None:
            raise InputError("the folder knows what its study is: leave --verifier out", suite)
        if output is not None:
            raise InputError("the folder has its results in itself: leave --output out", suite)
        folder: Path | None = Path(suite)
        if not resume:
            if jobs is not None or scheduler is not None:
                raise InputError("this shows the study: add --resume to run what is missing", suite)
            _show(show_folder(Path(suite)), folder, json)
        suite = read_plan(Path(suite)).suite
    elif resume:
        raise InputError("--resume goes with the folder of a study; to go on by its suite, give --output", suite)
    else:
        suite = suite if verifier is None else verified_by(suite, verifier)
        folder = output
    runner = runner_of(scheduler, jobs)
    with Progress("reading the models") as progress:
        found = find_suite(suite)
        print_notes(found.notes)
        line = StudyLine(progress)
        try:
            table = conduct(found, suite, folder, runner, line)
        except KeyboardInterrupt:
            if folder is not None and line.last is not None:
                print_error(
                    f"{line.last.done:,} of {line.last.total:,} results are kept: symag study {folder} --resume"
                )
            raise
    _show(table, folder, json)


def _show(table: StudyTable, folder: Path | None, json: bool) -> None:
    """Print the table, write what is made of it, and exit."""
    if json:
        print_answer(to_text(table.to_json()))
    show_study(table, terminal(stderr=json))
    if folder is not None:
        print_written(*table.save(folder))
        kept = sorted(folder.glob("disagreement-*.json"))
        for file in kept:
            print_error(f"please report this, and attach {file}: it has the question and the answers")
    raise typer.Exit(_exit_code(table))


def _exit_code(table: StudyTable) -> int:
    if not table.agree:
        return INTERNAL
    return UNKNOWN if any(row["verdict"] in (None, "unknown") for row in table) else 0
