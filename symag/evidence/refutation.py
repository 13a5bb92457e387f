"""Why a tree is not below the specification: an ordered list of refuted pairs with Hall sets (CAV'12, Lemma 1).

A step says: node `n` is not below specification state `p`, because of one move of `n` with distribution μ. Every
answer ν of `p` has a cut (S, T) with μ(S) + ν(T) > 1, where each pair of S × T was refuted by an earlier step: the
mass of S does not find enough room outside T. Steps that need no earlier step have no answers at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

from symag.evidence.tree import Tree
from symag.limits import Watch
from symag.model import LPTS, TAU, counted
from symag.model.presentation import present

__all__ = ["Counterexample", "Cut", "Step"]


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
    kind: Literal["tree", "trace"] = "tree"
    """A trace is a tree without branches, told by its actions."""

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
        return f"<Counterexample: a tree of depth {self.depth} with {counted(len(self.tree.nodes), 'node')}>"

    def _repr_svg_(self) -> str | None:
        return self.tree._repr_svg_()

    def _repr_html_(self) -> str:
        """The counterexample in a notebook."""
        return present(self, "html")

    def to_json(self, tree_json: dict[str, Any], watch: Watch | None = None) -> dict[str, Any]:
        """The counterexample that the kernel checks, all but `claims`; `tree_json` is the tree in the native format."""
        watch = watch or Watch()
        tree, names = self.tree, self.specification.states
        trace = {"trace": list(self.trace)} if self.kind == "trace" else {}
        return {
            "kind": self.kind,
            **trace,
            "tree": tree_json,
            "depth": tree.depth,
            "claims": {"minimal": self.minimal},
            "execution": {tree.label(n): list(tree.mapping(n)) for n in watch.over(range(len(tree.nodes)))},
            "refutation": [self._step_to_json(step, names) for step in watch.over(self.steps)],
        }

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
