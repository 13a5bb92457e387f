"""What the study finds out, as pure functions of what its checks explored: Tables III, IV and V of TOSEM 2008, the best
decompositions (4.1, 4.4), and the cost of learning (4.6).

The measure is that of the paper: the states of the largest single exploration. A check that a limit ended has none,
and counts as worse than any that finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import inf
from statistics import fmean
from typing import NamedTuple, Protocol

from symag.study.cases.decompositions import FirstSide, Tasks
from symag.study.cases.tosem08 import SYSTEMS
from symag.study.jobs import JobResult

__all__ = [
    "LARGEST",
    "BestOfAll",
    "Category",
    "Explored",
    "Share",
    "Sizes",
    "StudySubject",
    "Supplied",
    "attempted_and_succeeded",
    "best_known",
    "best_of_all",
    "category",
    "common_size",
    "has_ended",
    "is_best",
    "reached",
    "shares_worse",
]


class SubjectSystem(Protocol):
    """The system of a subject: a model or a program."""

    @property
    def name(self) -> str:
        """As in the tables of the paper."""

    def tasks(self, size: int) -> Tasks:
        """Its tasks at a size."""


class SubjectCase(Protocol):
    """A row of Table I."""

    @property
    def system(self) -> SubjectSystem:
        """What has the property."""


class StudySubject(Protocol):
    """A subject of some size, decomposed: of models for LTSs, or of programs for flow graphs."""

    @property
    def number(self) -> int:
        """The paper's."""

    @property
    def size(self) -> int:
        """How many repeated tasks there are."""

    @property
    def first(self) -> FirstSide:
        """The tasks on the first side."""

    @property
    def case(self) -> SubjectCase:
        """Its row of Table I."""

    @property
    def title(self) -> str:
        """For people."""


@dataclass(frozen=True)
class Explored:
    """What one check of a subject explored."""

    subject: StudySubject
    states: int | None
    """Of its largest exploration; None if it did not finish."""
    seconds: float | None = None
    assumption: int | None = None
    """States of the assumption."""

    @classmethod
    def of(cls, subject: StudySubject, result: JobResult) -> Explored:
        """By the result of its job."""
        figures = result.figures
        if figures.get("verdict") not in ("holds", "violated"):
            return cls(subject, None)
        return cls(subject, figures["largest_composition"], figures["cpu_seconds"], figures["largest_assumption"])

    @property
    def cost(self) -> float:
        """The states; more than anything, if it did not finish."""
        return inf if self.states is None else self.states


class Share(NamedTuple):
    """Decompositions, and how many are worse than monolithic verification."""

    total: int
    worse: int
    unfinished: int
    """How many of the worse ones did not finish."""

    @property
    def percent(self) -> float:
        """Of all decompositions."""
        return 100 * self.worse / self.total if self.total else 0.0

    def __add__(self, other: object) -> Share:
        """Both together."""
        if not isinstance(other, Share):
            return NotImplemented
        return Share(*(one + two for one, two in zip(self, other, strict=True)))


def shares_worse(whole: Mapping[int, float], parts: Iterable[Explored]) -> dict[str, Share]:
    """Table III: for each system, the decompositions that explore more states than monolithic verification of the same
    subject. `whole` has the monolithic states by the number of the subject."""
    found: dict[str, Share] = {}
    for one in parts:
        system = one.subject.case.system.name
        is_worse = one.states is None or one.states > whole[one.subject.number]
        found[system] = found.get(system, Share(0, 0, 0)) + Share(1, is_worse, one.states is None)
    return {name: found[name] for name in SYSTEMS if name in found}


def best_known(parts: Iterable[Explored]) -> dict[int, Explored]:
    """For each subject, the decomposition that explores fewest states, the first one of several; none if none
    finished."""
    best: dict[int, Explored] = {}
    for one in parts:
        number = one.subject.number
        if one.states is not None and (number not in best or one.cost < best[number].cost):
            best[number] = one
    return best


class BestOfAll(NamedTuple):
    """Subjects whose best decomposition is better or worse than monolithic verification (4.1), and the mean of its
    states in per cent of the monolithic ones."""

    better: int
    better_percent: float | None
    worse: int
    worse_percent: float | None


