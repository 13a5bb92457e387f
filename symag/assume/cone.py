"""The cone of influence: one property is decided with the components that matter for it (localisation reduction,
Kurshan 1994).

For traces, a component only restricts what the others do. So what a part of the components satisfies, all of them
satisfy. The part begins with the components that know an action of the property. If it violates the property, the
execution that shows this may be one that the other components do not allow: those that know one of its actions join
the part. If none does, the others stay in their initial states meanwhile, and the execution is one of the whole system;
it is a shortest one, because each execution of the whole is one of the part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from symag.assume.sides import Sides
from symag.assume.task import Answer, Task
from symag.evidence import Tree
from symag.limits import Watch
from symag.model import LPTS, TAU, owners_of
from symag.traces import linear_tree, trace_of

__all__ = ["Cones", "on_all"]


class Cones:
    """The parts of a system that matter for properties."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.components = task.components
        self.owners = owners_of(self.components)
        self._side_of = [number for number, side in enumerate(task.sides) for _ in side]

    def decide(self, specification: LPTS, task: Task, decide: Callable[[Task], Answer]) -> Answer:
        """The answer for one property; the components of the answer are those that matter. A violation is one of all
        components: the others stay where they are."""
        cone = self._knowing(specification.alphabet) or {0}
        while True:
            answer = decide(replace(task, sides=self._sides(cone), specification=specification))
            if answer.tree is None:
                return answer
            others = self._knowing(trace_of(answer.tree)) - cone
            if not others:
                return answer
            cone = self._grown(cone, others)

    def _knowing(self, actions: Iterable[str]) -> set[int]:
        """The components that know one of these actions."""
        return {number for action in actions for number in self.owners.get(action, ())}

    def _grown(self, cone: set[int], others: set[int]) -> set[int]:
        """The cone with these components, and with more that are near, so that it doubles: a property that needs all
        components should not be decided once for each of them."""
        grown = cone | others
        while len(grown) < 2 * len(cone):
            near = self._knowing(action for number in grown for action in self.components[number].alphabet) - grown
            if not near:
                break
            grown |= near
        return grown

    def _sides(self, cone: Collection[int]) -> Sides:
        """The sides of the rule, without the components outside of the cone."""
        sides: dict[int, list[LPTS]] = {}
        for number in sorted(cone):
            sides.setdefault(self._side_of[number], []).append(self.components[number])
        return tuple(map(tuple, sides.values()))


def on_all(tree: Tree, part: Sequence[LPTS], components: Sequence[LPTS], watch: Watch) -> Tree:
    """The execution of a part of the components, as one of all of them: the others stay in their initial states."""
    number = {id(component): position for position, component in enumerate(components)}
    where = [number[id(component)] for component in part]
    alphabet = (TAU, *sorted(frozenset().union(*(component.alphabet for component in components))))
    code = {action: position for position, action in enumerate(alphabet)}
    here = [component.initial for component in components]
    places, actions, system = [tuple(here)], [], tree.system
    node = tree.nodes[0]
    while node.moves:
        watch.tick(len(here))
        ((transition, (child,)),) = node.moves
        node = tree.nodes[child]
        for position, state in zip(where, system.parts(node.state), strict=True):
            here[position] = state
        places.append(tuple(here))
        actions.append(code[system.actions[system.action[transition]]])
    return linear_tree(components, alphabet, places, actions, watch)
