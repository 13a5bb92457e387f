"""The jobs of the study, as data: each subject as a whole and in all its two-way decompositions, by every method; the
best decompositions generalised to larger systems; and proofs with the learned assumption supplied.

The number of a subject, a size and the names of tasks say all about a job; models are read where it runs. Some jobs
depend on results: `tosem08_jobs` gives those that the results so far ask for, and is called again until it names no
new one. A job whose check reaches a limit has a result, too; the generalised decomposition and the whole are not asked
about larger systems after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from symag.limits import Limits
from symag.study.cases.decompositions import FirstSide, all_first_sides, generalised
from symag.study.cases.tosem08 import CASES, Tosem08Subject
from symag.study.checks import check_figures, check_job
from symag.study.jobs import Found, Job
from symag.study.suite import Labels
from symag.study.tosem08.figures import Explored, Sizes, Supplied, best_known, has_ended, reached
from symag.study.tosem08.obstacles import component_case, fitting_case
from symag.study.tosem08.prediction import beforehand_case
from symag.study.tosem08.supplied import supplied_case
from symag.study.tosem08.ways import (
    AS_ONE,
    ASKED,
    BY_PARTS,
    BY_RULE,
    PUBLISHED,
    READY,
    SCALED,
    SCALED_AS_ONE,
    SCALED_BESIDE,
    SYMMETRIC,
    SYMMETRIC_OPTIONS,
)

__all__ = [
    "Plan",
    "best_first",
    "decomposed",
    "explored",
    "fitting",
    "generalised_subjects",
    "known_sides",
    "largest_component",
    "limit_of",
    "sides_job",
    "sizes_of",
    "supplied",
    "supplied_job",
    "tosem08_jobs",
    "tosem08_labels",
]

LOOKED_AT: Mapping[str, Sequence[int]] = {
    "Chiron single": range(2, 10),
    "Chiron multiple": range(2, 10),
    "Gas Station": range(2, 9),
    "Peterson": range(2, 6),
    "Relay": (*range(2, 13), 25, 50, 100, 200),
    "Smokers": range(2, 7),
}
"""The sizes of growing systems: reading larger ones would take longer than checking them, or the paper stops there."""
LARGEST_READABLE: Mapping[int, int] = {9: 8, 18: 8}
"""The property of these subjects has indices for every set of artists, of which the reader takes a million."""
MOST: Mapping[str, int] = dict.fromkeys(BY_PARTS, 126) | {PUBLISHED: 62}
"""By method: of a subject with more decompositions than that at a size beyond 2, it does not look at all of them."""


@dataclass(frozen=True)
class Plan:
    """What the study looks at."""

    subjects: Sequence[int] = tuple(CASES)
    methods: Sequence[str] = (PUBLISHED, "AGAR+α", "AGAR+α, reduced")
    """Of `BY_PARTS`."""
    sizes: Sequence[int] = (2, 3)
    """Of the systems of which all decompositions are looked at; the best ones of size 2 are generalised."""
    most: Mapping[str, int] = field(default_factory=lambda: MOST)
    """See `MOST`; a method that is not there looks at all of every subject."""
    largest: int = 200
    """The largest system, of those that are `LOOKED_AT`; the paper went up to 200."""
    limits: Limits = field(default_factory=lambda: Limits(20.0, memory_mb=4096.0))
    """Of each check of size 2."""
    scaling: Limits = field(default_factory=lambda: Limits(20.0, 100_000, 4096.0))
    """Of each check of a growing system. With a limit on states, which systems can be verified does not depend on the
    machine, but for methods that need more time than space."""
    others: Limits = field(default_factory=lambda: Limits(5.0, 100_000, 4096.0))
    """Of each decomposition of a larger system that is not the generalised one."""

    @property
    def scaled(self) -> tuple[str, ...]:
        """The methods whose best decompositions are generalised."""
        return tuple(method for method in self.methods if method in SCALED)

    def growing(self, number: int) -> list[int]:
        """The sizes of a growing subject."""
        largest = min(self.largest, LARGEST_READABLE.get(number, self.largest))
        return [size for size in LOOKED_AT[CASES[number].system.name] if size <= largest]

    def up_to(self, number: int) -> int:
        """The largest system of a subject."""
        return max(self.growing(number))

    def looks_at_all(self, number: int, size: int, method: str) -> bool:
        """Are all decompositions of that size looked at by the method?"""
        count = (1 << len(CASES[number].system.tasks(size).names)) - 2
        return size in self.sizes and (size == 2 or count <= self.most.get(method, count))


@lru_cache(maxsize=100_000)
def _name(subject: Tosem08Subject, method: str) -> str:
    side = f", {' '.join(subject.first)}" if subject.first else ""
    return f"{subject.title}, {method}{side}"


def explored(found: Found, subject: Tosem08Subject, method: str) -> Explored | None:
    """What the check of a subject by a method explored, if there is a result."""
    result = found.get(_name(subject, method))
    return None if result is None else Explored.of(subject, result)


def _check(plan: Plan, subject: Tosem08Subject, method: str) -> Job:
    return _check_within(plan.limits if subject.size == 2 else plan.scaling, subject, method)


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
        if 2 in plan.sizes:
            for method in AS_ONE:
                yield _check(plan, Tosem08Subject(number), method)
            for subject in decomposed(number, 2):
                for method in plan.methods:
                    yield _check(plan, subject, method)
        yield sides_job(number, plan.limits)
        whole = [Tosem08Subject(number, size) for size in plan.growing(number)]
        for method in (*SCALED_BESIDE, *SCALED_AS_ONE):
            yield from _growing(plan, found, whole, method)
        for method in plan.methods:
            if first := best_first(plan, found, number, method):
                if method in plan.scaled:
                    subjects = generalised_subjects(number, first, plan.growing(number))
                    yield from _growing(plan, found, subjects, method)
                yield from _all_of_larger(plan, number, first, method)
        if PUBLISHED in plan.methods and (first := best_first(plan, found, number, PUBLISHED)):
            yield _check(plan, Tosem08Subject(number, 2, first), SYMMETRIC)
        yield from _supplied(plan, found, number)
        yield component_job(plan, number)
        yield from _fitting(plan, found, number)


def _all_of_larger(plan: Plan, number: int, first: FirstSide, method: str) -> Iterator[Job]:
    """All decompositions beyond size 2, the generalised one before the others."""
    sizes = [size for size in plan.sizes if size > 2 and plan.looks_at_all(number, size, method)]
    for subject in generalised_subjects(number, first, sizes):
        yield _check(plan, subject, method)
    for size in sizes:
        yield from (_check_within(plan.others, subject, method) for subject in decomposed(number, size))


def sides_job(number: int, limits: Limits) -> Job:
    """What is known beforehand of the decompositions of a subject: see `beforehand_case`."""
    subject = Tosem08Subject(number)
    return Job(_name(subject, "sides"), beforehand_case, (subject,), limits, obeys=True, modules=READY)


def known_sides(found: Found, number: int, kind: str) -> list[tuple[list[int], bool, int]] | None:
    """What it found out: for components as they are `given`, or `reduced`, the states of both sides; whether the first
    side keeps the property alone, and the letters of the property in which the second side takes part."""
    result = found.get(_name(Tosem08Subject(number), "sides"))
    if result is None or kind not in result.figures:
        return None
    return list(zip(*(result.figures[name] for name in (kind, "alone", "letters")), strict=True))


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


def generalised_subjects(number: int, first: FirstSide, sizes: Iterable[int]) -> list[Tosem08Subject]:
    """The generalisations of a decomposition of size 2 to these sizes: the paper's Fig. 3."""
    case = CASES[number]
    tasks = case.system.tasks
    return [Tosem08Subject(number, size, generalised(first, tasks(2), tasks(size), case.apart)) for size in sizes]


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
    for subject in generalised_subjects(number, first, plan.growing(number)):
        one = explored(found, subject, PUBLISHED)
        if one is None:
            return
        if one.states is None:
            break
        reached = subject
    if reached is not None:
        yield supplied_job(reached, plan.scaling)


