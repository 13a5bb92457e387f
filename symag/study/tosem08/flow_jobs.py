"""The jobs of the half of the study about flow graphs, as data: each program as a whole and in all its two-way
decompositions, the best decompositions generalised to larger programs, and proofs with the learned assumption supplied.

As for models, some jobs depend on results: `flow_jobs` is called again until it names no new one. Methods are those of
the paper and AGAR; a program's constraints are those of its subject.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from symag.limits import Limits
from symag.study.cases.decompositions import FirstSide, all_first_sides, generalised
from symag.study.cases.tosem08_programs import FLOW_CASES, FlowSubject
from symag.study.checks import check_figures, check_job
from symag.study.jobs import Found, Job
from symag.study.suite import Labels
from symag.study.tosem08.figures import Explored, Sizes, Supplied, best_known
from symag.study.tosem08.jobs import supplied_case

__all__ = [
    "BY_LEARNING",
    "FLOW_METHODS",
    "FlowPlan",
    "best_side",
    "flow_decomposed",
    "flow_explored",
    "flow_growing",
    "flow_jobs",
    "flow_labels",
    "flow_sizes",
    "flow_supplied",
    "parts_explored",
    "whole_states",
]

BY_LEARNING = "Learning"
"""The method of the paper."""
FLOW_METHODS: Mapping[str, dict[str, Any]] = {
    BY_LEARNING: {"method": "learn", "learner": "rs", "reduce": False},
    "AGAR+α": {"method": "agar", "alphabet_refinement": True, "reduce": False},
    "AGAR+α, reduced": {"method": "agar", "alphabet_refinement": True, "reduce": True},
}
"""By rule ASYM; α is alphabet refinement."""
WHOLE = "Mono"
GENERALISED = (BY_LEARNING, "AGAR+α, reduced")
"""Methods whose best decompositions are generalised, if they are in the plan."""
LARGEST: Mapping[str, int] = {
    "Chiron single": 8,
    "Chiron multiple": 8,
    "Gas Station": 20,
    "Peterson": 4,
    "Relay": 10,
    "Smokers": 6,
}
"""The largest programs that are looked at."""
MOST: Mapping[str, int] = {BY_LEARNING: 14, "AGAR+α": 14, "AGAR+α, reduced": 62}
"""By method: of a subject with more decompositions than that at a size beyond 2, none is looked at."""
READY = ("symag.study.cases.tosem08_programs_ready",)
"""What jobs start with."""
ASKED: dict[str, Any] = {"relation": "traces", "audit": False}
COLUMNS = ("method", "rule", "backend", "learner", "alphabet_refinement", "reduce", "order", "relation")


@dataclass(frozen=True)
class FlowPlan:
    """What the study looks at."""

    subjects: Sequence[int] = tuple(FLOW_CASES)
    methods: Sequence[str] = tuple(FLOW_METHODS)
    sizes: Sequence[int] = (2, 3)
    """Of the programs of which all decompositions are looked at; the best ones of size 2 are generalised."""
    most: Mapping[str, int] = field(default_factory=lambda: MOST)
    """See `MOST`; a method that is not there looks at all of every subject."""
    largest: int = 200
    """The largest program, if `LARGEST` allows it; the paper went up to 200."""
    limits: Limits = field(default_factory=lambda: Limits(20.0, memory_mb=4096.0))
    """Of each check."""
    scaling: Limits = field(default_factory=lambda: Limits(10.0, 1_000_000, 4096.0))
    """Of each check of a growing program."""

    @property
    def scaled(self) -> tuple[str, ...]:
        """The methods whose best decompositions are generalised."""
        return tuple(method for method in self.methods if method in GENERALISED)

    def decomposed(self, number: int, size: int, method: str) -> tuple[FlowSubject, ...]:
        """The decompositions that a method looks at: all, or none."""
        every = flow_decomposed(number, size)
        return every if size == 2 or len(every) <= self.most.get(method, len(every)) else ()

    def up_to(self, number: int) -> int:
        """The largest program of a subject."""
        return min(self.largest, LARGEST[FLOW_CASES[number].system.name])


def _name(subject: FlowSubject, method: str) -> str:
    return f"{subject.title}, {method}{', ' if subject.first else ''}{' '.join(subject.first)}"


@lru_cache(maxsize=100_000)
def _check_within(limits: Limits, subject: FlowSubject, method: str) -> Job:
    """Jobs are asked for again and again; their keys take a while."""
    by_parts = {"rule": "asym", "order": "given"}
    options = FLOW_METHODS[method] | by_parts if subject.first else {"method": "mono"}
    return check_job(_name(subject, method), subject, options | ASKED, limits, "holds", READY)


def _check(plan: FlowPlan, subject: FlowSubject, method: str) -> Job:
    return _check_within(plan.limits if subject.size == 2 else plan.scaling, subject, method)


def flow_labels(job: Job) -> Labels:
    """What a job is called in tables."""
    subject: FlowSubject = job.arguments[0]
    options = job.arguments[1] if job.function is check_figures else ASKED
    way = job.name.removeprefix(f"{subject.title}, ").removesuffix(f", {' '.join(subject.first)}")
    labels = {"check": subject.title, "system": subject.case.system.name, "size": subject.size}
    labels |= {"decomposition": " ".join(subject.first) or None, "way": way}
    return labels | {name: options.get(name, "fixpoint" if name == "backend" else None) for name in COLUMNS}


def flow_jobs(plan: FlowPlan, found: Found) -> Iterator[Job]:
    """All jobs that are known when these results are, each once."""
    given: set[str] = set()
    for job in _all_jobs(plan, found):
        if job.name not in given:
            given.add(job.name)
            yield job


def _all_jobs(plan: FlowPlan, found: Found) -> Iterator[Job]:
    for size in plan.sizes:
        yield from (_check(plan, FlowSubject(number, size), WHOLE) for number in plan.subjects)
        for method in plan.methods:
            for number in plan.subjects:
                for subject in plan.decomposed(number, size, method):
                    yield _check(plan, subject, method)
    for number in plan.subjects:
        yield from _growing(plan, found, [FlowSubject(number, size) for size in _sizes(plan, number)], WHOLE)
        for method in plan.scaled:
            yield from _growing(plan, found, flow_growing(plan, found, number, method), method)
        yield from _supplied(plan, found, number)


def _sizes(plan: FlowPlan, number: int) -> range:
    return range(2, plan.up_to(number) + 1)


def _growing(plan: FlowPlan, found: Found, subjects: Sequence[FlowSubject], method: str) -> Iterator[Job]:
    """Checks of growing programs, each when the one before has finished."""
    for subject in subjects:
        yield _check(plan, subject, method)
        last = flow_explored(found, subject, method)
        if last is None or last.states is None:
            return


def _supplied(plan: FlowPlan, found: Found, number: int) -> Iterator[Job]:
    """The paper's method at the largest size that the generalised decomposition gets to."""
    reached = None
    for subject in flow_growing(plan, found, number, BY_LEARNING) if BY_LEARNING in plan.methods else ():
        one = flow_explored(found, subject, BY_LEARNING)
        if one is None:
            return
        if one.states is None:
            break
        reached = subject
    if reached is not None:
        name = _name(reached, "supplied")
        yield Job(name, supplied_case, (reached,), plan.scaling, obeys=True, modules=READY)


