"""An execution tree built anew from its root: nodes are whatever they are known by, and get numbers as they are met."""

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
"""A step in the making: action, targets, and what the node after each outcome is known by."""


class NodeDraft(NamedTuple):
    """All that is to be said of a node, but for its steps."""

    parts: Parts
    any_of: bool = False


def rebuild_tree(
    models: tuple[LPTS, ...], root: Key, describe: Callable[[Key], tuple[NodeDraft, list[StepDraft[Key]]]], watch: Watch
) -> ExecutionTree:
    """The execution that `describe` tells, node by node; nodes that are known by the same are one."""
    keys = [root]
    number = {root: 0}
    nodes: list[ExecutionNode] = []
    watch.check("rebuilding the counterexample")
    for key in keys:  # which grows meanwhile
        watch.tick(1, len(keys))
        if len(keys) > MAX_NODES:
            raise LimitReached(
                "counterexample", f"the specification is violated, but its counterexample has over {MAX_NODES} nodes"
            )
        (parts, any_of), written = describe(key)
        steps = []
        for action, targets, children in written:
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
