"""From a backend's tree to a counterexample with reasons: prune what is not needed, then write the refutation down.

Works on the tree and the specification alone, whichever backend made the tree; a tree that refutes nothing is an
InternalError, never a verdict. Only pairs that the specification can get into matter: at the root its initial state,
below a move whatever the answers to that move lead to.
"""

from __future__ import annotations

import math
import time
from fractions import Fraction
from functools import cached_property

from symag.errors import InternalError
from symag.evidence import Counterexample, Cut, Move, Node, Step, Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation.completed_successors import CompletedSuccessors
from symag.simulation.exact_flow import ExactFlow, exact_flow, smallest_cut

__all__ = ["MAX_PRUNED", "MAX_UNFOLDED", "refute"]

MAX_UNFOLDED = 1000
"""Trees are unfolded up to this many nodes; larger ones stay DAGs."""
MAX_PRUNED = 5000
"""Trees of more nodes than this are not pruned, and say that they are not minimal."""


def refute(tree: Tree, specification: LPTS, watch: Watch) -> Counterexample:
    """The counterexample that the tree is, with nothing in it that can be dropped."""
    if tree.unfolded_size <= MAX_UNFOLDED:
        tree = tree.unfold()
    minimal = len(tree.nodes) <= MAX_PRUNED
    refuter = _Refuter(tree, specification, watch)
    if minimal:
        tree, minimal = refuter.pruned()
        if minimal and not tree.is_unfolded and tree.unfolded_size <= MAX_UNFOLDED:  # pruning made it small enough
            return refute(tree, specification, watch)
        refuter = _Refuter(tree, specification, watch)
    return Counterexample(tree, specification, refuter.steps(), minimal and tree.is_unfolded)


