"""Counterexamples of components that have dropped shared actions, lifted to the components that the user gave.

A component without an action may do, whenever it likes, what the component does after that action. The component that
the user gave can do so only together with all others that know the action. So a move of the tree is preceded by a path
on which all of these take part; the specification does not know the actions on it, and stays. The path is looked for
step by step, nearest first. If there is none, the counterexample is spurious for want of actions: those by which the
components that take part in the move, each by itself, would have come to it (after CAV'08, section 4.3, for traces).

A path need not be found where there is one, because the search is bounded, and what it chose before is never taken
back. Then actions are added that could be left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import product as cartesian
from typing import NamedTuple

from symag.assume.execution_tree import (
    ExecutionTree,
    NodeDraft,
    StepDraft,
    flatten_tree,
    outcomes_of,
    rebuild_tree,
)
from symag.limits import Watch
from symag.model import LPTS, TAU, owners_of
from symag.operators import Reduction
from symag.traces import Parts

__all__ = ["MissingActions", "lift"]

MOST = 2_000
"""So many states of the components are looked at for a path."""

Targets = tuple[int | None, ...]
Trails = tuple[frozenset[str], ...]
"""Per component, the dropped actions that it took part in since the last move of the tree that it took part in."""


class MissingActions(Exception):
    """The counterexample is spurious for want of these actions."""

    def __init__(self, actions: frozenset[str]) -> None:
        super().__init__(actions)
        self.actions = actions


class _NextMove(NamedTuple):
    """The next move towards a step: action, targets, and the outcome that leads on; None if the step is next."""

    action: str
    targets: Targets
    outcome: Parts | None


class _LiftedNode(NamedTuple):
    """The states of the originals; the node of the old tree, or None at a leaf; those of its steps that are still to be
    done; and the trails."""

    parts: Parts
    node: int | None
    steps: tuple[int, ...]
    trails: Trails


def lift(
    execution: ExecutionTree,
    reductions: Sequence[Reduction],
    dropped: frozenset[str],
    certain: bool,
    watch: Watch,
) -> ExecutionTree:
    """The execution tree of the originals; or MissingActions, some of the dropped ones. `certain`: moves that the
    specification does not see must have one outcome, because the others would change probabilities."""
    lifter = _Lifter(flatten_tree(execution, watch), reductions, dropped, certain, watch)
    parts = tuple(reduction.original.initial for reduction in reductions)
    root = _LiftedNode(parts, 0, lifter.steps_of(0), (frozenset[str](),) * len(parts))
    return rebuild_tree(lifter.models, root, lambda key: (NodeDraft(key.parts), lifter.drafts(key)), watch)


class _Lifter:
    """Makes the nodes of the tree of the originals."""

    def __init__(
        self,
        execution: ExecutionTree,
        reductions: Sequence[Reduction],
        dropped: frozenset[str],
        certain: bool,
        watch: Watch,
    ) -> None:
        self.execution = execution
        self.reductions = reductions
        self.dropped = dropped
        self.certain = certain
        self.watch = watch
        self.models = tuple(reduction.original for reduction in reductions)
        self.owners = owners_of(self.models)
        self._rows = [_DroppedMoves(reduction) for reduction in reductions]
        self._towards: dict[tuple[int, str, int], _WaysToMove] = {}
        self._ways: dict[tuple[Parts, int, int], _NextMove] = {}

    def steps_of(self, node: int) -> tuple[int, ...]:
        """The steps of a node that a counterexample needs: all of them, or one if each does."""
        found = self.execution.nodes[node]
        return tuple(range(len(found.steps)))[: 1 if found.any_of else None]

    def drafts(self, key: _LiftedNode) -> list[StepDraft[_LiftedNode]]:
        """The moves of a node. Steps that begin with the same move share it, so that a tree of a reactive system is
        reactive."""
        found: list[StepDraft[_LiftedNode]] = []
        shared: dict[tuple[str, Targets], dict[Parts, tuple[int, ...]]] = {}
        for step in key.steps:
            assert key.node is not None
            way = self._way(key, step)
            if way.outcome is None:
                found.append(self._move(key, step, way))
            else:
                goals = shared.setdefault((way.action, way.targets), {})
                goals[way.outcome] = (*goals.get(way.outcome, ()), step)
        for (action, targets), goals in shared.items():
            moved = self.dropped & {action}
            trails = tuple(
                trail if target is None else trail | moved for trail, target in zip(key.trails, targets, strict=True)
            )
            children = {
                outcome: _LiftedNode(outcome, key.node, goals[outcome], trails)
                if outcome in goals
                else _LiftedNode(outcome, None, (), ())
                for outcome in self.watch.over(outcomes_of(self.models, key.parts, targets))
            }
            found.append((action, targets, children))
        return found

    def _move(self, key: _LiftedNode, number: int, way: _NextMove) -> StepDraft[_LiftedNode]:
        """The step itself, when no move is left to do before it."""
        assert key.node is not None
        node = self.execution.nodes[key.node]
        step = node.steps[number]
        trails = tuple(
            trail if target is None else frozenset[str]() for trail, target in zip(key.trails, way.targets, strict=True)
        )
        children = {}
        for outcome in self.watch.over(outcomes_of(self.models, key.parts, way.targets)):
            there = tuple(
                part if target is None else reduction.block_of[state]
                for reduction, part, target, state in zip(
                    self.reductions, node.parts, way.targets, outcome, strict=True
                )
            )
            child = step.children[there]
            children[outcome] = _LiftedNode(outcome, child, self.steps_of(child), trails)
        return step.action, way.targets, children

    def _way(self, key: _LiftedNode, number: int) -> _NextMove:
        """The next move towards a step."""
        assert key.node is not None
        if (key.parts, key.node, number) not in self._ways:
            self._search(key, number)
        return self._ways[key.parts, key.node, number]

    def _search(self, key: _LiftedNode, number: int) -> None:
        """Find a path from the states to the step, and note the moves on it; or MissingActions."""
        assert key.node is not None
        step = self.execution.nodes[key.node].steps[number]
        towards = {
            i: self._towards_move(i, step.action, target) for i, target in enumerate(step.targets) if target is not None
        }
        before: dict[Parts, tuple[Parts, _NextMove] | None] = {key.parts: None}
        queue: list[tuple[int, int, Parts]] = []
        if all(key.parts[i] in one.distance for i, one in towards.items()):
            queue.append((0, 0, key.parts))
        while queue:
            parts = heappop(queue)[2]
            if all(one.distance[parts[i]] == 0 for i, one in towards.items()):
                targets = tuple(towards[i].target(parts[i]) if i in towards else None for i in range(len(parts)))
                self._note(key.node, number, parts, _NextMove(step.action, targets, None), before)
                return
            for way in self._hidden_ways(parts):
                assert way.outcome is not None
                if way.outcome in before or len(before) > MOST:
                    continue
                before[way.outcome] = parts, way
                if all(way.outcome[i] in one.distance for i, one in towards.items()):
                    far = sum(one.distance[way.outcome[i]] for i, one in towards.items())
                    heappush(queue, (far, len(before), way.outcome))
        raise MissingActions(self._missing(key, towards))

    def _note(
        self,
        node: int,
        number: int,
        parts: Parts,
        way: _NextMove,
        before: Mapping[Parts, tuple[Parts, _NextMove] | None],
    ) -> None:
        """Note the last move of a path, and those before it, down to one that is known: so no path is a circle."""
        while True:
            self._ways.setdefault((parts, node, number), way)
            at = before[parts]
            if at is None:
                return
            parts, way = at

    def _hidden_ways(self, parts: Parts) -> Iterator[_NextMove]:
        """The moves of the originals that the specification does not see."""
        offers = [rows.of(part) for rows, part in zip(self._rows, parts, strict=True)]
        for i, offer in enumerate(offers):
            for action in offer:
                taking = [i] if action == TAU else self.owners[action]
                self.watch.tick(len(taking))
                if taking[0] != i or not all(action in offers[j] for j in taking):
                    continue
                for chosen in cartesian(*(offers[j][action] for j in taking)):
                    self.watch.tick()
                    if self.certain and any(target < 0 for target in chosen):
                        continue
                    moved = dict(zip(taking, chosen, strict=True))
                    goals = tuple(moved.get(j) for j in range(len(parts)))
                    for outcome in self.watch.over(outcomes_of(self.models, parts, goals)):
                        yield _NextMove(action, goals, outcome)

    def _towards_move(self, i: int, action: str, target: int) -> _WaysToMove:
        """How component `i` comes to a move of its reduction, by itself."""
        if (i, action, target) not in self._towards:
            self._towards[i, action, target] = _WaysToMove(
                self.reductions[i], self._rows[i], action, target, self.watch
            )
        return self._towards[i, action, target]

    def _missing(self, key: _LiftedNode, towards: Mapping[int, _WaysToMove]) -> frozenset[str]:
        """The actions by which the components, each by itself, come to a move; if one of them cannot do so any more,
        those by which it went astray."""
        wanted = frozenset[str]()
        for i, one in towards.items():
            wanted |= one.path(key.parts[i]) if key.parts[i] in one.distance else key.trails[i]
        return wanted & self.dropped or self.dropped


class _DroppedMoves:
    """The moves of a component that its reduction does not have."""

    def __init__(self, reduction: Reduction) -> None:
        self.reduction = reduction
        self._known: dict[int, dict[str, list[int]]] = {}

    def of(self, state: int) -> Mapping[str, Sequence[int]]:
        """By action, the targets."""
        found = self._known.get(state)
        if found is None:
            model, found = self.reduction.original, self._known.setdefault(state, {})
            for t in model.row(state):
                if model.action[t] in self.reduction.silent:
                    found.setdefault(model.actions[model.action[t]], []).append(model.target[t])
        return found


class _WaysToMove:
    """The ways of a component by itself to the states that have a move of its reduction."""

    def __init__(self, reduction: Reduction, moves: _DroppedMoves, action: str, target: int, watch: Watch) -> None:
        model: LPTS = reduction.original
        self.model = model
        self.number = model.actions.index(action)
        self.image = reduction.image
        self.wanted = reduction.image.image_in(reduction.reduced, target)
        self.distance: dict[int, int] = {}
        """Per state that has a way to the move, the moves before it."""
        self._next: dict[int, tuple[str, int]] = {}
        before: dict[int, list[tuple[int, str]]] = {}
        for state in range(model.num_states):
            watch.tick(1 + len(model.row(state)))
            if self._move(state) is not None:
                self.distance[state] = 0
            for label, targets in moves.of(state).items():
                for goal in targets:
                    for outcome, _ in model.outcomes(goal):
                        before.setdefault(outcome, []).append((state, label))
        for at in (queue := list(self.distance)):
            for state, label in watch.over(before.get(at, ())):
                if state not in self.distance:
                    self.distance[state] = self.distance[at] + 1
                    self._next[state] = label, at
                    queue.append(state)

    def target(self, state: int) -> int:
        """The target of the move from a state that has it."""
        found = self._move(state)
        assert found is not None
        return found

    def path(self, state: int) -> frozenset[str]:
        """The actions on the way from a state to the move."""
        actions = set()
        while state in self._next:
            action, state = self._next[state]
            actions.add(action)
        return frozenset(actions)

    def _move(self, state: int) -> int | None:
        for t in self.model.row(state):
            if self.model.action[t] == self.number and self.image(self.model.target[t]) == self.wanted:
                return self.model.target[t]
        return None
