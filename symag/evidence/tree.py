"""Tree counterexamples (CAV'12, section 3) with their execution mapping, kept as a DAG.

A node stands for a state of the system together with what must be shown there. A move of a node is a transition of the
system; its children are one node per outcome, so the mapping from nodes to states is an execution mapping, which is a
strong simulation: the tree is below the system. Nodes that need the same are shared. The unfolding is the stochastic
tree of the paper; it can be exponentially larger, so it is made only within a limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from symag.model import LPTS, Assembler
from symag.model.presentation import present

__all__ = ["Move", "Node", "Tree", "parents_first"]


COUNTED = 10**18
"""Unfoldings are not counted further than this."""


class Move(NamedTuple):
    """A transition of the system (its number) and a child for each of its outcomes, in the same order."""

    transition: int
    children: tuple[int, ...]


class Node(NamedTuple):
    """A state of the system (its number) and the moves that matter there."""

    state: int
    moves: tuple[Move, ...]


def parents_first(children: Sequence[Iterable[int]]) -> list[int]:
    """The nodes of a DAG with the root 0, in an order in which children come after all their parents."""
    listed = [list(below) for below in children]
    waiting = [0] * len(listed)
    for below in listed:
        for child in below:
            waiting[child] += 1
    order = [0]
    for node in order:  # which grows meanwhile
        for child in listed[node]:
            waiting[child] -= 1
            if not waiting[child]:
                order.append(child)
    return order


@dataclass(frozen=True, eq=False)
class Tree:
    """The nodes; node 0 is the root, and children have greater numbers than their parents."""

    system: LPTS
    """What does it; composed, as far as it was."""
    nodes: tuple[Node, ...]
    """By number."""

    @cached_property
    def depth(self) -> int:
        """The length of the longest path."""
        depths = [0] * len(self.nodes)
        for number in range(len(self.nodes) - 1, -1, -1):
            children = [child for move in self.nodes[number].moves for child in move.children]
            depths[number] = max((depths[child] + 1 for child in children), default=0)
        return depths[0]

    @cached_property
    def unfolded_size(self) -> int:
        """How many nodes the unfolding has, up to `COUNTED`: it may be exponential."""
        sizes = [1] * len(self.nodes)
        for number in range(len(self.nodes) - 1, -1, -1):
            below = sum(sizes[child] for move in self.nodes[number].moves for child in move.children)
            sizes[number] = min(1 + below, COUNTED)
        return sizes[0]

    @property
    def is_unfolded(self) -> bool:
        """Is it a tree, with nothing shared?"""
        return self.unfolded_size == len(self.nodes)

    def unfold(self) -> Tree:
        """The stochastic tree itself, breadth first."""
        copies = [0]
        nodes: list[Node] = []
        for original in copies:
            moves = []
            for transition, children in self.nodes[original].moves:
                moves.append(Move(transition, tuple(range(len(copies), len(copies) + len(children)))))
                copies.extend(children)
            nodes.append(Node(self.nodes[original].state, tuple(moves)))
        return Tree(self.system, tuple(nodes))

    def label(self, number: int) -> str:
        """The name of a node in the model that `to_lpts` makes."""
        return f"n{number}"

    def mapping(self, number: int) -> tuple[str, ...]:
        """The execution mapping: the state of each component at this node."""
        return self.system.part_labels(self.nodes[number].state)

    def shares(self, move: Move) -> dict[int, Fraction]:
        """The children of a move, each with its probability."""
        outcomes = self.system.outcomes(self.system.target[move.transition])
        return {child: share for child, (_, share) in zip(move.children, outcomes, strict=True)}

    def to_lpts(self, with_states: bool = False) -> LPTS:
        """The counterexample as a model of its own, over the alphabet of the system.

        Its states are called `n0`, `n1`, …; with the states that they are mapped to, for a picture, if asked.
        """
        assembler = Assembler()
        for number, node in enumerate(self.nodes):
            for move in node.moves:
                assembler.add(number, self.system.action[move.transition], assembler.target(self.shares(move)))
        labels = [self.label(number) for number in range(len(self.nodes))]
        if with_states:
            labels = [f"{label} ({', '.join(self.mapping(number))})" for number, label in enumerate(labels)]
        return assembler.freeze(tuple(labels), 0, self.system.actions[1:], "counterexample")

    def _repr_svg_(self) -> str | None:
        return self.to_lpts(with_states=True)._repr_svg_()

    def _repr_html_(self) -> str:
        """The tree in a notebook."""
        return present(self, "html")