# What results say


def flow_explored(found: Found, subject: FlowSubject, method: str = WHOLE) -> Explored | None:
    """What the check of a subject by a method explored, if there is a result."""
    result = found.get(_name(subject, method))
    return None if result is None else Explored.of(subject, result)


def flow_supplied(found: Found, subject: FlowSubject) -> Supplied | None:
    """Learning beside a supplied assumption, if that was looked at and finished."""
    result = found.get(_name(subject, "supplied"))
    return None if result is None else Supplied.of(result)


@lru_cache(maxsize=1000)
def flow_decomposed(number: int, size: int) -> tuple[FlowSubject, ...]:
    """A subject in all its two-way decompositions."""
    return tuple(FlowSubject(number, size, first) for first in all_first_sides(FLOW_CASES[number].system.tasks(size)))


def parts_explored(found: Found, number: int, method: str, size: int) -> list[Explored]:
    """All decompositions of which there is a result."""
    results = (flow_explored(found, subject, method) for subject in flow_decomposed(number, size))
    return [one for one in results if one is not None]


def whole_states(plan: FlowPlan, found: Found, size: int = 2) -> dict[int, float]:
    """The monolithic states of each subject; infinite, if it did not finish."""
    results = {number: flow_explored(found, FlowSubject(number, size)) for number in plan.subjects}
    return {number: one.cost for number, one in results.items() if one is not None}


def best_side(plan: FlowPlan, found: Found, number: int, method: str) -> FirstSide:
    """The best decomposition of a subject at size 2, once all are looked at; nothing before, or if none finished."""
    if 2 not in plan.sizes:
        return ()
    parts = parts_explored(found, number, method, 2)
    best = best_known(parts)
    return best[number].subject.first if len(parts) == len(flow_decomposed(number, 2)) and number in best else ()


def flow_growing(plan: FlowPlan, found: Found, number: int, method: str) -> list[FlowSubject]:
    """The generalisations of the best decomposition of size 2, itself included: the paper's Fig. 3."""
    first = best_side(plan, found, number, method)
    case = FLOW_CASES[number]
    tasks = case.system.tasks
    return [
        FlowSubject(number, size, generalised(first, tasks(2), tasks(size), case.apart))
        for size in (_sizes(plan, number) if first else ())
    ]


def flow_sizes(plan: FlowPlan, found: Found, number: int, method: str = WHOLE) -> Sizes:
    """The states by size, as far as there are results: of the whole, or of the generalised decomposition."""
    subjects = [FlowSubject(number, size) for size in _sizes(plan, number)]
    if method != WHOLE:
        subjects = flow_growing(plan, found, number, method)
    results = {subject.size: flow_explored(found, subject, method) for subject in subjects}
    return {size: one.states for size, one in results.items() if one is not None}
