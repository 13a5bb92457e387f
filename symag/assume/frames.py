"""An iteration of a refinement as a frame of the album: where the counterexample goes through the assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from symag.assume.projection import Projection
from symag.evidence import Frame, Snapshot, Splitting, Tree
from symag.model import LPTS

__all__ = ["frame_of"]

MAX_NODES = 40
"""Larger counterexamples are kept only as what they visit."""


def frame_of(
    iteration: int,
    models: Sequence[LPTS],
    tree: Tree | None,
    projections: Sequence[Projection],
    splittings: Sequence[Splitting],
) -> Frame:
    """The assumptions with the projections of the counterexample on them, of which there may be fewer."""
    pairs = zip_longest(models, projections)
    snapshots = tuple(_snapshot(level, model, projection) for level, (model, projection) in enumerate(pairs, 1))
    story = tree.to_lpts(with_states=True) if tree is not None and len(tree.nodes) <= MAX_NODES else None
    return Frame(iteration, snapshots, story, tuple(splittings))


def _snapshot(level: int, model: LPTS, projection: Projection | None) -> Snapshot:
    if projection is None:
        return Snapshot(level, model)
    number = {action: position for position, action in enumerate(model.actions)}
    moves = {
        (node.state, number[move.action], move.target)
        for node in projection.nodes
        for group in node.groups
        for move in group
    }
    taken = [
        t
        for s in range(model.num_states)
        for t in range(model.first[s], model.first[s + 1])
        if (s, model.action[t], model.target[t]) in moves
    ]
    return Snapshot(level, model, frozenset(node.state for node in projection.nodes), frozenset(taken))
