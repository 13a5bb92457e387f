"""Decides formulas of probabilistic safety by a solver, path by path, from the inside out (`probability_bound.py`).

A model is the inductive bound that the kernel checks. A core names the choices that are unrolled into a tree, until
that exceeds the bound. The states that satisfy a formula inside of a path are found in the same way, state by state;
each model settles all states that it puts below the bound.

A question for the greatest probability, `Pmax=?`, is answered by the exact engine. The solver confirms it from both
sides: at most this is satisfiable, and less is not.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symag.errors import InternalError
from symag.evidence import BoundPart
from symag.limits import Watch
from symag.model import LPTS
from symag.probability import Chance, Evaluation, Formula, Unrolled, decision_of, unroll
from symag.simulation import Decision
from symag.smt.formula import MakeSolver
from symag.smt.probability_bound import BoundQuestion, PathBound

__all__ = ["SolvedEvaluation", "decide_formula"]


def decide_formula(system: LPTS, formula: Any, watch: Watch, make_solver: MakeSolver) -> Decision:
    """See `symag.simulation.backend.DecideFormula`."""
    return decision_of(SolvedEvaluation(system, formula, watch, make_solver))


class SolvedEvaluation(Evaluation):
    """A formula on a system, as far as it was asked for, by a solver."""

    def __init__(self, system: LPTS, formula: Formula, watch: Watch, make_solver: MakeSolver) -> None:
        super().__init__(system, formula, watch)
        self._make_solver = make_solver
        self._paths: dict[int, PathBound] = {}

    def guess(self) -> float | None:
        """Nothing: a solver says on which side of the bound the probability is, not how large."""
        return None

    def statistics(self) -> dict[str, Any]:
        """What the solver was asked, and the size of the largest core."""
        paths = self._paths.values()
        cores = [path.core for path in paths if path.core is not None]
        found: dict[str, Any] = {
            "variables": sum(len(path.question.nodes) for path in paths),
            "clauses": sum(len(path.question.choices) for path in paths),
            "rounds": sum(path.asked for path in paths),
        }
        return found | ({"core": max(cores)} if cores else {})

    def value(self) -> Fraction:
        """The greatest probability of the path of the outermost bound, confirmed by the solver."""
        chance = self.formula.root
        assert isinstance(chance, Chance)
        value, problem = super().value(), self.problem(chance)
        self._paths[id(chance)] = self._path(chance, [problem.initial], value)
        below = PathBound(BoundQuestion(problem, [problem.initial], value, is_strict=True), self._make_solver)
        if not self.is_at_most(chance) or (value and below.is_at_most(problem.initial)):
            raise InternalError(f"the solver denies that the greatest probability is {value}")
        return value

    def is_at_most(self, chance: Chance) -> bool:
        """See `Evaluation`."""
        initial = self.problem(chance).initial
        if id(chance) not in self._paths:
            self._paths[id(chance)] = self._path(chance, [initial], chance.bound)
        return self._paths[id(chance)].is_at_most(initial)

    def satisfying(self, chance: Chance) -> bytearray:
        """See `Evaluation`."""
        states = range(self.system.num_states)
        if id(chance) not in self._paths:
            self._paths[id(chance)] = self._path(chance, states, chance.bound)
        path = self._paths[id(chance)]
        return bytearray(path.is_at_most(state) == chance.at_most for state in states)

    def _path(self, chance: Chance, starts: Any, bound: Fraction) -> PathBound:
        return PathBound(BoundQuestion(self.problem(chance), starts, bound), self._make_solver)

    def proved_value(self) -> Fraction | None:
        """See `Evaluation`."""
        chance = self.formula.root
        if not isinstance(chance, Chance):
            return None
        path = self._paths[id(chance)]
        return path.value(path.question.starts[0])

    def part(self, chance: Chance) -> BoundPart | None:
        """See `Evaluation`."""
        if id(chance) not in self._paths:
            return None  # not needed: another part of a disjunction holds
        return self.problem(chance).bound_part(self._paths[id(chance)].rounds(), 1, chance is self.formula.outer)

    def unrolled(self, chance: Chance, state: int) -> Unrolled:
        """See `Evaluation`: by the choices of a core."""
        problem = self.problem(chance)
        self.watch.check("growing a tree")
        place = problem.initial if state == self.system.initial else state
        policy = self._paths[id(chance)].policy(place)
        found = unroll(problem, place, policy, problem.steps, chance.bound)
        if found is None:
            raise InternalError("the choices of the solver's core do not make the path more likely than its bound")
        return found
