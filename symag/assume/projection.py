"""The projection of a counterexample on one part (CAV'12, section 5).

A node of the projection is a set of nodes of the execution tree: those that the part cannot distinguish, because the
other parts moved without it, or contributed different outcomes to the same move. So the part must have the moves of all
of these nodes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from symag.assume.execution_tree import ExecutionTree
from symag.limits import Watch

__all__ = ["PartMove", "PartNode", "Projection", "project"]


class PartMove(NamedTuple):
    """A move of the part: its target, the node of each outcome, and the step (node, position) that it comes from."""

    action: str
    target: int
    children: dict[int, int]
    step: tuple[int, int]


class PartNode(NamedTuple):
    """A state of the part, the nodes of the tree, and the moves that it must have: one of each group."""

    state: int
    members: frozenset[int]
    groups: tuple[tuple[PartMove, ...], ...]


@dataclass(frozen=True, eq=False)
class Projection:
    """The nodes; node 0 is the root. `bottom_up` lists them so that children come before their parents."""

    nodes: tuple[PartNode, ...]
    bottom_up: tuple[int, ...]


def project(execution: ExecutionTree, part: int, watch: Watch) -> Projection:
    """The projection of an execution tree on one of its parts."""
    watch.check("projecting the counterexample")
    keys = [_closed(execution, part, [0], watch)]
    number = {keys[0]: 0}
    nodes: list[PartNode] = []
    for members in keys:  # grows in the loop
        groups: list[tuple[PartMove, ...]] = []
        for member in sorted(members):
            watch.tick(1, len(keys))
            moves = []
            for position, step in enumerate(execution.nodes[member].steps):
                target = step.targets[part]
                if target is None:
                    continue
                watch.tick(len(step.children))
                after: dict[int, list[int]] = {}
                for parts, child in step.children.items():
                    after.setdefault(parts[part], []).append(child)
                children = {}
                for outcome, nodes_there in after.items():
                    key = _closed(execution, part, nodes_there, watch)
                    if key not in number:
                        number[key] = len(keys)
                        keys.append(key)
                    children[outcome] = number[key]
                moves.append(PartMove(step.action, target, children, (member, position)))
            if not execution.nodes[member].any_of:
                groups += [(move,) for move in moves]
            elif len(moves) == len(execution.nodes[member].steps):  # otherwise one of the moves does not need the part
                groups.append(tuple(moves))
        state = execution.nodes[next(iter(members))].parts[part]
        nodes.append(PartNode(state, members, tuple(groups)))
    heights = execution.heights()
    tallest = [max(heights[member] for member in node.members) for node in nodes]
    return Projection(tuple(nodes), tuple(sorted(range(len(nodes)), key=tallest.__getitem__)))


def _closed(execution: ExecutionTree, part: int, start: Iterable[int], watch: Watch) -> frozenset[int]:
    """These nodes, and the nodes that moves of the other parts alone lead to."""
    found = set(start)
    todo = list(found)
    watch.tick(len(todo))
    while todo:
        for step in watch.over(execution.nodes[todo.pop()].steps):
            if step.targets[part] is None:
                new = set(step.children.values()) - found
                watch.tick(len(step.children))
                found |= new
                todo.extend(new)
    return frozenset(found)
