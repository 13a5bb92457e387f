"""Tables II to V of TOSEM 2008, and the figures of its sections 4.1 to 4.6, as they are printed.

Learning with the observation table of Rivest and Schapire, rule ASYM, the whole interface as alphabet. `worse` and
`better` are about the largest number of states that one query or one conjecture explores, against the states that
monolithic verification explores. The bound for one decomposition was one hour, or 10 times the monolithic time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

__all__ = [
    "COUNTS",
    "FLAVERS",
    "LTSA",
    "TABLE_4",
    "TABLE_5",
    "BestAtTwo",
    "PublishedSystem",
    "Verifier",
]


class PublishedSystem(NamedTuple):
    """A row of Tables II and III."""

    decompositions: int
    """Of one subject at size 2."""
    properties: int
    worse: int
    """Per cent of all decompositions."""

    @property
    def total(self) -> int:
        """Decompositions of all subjects of the system."""
        return self.decompositions * self.properties


class BestAtTwo(NamedTuple):
    """Section 4.1: subjects whose best decomposition at size 2 is better or worse than monolithic verification, and
    the mean of its states, in per cent of the monolithic ones."""

    better: int
    better_percent: float
    worse: int
    worse_percent: float


class Verifier(NamedTuple):
    """The figures for one of the two verifiers."""

    systems: Mapping[str, PublishedSystem]
    overall_worse: int
    """Per cent, Table III."""
    best: BestAtTwo
    generalised_better: int
    """Subjects whose generalised decomposition is better than monolithic verification at the largest size that both
    could verify (4.2)."""
    generalised_best: int
    """Subjects for which no decomposition is better than the generalised one, at the largest size of which it is known
    (4.4.1)."""
    faster: int
    """Subjects that take less time with the generalised decomposition (4.5)."""
    supplied_same: int
    """Subjects that take as much memory when the learned assumption is supplied (4.6.1)."""
    supplied_percent: tuple[float, ...]
    """What the others take then, in per cent of what learning takes."""

    @property
    def subjects(self) -> int:
        """How many there are."""
        return sum(system.properties for system in self.systems.values())


LTSA = Verifier(
    {
        "Chiron single": PublishedSystem(62, 8, 88),
        "Chiron multiple": PublishedSystem(254, 8, 88),
        "Gas Station": PublishedSystem(30, 4, 100),
        "Peterson": PublishedSystem(6, 1, 100),
        "Relay": PublishedSystem(6, 1, 83),
        "Smokers": PublishedSystem(14, 8, 100),
    },
    overall_worse=89,
    best=BestAtTwo(17, 33.6, 13, 281.7),
    generalised_better=3,
    generalised_best=11,
    faster=7,
    supplied_same=29,
    supplied_percent=(14.5,),
)
"""The verifier of this study. (Of `generalised_better`, the text says 3 of 30 in one place, and 5 of the 17 whose best
decomposition is better at size 2 in another.)"""
FLAVERS = Verifier(
    {
        "Chiron single": PublishedSystem(62, 9, 96),
        "Chiron multiple": PublishedSystem(254, 9, 87),
        "Gas Station": PublishedSystem(30, 4, 66),
        "Peterson": PublishedSystem(6, 1, 100),
        "Relay": PublishedSystem(6, 1, 50),
        "Smokers": PublishedSystem(14, 8, 100),
    },
    overall_worse=89,
    best=BestAtTwo(17, 48.5, 15, 654.1),
    generalised_better=18,
    generalised_best=10,
    faster=11,
    supplied_same=29,
    supplied_percent=(78.6, 86.6, 96.7),
)
"""The other one, on flow graphs: it has subjects 8 and 17, too."""

COUNTS: Mapping[int, int] = {2: 2_772, 3: 5_604, 4: 11_268, 5: 22_596}
"""Two-way decompositions of all 30 subjects of LTSA, by size. The paper prints the first figure; the others follow."""
TABLE_4: Mapping[int, tuple[int, int]] = {1: (8, 0), 2: (7, 2), 3: (2, 0), 4: (13, 14), 5: (2, 14)}
"""Subjects of FLAVERS and of LTSA in each category; (1) to (3) are likely successes, (4) and (5) likely failures."""
TABLE_5: Mapping[int, tuple[tuple[int, int], tuple[int, int]]] = {
    2: ((32, 32), (30, 30)),
    3: ((32, 23), (30, 30)),
    4: ((24, 18), (21, 21)),
    5: ((2, 2), (1, 1)),
}
"""By size, the subjects of FLAVERS and of LTSA whose best decomposition was looked for, and was found."""
