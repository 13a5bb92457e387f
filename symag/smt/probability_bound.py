"""Is a path at most as likely as p? As linear inequalities: an inductive bound with unknown values (Park induction).

A node is a place, together with the steps that are left if steps are counted. Its unknown x ≥ 0 is a value above:

    x_node ≥ Σ share · x_next + the share of the goal       for each choice of the node
    x_start ≤ p

The greatest probabilities are the least solution of the inequalities for choices (Puterman, 1994, section 7.2), so all
of them are satisfiable together if and only if the start's is at most p. An unsatisfiable core names choices by which
the path is more likely than p: from a core from which none can be left out, at most one in each node, as some scheduler
without memory is as good as any among those that the core allows.

Nodes from which the goal cannot be reached are left out: there, the least solution is 0, which is right in every one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from symag.errors import InternalError, LimitReached
from symag.model.rational import MAX_EXACT, MAX_EXACT_DIGITS
from symag.probability import GOAL, Problem
from symag.smt.formula import AtMost, Linear, MakeSolver, Solver, SolverFormula

__all__ = ["BoundNode", "BoundQuestion", "PathBound"]

LARGEST = 100_000
"""Unknowns that a solver gets, at most."""


class BoundNode(NamedTuple):
    """A place, and the steps that are left; None if they are not counted."""

    place: int
    left: int | None


@dataclass(frozen=True)
class NodeChoice:
    """A choice in a node, and what it is worth."""

    node: BoundNode
    choice: int
    worth: Linear


class BoundQuestion:
    """The unknowns and the inequalities for the path from each of these places."""

    def __init__(self, problem: Problem, starts: Sequence[int], bound: Fraction, is_strict: bool = False) -> None:
        """If it `is_strict`, starts are to be worth less than the bound."""
        watch = problem.watch
        self.problem, self.bound, self.is_strict = problem, bound, is_strict
        self.starts = [self.node(place) for place in starts]
        self.reaching = frozenset(problem.order)
        """The places from which the goal can be reached."""
        self.nodes = [node for node in self.starts if node.place in self.reaching and node.left != 0]
        """Those with unknowns."""
        self.real = {node: number for number, node in enumerate(self.nodes, 1)}
        self.choices: list[NodeChoice] = []
        for node in self.nodes:  # which grows meanwhile
            for choice in range(problem.choice_first[node.place], problem.choice_first[node.place + 1]):
                watch.tick(1, len(self.nodes))
                if len(self.nodes) > LARGEST:
                    raise LimitReached(
                        "size", f"size: a solver gets at most {LARGEST:,} unknowns: choose the backend fixpoint"
                    )
                worth = self._worth(node, choice)
                if worth.terms or worth.constant:
                    self.choices.append(NodeChoice(node, choice, worth))

    def node(self, place: int, steps: int = 0) -> BoundNode:
        """The node of a place after a number of steps."""
        most = self.problem.steps
        return BoundNode(place, None if most is None else most - steps)

    def _worth(self, node: BoundNode, choice: int) -> Linear:
        shares: dict[int, Fraction] = {}
        constant = Fraction(0)
        left = None if node.left is None else node.left - 1
        for to, share in self.problem.outcomes(choice):
            if to == GOAL:
                constant += share
            elif to in self.reaching and left != 0:
                after = BoundNode(to, left)
                if after not in self.real:
                    self.nodes.append(after)
                    self.real[after] = len(self.nodes)
                real = self.real[after]
                shares[real] = shares.get(real, Fraction(0)) + share
        return Linear(tuple((share, real) for real, share in shares.items()), constant)

    def start_guard(self, place: int) -> int:
        """The Boolean by which the bound is asked for: these have the first numbers."""
        return self.real[self.node(place)]

    def choice_guard(self, number: int) -> int:
        """The Boolean of a choice, where choices have guards."""
        return len(self.starts) + 1 + number

    def formula(self, guarded: bool = False) -> SolverFormula:
        """All inequalities; those of starts with their guards, those of choices if that is wanted."""
        formula = SolverFormula()
        for _ in self.nodes:
            formula.real()
        for number, one in enumerate(self.choices):
            guard = self.choice_guard(number) if guarded else 0
            formula.inequalities.append(AtMost(one.worth, self.unknown(one.node), guard))
        limit = Linear((), self.bound)
        for start in self.starts:
            if start in self.real:
                low = self.unknown(start)
                formula.inequalities.append(AtMost(low, limit, self.start_guard(start.place), self.is_strict))
        return formula

    def unknown(self, node: BoundNode) -> Linear:
        """The unknown of a node, as a sum."""
        return Linear(((Fraction(1), self.real[node]),))


class PathBound:
    """The answers of a solver to such a question. The solver is not trusted: its numbers are checked at once."""

    def __init__(self, question: BoundQuestion, make_solver: MakeSolver) -> None:
        self.question, self.watch = question, question.problem.watch
        self._make_solver = make_solver
        self.asked = 0
        """How many answers it has given."""
        self.core: int | None = None
        """The size of the largest core."""
        self.below: list[int] = []
        """The places that are known to be worth at most the bound."""
        self.values: list[Fraction] = []
        """The unknowns by the last model, in the order of nodes; no more than the bound in all of these places."""
        self.above: set[int] = set()
        """The places that are known to be worth more."""
        self._solvers: dict[bool, Solver] = {}

    def _solver(self, guarded: bool) -> Solver:
        if guarded not in self._solvers:
            self.watch.check("encoding the bound", len(self.question.nodes))
            self._solvers[guarded] = self._make_solver("QF_LRA", self.watch)
            self._solvers[guarded].add(self.question.formula(guarded))
        return self._solvers[guarded]

    def _solve(self, guarded: bool, assumed: Sequence[int]) -> bool:
        self.asked += 1
        return self._solver(guarded).solve(assumed)

    def is_at_most(self, place: int) -> bool:
        """Is the path from this place, one of the starts, at most as likely as the bound?"""
        question = self.question
        if place in self.below or question.node(place) not in question.real:
            return True
        if place in self.above:
            return False
        guards = [question.start_guard(other) for other in (*self.below, place)]
        if not self._solve(False, guards):
            self.above.add(place)
            return False
        self.values = self._checked(self._solver(False).values(range(1, len(question.nodes) + 1)))
        self.below = [
            node.place for node in question.starts if node in question.real and self._is_below(self.value(node))
        ]
        if place not in self.below:
            raise InternalError("the solver's numbers exceed the bound that they were to show")
        return True

    def _is_below(self, value: Fraction) -> bool:
        return value < self.question.bound or (value == self.question.bound and not self.question.is_strict)

    def _checked(self, values: list[Fraction]) -> list[Fraction]:
        """The numbers, if no choice is worth more than its node. None is above 1, which is always enough."""
        if max((value.denominator for value in values), default=1) >= MAX_EXACT:
            raise LimitReached(
                "digits", f"digits: a number of the solver's model has more than {MAX_EXACT_DIGITS} digits"
            )
        values = [min(value, Fraction(1)) for value in values]
        for one in self.question.choices:
            self.watch.tick(1 + len(one.worth.terms))
            worth = one.worth.constant + sum(share * values[real - 1] for share, real in one.worth.terms)
            if not worth <= values[self.question.real[one.node] - 1]:
                raise InternalError("the solver's numbers are no inductive bound")
        return values

    def value(self, node: BoundNode) -> Fraction:
        """A number that is right for the node: 1, if nothing was asked about it."""
        if node.place not in self.question.reaching or node.left == 0:
            return Fraction(0)
        real = self.question.real.get(node)
        return self.values[real - 1] if real is not None and self.values else Fraction(1)

    def rounds(self) -> tuple[list[Fraction], ...]:
        """The numbers of all places; if steps are counted, for each number of steps that are left."""
        steps = self.question.problem.steps
        places = range(self.question.problem.num_places)
        lefts: Sequence[int | None] = [None] if steps is None else range(steps + 1)
        return tuple([self.value(BoundNode(place, left)) for place in places] for left in self.watch.over(lefts))

    def policy(self, place: int) -> Callable[[int, int], int]:
        """Choices by which the path from a place exceeds the bound, which `is_at_most` denied: those of a core."""
        start = self.question.start_guard(place)
        guards = [self.question.choice_guard(number) for number in range(len(self.question.choices))]
        core = self._core([start, *guards])
        if core is None:
            raise InternalError("the solver found a model of constraints that it had called unsatisfiable")
        self.core = max(self.core or 0, len(core))
        chosen = self._one_for_each_node(core)
        question = self.question
        return lambda at, steps: chosen.get(question.node(at, steps), -1)

    def _core(self, assumed: Sequence[int]) -> list[int] | None:
        return None if self._solve(True, assumed) else self._solver(True).core()

    def _one_for_each_node(self, core: list[int]) -> dict[BoundNode, int]:
        """Leave out choices of the core, as long as there is a node that has several."""
        first = self.question.choice_guard(0)
        by_node: dict[BoundNode, list[int]] = {}
        for guard in core:
            if guard >= first:
                by_node.setdefault(self.question.choices[guard - first].node, []).append(guard)
        for guards in by_node.values():
            for guard in list(guards):
                if len(guards) == 1:
                    break
                rest = [other for other in core if other != guard]
                if not self._solve(True, rest):
                    core = rest
                    guards.remove(guard)
        if any(len(guards) > 1 for guards in by_node.values()):
            raise InternalError("no choice of the solver's core can be left out, although a node has several")
        return {node: self.question.choices[guards[0] - first].choice for node, guards in by_node.items()}
