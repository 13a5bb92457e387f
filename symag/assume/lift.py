"""A counterexample to an abstraction, rebuilt for what it abstracts from (CAV'12, section 5: "via R").

A node of the new story is a node of the old one, with the state of the more concrete model that plays the part there.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from symag.assume.analysis import Realisation
from symag.assume.projection import PartMove, Projection
from symag.assume.story import Parts, Step, Story, StoryNode, components_of, contributions, outcomes_of, parts_of
from symag.errors import LimitReached
from symag.evidence import parents_first
from symag.limits import Watch
from symag.model import LPTS

__all__ = ["lift"]

MAX_NODES = 100_000


Child = TypeVar("Child")
Written = tuple[str, tuple[int | None, ...], dict[Parts, Child]]
"""A step in the making: action, targets, children."""


class _Key(NamedTuple):
    """A node of the old story, the node of the projection that it is looked at from, and the state that plays it."""

    node: int
    part_node: int
    state: int


def lift(story: Story, projection: Projection, found: Realisation, watch: Watch) -> Story:
    """The story with its last part, an abstraction, replaced by the parts of what it abstracts from."""
    lifter = _Lifter(story, projection, found)
    keys = [_Key(0, 0, found.concrete.initial)]
    number = {keys[0]: 0}
    written: list[tuple[Parts, bool, list[Written[int]]]] = []
    for key in keys:  # which grows meanwhile
        if not len(written) & 0xFF:
            watch.check("rebuilding the counterexample", len(keys))
        if len(keys) > MAX_NODES:
            raise LimitReached(f"the specification is violated, but its counterexample has over {MAX_NODES} nodes")
        steps = []
        for action, targets, children in lifter.steps(key):
            after = {}
            for parts, child in children.items():
                if child not in number:
                    number[child] = len(keys)
                    keys.append(child)
                after[parts] = number[child]
            steps.append((action, targets, after))
        written.append((lifter.parts(key), story.nodes[key.node].any_of, steps))
    return _parents_first(lifter.models, written)


class _Lifter:
    """Knows, node by node, how the story goes with the more concrete model."""

    def __init__(self, story: Story, projection: Projection, found: Realisation) -> None:
        self.story = story
        self.projection = projection
        self.found = found
        self.concrete_models = components_of(found.concrete)
        self.models = (*story.models[:-1], *self.concrete_models)

    def parts(self, key: _Key) -> Parts:
        """The states of all parts of the new story."""
        return (*self.story.nodes[key.node].parts[:-1], *parts_of(self.found.concrete, key.state))

    def steps(self, key: _Key) -> list[Written[_Key]]:
        """The moves of a node."""
        steps = []
        groups = self.projection.nodes[key.part_node].groups
        moves = {move.step: move for group in groups for move in group}
        for position, step in enumerate(self.story.nodes[key.node].steps):
            if step.targets[-1] is None:
                idle: tuple[int | None, ...] = (None,) * len(self.concrete_models)
                here = parts_of(self.found.concrete, key.state)
                children = {
                    (*parts[:-1], *here): _Key(child, key.part_node, key.state)
                    for parts, child in step.children.items()
                }
                steps.append((step.action, (*step.targets[:-1], *idle), children))
            elif (key.node, position) in moves:
                moved = self._moved(key, step, moves[key.node, position])
                steps += [] if moved is None else [moved]
        return steps

    def _moved(self, key: _Key, step: Step, move: PartMove) -> Written[_Key] | None:
        """The step with a transition of the concrete state; none if this is one of the moves that it cannot do."""
        found, concrete = self.found, self.found.concrete
        transition = found.transition(key.state, move)
        if transition is None:
            return None
        target = concrete.target[transition]
        made = contributions(concrete, self.concrete_models, key.state, concrete.action[transition], target)
        others = self.story.models[:-1]
        children = {}
        for outcome, _ in concrete.outcomes(target):
            block = found.block_of[outcome]
            for parts in outcomes_of(others, self.story.nodes[key.node].parts[:-1], step.targets[:-1]):
                child = _Key(step.children[*parts, block], move.children[block], outcome)
                children[(*parts, *parts_of(concrete, outcome))] = child
        return step.action, (*step.targets[:-1], *made), children


def _parents_first(models: tuple[LPTS, ...], written: list[tuple[Parts, bool, list[Written[int]]]]) -> Story:
    """Renumber so that children come after all their parents."""
    order = parents_first([[child for step in steps for child in step[2].values()] for _, _, steps in written])
    new = {old: position for position, old in enumerate(order)}
    nodes = []
    for old in order:
        parts, any_of, steps = written[old]
        renumbered = (Step(a, targets, {p: new[c] for p, c in children.items()}) for a, targets, children in steps)
        nodes.append(StoryNode(parts, tuple(renumbered), any_of))
    return Story(models, tuple(nodes))
