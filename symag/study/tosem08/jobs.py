"""The jobs of the study, as data: each subject as a whole and in all its two-way decompositions, by every method; the
best decompositions generalised to larger systems; and proofs with the learned assumption supplied.

The number of a subject, a size and the names of tasks say all about a job; models are read where it runs. Some jobs
depend on results: `tosem08_jobs` gives those that the results so far ask for, and is called again until it names no
new one. A job whose check reaches a limit has a result, too; the generalised decomposition and the whole are not asked
about larger systems after that.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from symag.check import check
from symag.errors import LimitReached
from symag.limits import Limits, Watch
from symag.model import LPTS
from symag.study.cases.decompositions import FirstSide, all_first_sides, generalised
from symag.study.cases.tosem08 import CASES, Tosem08Subject
from symag.study.checks import check_figures, check_job
from symag.study.jobs import Figures, Found, Job
from symag.study.suite import Labels
from symag.study.tosem08.figures import Explored, Supplied, best_known
from symag.study.tosem08.prediction import sides_case
from symag.traces import reach_error

__all__ = [
    "BY_PARTS",
    "CHOSEN",
    "N_WAY",
    "PUBLISHED",
    "SCALED",
    "SCALED_AS_ONE",
    "SYMMETRIC",
    "WHOLE",
    "Plan",
    "best_first",
    "component_case",
    "decomposed",
    "explored",
    "generalised_subjects",
    "known_sides",
    "largest_component",
    "sides_job",
    "supplied",
    "supplied_case",
    "supplied_job",
    "tosem08_jobs",
    "tosem08_labels",
]

PUBLISHED = "Learning"
"""The method of the paper."""
BY_PARTS: Mapping[str, dict[str, Any]] = {
    PUBLISHED: {"method": "learn", "learner": "rs", "reduce": False},
    "Learning+α": {"method": "learn", "learner": "rs", "alphabet_refinement": True, "reduce": False},
    "AGAR+α": {"method": "agar", "alphabet_refinement": True, "reduce": False},
    "Learning+α, reduced": {"method": "learn", "learner": "rs", "alphabet_refinement": True, "reduce": True},
    "AGAR+α, reduced": {"method": "agar", "alphabet_refinement": True, "reduce": True},
}
"""All by rule ASYM, in the order that the decomposition has; α is alphabet refinement. The components are as they are,
or reduced first, which the paper does not do."""
BY_RULE: dict[str, Any] = {"rule": "asym", "order": "given"}
WHOLE: Mapping[str, dict[str, Any]] = {"Mono": {"method": "mono"}, "Mono, reduced": {"method": "mono", "reduce": True}}
"""Without decompositions."""
N_WAY: Mapping[str, dict[str, Any]] = {
    "AGAR+α, n-way": {"method": "agar", "rule": "asym-n", "order": "auto", "alphabet_refinement": True},
    "Learning+α, n-way": {
        "method": "learn",
        "learner": "rs",
        "rule": "asym-n",
        "order": "auto",
        "alphabet_refinement": True,
    },
    "Weakest": {"method": "weakest"},
}
"""By parts, each component by itself; reduced where the method does so."""
SYMMETRIC = "Learning, symmetric"
"""The rule with an assumption for each side, by the best decomposition of the paper's method."""
SYMMETRIC_OPTIONS: dict[str, Any] = {"method": "learn", "learner": "rs", "reduce": False, "rule": "symmetric"}
CHOSEN = "AGAR+α, decompose"
"""The sides are chosen by `--decompose auto`."""
CHOSEN_OPTIONS: dict[str, Any] = {"method": "agar", "alphabet_refinement": True, "decompose": "auto"}
AS_ONE: Mapping[str, dict[str, Any]] = {**WHOLE, **N_WAY, CHOSEN: CHOSEN_OPTIONS}
"""What needs no decomposition."""
SCALED = (PUBLISHED, "AGAR+α, reduced")
"""Methods whose best decompositions are generalised, if they are in the plan."""
SCALED_AS_ONE = ("Mono", "AGAR+α, n-way", "Weakest", CHOSEN)
LARGEST: Mapping[str, int] = {
    "Chiron single": 6,
    "Chiron multiple": 10,
    "Gas Station": 8,
    "Peterson": 5,
    "Relay": 12,
    "Smokers": 6,
}
"""The largest systems: reading larger ones would take longer than checking them."""
READY = ("symag.study.cases.tosem08_ready",)
"""What jobs start with."""
ASKED: dict[str, Any] = {"relation": "traces", "audit": False}


