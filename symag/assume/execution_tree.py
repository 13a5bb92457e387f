"""Execution trees: counterexamples with what each component contributes (CAV'12, section 5).

A counterexample is a tree over a composition. Its execution tree has, at every node, the state of each part and, at
every move, the distribution that each part contributes: the paper's execution mapping to the composition. So the tree
can be projected on one part (`projection`), and an abstraction among the parts can be replaced by the model that it
abstracts from (`concretise`).

Rebuilding an execution tree from its root, with other models in place of some of its parts.

The new nodes are identified by keys; a node is numbered when its key is met for the first time.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product as cartesian
from math import prod
from typing import NamedTuple, TypeVar

from symag.errors import LimitReached
from symag.evidence import Move, Node, Tree, parents_first
from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler
from symag.model.product import Packing, Product, ProductLabels
from symag.model.rational import MAX_EXACT, MAX_EXACT_DIGITS
from symag.simulation import MAX_NODES
from symag.traces import Parts

__all__ = [
    "ExecutionNode",
    "ExecutionStep",
    "ExecutionTree",
    "NodeDraft",
    "StepDraft",
    "contributions",
    "flatten_tree",
    "outcomes_of",
    "rebuild_tree",
    "to_execution_tree",
    "to_tree",
]


class ExecutionStep(NamedTuple):
    """A move: per part the target that it contributes, or None if it takes no part; and the node of each outcome."""

    action: str
    targets: tuple[int | None, ...]
    children: Mapping[Parts, int]


class ExecutionNode(NamedTuple):
    """The state of each part, and the moves that refute the specification there; if `any_of`, each move alone does."""

    parts: Parts
    steps: tuple[ExecutionStep, ...]
    any_of: bool = False


@dataclass(frozen=True, eq=False)
class ExecutionTree:
    """The parts, and the nodes. Node 0 is the root; children have greater numbers than their parents."""

    models: tuple[LPTS, ...]
    nodes: tuple[ExecutionNode, ...]

    def heights(self) -> list[int]:
        """Per node, the length of the longest path below it."""
        heights = [0] * len(self.nodes)
        for number in range(len(self.nodes) - 1, -1, -1):
            below = (heights[child] for step in self.nodes[number].steps for child in step.children.values())
            heights[number] = max((height + 1 for height in below), default=0)
        return heights


def contributions(
    system: LPTS, models: tuple[LPTS, ...], state: int, action: int, target: int
) -> tuple[int | None, ...]:
    """The target that each of the models contributes to a transition of their composition; None if it does not move."""
    if system.product is None:
        return (target,)
    parts, targets = system.parts(state), system.product.contributions(target)
    label = system.actions[action]
    if label != TAU:
        return tuple(goal if label in model.alphabet else None for model, goal in zip(models, targets, strict=True))
    moving = next(i for i, model in enumerate(models) if _can_hide(model, i, parts, targets))
    return tuple(goal if i == moving else None for i, goal in enumerate(targets))


def _can_hide(model: LPTS, i: int, parts: Parts, targets: tuple[int, ...]) -> bool:
    """Can part `i` make this hidden move alone? (If two parts can, the move is the same.)"""
    row = model.row(parts[i])
    others_stay = all(goal == part for j, (goal, part) in enumerate(zip(targets, parts, strict=True)) if j != i)
    return others_stay and any(model.action[t] == 0 and model.target[t] == targets[i] for t in row)


def outcomes_of(models: tuple[LPTS, ...], parts: Parts, targets: tuple[int | None, ...]) -> Iterator[Parts]:
    """The states of the parts after a move."""
    return cartesian(
        *(
            (part,) if target is None else tuple(state for state, _ in model.outcomes(target))
            for model, part, target in zip(models, parts, targets, strict=True)
        )
    )


def to_execution_tree(
    tree: Tree, models: tuple[LPTS, ...], watch: Watch, unanswered: Mapping[int, Sequence[int]] | None = None
) -> ExecutionTree:
    """The execution tree of a tree over the composition of the models.

    `unanswered` lists, for some of the nodes that come last, more transitions that refute the specification.
    """
    system = tree.system
    nodes = []
    leaves: list[ExecutionNode] = []
    for number, (state, moves) in enumerate(tree.nodes):
        steps = []
        for transition, children in moves:
            watch.tick(len(children))
            action, target = system.action[transition], system.target[transition]
            after = {system.parts(tree.nodes[child].state): child for child in children}
            steps.append(
                ExecutionStep(system.actions[action], contributions(system, models, state, action, target), after)
            )
        others = () if unanswered is None else unanswered.get(number, ())
        for transition in others:
            action, target = system.action[transition], system.target[transition]
            after = {}
            for outcome, _ in watch.over(system.outcomes(target)):
                after[system.parts(outcome)] = len(tree.nodes) + len(leaves)
                leaves.append(ExecutionNode(system.parts(outcome), ()))
            steps.append(
                ExecutionStep(system.actions[action], contributions(system, models, state, action, target), after)
            )
        nodes.append(ExecutionNode(system.parts(state), tuple(steps), bool(others)))
    return ExecutionTree(models, (*nodes, *leaves))


def to_tree(execution: ExecutionTree, watch: Watch) -> Tree:
    """The tree of an execution tree. Its system has the states and transitions that the tree visits, not the whole
    composition of the models."""
    watch.check("writing the counterexample down")
    execution = flatten_tree(execution, watch)
    components, places = execution.models, [node.parts for node in execution.nodes]
    number = {place: position for position, place in enumerate(dict.fromkeys(places))}
    alphabet = sorted(frozenset().union(*(model.alphabet for model in components)))
    actions = {action: position for position, action in enumerate((TAU, *alphabet))}
    assembler = Assembler(watch)
    targets: list[list[int]] = []
    for node, place in zip(execution.nodes, places, strict=True):
        targets.append([])
        for step in _required(node):
            target = assembler.target(_shares(execution, step, lambda child: number[places[child]], watch))
            assembler.add(number[place], actions[step.action], target)
            targets[-1].append(target)
    packing = Packing.of([model.num_states for model in components])
    product = Product(components, packing, packing.pack(number), packing, array("q"))
    labels = ProductLabels(product, len(number))
    system = replace(assembler.freeze(labels, 0, alphabet, ""), product=product)
    nodes = []
    for node, place, goals in zip(execution.nodes, places, targets, strict=True):
        moves = []
        for step, target in zip(_required(node), goals, strict=True):
            watch.tick(2 * len(step.children) + len(system.row(number[place])))
            after = {number[places[child]]: child for child in step.children.values()}
            transition = _transition(system, number[place], actions[step.action], target)
            moves.append(Move(transition, tuple(after[state] for state, _ in system.outcomes(target))))
        nodes.append(Node(number[place], tuple(moves)))
    return Tree(system, tuple(nodes))


def _required(node: ExecutionNode) -> tuple[ExecutionStep, ...]:
    """The steps that a counterexample needs: all of them, or one if each does."""
    return node.steps[:1] if node.any_of else node.steps


def flatten_tree(execution: ExecutionTree, watch: Watch) -> ExecutionTree:
    """The execution tree with composed models replaced by their components, until no model is composed."""
    while any(model.product is not None for model in execution.models):
        models = tuple(component for model in execution.models for component in model.components)
        nodes = []
        for node in execution.nodes:
            watch.tick(1 + sum(len(step.children) for step in node.steps))
            steps = tuple(_flattened_step(execution.models, node.parts, step) for step in node.steps)
            nodes.append(ExecutionNode(_flattened_parts(execution.models, node.parts), steps, node.any_of))
        execution = ExecutionTree(models, tuple(nodes))
    return execution


def _flattened_parts(models: tuple[LPTS, ...], parts: Parts) -> Parts:
    return tuple(inner for model, part in zip(models, parts, strict=True) for inner in model.parts(part))


def _flattened_step(models: tuple[LPTS, ...], parts: Parts, step: ExecutionStep) -> ExecutionStep:
    targets: list[int | None] = []
    for model, part, target in zip(models, parts, step.targets, strict=True):
        inside = model.components
        if target is None:
            targets += [None] * len(inside)
        else:
            targets += contributions(model, inside, part, model.actions.index(step.action), target)
    children = {_flattened_parts(models, after): child for after, child in step.children.items()}
    return ExecutionStep(step.action, tuple(targets), children)


def _shares(
    execution: ExecutionTree, step: ExecutionStep, name: Callable[[int], int], watch: Watch
) -> dict[int, Fraction]:
    """The distribution of a step over the names of its children."""
    chances = [
        {} if target is None else dict(model.outcomes(target))
        for model, target in zip(execution.models, step.targets, strict=True)
    ]
    if prod(max(share.denominator for share in chance.values()) for chance in chances if chance) >= MAX_EXACT:
        raise LimitReached("digits", f"digits: a product of probabilities has more than {MAX_EXACT_DIGITS} digits")
    return {
        name(child): prod(
            (chance[part] for chance, part in zip(chances, parts, strict=True) if chance), start=Fraction(1)
        )
        for parts, child in watch.over(step.children.items())
    }


def _transition(system: LPTS, state: int, action: int, target: int) -> int:
    row = system.row(state)
    return next(t for t in row if system.action[t] == action and system.target[t] == target)


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
                "counterexample", f"the specification is violated, but its counterexample has over {MAX_NODES:,} nodes"
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
