"""A formula, independent of every solver: clauses over numbered Booleans and, for weight functions, sums of Reals.

That is all there is: nothing beyond QF_LRA can be written down here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

__all__ = ["SolverFormula", "Sum"]


@dataclass(frozen=True)
class Sum:
    """If the Boolean `guard` is true, these Reals add up to `total`."""

    guard: int
    terms: tuple[int, ...]
    total: Fraction


@dataclass
class SolverFormula:
    """Booleans are numbered from 1, and so are Reals, which are never negative."""

    literals: array[int] = field(default_factory=lambda: array("i"))
    """The clauses, one after the other, each closed by a 0; `-v` is the negation of `v` (as in DIMACS)."""
    num_clauses: int = 0
    sums: list[Sum] = field(default_factory=list)
    carriers: list[int] = field(default_factory=lambda: [0])
    """Per Real, the Boolean that must be true if the Real is greater than zero; there is no Real 0."""

    def add(self, clause: Iterable[int]) -> None:
        """One of these literals is true."""
        self.literals.extend(clause)
        self.literals.append(0)
        self.num_clauses += 1

    def real(self, carrier: int) -> int:
        """A new Real."""
        self.carriers.append(carrier)
        return len(self.carriers) - 1

    @property
    def num_reals(self) -> int:
        """How many Reals there are."""
        return len(self.carriers) - 1

    @property
    def logic(self) -> str:
        """The SMT-LIB logic that it needs: linear real arithmetic, or none but Booleans."""
        return "QF_LRA" if self.num_reals else "QF_UF"

    @property
    def size(self) -> int:
        """How many constraints there are."""
        return self.num_clauses + len(self.sums) + self.num_reals

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The clauses, one by one."""
        start = 0
        while start < len(self.literals):
            end = self.literals.index(0, start)
            yield tuple(self.literals[start:end])
            start = end + 1
