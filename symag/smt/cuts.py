"""The encoding by Hall cuts: pure Boolean (CAV'12, Lemma 1).

μ ⊑_R ν if and only if for all S ⊆ Supp(μ) and T ⊆ Supp(ν) with μ(S) + ν(T) > 1 some pair of S × T is in R: otherwise
the mass of S finds no room, as only 1 - ν(T) of ν is outside T. Only those (S, T) are needed from which nothing can be
left out.

- R(s, p) → ⋁ M(μ, ν) over the answers ν of p, for every transition s -a-> μ.
- M(μ, ν) → ⋁ R(x, y) over S × T, for every minimal cut (S, T).

Every clause has at most one negative literal (dual Horn), so unit propagation decides, and a solver never searches.

The encoding by weight functions, as the paper has it (CAV'12, Def. 4 and 5; section 6).

- R(s, p) → ⋁ M(μ, ν) over the answers ν of p, for every transition s -a-> μ.
- M(μ, ν) → Σ_y w(x, y) = μ(x) for every x, and Σ_x w(x, y) = ν(y) for every y, with Reals w(x, y) ≥ 0.
- w(x, y) > 0 → R(x, y).

Where μ or ν is Dirac there is only one weight function, and it needs every pair: then it is Boolean. QF_LRA.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import lcm
from typing import NamedTuple

from symag.simulation import exact_flow, smallest_cut
from symag.smt.formula import SolverFormula, Sum
from symag.smt.simulation_question import SimulationQuestion

__all__ = ["EAGER_OUTCOMES", "MatchCut", "Scales", "add_cuts", "add_weights", "is_eager", "minimal_cuts"]

EAGER_OUTCOMES = 10
"""Cuts are listed beforehand for supports of together at most so many outcomes (5 and 5: 49 cuts; 7 and 7: 484)."""

Shares = tuple[Fraction, ...]
Positions = tuple[int, ...]


class MatchCut(NamedTuple):
    """A cut of a match: states of the system on the left, of the specification on the right, together more than one."""

    match: int
    left: tuple[int, ...]
    right: tuple[int, ...]

    def literals(self, question: SimulationQuestion) -> list[int]:
        """The clause: if the match holds, some pair of the cut is related."""
        return [-self.match, *(question.variable(x, y) for x in self.left for y in self.right)]


@lru_cache(maxsize=1 << 14)
def minimal_cuts(mu: Shares, nu: Shares) -> tuple[tuple[Positions, Positions], ...]:
    """All minimal cuts of two probability vectors, as positions."""
    scale = lcm(*(share.denominator for share in (*mu, *nu)))
    left, right = ([int(share * scale) for share in shares] for shares in (mu, nu))
    sides = [(chosen, sum(right[y] for y in chosen)) for chosen in _subsets(len(right))]
    cuts = []
    for chosen in _subsets(len(left)):
        mass = sum(left[x] for x in chosen)
        spare_left = min(left[x] for x in chosen)
        for others, room in sides:
            excess = mass + room - scale
            if 0 < excess <= spare_left and excess <= min(right[y] for y in others):
                cuts.append((chosen, others))
    return tuple(cuts)


def _subsets(size: int) -> list[Positions]:
    return [chosen for count in range(1, size + 1) for chosen in combinations(range(size), count)]


def is_eager(question: SimulationQuestion, variable: int) -> bool:
    """Are the cuts of this match few enough to be listed beforehand?"""
    below, above = question.supports(variable)
    return len(below) == 1 or len(above) == 1 or len(below) + len(above) <= EAGER_OUTCOMES


def add_cuts(formula: SolverFormula, question: SimulationQuestion, matches: Iterable[int]) -> None:
    """All minimal cuts of the matches."""
    variable, literals = question.variable, formula.literals
    for number in matches:
        below, above = question.supports(number)
        question.watch.tick(len(below) * len(above))
        if len(below) == 1 or len(above) == 1:  # the weight function needs every pair
            for x in below:
                for y in above:
                    formula.add((-number, variable(x, y)))
            continue
        pairs = [[variable(x, y) for y in above] for x in below]
        cuts = minimal_cuts(*question.shares(number))
        question.watch.tick(1 << len(below) + len(above))  # as many pairs of subsets were looked at, if they are new
        for left, right in cuts:
            literals.append(-number)
            for x in left:
                row = pairs[x]
                for y in right:
                    literals.append(row[y])
            literals.append(0)
        formula.num_clauses += len(cuts)


class Scales:
    """Finds the cut of a match that a relation violates, by exact flows; remembers what it has weighed before.

    The answer depends only on the two probability vectors and on which of their outcomes are related, and models have a
    handful of vectors: so few flows are computed.
    """

    def __init__(self, question: SimulationQuestion) -> None:
        self.question = question
        self._memory: dict[tuple[int, int, int], tuple[Positions, Positions] | None] = {}

    def violated_cut(self, number: int, related: Callable[[int], bool]) -> MatchCut | None:
        """A minimal cut of the match that the relation violates; none if there is a weight function."""
        question = self.question
        below, above = question.supports(number)
        question.watch.tick(len(below) * len(above))
        pattern = 0
        for x in below:
            for y in above:
                pattern = pattern << 1 | related(question.known(x, y))
        key = (*question.vectors(number), pattern)
        if key not in self._memory:
            self._memory[key] = self._weigh(number, pattern)
        cut = self._memory[key]
        return cut and MatchCut(number, tuple(below[x] for x in cut[0]), tuple(above[y] for y in cut[1]))

    def _weigh(self, number: int, pattern: int) -> tuple[Positions, Positions] | None:
        mu, nu = (dict(enumerate(shares)) for shares in self.question.shares(number))
        last = len(mu) * len(nu) - 1
        matching = exact_flow(mu, nu, lambda x, y: bool(pattern >> (last - x * len(nu) - y) & 1), self.question.watch)
        return None if matching.weights is not None else smallest_cut(matching, mu, nu, self.question.watch)


def add_weights(formula: SolverFormula, question: SimulationQuestion, matches: Iterable[int]) -> None:
    """Say what each of the matches means."""
    for match in matches:
        below, above = question.supports(match)
        question.watch.tick(len(below) * len(above))
        pairs = [[question.variable(x, y) for y in above] for x in below]
        if len(below) == 1 or len(above) == 1:
            for row in pairs:
                for pair in row:
                    formula.add((-match, pair))
            continue
        weights = [[formula.real(pair) for pair in row] for row in pairs]
        mu, nu = question.shares(match)
        columns = zip(*weights, strict=True)
        formula.sums += [Sum(match, tuple(row), share) for row, share in zip(weights, mu, strict=True)]
        formula.sums += [Sum(match, column, share) for column, share in zip(columns, nu, strict=True)]