def supplied_job(subject: Tosem08Subject, limits: Limits) -> Job:
    """The cost of learning (4.6): see `supplied_case`."""
    return Job(_name(subject, "supplied"), supplied_case, (subject,), limits, obeys=True, modules=READY)


def supplied(found: Found, subject: Tosem08Subject) -> Supplied | None:
    """What it found out, if it finished."""
    result = found.get(_name(subject, "supplied"))
    return None if result is None else Supplied.of(result)


def component_job(plan: Plan, number: int) -> Job:
    """The largest component of a subject at the largest size: see `component_case`."""
    subject = Tosem08Subject(number, plan.up_to(number))
    return Job(_name(subject, "component"), component_case, (subject,), plan.limits, obeys=True, modules=READY)


def largest_component(plan: Plan, found: Found, number: int) -> int | None:
    """The states of the largest component, or of the property, if it has more."""
    result = found.get(_name(Tosem08Subject(number, plan.up_to(number)), "component"))
    if result is None or "component" not in result.figures:
        return None
    return int(max(result.figures["component"], result.figures["specification"]))


def _fitting(plan: Plan, found: Found, number: int) -> Iterator[Job]:
    """Where composing reached a limit, and methods by parts did not get farther: see `fitting_case`."""
    whole = sizes_of(plan, found, number, "Mono")
    if has_ended(whole):
        sizes = [sizes_of(plan, found, number, method) for method in (*plan.scaled, *SCALED_AS_ONE)]
        if all(reached(one) <= reached(whole) for one in sizes) and any(map(has_ended, sizes)):
            yield fitting_job(plan, Tosem08Subject(number, max(whole)))


def fitting_job(plan: Plan, subject: Tosem08Subject) -> Job:
    """The decompositions of the first size that composing does not verify."""
    return Job(_name(subject, "fitting"), fitting_case, (subject,), plan.scaling, obeys=True, modules=READY)


def fitting(found: Found, subject: Tosem08Subject) -> tuple[int, int] | None:
    """How many there are, and how many of them have sides within the limit."""
    result = found.get(_name(subject, "fitting"))
    if result is None or "fit" not in result.figures:
        return None
    return result.figures["decompositions"], result.figures["fit"]


def sizes_of(plan: Plan, found: Found, number: int, method: str) -> Sizes:
    """The states by size: of a method without decomposition, or of the generalised one."""
    results = {subject.size: explored(found, subject, method) for subject in _scaled(plan, found, number, method)}
    return {size: one.states for size, one in results.items() if one is not None}


def limit_of(plan: Plan, found: Found, number: int, method: str) -> str | None:
    """The kind of the limit that the method reached, as the system grew."""
    for subject in _scaled(plan, found, number, method):
        result = found.get(_name(subject, method))
        if result is not None and result.limit is not None:
            return result.limit
    return None


def _scaled(plan: Plan, found: Found, number: int, method: str) -> list[Tosem08Subject]:
    if method in AS_ONE:
        return [Tosem08Subject(number, size) for size in plan.growing(number)]
    first = best_first(plan, found, number, method)
    return generalised_subjects(number, first, plan.growing(number)) if first else []