@dataclass(frozen=True)
class Plan:
    """What the study looks at."""

    subjects: Sequence[int] = tuple(CASES)
    methods: Sequence[str] = (PUBLISHED, "AGAR+α", "AGAR+α, reduced")
    """Of `BY_PARTS`."""
    sizes: Sequence[int] = (2,)
    """Of the systems of which all decompositions are looked at; the best ones of size 2 are generalised."""
    largest: int = 200
    """The largest system, if `LARGEST` allows it; the paper went up to 200."""
    limits: Limits = field(default_factory=lambda: Limits(20.0, memory_mb=4096.0))
    """Of each check."""
    scaling: Limits = field(default_factory=lambda: Limits(10.0, 100_000, 4096.0))
    """Of each check of a growing system. With a limit on states, which systems can be verified does not depend on the
    machine, but for methods that need more time than space."""

    @property
    def scaled(self) -> tuple[str, ...]:
        """The methods whose best decompositions are generalised."""
        return tuple(method for method in self.methods if method in SCALED)

    def up_to(self, number: int) -> int:
        """The largest system of a subject."""
        return min(self.largest, LARGEST[CASES[number].system.name])


@lru_cache(maxsize=100_000)
def _name(subject: Tosem08Subject, method: str) -> str:
    side = f", {' '.join(subject.first)}" if subject.first else ""
    return f"{subject.title}, {method}{side}"


def explored(found: Found, subject: Tosem08Subject, method: str) -> Explored | None:
    """What the check of a subject by a method explored, if there is a result."""
    result = found.get(_name(subject, method))
    return None if result is None else Explored.of(subject, result)


def _check(plan: Plan, subject: Tosem08Subject, method: str) -> Job:
    return _check_within(plan.limits if subject.size in plan.sizes else plan.scaling, subject, method)


@lru_cache(maxsize=100_000)
def _check_within(limits: Limits, subject: Tosem08Subject, method: str) -> Job:
    """Jobs are asked for again and again; their keys take a while."""
    if subject.first:
        options = SYMMETRIC_OPTIONS if method == SYMMETRIC else BY_PARTS[method] | BY_RULE
    else:
        options = AS_ONE[method]
    return check_job(_name(subject, method), subject, options | ASKED, limits, "holds", READY)


COLUMNS = ("method", "rule", "backend", "learner", "alphabet_refinement", "reduce", "order", "relation")


def tosem08_labels(job: Job) -> Labels:
    """What a job is called in tables."""
    subject: Tosem08Subject = job.arguments[0]
    options = job.arguments[1] if job.function is check_figures else ASKED
    way = job.name.removeprefix(f"{subject.title}, ").removesuffix(f", {' '.join(subject.first)}")
    labels = {"check": subject.title, "system": subject.case.system.name, "size": subject.size}
    labels |= {"decomposition": " ".join(subject.first) or None, "way": way}
    return labels | {name: options.get(name, "fixpoint" if name == "backend" else None) for name in COLUMNS}


def tosem08_jobs(plan: Plan, found: Found) -> Iterator[Job]:
    """All jobs that are known when these results are, each once."""
    given: set[str] = set()
    for job in _all_jobs(plan, found):
        if job.name not in given:
            given.add(job.name)
            yield job


def _all_jobs(plan: Plan, found: Found) -> Iterator[Job]:
    for number in plan.subjects:
        for size in plan.sizes:
            for method in AS_ONE:
                yield _check(plan, Tosem08Subject(number, size), method)
            for subject in decomposed(number, size):
                for method in plan.methods:
                    yield _check(plan, subject, method)
        yield sides_job(number, plan.limits)
        for method in SCALED_AS_ONE:
            whole = [Tosem08Subject(number, size) for size in range(2, plan.up_to(number) + 1)]
            yield from _growing(plan, found, whole, method)
        for method in plan.scaled:
            if first := best_first(plan, found, number, method):
                yield from _growing(plan, found, generalised_subjects(number, first, plan.up_to(number)), method)
        if PUBLISHED in plan.methods and (first := best_first(plan, found, number, PUBLISHED)):
            yield _check(plan, Tosem08Subject(number, 2, first), SYMMETRIC)
        yield from _supplied(plan, found, number)
        yield component_job(plan, number)


def component_job(plan: Plan, number: int) -> Job:
    """The largest component of a subject at the largest size: see `component_case`."""
    subject = Tosem08Subject(number, plan.up_to(number))
    return Job(_name(subject, "component"), component_case, (subject,), plan.limits, obeys=True, modules=READY)


def component_case(subject: Tosem08Subject, limits: Limits) -> Iterator[Figures]:
    """A proof by parts has at least the states of each component, as composing does not."""
    (components,), _ = subject.models()
    yield {}  # from here on the clock runs
    yield {"component": max(model.num_states for model in components)}


def largest_component(plan: Plan, found: Found, number: int) -> int | None:
    """What it found out."""
    result = found.get(_name(Tosem08Subject(number, plan.up_to(number)), "component"))
    return None if result is None else result.figures.get("component")


