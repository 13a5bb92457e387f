"""A suite: what to check, and in which ways. Its plan says which jobs that makes, and what each is called in tables.

A suite is data: from a file of the user (`suite_file.py`), or built in (`suites.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, Protocol, TypeAlias

from symag.errors import InputError
from symag.limits import Limits
from symag.study.checks import Subject, check_job
from symag.study.jobs import Found, Job
from symag.study.view import View

__all__ = ["AnySuite", "Labels", "PlannedJob", "Suite", "SuiteCase", "Way", "plan"]

Way: TypeAlias = Mapping[str, Any]
"""How to check: options of `symag.check`, without the limits."""

Labels: TypeAlias = dict[str, Any]
"""What a job is called, by column: the check, its size, the decomposition, the options, the repetition."""


class AnySuite(Protocol):
    """What a study runs: a `Suite`, or one whose jobs depend on results (`stages.py`)."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know about it."""

    @property
    def apart(self) -> bool:
        """Does each job need a process of its own?"""

    @property
    def complete(self) -> bool:
        """Are there tables of all results only? Then a job that fails ends the study."""

    def planned(self, found: Found) -> Iterable[PlannedJob]:
        """The jobs that are known when these results are."""

    def view(self, found: Found) -> View | None:
        """Tables of its own, if it has any; otherwise those of every study."""


@dataclass(frozen=True)
class SuiteCase:
    """A question of a suite, and how to check it."""

    name: str
    """Unique in the suite."""
    subject: Subject
    """The system as it was given, and its specification."""
    ways: tuple[Way, ...] = ({},)
    grouped: tuple[Way, ...] = ()
    """Ways whose rule has sides of several components: each is taken with each decomposition."""
    decompositions: Mapping[str, Subject] = field(default_factory=dict)
    """The same system, divided into sides: by what it is called in tables."""
    limits: Limits = field(default_factory=Limits)
    """Of each job."""
    expected: Literal["holds", "violated"] | None = None
    size: int | None = None
    """How large it is, for tables and plots: as a rule, the states of the components multiplied."""
    repetitions: int = 1
    """How often each job runs, for its time."""


@dataclass(frozen=True)
class Suite:
    """Questions, and what to say about them."""

    name: str
    cases: tuple[SuiteCase, ...]
    notes: tuple[str, ...] = ()
    """What the user should know about it."""

    apart: bool = False
    complete: bool = False

    @cached_property
    def _plan(self) -> tuple[PlannedJob, ...]:
        return plan(self)

    def planned(self, found: Found) -> tuple[PlannedJob, ...]:
        """See `AnySuite`."""
        return self._plan

    def view(self, found: Found) -> View | None:
        """See `AnySuite`."""
        return None


@dataclass(frozen=True)
class PlannedJob:
    """A job, and what it is called in tables."""

    labels: Labels
    job: Job


def plan(suite: Suite) -> tuple[PlannedJob, ...]:
    """All jobs of a suite, in its order; each has the same columns. An InputError if there is none, or one is there
    twice."""
    found = [one for case in suite.cases for one in _jobs(case)]
    if not found:
        raise InputError(f"the suite {suite.name!r} has nothing to check")
    columns = list(dict.fromkeys(name for labels, _ in found for name in labels))
    planned, keys = [], dict[str, str]()
    for labels, job in found:
        if job.key in keys:
            raise InputError(f"{keys[job.key]} and {job.name} are the same check: leave one out")
        keys[job.key] = job.name
        planned.append(PlannedJob({name: labels.get(name) for name in columns}, job))
    return tuple(planned)


def _jobs(case: SuiteCase) -> Iterator[tuple[Labels, Job]]:
    subjects: list[tuple[str | None, Subject, Way]] = [(None, case.subject, way) for way in case.ways]
    subjects += [(name, subject, way) for way in case.grouped for name, subject in case.decompositions.items()]
    for decomposition, subject, way in subjects:
        for repetition in range(case.repetitions):
            labels: Labels = {"check": case.name, "size": case.size, "decomposition": decomposition, "method": "auto"}
            labels |= {"rule": None, "backend": "fixpoint", **way, "repetition": repetition + 1}
            named = [case.name, decomposition, *map(str, way.values()), case.repetitions > 1 and f"#{repetition + 1}"]
            job = check_job(", ".join(map(str, filter(None, named))), subject, way, case.limits, case.expected)
            yield labels, replace(job, repetition=repetition)
