"""Evidence about the components that the user gave, from evidence about their reductions.

Counterexamples: reductions are undone. A move of a reduced component is a move that the original component has after
silent moves (`symag.operators.reduce`). The silent moves are put in, one after the other; the specification does not
move with them. Outcomes of silent moves that do not lead to the move become leaves.

Proofs: one premise about the reduced components, and one for each component and its reduction.

    0: R_1 ‖ … ‖ R_n ≼ P    1: L_1 ≼ R_1    …    n: L_n ≼ R_n

A simulation of the whole system would be as large as the product of the components. This proof is as large as the
explored part, and the components.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import NamedTuple

from symag.assume.execution_tree import ExecutionTree, NodeDraft, StepDraft, flatten_tree, outcomes_of, rebuild_tree
from symag.assume.undone import UndoneStates, is_worthless
from symag.errors import InternalError
from symag.evidence import (
    Bound,
    LaterRelation,
    ListedRows,
    Proof,
    ProvedPremise,
    ReachedPairs,
    RowSets,
    SimulationRelation,
    bits_of,
)
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import Reduction
from symag.traces import Parts

__all__ = ["named_components", "reduced_proof", "searched_proof", "undo_reduction", "with_members"]


class _Task(NamedTuple):
    """A step of the old tree, and the transitions of the originals that do it."""

    step: int
    transitions: tuple[int | None, ...]


class _Goal(NamedTuple):
    """A node of the old tree; with `tasks`, those of its steps that are still to be done after silent moves."""

    node: int
    tasks: tuple[_Task, ...] | None = None


class _Key(NamedTuple):
    """The states of the originals, and the goal; a leaf has none."""

    parts: Parts
    goal: _Goal | None


def undo_reduction(execution: ExecutionTree, reductions: Sequence[Reduction], watch: Watch) -> ExecutionTree:
    """The execution tree of the originals that an execution tree of the reduced components stands for."""
    undoer = _ReductionUndoer(flatten_tree(execution, watch), reductions, watch)
    root = _Key(tuple(reduction.original.initial for reduction in reductions), _Goal(0))
    return rebuild_tree(undoer.models, root, lambda key: (NodeDraft(key.parts), undoer.steps(key)), watch)


class _ReductionUndoer:
    """Makes the nodes of the tree of the originals."""

    def __init__(self, execution: ExecutionTree, reductions: Sequence[Reduction], watch: Watch) -> None:
        self.execution = execution
        self.watch = watch
        self.reductions = reductions
        self.models = tuple(reduction.original for reduction in reductions)
        self._ways: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}
        """Per component and goal, the silent moves that lead there (see `_ways_to`)."""

    def steps(self, key: _Key) -> list[StepDraft[_Key]]:
        """The moves of a node. Steps that begin with the same silent move share it: a tree of a reactive system is
        reactive (CAV'12, Corollary 1)."""
        if key.goal is None:
            return []
        goal, found = key.goal, []
        ways: dict[tuple[int, int], dict[int, list[_Task]]] = {}
        for task in self._tasks(key.parts, goal.node) if goal.tasks is None else goal.tasks:
            way = self._silent_move(key.parts, task)
            if way is None:
                found.append(self._move(key.parts, goal.node, task))
            else:
                part, transition, towards = way
                ways.setdefault((part, transition), {}).setdefault(towards, []).append(task)
        for (part, transition), after in ways.items():
            goals = {towards: _Goal(goal.node, tuple(tasks)) for towards, tasks in after.items()}
            found.append(self._silent(key.parts, part, transition, goals))
        return found

    def _tasks(self, parts: Parts, number: int) -> Iterator[_Task]:
        """The steps of a node of the old tree, with the transitions of the originals that do them."""
        node = self.execution.nodes[number]
        for position, step in enumerate(node.steps[:1] if node.any_of else node.steps):
            transitions = (
                None if target is None else self._transition(i, parts[i], step.action, target)
                for i, target in enumerate(step.targets)
            )
            yield _Task(position, tuple(transitions))

    def _silent_move(self, parts: Parts, task: _Task) -> tuple[int, int, int] | None:
        """The next silent move before a task: the component, its transition, and the outcome that leads on."""
        for i, transition in enumerate(task.transitions):
            way = None if transition is None else self._way(i, parts[i], transition)
            if way is not None:
                return i, *way
        return None

    def _move(self, parts: Parts, number: int, task: _Task) -> StepDraft[_Key]:
        """The step of a task, when no silent move is left to do."""
        node = self.execution.nodes[number]
        step = node.steps[task.step]
        targets = tuple(
            None if transition is None else model.target[transition]
            for model, transition in zip(self.models, task.transitions, strict=True)
        )
        children = {}
        for outcome in self.watch.over(outcomes_of(self.models, parts, targets)):
            there = tuple(
                part if target is None else reduction.block_of[state]
                for reduction, part, target, state in zip(self.reductions, node.parts, targets, outcome, strict=True)
            )
            children[outcome] = _Key(outcome, _Goal(step.children[there]))
        return step.action, targets, children

    def _silent(self, parts: Parts, i: int, transition: int, goals: Mapping[int, _Goal]) -> StepDraft[_Key]:
        model = self.models[i]
        targets = tuple(model.target[transition] if j == i else None for j in range(len(parts)))
        children = {
            outcome: _Key(outcome, goals.get(outcome[i]))
            for outcome in self.watch.over(outcomes_of(self.models, parts, targets))
        }
        return model.actions[model.action[transition]], targets, children

    def _transition(self, i: int, state: int, action: str, target: int) -> int:
        """A transition of component `i`, after silent moves from the state, that does a transition of its reduction."""
        reduction = self.reductions[i]
        model = reduction.original
        wanted = reduction.image.image_in(reduction.reduced, target)
        number = model.actions.index(action)
        for s in self.watch.over(_silently(reduction, state, self.watch)):
            for t in model.row(s):
                if model.action[t] == number and reduction.image(model.target[t]) == wanted:
                    return t
        raise InternalError("a reduced component has a move that the component does not have")

    def _way(self, i: int, state: int, transition: int) -> tuple[int, int] | None:
        """The first silent move from the state towards the source of the transition, and its outcome on the way."""
        goal = _source(self.models[i], transition)
        if (i, goal) not in self._ways:
            self._ways[i, goal] = _ways_to(self.reductions[i], goal, self.watch)
        return self._ways[i, goal].get(state)


def _ways_to(reduction: Reduction, goal: int, watch: Watch) -> dict[int, tuple[int, int]]:
    """Per state from which silent moves reach the goal: the first of these moves, and its outcome on the way."""
    model = reduction.original
    before: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for s in range(model.num_states):
        watch.tick(1 + len(model.row(s)))
        for t in model.row(s):
            if model.action[t] in reduction.silent:
                for outcome, _ in watch.over(model.outcomes(model.target[t])):
                    before[outcome].append((s, t))
    ways: dict[int, tuple[int, int]] = {}
    for at in (queue := [goal]):
        watch.tick(1 + len(before[at]))
        for s, t in before[at]:
            if s != goal and s not in ways:
                ways[s] = t, at
                queue.append(s)
    return ways


def _silently(reduction: Reduction, start: int, watch: Watch) -> Iterator[int]:
    """The states that silent moves reach, nearest first."""
    model = reduction.original
    seen = {start}
    for s in (queue := [start]):
        yield s
        watch.tick(1 + len(model.row(s)))
        for t in model.row(s):
            if model.action[t] in reduction.silent:
                outcomes = watch.over(model.outcomes(model.target[t]))
                new = [outcome for outcome, _ in outcomes if outcome not in seen]
                seen.update(new)
                queue += new


def _source(model: LPTS, transition: int) -> int:
    """The source state of a transition."""
    return bisect_right(model.first, transition) - 1


def reduced_proof(
    relation: SimulationRelation,
    reductions: Sequence[Reduction],
    specification: LPTS,
    block_of: Sequence[int],
    watch: Watch,
) -> Proof:
    """From a simulation of the reduced components by the reduced specification, whose states are the blocks of the
    given one's, to one of the given components by the given specification."""
    names, parts, abstractions = named_components(reductions, watch)
    top = ProvedPremise(names, "P", with_members(relation, specification, block_of, watch))
    return Proof((top, *parts), abstractions=abstractions)


def searched_proof(reached: ReachedPairs | Bound, reductions: Sequence[Reduction], watch: Watch) -> Proof | Bound:
    """From a search of the reduced components, or a bound of their probabilities, to a proof about the given ones. A
    bound is the whole evidence if no component is smaller."""
    if isinstance(reached, ReachedPairs):
        reached, reductions = _without_worthless(reached, reductions, watch)
    names, parts, abstractions = named_components(reductions, watch)
    if isinstance(reached, Bound) and not parts:
        return reached
    return Proof((ProvedPremise(names, "P", reached), *parts), abstractions=abstractions)


def _without_worthless(
    reached: ReachedPairs, reductions: Sequence[Reduction], watch: Watch
) -> tuple[ReachedPairs, list[Reduction]]:
    """The search without those reductions that a proof does better without, and what is left of the reductions."""
    undone = {i: one for i, one in enumerate(reductions) if is_worthless(one, reached.searched)}
    if not undone:
        return reached, list(reductions)
    below = {i: _simulated(one, watch) for i, one in undone.items()}
    left = [_identity(one.original, watch) if i in undone else one for i, one in enumerate(reductions)]
    return replace(reached, searched=UndoneStates(reached.searched, below)), left


def _identity(model: LPTS, watch: Watch) -> Reduction:
    return Reduction(model, model, range(model.num_states), frozenset(), watch)


def named_components(
    reductions: Sequence[Reduction], watch: Watch
) -> tuple[tuple[str, ...], tuple[ProvedPremise, ...], tuple[LPTS, ...]]:
    """What a proof calls each component: by itself, or by its reduction; the premises of the reductions, and these."""
    names: list[str] = []
    parts: list[ProvedPremise] = []
    abstractions: list[LPTS] = []
    for number, reduction in enumerate(reductions, 1):
        if reduction.is_identity:
            names.append(f"L{number}")
        else:
            abstractions.append(reduction.reduced)
            names.append(f"R{len(abstractions)}")
            parts.append(ProvedPremise((f"L{number}",), names[-1], _simulated(reduction, watch)))
    return tuple(names), tuple(parts), tuple(abstractions)


def with_members(
    relation: SimulationRelation, specification: LPTS, block_of: Sequence[int], watch: Watch
) -> SimulationRelation:
    """What a block of bisimilar states simulates, each of its members does."""
    listed = relation.rows.listed() if isinstance(relation.rows, RowSets) else None
    if listed is not None:
        return SimulationRelation(relation.system, specification, relation.row_of, _with_all(listed, block_of, watch))
    members = [0] * relation.specification.num_states
    for state, block in watch.over(enumerate(block_of)):
        members[block] |= 1 << state
    rows = tuple(sum(members[block] for block in watch.over(bits_of(row))) for row in relation.rows)
    return SimulationRelation(relation.system, specification, relation.row_of, rows)


def _with_all(rows: Sequence[Sequence[int]], block_of: Sequence[int], watch: Watch) -> ListedRows:
    """The rows with the members of each block in its place."""
    members: dict[int, list[int]] = defaultdict(list)
    for state, block in watch.over(enumerate(block_of)):
        members[block].append(state)
    return ListedRows([sorted(chain.from_iterable(members[block] for block in watch.over(row))) for row in rows])


def _simulated(reduction: Reduction, watch: Watch) -> LaterRelation:
    """That a component is simulated by its reduction, made when it is asked for."""
    return LaterRelation(reduction.original, reduction.reduced, partial(_below_reduced, reduction), watch)


def _below_reduced(reduction: Reduction, watch: Watch) -> SimulationRelation:
    """A component is simulated by its reduction, which stays where it is on silent moves."""
    original, block_of, silent = reduction.original, reduction.block_of, reduction.silent
    watch.check("making the evidence")
    if silent.isdisjoint(original.action):
        pairs_of_all = ((state, block) for state, block in enumerate(block_of) if block >= 0)
        return SimulationRelation.of_pairs(original, reduction.reduced, pairs_of_all, watch)
    target, spread, support = original.target, original.spread, original.support
    stays = [action in silent for action in range(len(original.actions))]
    pairs = {(original.initial, reduction.reduced.initial)}
    todo = list(pairs)
    for count, (state, above) in enumerate(todo):  # which grows meanwhile
        watch.tick(1 + len(original.row(state)), count)
        for t in original.row(state):
            goal = target[t]
            for outcome in (goal,) if goal >= 0 else watch.over(support[spread[~goal] : spread[~goal + 1]]):
                pair = outcome, above if stays[original.action[t]] else block_of[outcome]
                if pair not in pairs:
                    pairs.add(pair)
                    todo.append(pair)
    return SimulationRelation.of_pairs(original, reduction.reduced, pairs, watch)
