"""The folder of a study: its plan, its results, and what is made of them.

- `study.json`: what the jobs are called, in order, with their keys and limits. It is written anew when the study is
  started again; so a suite that was changed keeps the results that serve it still.
- `results.jsonl`: the store.
- `results.csv`, `results.json`, `times.svg`, `cactus.svg`, `index.html`: made from these two, whenever they are shown.
- `disagreement-N.json`: a question about which answers differ, or on which a job failed, for a report.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from symag.errors import InputError
from symag.formats import make_folder, read_text, write_atomically
from symag.limits import Limits
from symag.study.jobs import JobResult
from symag.study.store import read_results
from symag.study.study_table import StudyTable, rows_of
from symag.study.suite import AnySuite, Labels, PlannedJob
from symag.study.suites import built_in_suite

__all__ = ["RESULTS", "StudyPlan", "is_study_folder", "plan_of", "read_plan", "show_folder", "write_plan"]

PLAN, RESULTS = "study.json", "results.jsonl"
HEADER: dict[str, Any] = {"format": "symag-study", "version": 1}
LARGEST_PLAN = 2**30


@dataclass(frozen=True)
class StudyPlan:
    """What a folder says about its study."""

    name: str
    suite: str
    """The file of the suite, or the name of a built-in one."""
    labels: tuple[Labels, ...]
    names: tuple[str, ...]
    keys: tuple[str, ...]
    limits: tuple[Limits, ...]

    def table(self, results: Mapping[str, JobResult], suite: AnySuite | None = None) -> StudyTable:
        """The table with these results: of a job whose result does not serve any more, there is none. A suite may have
        tables of its own."""
        shown = []
        for key, limits in zip(self.keys, self.limits, strict=True):
            result = results.get(key)
            keeps = result is not None and (result.failure is not None or result.serves(limits))
            shown.append(result if keeps else None)
        found = {name: result for name, result in zip(self.names, shown, strict=True) if result is not None}
        return StudyTable(self.name, rows_of(self.labels, shown), None if suite is None else suite.view(found))


def plan_of(name: str, suite: str, planned: Sequence[PlannedJob]) -> StudyPlan:
    """The plan of these jobs."""
    return StudyPlan(
        name,
        suite,
        tuple(one.labels for one in planned),
        tuple(one.job.name for one in planned),
        tuple(one.job.key for one in planned),
        tuple(one.job.limits for one in planned),
    )


def write_plan(folder: Path, plan: StudyPlan) -> None:
    """Write the plan to a folder, which is made if there is none."""
    make_folder(folder)
    known: dict[Limits, int] = {}
    numbers = [known.setdefault(limits, len(known)) for limits in plan.limits]
    columns = list(plan.labels[0])
    jobs = [
        [key, number, name, *labels.values()]
        for key, number, name, labels in zip(plan.keys, numbers, plan.names, plan.labels, strict=True)
    ]
    document = {**HEADER, "name": plan.name, "suite": plan.suite, "limits": [*map(asdict, known)], "columns": columns}
    text = json.dumps(document)[:-1] + ', "jobs": [\n' + ",\n".join(map(json.dumps, jobs)) + "\n]}\n"
    write_atomically(os.fspath(folder / PLAN), text.encode())


def is_study_folder(path: str | os.PathLike[str]) -> bool:
    """Is it a folder?"""
    return Path(path).is_dir()


def read_plan(folder: Path) -> StudyPlan:
    """The plan in a folder; an InputError if there is none."""
    file = folder / PLAN
    if not file.exists():
        raise InputError(
            "there is no study in this folder: start one with symag study FILE.toml --output FOLDER", str(folder)
        )
    try:
        document = json.loads(read_text(str(file), LARGEST_PLAN))
        if {name: document.get(name) for name in HEADER} != HEADER:
            raise ValueError
        limits = [Limits(**one) for one in document["limits"]]
        jobs, columns = document["jobs"], document["columns"]
        return StudyPlan(
            document["name"],
            document["suite"],
            tuple(dict(zip(columns, job[3:], strict=True)) for job in jobs),
            tuple(job[2] for job in jobs),
            tuple(job[0] for job in jobs),
            tuple(limits[job[1]] for job in jobs),
        )
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        raise InputError("this is not the plan of a study: move it away", str(file)) from None


def show_folder(folder: Path) -> StudyTable:
    """The table of what a folder has now; also while the study runs."""
    plan = read_plan(folder)
    file = folder / RESULTS
    return plan.table(read_results(file) if file.exists() else {}, built_in_suite(plan.suite))
