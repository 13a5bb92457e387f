"""Rebuilding an execution tree from its root, with other models in place of some of its parts.

The new nodes are identified by keys; a node is numbered when its key is met for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeVar

from symag.assume.execution_tree import ExecutionNode, ExecutionStep, ExecutionTree
from symag.errors import LimitReached
from symag.evidence import parents_first
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation import MAX_NODES
from symag.traces import Parts

__all__ = ["NodeDraft", "StepDraft", "rebuild_tree"]

Key = TypeVar("Key", bound=Hashable)
StepDraft = tuple[str, tuple[int | None, ...], dict[Parts, Key]]
"""A step of a new tree: the action, the targets, and the key of the node of each outcome."""


class NodeDraft(NamedTuple):
    """A node of a new tree, without its steps."""

    parts: Parts
    any_of: bool = False


def rebuild_tree(
    models: tuple[LPTS, ...], root: Key, describe: Callable[[Key], tuple[NodeDraft, list[StepDraft[Key]]]], watch: Watch
) -> ExecutionTree:
    """The tree with the node and the steps that `describe` gives for each key; nodes with equal keys are one node."""
    keys = [root]
    number = {root: 0}
    nodes: list[ExecutionNode] = []
    watch.check("rebuilding the counterexample")
    for key in keys:  # grows in the loop
        watch.tick(1, len(keys))
        if len(keys) > MAX_NODES:
            raise LimitReached(
                "counterexample", f"the specification is violated, but its counterexample has over {MAX_NODES} nodes"
            )
        (parts, any_of), drafts = describe(key)
        steps = []
        for action, targets, children in drafts:
            watch.tick(2 * len(children))
            for child in children.values():
                if child not in number:
                    number[child] = len(keys)
                    keys.append(child)
            steps.append(ExecutionStep(action, targets, {place: number[child] for place, child in children.items()}))
        nodes.append(ExecutionNode(parts, tuple(steps), any_of))
    order = parents_first([[child for step in node.steps for child in step.children.values()] for node in nodes])
    new = {old: position for position, old in enumerate(order)}
    return ExecutionTree(models, tuple(_renumbered(nodes[old], new, watch) for old in order))


def _renumbered(node: ExecutionNode, new: dict[int, int], watch: Watch) -> ExecutionNode:
    watch.tick(sum(len(step.children) for step in node.steps))
    steps = (
        ExecutionStep(a, targets, {place: new[c] for place, c in children.items()})
        for a, targets, children in node.steps
    )
    return node._replace(steps=tuple(steps))