def sides_job(number: int, limits: Limits) -> Job:
    """What is known beforehand of the decompositions of a subject: see `sides_case`."""
    subject = Tosem08Subject(number)
    return Job(_name(subject, "sides"), sides_case, (subject,), limits, obeys=True, modules=READY)


def known_sides(found: Found, number: int, kind: str) -> list[list[int]] | None:
    """What it found out: for components as they are `given`, or `reduced`."""
    result = found.get(_name(Tosem08Subject(number), "sides"))
    return None if result is None else result.figures.get(kind)


@lru_cache(maxsize=1000)
def decomposed(number: int, size: int) -> tuple[Tosem08Subject, ...]:
    """A subject in all its two-way decompositions."""
    return tuple(Tosem08Subject(number, size, first) for first in all_first_sides(CASES[number].system.tasks(size)))


def best_first(plan: Plan, found: Found, number: int, method: str) -> FirstSide:
    """The best decomposition of a subject at size 2, once all are looked at; nothing before, or if none finished."""
    if 2 not in plan.sizes:
        return ()
    parts = [explored(found, subject, method) for subject in decomposed(number, 2)]
    best = best_known(one for one in parts if one is not None)
    return best[number].subject.first if None not in parts and number in best else ()


def generalised_subjects(number: int, first: FirstSide, largest: int) -> list[Tosem08Subject]:
    """The generalisations of a decomposition of size 2, itself included, up to a size: the paper's Fig. 3."""
    case = CASES[number]
    tasks = case.system.tasks
    return [
        Tosem08Subject(number, size, generalised(first, tasks(2), tasks(size), case.apart))
        for size in range(2, largest + 1)
    ]


def _growing(plan: Plan, found: Found, subjects: Sequence[Tosem08Subject], method: str) -> Iterator[Job]:
    """Checks of growing systems, each when the one before has finished."""
    for subject in subjects:
        yield _check(plan, subject, method)
        last = explored(found, subject, method)
        if last is None or last.states is None:
            return


def _supplied(plan: Plan, found: Found, number: int) -> Iterator[Job]:
    """The paper's method at the largest size that the generalised decomposition gets to."""
    first = best_first(plan, found, number, PUBLISHED) if PUBLISHED in plan.methods else ()
    if not first:
        return
    reached = None
    for subject in generalised_subjects(number, first, plan.up_to(number)):
        one = explored(found, subject, PUBLISHED)
        if one is None:
            return
        if one.states is None:
            break
        reached = subject
    if reached is not None:
        yield supplied_job(reached, plan.scaling)


# Learning beside the same proof without it


def supplied_job(subject: Tosem08Subject, limits: Limits) -> Job:
    """The cost of learning (4.6): see `supplied_case`."""
    return Job(_name(subject, "supplied"), supplied_case, (subject,), limits, obeys=True, modules=READY)


def supplied(found: Found, subject: Tosem08Subject) -> Supplied | None:
    """What it found out, if it finished."""
    result = found.get(_name(subject, "supplied"))
    return None if result is None else Supplied.of(result)


def supplied_case(subject: Tosem08Subject, limits: Limits) -> Iterator[Figures]:
    """The method of the paper, and then both premises of rule ASYM with the assumption that it learned."""
    (first, second), specification = subject.models()
    options = BY_PARTS[PUBLISHED] | BY_RULE | ASKED
    yield {}  # from here on the clock runs
    cpu = time.process_time()
    verdict = check([first, second], specification, **options, limits=limits)
    learned_seconds = time.process_time() - cpu
    if verdict.verdict != "holds":
        yield {"verdict": verdict.verdict, "limit": verdict.limit, "reason": verdict.reason}
        return
    (assumption,) = verdict.assumptions
    cpu = time.process_time()
    try:
        states = _premises(first, second, assumption, specification, Watch(limits))
    except LimitReached as reached:
        yield {"verdict": "unknown", "limit": reached.kind, "reason": str(reached)}
        return
    yield {
        "verdict": "holds",
        "learned_states": verdict.statistics["largest_composition"],
        "learned_seconds": learned_seconds,
        "supplied_states": max(states),
        "supplied_seconds": time.process_time() - cpu,
        "assumption": assumption.num_states,
    }


def _premises(
    first: Sequence[LPTS], second: Sequence[LPTS], assumption: LPTS, specification: LPTS, watch: Watch
) -> list[int]:
    """The states explored for ⟨A⟩ S1 ⟨P⟩ and ⟨true⟩ S2 ⟨A⟩, by the search that learning uses for its conjectures."""
    premises = (((*first, assumption), specification), (second, assumption))
    return [reach_error(below, above, watch)[1].num_states for below, above in premises]