class _Refuter:
    """Knows, for every node, which specification states are not above it (`fails`)."""

    def __init__(self, tree: Tree, specification: LPTS, watch: Watch) -> None:
        self.tree = tree
        self.system = tree.system
        self.specification = specification
        self.watch = watch
        self.answers = CompletedSuccessors(specification, self.system.actions)
        self.moves = [list(node.moves) for node in tree.nodes]
        self.fails: list[frozenset[int]] = [frozenset()] * len(tree.nodes)
        watch.check("explaining the counterexample")
        for node in range(len(tree.nodes) - 1, -1, -1):
            self.fails[node] = self._failing(node)
        if specification.initial not in self.fails[0]:
            raise InternalError("the backend's tree is below the specification: it refutes nothing")

    @cached_property
    def candidates(self) -> list[set[int]]:
        """Per node, the specification states that can be paired with it."""
        candidates: list[set[int]] = [set() for _ in self.tree.nodes]
        candidates[0] = {self.specification.initial}
        for node, (_, moves) in enumerate(self.tree.nodes):
            for transition, children in moves:
                action = self.system.action[transition]
                reached: set[int] = set()
                for p in candidates[node]:
                    for nu in self.answers.of(p, action):
                        self.watch.tick(len(nu))
                        reached.update(nu)
                self.watch.tick(len(children) * len(reached))
                for child in children:
                    candidates[child] |= reached
        return candidates

    def _matchings(self, move: Move, p: int) -> list[tuple[ExactFlow[int, int], dict[int, Fraction]]] | None:
        """The failed matchings of every answer of `p` to the move, or None if one does not fail."""
        self.watch.tick(len(move.children))
        mu = self.tree.shares(move)
        failed = []
        for nu in self.answers.of(p, self.system.action[move.transition]):
            matching = exact_flow(mu, nu, lambda child, q: q not in self.fails[child], self.watch)
            if matching.weights is not None:
                return None
            failed.append((matching, nu))
        return failed

    def _failing(self, node: int) -> frozenset[int]:
        self.watch.tick(1 + len(self.candidates[node]))
        return frozenset(
            p for p in self.candidates[node] if any(self._matchings(move, p) is not None for move in self.moves[node])
        )

    def pruned(self) -> tuple[Tree, bool]:
        """Drop moves one after the other while the root is still refuted; is what is left such that it cannot lose any?

        A move that could not be dropped once cannot be dropped later, when there is less: so one pass is enough.
        It goes from the root down: dropping a move drops all below it at once. Half of the time that is left may be
        spent on it: what is refuted by then is refuted all the same.
        """
        remaining = self.watch.remaining()
        until = math.inf if remaining is None else time.monotonic() + remaining / 2
        parents: list[set[int]] = [set() for _ in self.tree.nodes]
        for node, (_, moves) in enumerate(self.tree.nodes):
            for move in moves:
                for child in move.children:
                    parents[child].add(node)
        if all(sum(len(move.children) for move in node.moves) <= 1 for node in self.tree.nodes):
            return self._shortened(parents, until)
        self.watch.check("pruning the counterexample")
        for node in range(len(self.tree.nodes)):
            self.watch.tick(1 + sum(len(self.moves[parent]) for parent in parents[node]), node)
            if node and not any(node in move.children for parent in parents[node] for move in self.moves[parent]):
                self.moves[node] = []
                continue
            for move in list(self.moves[node]):
                self.watch.tick()
                if time.monotonic() > until:
                    return self._reachable(), False
                self._try_without(node, move, parents)
        return self._reachable(), True

    def _shortened(self, parents: list[set[int]], until: float) -> tuple[Tree, bool]:
        """Of a tree without branches, only the end can be dropped: where that must stay, all before it must, too."""
        self.watch.check("pruning the counterexample")
        for node in range(len(self.tree.nodes) - 1, -1, -1):
            for move in list(self.moves[node]):
                self.watch.tick()
                if time.monotonic() > until:
                    return self._reachable(), False
                if not self._try_without(node, move, parents):
                    return self._reachable(), True
        return self._reachable(), True

    def _try_without(self, node: int, move: Move, parents: list[set[int]]) -> bool:
        """Drop the move if the root is still refuted then; is it?"""
        before: dict[int, frozenset[int]] = {}
        self.moves[node].remove(move)
        changed = {node}
        while changed:
            self.watch.tick(len(changed))
            current = max(changed)  # children have greater numbers, so this one's are settled
            changed.discard(current)
            fails = self._failing(current)
            if fails != self.fails[current]:
                before[current] = self.fails[current]
                self.fails[current] = fails
                changed |= parents[current]
        if self.specification.initial not in self.fails[0]:
            self.moves[node].append(move)
            self.moves[node].sort()
            for changed_node, fails in before.items():
                self.fails[changed_node] = fails
            return False
        return True

    def _reachable(self) -> Tree:
        used = {0}
        for node in range(len(self.tree.nodes)):
            if node in used:
                used.update(child for move in self.moves[node] for child in move.children)
        new = {old: position for position, old in enumerate(sorted(used))}
        nodes = (
            Node(self.tree.nodes[old].state, tuple(Move(t, tuple(new[c] for c in cs)) for t, cs in self.moves[old]))
            for old in new
        )
        return Tree(self.system, tuple(nodes))

    def steps(self) -> tuple[Step, ...]:
        """The refutation from the leaves up, with only the pairs that the initial pair rests on."""
        needed: list[set[int]] = [set() for _ in self.tree.nodes]
        needed[0] = {self.specification.initial}
        steps: list[list[Step]] = []
        for node in range(len(self.tree.nodes)):
            here = []
            self.watch.tick(1 + len(needed[node]))
            for p in sorted(needed[node]):
                step = self._step(node, p)
                here.append(step)
                for cut in step.cuts:
                    self.watch.tick(len(cut.left) * len(cut.right))
                    for child in cut.left:
                        needed[child].update(cut.right)
            steps.append(here)
        return tuple(step for here in reversed(steps) for step in here)

    def _step(self, node: int, p: int) -> Step:
        for number, move in enumerate(self.moves[node]):
            failed = self._matchings(move, p)
            if failed is not None:
                mu = self.tree.shares(move)
                cuts = dict.fromkeys(Cut(*smallest_cut(matching, mu, nu, self.watch)) for matching, nu in failed)
                return Step(node, p, number, tuple(cuts))
        raise InternalError(f"node {node} was refuted against {p} without a reason")
