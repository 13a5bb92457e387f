"""A counterexample to an abstraction, rebuilt for what it abstracts from (CAV'12, section 5: "via R").

A node of the new story is a node of the old one, with the state of the more concrete model that plays the part there.
"""

from __future__ import annotations

from typing import NamedTuple

from symag.assume.analysis import Realisation
from symag.assume.projection import PartMove, Projection
from symag.assume.retell import Told, Written, retell
from symag.assume.story import Step, Story, components_of, contributions, outcomes_of, parts_of
from symag.limits import Watch

__all__ = ["lift"]


class _Key(NamedTuple):
    """A node of the old story, the node of the projection that it is looked at from, and the state that plays it."""

    node: int
    part_node: int
    state: int


def lift(story: Story, projection: Projection, found: Realisation, watch: Watch) -> Story:
    """The story with its last part, an abstraction, replaced by the parts of what it abstracts from."""
    lifter = _Lifter(story, projection, found)
    return retell(lifter.models, _Key(0, 0, found.concrete.initial), lifter.tell, watch)


class _Lifter:
    """Knows, node by node, how the story goes with the more concrete model."""

    def __init__(self, story: Story, projection: Projection, found: Realisation) -> None:
        self.story = story
        self.projection = projection
        self.found = found
        self.concrete_models = components_of(found.concrete)
        self.models = (*story.models[:-1], *self.concrete_models)

    def tell(self, key: _Key) -> tuple[Told, list[Written[_Key]]]:
        """A node of the new story."""
        node = self.story.nodes[key.node]
        parts = (*node.parts[:-1], *parts_of(self.found.concrete, key.state))
        return Told(parts, node.any_of), self._steps(key)

    def _steps(self, key: _Key) -> list[Written[_Key]]:
        steps = []
        groups = self.projection.nodes[key.part_node].groups
        moves = {move.step: move for group in groups for move in group}
        for position, step in enumerate(self.story.nodes[key.node].steps):
            if step.targets[-1] is None:
                idle: tuple[int | None, ...] = (None,) * len(self.concrete_models)
                here = parts_of(self.found.concrete, key.state)
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
            for parts in found.watch.over(
                outcomes_of(others, self.story.nodes[key.node].parts[:-1], step.targets[:-1])
            ):
                child = _Key(step.children[*parts, block], move.children[block], outcome)
                children[(*parts, *parts_of(concrete, outcome))] = child
        return step.action, (*step.targets[:-1], *made), children
