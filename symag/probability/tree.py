"""Grows a tree that violates a formula: at each node, the moves that show what must be shown there."""

from __future__ import annotations

from dataclasses import replace

from symag.evidence import Move, Node, Tree, parents_first
from symag.probability.evaluation import Evaluation
from symag.probability.formula import And, Chance, Enabled, Or, StateFormula, TruthValue, Until
from symag.probability.problem import GOAL
from symag.probability.witness import too_many_nodes
from symag.simulation import MAX_NODES

__all__ = ["violating_tree"]


def violating_tree(evaluation: Evaluation) -> Tree:
    """A tree of the system that violates the formula, which the system violates."""
    return _Growth(evaluation).tree()


class _Growth:
    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation, self.system = evaluation, evaluation.system
        self.states: list[int] = []
        self.moves: list[list[Move]] = []
        self._known: dict[tuple[int, StateFormula | None], int] = {}

    def tree(self) -> Tree:
        """The tree."""
        self.evaluation.watch.check("growing a counterexample")
        root = self._new(self.system.initial)
        self._refute(root, self.evaluation.formula.root)
        order = parents_first([[child for move in moves for child in move.children] for moves in self.moves])
        new = {old: position for position, old in enumerate(order)}
        nodes = (
            Node(self.states[old], tuple(Move(t, tuple(new[child] for child in below)) for t, below in self.moves[old]))
            for old in order
        )
        return Tree(self.system, tuple(nodes))

    def _new(self, state: int) -> int:
        self.evaluation.watch.tick()
        if len(self.states) >= MAX_NODES:
            raise too_many_nodes()
        self.states.append(state)
        self.moves.append([])
        return len(self.states) - 1

    def _refute(self, node: int, formula: StateFormula) -> None:
        """Add moves to the root that violate a safety formula."""
        if isinstance(formula, And):
            violated = next(part for part in formula.parts if not self.evaluation.is_satisfied(part))
            self._refute(node, violated)
        elif isinstance(formula, Or):
            for part in formula.parts:
                self._refute(node, part)
        elif isinstance(formula, Enabled):
            self._show(node, replace(formula, value=True))
        elif isinstance(formula, Chance):
            self._exceed(node, formula)

    def _show(self, node: int, formula: StateFormula) -> None:
        """Add moves to a node that show a liveness formula, which its state satisfies."""
        state = self.states[node]
        if isinstance(formula, And):
            for part in formula.parts:
                self._show(node, part)
        elif isinstance(formula, Or):
            self._show(node, next(part for part in formula.parts if self.evaluation.satisfies(state, part)))
        elif isinstance(formula, Enabled):
            number = self.system.actions.index(formula.action)
            transition = next(t for t in self.system.row(state) if self.system.action[t] == number)
            outcomes = self.system.outcomes(self.system.target[transition])
            self.moves[node].append(Move(transition, tuple(self._shown(to, None) for to, _ in outcomes)))
        elif isinstance(formula, Chance):
            self._exceed(node, formula)

    def _shown(self, state: int, formula: StateFormula | None) -> int:
        """A node for a state, with what shows the formula."""
        if formula is not None and isinstance(formula, TruthValue):
            formula = None
        if (state, formula) not in self._known:
            node = self._known[state, formula] = self._new(state)
            if formula is not None:
                self._show(node, formula)
        return self._known[state, formula]

    def _exceed(self, node: int, chance: Chance) -> None:
        """Add moves by which the path is more likely than its bound."""
        problem, path = self.evaluation.problem(chance), chance.path
        unrolled = self.evaluation.unrolled(chance, self.states[node])
        left, right = (path.left, path.right) if isinstance(path, Until) else (TruthValue(True), TruthValue(True))
        number = [node, *(self._new(problem.place_state[one.place]) for one in unrolled.nodes[1:])]
        for at, one in zip(number, unrolled.nodes, strict=True):
            transition = problem.transition[one.choice]
            children = []
            outcomes = self.system.outcomes(self.system.target[transition])
            for child, (to, _) in zip(one.children, outcomes, strict=True):
                children.append(number[child] if child >= 0 else self._shown(to, right if child == GOAL else None))
            self.moves[at].append(Move(transition, tuple(children)))
            self._show(at, left)
