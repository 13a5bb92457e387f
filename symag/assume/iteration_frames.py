"""An iteration of a refinement as a frame of the iteration log: the counterexample's way through the assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest

from symag.assume.projection import Projection
from symag.evidence import FrameNode, IterationFrame, Snapshot, SplitRecord, Tree
from symag.evidence.iteration_log import state_name
from symag.model import LPTS

__all__ = ["TakenTransitions", "frame_of", "snapshot_of", "taken_by"]

MAX_FRAME_NODES = 40
"""The most nodes of a counterexample that a frame keeps: its beginning."""

TakenTransitions = set[tuple[int, int, int]]
"""Transitions, as (state, action, target)."""


def frame_of(
    iteration: int,
    models: Sequence[LPTS],
    tree: Tree | None,
    steps: Sequence[TakenTransitions],
    splits: Sequence[SplitRecord],
) -> IterationFrame:
    """The assumptions with the transitions that the counterexample takes, down to the last assumption analysed."""
    pairs = zip_longest(models, steps)
    snapshots = tuple(snapshot_of(level, model, taken, tree) for level, (model, taken) in enumerate(pairs, 1))
    if tree is None:
        return IterationFrame(iteration, snapshots)
    names = tuple(model.name for model in tree.system.components[:-1])
    nodes = tuple(_frame_nodes(tree))
    return IterationFrame(iteration, snapshots, nodes, tuple(splits), (*names, ""), len(tree.nodes), _ends(tree))


def _frame_nodes(tree: Tree) -> list[FrameNode]:
    """The nodes of the counterexample, depth first."""
    system, found = tree.system, list[FrameNode]()
    todo: list[tuple[int, int, str, Fraction, tuple[str, ...]]] = [(0, 0, "", Fraction(1), ())]
    while todo and len(found) < MAX_FRAME_NODES:
        node, depth, action, share, before = todo.pop()
        places = _places(system, tree.nodes[node].state)
        found.append(FrameNode(node, depth, action, share, places, before))
        later = []
        for move in tree.nodes[node].moves:
            name = system.actions[system.action[move.transition]]
            later += [(child, depth + 1, name, p, places) for child, p in tree.shares(move).items()]
        todo += reversed(later)
    return found


def _places(system: LPTS, state: int) -> tuple[str, ...]:
    """The state of each part. The last part is the assumption, or the abstraction of the whole system, and is named."""
    *sides, assumption = zip(system.components, system.parts(state), strict=True)
    return (*(model.states[part] for model, part in sides), f"A1 in {state_name(*assumption)}")


def _ends(tree: Tree) -> tuple[str, ...]:
    """The actions of the last moves, which the specification cannot answer at all."""
    system, nodes = tree.system, tree.nodes
    last = [
        move.transition
        for node in nodes
        for move in node.moves
        if not any(nodes[child].moves for child in move.children)
    ]
    return tuple(dict.fromkeys(system.actions[system.action[transition]] for transition in last))


def snapshot_of(level: int, model: LPTS, steps: TakenTransitions | None, wrong: object) -> Snapshot:
    """The model with the transitions that a counterexample takes, and the states that these visit; without
    a counterexample (`wrong` is None), the model alone."""
    if steps is None or wrong is None:
        return Snapshot(level, model)
    taken = [
        t
        for s in sorted({state for state, _, _ in steps})
        for t in model.row(s)
        if (s, model.action[t], model.target[t]) in steps
    ]
    visited = {model.initial} | {state for state, _, _ in steps}
    visited |= {state for t in taken for state, _ in model.outcomes(model.target[t])}
    return Snapshot(level, model, frozenset(visited), frozenset(taken))


def taken_by(model: LPTS, projection: Projection) -> TakenTransitions:
    """The transitions of a model that a projection takes."""
    number = {action: position for position, action in enumerate(model.actions)}
    return {
        (node.state, number[move.action], move.target)
        for node in projection.nodes
        for group in node.groups
        for move in group
    }
