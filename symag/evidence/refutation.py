"""Why a tree is not below the specification: an ordered list of refuted pairs with Hall sets (CAV'12, Lemma 1).

A step says: node `n` is not below specification state `p`, because of one move of `n` with distribution μ. Every
answer ν of `p` has a cut (S, T) with μ(S) + ν(T) > 1, where each pair of S × T was refuted by an earlier step: the
mass of S does not find enough room outside T. Steps that need no earlier step have no answers at all.

Tree counterexamples (CAV'12, section 3) with their execution mapping, kept as a DAG.

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
from typing import Any, Literal, NamedTuple

from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler, counted
from symag.model.presentation import present

__all__ = ["Counterexample", "Cut", "Move", "Node", "Step", "Tree", "parents_first"]

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


class Cut(NamedTuple):
    """Nodes `left` and specification states `right`, no pair of which is related, and together more than one."""

    left: tuple[int, ...]
    right: tuple[int, ...]


class Step(NamedTuple):
    """Node `node` is not below `above`, by its move number `move`; one cut per answer of `above`."""

    node: int
    above: int
    move: int
    cuts: tuple[Cut, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Counterexample:
    """A tree that the system can do and the specification cannot, with both reasons."""

    tree: Tree
    """What the system can do."""
    specification: LPTS
    """What cannot follow it."""
    steps: tuple[Step, ...]
    """Why not: pairs of a node and a state of the specification, each with the move that it cannot answer."""
    minimal: bool
    """Is it an unfolded tree of which every transition was tried, and none can be dropped?"""
    kind: Literal["tree", "trace", "witness"] = "tree"
    """A trace is a tree without branches, shown by its actions. A witness is a tree that violates a formula."""

    @property
    def trace(self) -> tuple[str, ...]:
        """The actions of a counterexample without branches, but for the hidden ones."""
        actions = []
        number = 0
        while self.tree.nodes[number].moves:
            ((transition, children),) = self.tree.nodes[number].moves
            actions.append(self.tree.system.actions[self.tree.system.action[transition]])
            (number,) = children
        return tuple(action for action in actions if action != TAU)

    @property
    def events(self) -> tuple[str, ...]:
        """The actions of the trace that the specification knows; all others are hidden from it."""
        return tuple(action for action in self.trace if action in self.specification.alphabet)

    @cached_property
    def steps_at(self) -> list[list[Step]]:
        """The steps at each node."""
        found: list[list[Step]] = [[] for _ in self.tree.nodes]
        for step in self.steps:
            found[step.node].append(step)
        return found

    @property
    def depth(self) -> int:
        """The length of the longest path of the tree."""
        return self.tree.depth

    def to_lpts(self, with_states: bool = False) -> LPTS:
        """The tree as a model; its states are called by the system's, too, if asked: for a picture."""
        return self.tree.to_lpts(with_states)

    def __str__(self) -> str:
        """The tree with, at each node, the states of the components and why the specification cannot follow."""
        return present(self, "text")

    def __repr__(self) -> str:
        if self.kind == "trace":
            return f"<Counterexample: the trace {' '.join(self.trace)}>"
        word = "Witness" if self.kind == "witness" else "Counterexample"
        return f"<{word}: a tree of depth {self.depth} with {counted(len(self.tree.nodes), 'node')}>"

    def _repr_svg_(self) -> str | None:
        return self.tree._repr_svg_()

    def _repr_html_(self) -> str:
        """The counterexample in a notebook."""
        return present(self, "html")

    def to_json(self, tree_json: dict[str, Any], watch: Watch | None = None) -> dict[str, Any]:
        """The counterexample that the kernel checks, all but `claims`; `tree_json` is the tree in the native format."""
        watch = watch or Watch()
        tree = self.tree
        written = {
            "kind": self.kind,
            "tree": tree_json,
            "depth": tree.depth,
            "claims": {"minimal": self.minimal},
            "execution": {tree.label(n): list(tree.mapping(n)) for n in watch.over(range(len(tree.nodes)))},
        }
        if self.kind == "trace":  # which the specification does not allow: the kernel follows it
            return written | {"trace": list(self.trace)}
        if self.kind == "witness":  # the kernel evaluates the formula on the tree
            return written
        names = self.specification.states
        return written | {"refutation": [self._step_to_json(step, names) for step in watch.over(self.steps)]}

    def _step_to_json(self, step: Step, names: Any) -> dict[str, Any]:
        tree = self.tree
        move = tree.nodes[step.node].moves[step.move]
        shares = {tree.label(child): str(share) for child, share in tree.shares(move).items()}
        return {
            "node": tree.label(step.node),
            "not_below": names[step.above],
            "action": tree.system.actions[tree.system.action[move.transition]],
            "to": shares,
            "cuts": [[[tree.label(n) for n in cut.left], [names[q] for q in cut.right]] for cut in step.cuts],
        }
