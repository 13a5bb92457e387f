"""Is there an assumption of n states between two bounds? As clauses over the bounds' own states (Neider, ATVA 2012).

An assumption A is deterministic, so both inclusions `L(low) ⊆ L(A)` and "no word of A leads up to the error" are plain
reachability in a product, also where the bounds are nondeterministic: neither words nor an observation table are
needed. Booleans: `goal(p, a, q)`, A goes from p to q by the letter a; `low(l, p)`, some word leads the lower bound to l
and A to p; `up(u, p)`, the same for the upper bound.

    at most one q for each (p, a):  ¬goal(p, a, q) ∨ ¬goal(p, a, r)
    low(0, 0),  up(0, 0)
    low(l, p) → ⋁q goal(p, a, q)                     for each letter a that l has
    low(l, p) ∧ goal(p, a, q) → low(m, q)            for each move l -a-> m
    up(u, p) ∧ goal(p, a, q) → up(w, q)              for each move u -a-> w
    up(u, p) → ¬goal(p, a, q)                        for each move u -a-> error
    low(l, p) → low(m, p),  up(u, p) → up(w, p)      for hidden moves; ¬up(u, p) if one leads to the error

**Symmetry.** Words of a clique lead to different states of every assumption, so they number its first states: the i-th
word leads to state i, which fixes `low` and `up` there; the empty word is the first one. The other states are numbered
in the order in which a breadth-first search from the first ones meets them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from symag.limits import Watch
from symag.smt.formula import MakeSolver, SolverFormula

__all__ = ["AssumptionClauses", "Rows", "assumption_of_size"]

Rows = Sequence[Sequence[tuple[int, int]]]
"""Per state of a bound, its moves: a letter and a goal. The letter 0 is a hidden move, the goal -1 is the error."""
Clause = tuple[int, ...]


@dataclass(frozen=True)
class AssumptionClauses:
    """The question for one size. Booleans are numbered as the names below say, from 1."""

    size: int
    """The number of states of the assumption."""
    letters: int
    lower: Rows
    upper: Rows
    roots: Sequence[tuple[Collection[int], Collection[int]]] = (((0,), (0,)),)
    """Per state of the assumption whose number is fixed, the states of the two bounds that a word to it leads to."""

    def goal(self, state: int, letter: int, goal: int) -> int:
        """The assumption goes from a state to another by a letter; letter 1 is the first one."""
        return 1 + (state * self.letters + letter - 1) * self.size + goal

    def low(self, below: int, state: int) -> int:
        """Some word leads the lower bound and the assumption to these states."""
        return 1 + self.letters * self.size**2 + below * self.size + state

    def up(self, above: int, state: int) -> int:
        """Some word leads the upper bound and the assumption to these states."""
        return self.low(len(self.lower) + above, state)

    def met(self, state: int, goal: int) -> int:
        """The goal is met from this state first, in a breadth-first search."""
        return self.booleans + 1 + goal * self.size + state

    @property
    def booleans(self) -> int:
        """How many Booleans there are, without those that number the states."""
        return self.letters * self.size**2 + (len(self.lower) + len(self.upper)) * self.size

    def clauses(self) -> Iterator[Clause]:
        """All clauses but those that number the states."""
        states = range(self.size)
        for p in states:
            for letter in range(1, self.letters + 1):
                for q in states:
                    yield from ((-self.goal(p, letter, q), -self.goal(p, letter, r)) for r in range(q))
        for state, (lows, ups) in enumerate(self.roots):
            yield from ((self.low(below, state),) for below in lows)
            yield from ((self.up(above, state),) for above in ups)
        for p in states:
            for below, row in enumerate(self.lower):
                yield from self._below(below, row, p)
            for above, row in enumerate(self.upper):
                yield from self._above(above, row, p)

    def _below(self, below: int, row: Sequence[tuple[int, int]], p: int) -> Iterator[Clause]:
        here = -self.low(below, p)
        for letter in sorted({letter for letter, _ in row if letter}):
            yield here, *(self.goal(p, letter, q) for q in range(self.size))
        for letter, to in row:
            if not letter:
                yield here, self.low(to, p)
                continue
            for q in range(self.size):
                yield here, -self.goal(p, letter, q), self.low(to, q)

    def _above(self, above: int, row: Sequence[tuple[int, int]], p: int) -> Iterator[Clause]:
        here = -self.up(above, p)
        for letter, to in row:
            if not letter:
                yield (here,) if to < 0 else (here, self.up(to, p))
                continue
            for q in range(self.size):
                step = here, -self.goal(p, letter, q)
                yield step if to < 0 else (*step, self.up(to, q))

    def numbering(self) -> Iterator[Clause]:
        """Breadth-first numbers for the states after the roots: exactly one way to number them is left.

        A state comes after the states that it is met from, and states come in the order in which they are met.
        """
        first, met = len(self.roots), self.met

        def leads(p: int, q: int) -> list[int]:
            return [self.goal(p, letter, q) for letter in range(1, self.letters + 1)]

        for q in range(first, self.size):
            yield tuple(met(p, q) for p in range(q))
            for p in range(q):
                yield -met(p, q), *leads(p, q)
                yield from ((-met(p, q), -before) for r in range(p) for before in leads(r, q))
                if q + 1 < self.size:
                    yield from ((-met(p, q), -met(r, q + 1)) for r in range(p))
                    yield from self._same_parent(met(p, q), met(p, q + 1), p, q)

    def _same_parent(self, met: int, met_next: int, p: int, q: int) -> Iterator[Clause]:
        """If both were met from p, the first letter to q comes before every letter to the next state."""
        for letter in range(1, self.letters + 1):
            earlier = [self.goal(p, before, q) for before in range(1, letter)]
            yield -met, -met_next, -self.goal(p, letter, q + 1), *earlier

    def formula(self, watch: Watch) -> SolverFormula:
        """All clauses."""
        formula = SolverFormula()
        for clauses in (self.clauses(), self.numbering()):
            for clause in clauses:
                watch.tick(len(clause))
                formula.add(clause)
        return formula


def assumption_of_size(question: AssumptionClauses, make_solver: MakeSolver, watch: Watch) -> list[list[int]] | None:
    """Per state and letter the next state, or -1, of an assumption of that size; None if there is none."""
    watch.check("looking for an assumption", question.size)
    solver = make_solver("QF_UF", watch)
    solver.add(question.formula(watch))
    if not solver.solve():
        return None
    true = set(solver.true(range(1, question.letters * question.size**2 + 1)))
    states = range(question.size)
    return [
        [
            next((q for q in states if question.goal(p, letter, q) in true), -1)
            for letter in range(1, question.letters + 1)
        ]
        for p in states
    ]
