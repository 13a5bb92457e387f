"""Concretising: a counterexample with an abstraction as a part, rebuilt for the concrete model (CAV'12, section 5).

The analysis found a strong simulation R of the counterexample's projection by the concrete model. The new tree is the
paper's tree "via R": a node is a node of the old tree, with a concrete state of its block in place of the block.
"""

from __future__ import annotations

from typing import NamedTuple

from symag.assume.analysis import Realisation
from symag.assume.execution_tree import (
    ExecutionStep,
    ExecutionTree,
    NodeDraft,
    StepDraft,
    contributions,
    outcomes_of,
    rebuild_tree,
)
from symag.assume.projection import PartMove, Projection
from symag.limits import Watch

__all__ = ["concretise"]


class _Key(NamedTuple):
    """A node of the old tree, the node of the projection that contains it, and the concrete state."""

    node: int
    part_node: int
    state: int


def concretise(execution: ExecutionTree, projection: Projection, found: Realisation, watch: Watch) -> ExecutionTree:
    """The execution tree with its last part, an abstraction, replaced by the components of the concrete model."""
    concretiser = _Concretiser(execution, projection, found)
    return rebuild_tree(concretiser.models, _Key(0, 0, found.concrete.initial), concretiser.describe, watch)


class _Concretiser:
    """Makes the nodes of the tree of the concrete model."""

    def __init__(self, execution: ExecutionTree, projection: Projection, found: Realisation) -> None:
        self.execution = execution
        self.projection = projection
        self.found = found
        self.concrete_models = found.concrete.components
        self.models = (*execution.models[:-1], *self.concrete_models)

    def describe(self, key: _Key) -> tuple[NodeDraft, list[StepDraft[_Key]]]:
        """A node of the new tree, and its steps."""
        node = self.execution.nodes[key.node]
        parts = (*node.parts[:-1], *self.found.concrete.parts(key.state))
        return NodeDraft(parts, node.any_of), self._steps(key)

    def _steps(self, key: _Key) -> list[StepDraft[_Key]]:
        steps = []
        groups = self.projection.nodes[key.part_node].groups
        moves = {move.step: move for group in groups for move in group}
        for position, step in enumerate(self.execution.nodes[key.node].steps):
            if step.targets[-1] is None:
                idle: tuple[int | None, ...] = (None,) * len(self.concrete_models)
                here = self.found.concrete.parts(key.state)
                self.found.watch.tick(len(step.children))
                children = {
                    (*parts[:-1], *here): _Key(child, key.part_node, key.state)
                    for parts, child in step.children.items()
                }
                steps.append((step.action, (*step.targets[:-1], *idle), children))
            elif (key.node, position) in moves:
                moved = self._moved(key, step, moves[key.node, position])
                steps += [] if moved is None else [moved]
        return steps

    def _moved(self, key: _Key, step: ExecutionStep, move: PartMove) -> StepDraft[_Key] | None:
        """The step with a transition of the concrete state; None if the state does not have this move."""
        found, concrete = self.found, self.found.concrete
        transition = found.transition(key.state, move)
        if transition is None:
            return None
        target = concrete.target[transition]
        made = contributions(concrete, self.concrete_models, key.state, concrete.action[transition], target)
        others = self.execution.models[:-1]
        children = {}
        for outcome, _ in concrete.outcomes(target):
            block = found.block_of[outcome]
            for parts in found.watch.over(
                outcomes_of(others, self.execution.nodes[key.node].parts[:-1], step.targets[:-1])
            ):
                child = _Key(step.children[*parts, block], move.children[block], outcome)
                children[(*parts, *concrete.parts(outcome))] = child
        return step.action, (*step.targets[:-1], *made), children
