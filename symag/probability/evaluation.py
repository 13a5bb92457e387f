"""A formula on a system: from the inside out, the states that satisfy each part of it.

The formulas inside of a path are about all states, and are decided by exact values. The outermost bound is only about
the initial state: it is decided by an inductive bound or by a tree, where the floats leave no doubt which to look for,
and otherwise by exact values, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from symag.errors import InternalError, LimitReached
from symag.evidence import Bound, BoundPart
from symag.limits import Watch
from symag.model import LPTS
from symag.model.rational import MAX_EXACT, MAX_EXACT_DIGITS
from symag.probability.exact import exact_values
from symag.probability.formula import And, Chance, Enabled, Formula, Or, StateFormula, TruthValue, Until
from symag.probability.problem import Problem, Values
from symag.probability.witness import Policy, Unrolled, unroll

__all__ = ["Evaluation"]

DOUBT = 1e-9
"""Floats that are as near to the bound leave open on which side of it the value is."""


class Evaluation:
    """A formula on a system, as far as it was asked for."""

    def __init__(self, system: LPTS, formula: Formula, watch: Watch) -> None:
        self.system, self.formula, self.watch = system, formula, watch
        self._problems: dict[int, Problem] = {}
        self._rounds: dict[int, list[list[Fraction]]] = {}
        self._exact: dict[int, list[Fraction]] = {}
        self._marks: dict[int, bytearray] = {}
        """By formula, the states that satisfy it."""
        self._at_most: dict[int, bool] = {}
        """By bound, whether it is kept at first."""
        self._scaled: dict[int, tuple[Sequence[Sequence[int]], int]] = {}
        """By bound, values above its places, for each number of steps if these count: numerators, and what they are
        over."""

    # what holds

    def holds(self) -> bool:
        """Does the initial state satisfy the formula?"""
        return self.is_satisfied(self.formula.root)

    def guess(self) -> float | None:
        """About how likely the path is, if the formula is one bound that was decided."""
        chance = self.formula.outer
        if chance is None or id(chance) not in self._problems:
            return None
        return float(self._exactly(chance)) if id(chance) in self._exact else self._problems[id(chance)].guess()

    def value(self) -> Fraction:
        """The greatest probability of the path of the outermost bound."""
        assert isinstance(self.formula.root, Chance)
        return self._exactly(self.formula.root)

    def is_satisfied(self, formula: StateFormula) -> bool:
        """Does the initial state satisfy a safety formula?"""
        if isinstance(formula, And):
            return all(map(self.is_satisfied, formula.parts))
        if isinstance(formula, Or):
            return any(map(self.is_satisfied, formula.parts))
        if isinstance(formula, Chance):
            return self.is_at_most(formula)
        return bool(self._states(formula)[self.system.initial])

    def is_at_most(self, chance: Chance) -> bool:
        """Is the path from the initial state at most as likely as the bound?"""
        if id(chance) not in self._at_most:
            decided = self._decided(chance, self.problem(chance))
            self._at_most[id(chance)] = self._exactly(chance) <= chance.bound if decided is None else decided
        return self._at_most[id(chance)]

    def _decided(self, chance: Chance, problem: Problem) -> bool | None:
        """The same, without exact values; None if only these tell."""
        problem.iterate()
        guess = problem.guess()
        if guess < chance.bound - DOUBT or chance.bound == 1:
            found = problem.bound(chance.bound)  # for any number of steps, and so for those that the path may have
            if found is not None:
                self._scaled[id(chance)] = [found[0]], found[1]
                return True
        if problem.steps is None:
            return False if guess > chance.bound + DOUBT else None
        rounds, scale, decided = problem.bound_within(problem.steps, chance.bound)
        if decided is not None:
            self._scaled[id(chance)] = rounds, scale
        return decided

    def _exactly(self, chance: Chance) -> Fraction:
        """The value of the initial state."""
        problem = self.problem(chance)
        values = self._values(chance)
        return values[problem.initial] if values else Fraction(0)

    def _values(self, chance: Chance) -> list[Fraction]:
        """The exact value of each place."""
        if id(chance) not in self._exact:
            problem = self.problem(chance)
            if problem.steps is not None:
                self._exact[id(chance)] = self._stepwise(chance, problem)[-1]
            else:
                problem.iterate()
                self._exact[id(chance)] = exact_values(problem)
        return self._exact[id(chance)]

    def _stepwise(self, chance: Chance, problem: Problem) -> list[list[Fraction]]:
        """The value of each place for each number of steps that are left, from none on; it ends where nothing changes
        any more."""
        if id(chance) not in self._rounds:
            rounds = [[Fraction(0)] * problem.num_places]
            for _ in range(problem.steps or 0):
                self.watch.check("going backwards, step by step", len(rounds))
                rounds.append([self._best(problem, place, rounds[-1])[0] for place in range(problem.num_places)])
                if rounds[-1] == rounds[-2]:
                    break
                if max(value.denominator for value in rounds[-1]) >= MAX_EXACT:
                    raise LimitReached(
                        "digits",
                        f"digits: a probability has more than {MAX_EXACT_DIGITS} digits after {len(rounds)} steps",
                    )
            self._rounds[id(chance)] = rounds
        return self._rounds[id(chance)]

    def _best(self, problem: Problem, place: int, values: Values, goal: int = 1) -> tuple[Fraction, int]:
        """What the best choice of a place is worth, and which it is."""
        best, at = Fraction(0), -1
        for choice in range(problem.choice_first[place], problem.choice_first[place + 1]):
            self.watch.tick()
            worth = problem.worth(choice, values, goal)
            if worth > best:
                best, at = worth, choice
        return best, at

    def problem(self, chance: Chance) -> Problem:
        """The problem of a path on the system."""
        if id(chance) not in self._problems:
            path, states = chance.path, self.system.num_states
            good, alive = bytearray(b"\1") * states, bytearray(b"\1") * states
            if isinstance(path, Until):
                good, alive = self._states(path.right), self._states(path.left)
            self._problems[id(chance)] = Problem(self.system, path, good, alive, self.watch)
        return self._problems[id(chance)]

    def satisfies(self, state: int, formula: StateFormula) -> bool:
        """Does a state satisfy a formula inside of a path?"""
        return bool(self._states(formula)[state])

    def _states(self, formula: StateFormula) -> bytearray:
        """The states that satisfy a formula."""
        if id(formula) not in self._marks:
            self._marks[id(formula)] = self._marked(formula)
        return self._marks[id(formula)]

    def _marked(self, formula: StateFormula) -> bytearray:
        states = self.system.num_states
        if isinstance(formula, TruthValue):
            return bytearray([formula.value]) * states
        if isinstance(formula, Enabled):
            return self._offering(formula)
        if isinstance(formula, And | Or):
            parts = list(map(self._states, formula.parts))
            return bytearray(
                all(marks) if isinstance(formula, And) else any(marks) for marks in zip(*parts, strict=True)
            )
        return self.satisfying(formula)

    def satisfying(self, chance: Chance) -> bytearray:
        """The states that satisfy a bound on a probability."""
        values = self._values(chance)
        return bytearray((value <= chance.bound) == chance.at_most for value in self.watch.over(values))

    def _offering(self, formula: Enabled) -> bytearray:
        system = self.system
        found = bytearray([not formula.value]) * system.num_states
        number = system.actions.index(formula.action) if formula.action in system.alphabet else -1
        for state in range(system.num_states):
            row = system.row(state)
            self.watch.tick(1 + len(row))
            if any(system.action[t] == number for t in row):
                found[state] = formula.value
        return found

    # evidence

    def statistics(self) -> dict[str, Any]:
        """Figures for the verdict: none."""
        return {}

    def bound(self) -> Bound:
        """The evidence that it holds."""
        return Bound(self.system, self.formula, tuple(map(self.part, self.formula.chances)), self.proved_value())

    def proved_value(self) -> Fraction | None:
        """What the bound shows of the initial state, if the formula is one bound."""
        root = self.formula.root
        if not isinstance(root, Chance):
            return None
        if id(root) in self._scaled:
            scaled, scale = self._scaled[id(root)]
            return Fraction(scaled[-1][self.problem(root).initial], scale)
        return self._exactly(root)

    def part(self, chance: Chance) -> BoundPart | None:
        """The numbers for one path; None if the proof does not need them."""
        if id(chance) not in self._problems or not self._at_most.get(id(chance), True):
            return None  # not needed: another part of a disjunction holds
        problem = self.problem(chance)
        counted = problem.steps is not None
        rounds: tuple[Sequence[Fraction | int], ...]
        scale = 1
        if id(chance) in self._scaled:
            scaled, scale = self._scaled[id(chance)]
            rounds = tuple(scaled)
        elif counted:
            rounds = tuple(self._stepwise(chance, problem))
        else:
            rounds = (self._values(chance),)
        return problem.bound_part(rounds, scale, chance is self.formula.outer)

    def value_at(self, chance: Chance, place: int, steps: int) -> Fraction:
        """The greatest probability of the path from a place, after a number of steps."""
        problem = self.problem(chance)
        if problem.steps is None:
            return self._values(chance)[place]
        rounds = self._stepwise(chance, problem)
        return rounds[min(problem.steps - steps, len(rounds) - 1)][place]

    def policy(self, chance: Chance) -> Policy:
        """The best choice in a place after a number of steps: the best that is known."""
        problem = self.problem(chance)
        most, one = problem.steps, 1
        if most is None:
            if id(chance) not in self._exact:
                problem.iterate()
            policy = problem.policy
            return lambda at, steps: policy[at]
        rounds: Sequence[Values]
        if id(chance) in self._scaled:
            rounds, one = self._scaled[id(chance)]
            most = min(most, len(rounds) - 1)
        else:
            rounds = self._stepwise(chance, problem)

        def best(at: int, steps: int) -> int:
            left = most - steps
            return self._best(problem, at, rounds[min(left, len(rounds)) - 1], one)[1] if left > 0 else -1

        return best

    def unrolled(self, chance: Chance, state: int) -> Unrolled:
        """The best choices from a state, until the path is more likely than the bound; it is, with enough steps."""
        problem = self.problem(chance)
        place = problem.initial if state == self.system.initial else state
        policy = self.policy(chance)
        found = unroll(problem, place, policy, problem.steps, chance.bound)
        if found is None and problem.steps is None:  # the policy of the floats is not the best one
            self._values(chance)
            found = unroll(problem, place, policy, None, chance.bound)
        if found is None:
            raise InternalError("the path is not more likely than its bound, whatever the number of steps")
        return found
