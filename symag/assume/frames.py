"""An iteration of a refinement as a frame of the album: where the counterexample goes through the assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from symag.assume.projection import Projection
from symag.evidence import Frame, Snapshot, Splitting, Tree
from symag.model import LPTS

__all__ = ["Steps", "frame_of", "snapshot_of", "steps_of"]

MAX_NODES = 40
"""Larger counterexamples are kept only as what they visit."""

Steps = set[tuple[int, int, int]]
"""Transitions, as state, action and target."""


def frame_of(
    iteration: int,
    models: Sequence[LPTS],
    tree: Tree | None,
    steps: Sequence[Steps],
    splittings: Sequence[Splitting],
) -> Frame:
    """The assumptions with what the counterexample does of them, as far down as it was looked at."""
    pairs = zip_longest(models, steps)
    snapshots = tuple(snapshot_of(level, model, taken, tree) for level, (model, taken) in enumerate(pairs, 1))
    story = tree.to_lpts(with_states=True) if tree is not None and len(tree.nodes) <= MAX_NODES else None
    return Frame(iteration, snapshots, story, tuple(splittings))


def snapshot_of(level: int, model: LPTS, steps: Steps | None, wrong: object) -> Snapshot:
    """The model, with the transitions that are taken and the states on the way; none if nothing is `wrong` with it."""
    if steps is None or wrong is None:
        return Snapshot(level, model)
    taken = [
        t
        for s in range(model.num_states)
        for t in range(model.first[s], model.first[s + 1])
        if (s, model.action[t], model.target[t]) in steps
    ]
    visited = {model.initial} | {state for state, _, _ in steps}
    visited |= {state for t in taken for state, _ in model.outcomes(model.target[t])}
    return Snapshot(level, model, frozenset(visited), frozenset(taken))


def steps_of(model: LPTS, projection: Projection) -> Steps:
    """The transitions that a projection takes."""
    number = {action: position for position, action in enumerate(model.actions)}
    return {
        (node.state, number[move.action], move.target)
        for node in projection.nodes
        for group in node.groups
        for move in group
    }