def best_of_all(whole: Mapping[int, float], best: Mapping[int, Explored]) -> BestOfAll:
    """Section 4.1. One that is as good as monolithic verification is neither better nor worse."""
    ratios = [100 * one.cost / whole[number] for number, one in best.items()]
    better, worse = [ratio for ratio in ratios if ratio < 100], [ratio for ratio in ratios if ratio > 100]
    return BestOfAll(len(better), fmean(better) if better else None, len(worse), fmean(worse) if worse else None)


def attempted_and_succeeded(parts: Sequence[Explored]) -> tuple[int, int]:
    """A row of Table V: the subjects of which all decompositions were looked at, and those of which all finished, so
    that the best one is known."""
    seen: dict[tuple[int, int], list[Explored]] = {}
    for one in parts:
        seen.setdefault((one.subject.number, one.subject.size), []).append(one)
    complete = [some for some in seen.values() if len(some) == _decompositions(some[0].subject)]
    return len(complete), sum(all(one.states is not None for one in some) for some in complete)


def _decompositions(subject: StudySubject) -> int:
    return (1 << len(subject.case.system.tasks(subject.size).names)) - 2


def is_best(generalised: Explored, all_parts: Iterable[Explored]) -> bool:
    """Does no decomposition of that subject and size explore fewer states (4.4.1)?"""
    same = (generalised.subject.number, generalised.subject.size)
    others = (one for one in all_parts if (one.subject.number, one.subject.size) == same)
    return all(generalised.cost <= one.cost for one in others)


class Category(IntEnum):
    """Where the generalised decomposition of a subject gets to, beside monolithic verification: Table IV."""

    FARTHER = 1
    """It verifies a larger system."""
    PERHAPS_FARTHER = 2
    """It is not known; it is better at the largest size that both verified."""
    NOT_NEEDED = 3
    """Both verify systems of size 200, and it is better there."""
    NOT_FARTHER = 4
    """It cannot verify a larger system."""
    PERHAPS_NOT_FARTHER = 5
    """It is not known; it is not better at the largest size that both verified."""

    @property
    def likely_success(self) -> bool:
        """As the paper counts."""
        return self <= Category.NOT_NEEDED


LARGEST = 200
"""The size at which the paper stops."""
Sizes = Mapping[int, int | None]
"""States by the size of the system, for the sizes that were looked at, one after the other; None where a limit was
reached."""


def reached(sizes: Sizes) -> int:
    """The largest size that was verified, of those before the first that was not; 1 if there is none."""
    largest = 1
    for size in sorted(sizes):
        if sizes[size] is None:
            break
        largest = size
    return largest


def has_ended(sizes: Sizes) -> bool:
    """Was a limit reached?"""
    return None in sizes.values()


def common_size(whole: Sizes, parts: Sizes) -> int | None:
    """The largest size that both verified."""
    size = min(reached(whole), reached(parts))
    return size if size >= 2 else None


def category(whole: Sizes, parts: Sizes, largest: int = LARGEST) -> Category:
    """Table IV. It is not known what lies beyond the sizes that were looked at.

    A decomposition that is as good as monolithic verification is not better. One that is not better at the largest
    size is in (5): the paper, where there was none, has no category for it.
    """
    whole_size, parts_size = reached(whole), reached(parts)
    if has_ended(whole) and parts_size > whole_size:
        return Category.FARTHER
    if has_ended(parts) and parts_size <= whole_size:
        return Category.NOT_FARTHER
    size = min(whole_size, parts_size)
    if size < 2:
        return Category.PERHAPS_NOT_FARTHER
    one, other = whole[size], parts[size]
    assert one is not None
    assert other is not None
    if other >= one:
        return Category.PERHAPS_NOT_FARTHER
    return Category.NOT_NEEDED if size >= largest else Category.PERHAPS_FARTHER


class Supplied(NamedTuple):
    """A proof by a learned assumption beside the same proof with that assumption supplied (4.6)."""

    learned_states: int
    supplied_states: int
    learned_seconds: float
    supplied_seconds: float
    assumption: int

    @classmethod
    def of(cls, result: JobResult) -> Supplied | None:
        """By the result of its job; None if it did not finish."""
        figures = result.figures
        return cls(*(figures[name] for name in cls._fields)) if "supplied_states" in figures else None

    @property
    def percent(self) -> float:
        """States with the assumption supplied, in per cent of those of learning."""
        return 100 * self.supplied_states / self.learned_states

    @property
    def percent_learning(self) -> float:
        """The part of the time that learning takes (Fig. 15)."""
        return 100 * max(self.learned_seconds - self.supplied_seconds, 0.0) / self.learned_seconds
