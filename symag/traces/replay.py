"""A trace, replayed on every component by itself: so an execution is found without composing anything.

Components meet in the actions of the trace only: whatever else one of them does nobody else takes part in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

from symag.errors import InternalError
from symag.evidence import Tree
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.traces.execution import execution
from symag.traces.reach import follow

__all__ = ["replay"]


def replay(components: Sequence[LPTS], trace: Sequence[str], known: Collection[str], watch: Watch) -> Tree:
    """An execution of the composition that does the trace; an action that is not `known` is one component's own."""
    own = [_moves(component, trace, known, watch) for component in components]
    alphabet = sorted(frozenset().union(*(component.alphabet for component in components)))
    number = {action: position for position, action in enumerate((TAU, *alphabet))}
    here = [component.initial for component in components]
    places, actions = [tuple(here)], []
    for action in trace:
        watch.tick(len(components))
        taking = [i for i, component in enumerate(components) if action in component.alphabet]
        for i in taking:
            while own[i][0][0] != action:
                watch.tick(len(components))
                alone, here[i] = own[i].popleft()
                places.append(tuple(here))
                actions.append(number[alone])
        for i in taking:
            _, here[i] = own[i].popleft()
        places.append(tuple(here))
        actions.append(number[action])
    return execution(components, (TAU, *alphabet), places, actions, watch)


def _moves(component: LPTS, trace: Sequence[str], known: Collection[str], watch: Watch) -> deque[tuple[str, int]]:
    """What one component does, and where that leads."""
    tree, _ = follow([component], trace, known, watch)
    if tree is None:
        raise InternalError("a component cannot do its part of a trace that was found for the whole system")
    system = tree.system
    assert system.product is not None
    goals = [system.product.parts(node.state)[0] for node in watch.over(tree.nodes)]
    taken = [system.actions[system.action[node.moves[0].transition]] for node in tree.nodes if node.moves]
    return deque(zip(taken, goals[1:], strict=True))
