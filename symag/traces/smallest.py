"""The search for a smallest assumption: what a search needs, and what it yields.

An assumption A serves rule ASYM if `L(M2) ⊆ L(A) ⊆ W` over the interface: W is the weakest assumption of M1 and P. So
words have three values (Fietzke 2006): those of M2 must be in A, those outside of W must not be, and all others may. A
is a deterministic LTS, all of whose states accept; its size is the number of these states.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from symag.traces.learner import Conjecture, Word

__all__ = ["SearchProgress", "SmallestSearch", "ThreeValuedTeacher"]


class ThreeValuedTeacher(Protocol):
    """Answers questions about the two bounds of an assumption. The lower bound is within the upper one."""

    @property
    def letters(self) -> int:
        """The number of letters; letter 1 is the first action of the interface."""

    def value(self, word: Word) -> bool | None:
        """True if the word must be in the assumption, False if it must not be, None if it may."""

    def refute(self, conjecture: Conjecture) -> Word | None:
        """A shortest word that must be in the conjecture and is not, or that is in it and must not be."""


@dataclass(frozen=True)
class SearchProgress:
    """What a search knows so far. It ends when an assumption has as many states as every assumption must have."""

    lower_bound: int
    """Every assumption has at least this number of states."""
    assumption: Conjecture | None
    """The smallest assumption that was found so far."""


class SmallestSearch(Protocol):
    """A way to search for a smallest assumption, step by step."""

    def __call__(self, teacher: ThreeValuedTeacher) -> Iterator[SearchProgress]:
        """Each time that a bound gets better, what is known now."""
