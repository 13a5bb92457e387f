"""Reachability of the error state: the system and the property are composed on the fly, breadth first.

The search stops at the first state that contains the error state π, so the execution that leads there is a shortest
one. If π cannot be reached, the pairs of states that were visited are a simulation, since a safety LTS has at most one
answer to an action: they are the evidence that every trace is allowed (`inclusion`).

`follow` uses the same search for an execution with a given trace. `replay` finds such an execution of a large system
from the executions of its components, without composing them.

Safety LTSs: deterministic, without hidden moves; a trace is allowed if it is one of theirs (CAV'08, section 2).

Every state of a safety LTS has at most one answer to an action. So all traces of a system are allowed if and only if
the completed safety LTS simulates the system: a procedure that decides one decides the other, with the same evidence.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

from symag.errors import InternalError
from symag.evidence import SimulationRelation, Tree
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.operators import Composition, compose, with_error
from symag.traces.trace import linear_tree, project_trace, trace_lts

__all__ = [
    "follow",
    "inclusion",
    "reach_error",
    "replay",
]

FIRST_CAP = 1 << 12
"""States that are explored before the search looks at them for the first time."""
GROWTH = 8


def reach_error(
    components: Sequence[LPTS], specification: LPTS, watch: Watch, guide: LPTS | None = None
) -> tuple[Tree | None, LPTS]:
    """A shortest execution of the system that the safety LTS does not allow, if there is one; and the composition, as
    far as it was explored.

    With a `guide`, only executions of the system composed with the guide count; the tree leaves the guide out.
    """
    models = [*components] if guide is None else [*components, guide]
    known = frozenset[str]().union(*(model.alphabet for model in models))
    return _search([*models, with_error(specification, known, watch)], len(components), watch)


def follow(
    components: Sequence[LPTS], trace: Sequence[str], known: Collection[str], watch: Watch
) -> tuple[Tree | None, LPTS]:
    """An execution of the system whose projection on the `known` actions is this trace, if there is one; and the
    composition, as far as it was explored."""
    spoken_of = frozenset(known) & frozenset[str]().union(*(model.alphabet for model in components))
    return _search([*components, trace_lts(project_trace(trace, spoken_of), spoken_of)], len(components), watch)


def _search(models: Sequence[LPTS], count: int, watch: Watch) -> tuple[Tree | None, LPTS]:
    """An execution of the first `count` models to the nearest state that has the last model in its last state."""
    composition = Composition(models, watch=watch)
    cap, seen = FIRST_CAP, 0
    while True:
        system = composition.explore(cap)
        watch.check("looking for the error", system.num_states)
        goal = _first_goal(system, seen)
        if goal is not None:
            return _path(system, goal, count, watch), system
        if composition.complete:
            return None, system
        cap, seen = cap * GROWTH, system.num_states


def _first_goal(system: LPTS, start: int) -> int | None:
    """The first state, from `start` on, with the last component in its last state."""
    import numpy  # takes a twentieth of a second to import, and most commands do not need it

    product = system.product
    assert product is not None
    packing = product.state_packing
    words = numpy.asarray(product.state_codes)[packing.word[-1] :: packing.words]
    found = numpy.flatnonzero(words[start:] // packing.radix[-1] % packing.size[-1] == packing.size[-1] - 1)
    return start + int(found[0]) if len(found) else None


def _path(system: LPTS, goal: int, count: int, watch: Watch) -> Tree:
    """The path by which the search found the state, as an execution of the first `count` components."""
    import numpy

    product = system.product
    assert product is not None
    targets = numpy.asarray(system.target)
    first = numpy.asarray(system.first)
    into = numpy.empty(system.num_states, numpy.int64)  # per state, the first transition that leads there
    into[targets[::-1]] = numpy.arange(len(targets))[::-1]
    actions: list[int] = []
    states = [goal]
    while states[-1] != system.initial:
        watch.tick()
        transition = int(into[states[-1]])
        states.append(int(numpy.searchsorted(first, transition, "right")) - 1)
        actions.append(system.action[transition])
    places = [product.parts(state)[:count] for state in watch.over(reversed(states))]
    return linear_tree(product.components[:count], system.actions, places, actions[::-1], watch)


def inclusion(components: Sequence[LPTS], specification: LPTS, watch: Watch) -> SimulationRelation | None:
    """The simulation of a system by a safety LTS: the pairs of states that are reached together.

    None if the safety LTS does not allow some trace, or if a state of the composition needs more than one word.
    """
    import numpy

    tree, searched = reach_error(components, specification, watch)
    assert searched.product is not None
    packing = searched.product.state_packing
    if tree is not None or packing.words > 1:
        return None
    system = compose(*components, watch=watch)
    assert system.product is not None
    watch.check_room(8 * (4 * searched.num_states + 3 * system.num_states))
    codes = numpy.asarray(searched.product.state_codes)
    known = numpy.asarray(system.product.state_codes)
    order = numpy.argsort(known)
    states = order[numpy.searchsorted(known[order], codes % packing.radix[-1])]
    above = codes // packing.radix[-1]
    return SimulationRelation.of_pairs(system, specification, zip(states.tolist(), above.tolist(), strict=True), watch)


def replay(components: Sequence[LPTS], trace: Sequence[str], known: Collection[str], watch: Watch) -> Tree:
    """An execution of the composition with this trace, which must exist.

    Each component is followed by itself. The components synchronise on actions of the trace only: an action that is not
    `known` belongs to one component.
    """
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
    return linear_tree(components, (TAU, *alphabet), places, actions, watch)


def _moves(component: LPTS, trace: Sequence[str], known: Collection[str], watch: Watch) -> deque[tuple[str, int]]:
    """The moves of one component: actions, and the states that they lead to."""
    tree, _ = follow([component], trace, known, watch)
    if tree is None:
        raise InternalError("a component cannot do its part of a trace that was found for the whole system")
    system = tree.system
    goals = [system.parts(node.state)[0] for node in watch.over(tree.nodes)]
    taken = [system.actions[system.action[node.moves[0].transition]] for node in tree.nodes if node.moves]
    return deque(zip(taken, goals[1:], strict=True))
