"""Can the error state be reached? The system and the property are composed breadth first, and no further than needed.

The first state with the error in it is as near as any, so the trace that leads there is a shortest one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symag.evidence import Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import Composition, with_error
from symag.traces.execution import execution
from symag.traces.trace import project_trace, trace_lts

__all__ = ["follow", "reach_error"]

FIRST_CAP = 1 << 12
GROWTH = 8


def reach_error(
    components: Sequence[LPTS], specification: LPTS, watch: Watch, guide: LPTS | None = None
) -> tuple[Tree | None, LPTS]:
    """An execution of the system that the safety LTS does not allow, as a tree without branches, if there is one; and
    what was composed. With a `guide`, only of executions that it takes part in; it is left out of what is told."""
    everybody = [*components] if guide is None else [*components, guide]
    known = frozenset[str]().union(*(model.alphabet for model in everybody))
    return _reach([*everybody, with_error(specification, known, watch)], len(components), watch)


def follow(
    components: Sequence[LPTS], trace: Sequence[str], known: Collection[str], watch: Watch
) -> tuple[Tree | None, LPTS]:
    """An execution of the system that does this trace, and nothing else of the `known` actions, if there is one; and
    what was composed."""
    told = frozenset(known) & frozenset[str]().union(*(model.alphabet for model in components))
    return _reach([*components, trace_lts(project_trace(trace, told), told)], len(components), watch)


def _reach(models: Sequence[LPTS], count: int, watch: Watch) -> tuple[Tree | None, LPTS]:
    """The nearest state with the last model in its last state; the way there is told of the first `count` models."""
    composition = Composition(models, watch=watch)
    cap, seen = FIRST_CAP, 0
    while True:
        system = composition.explore(cap)
        watch.check("looking for the error", system.num_states)
        goal = _first_goal(system, seen)
        if goal is not None:
            return _way(system, goal, count, watch), system
        if composition.complete:
            return None, system
        cap, seen = cap * GROWTH, system.num_states


def _first_goal(system: LPTS, start: int) -> int | None:
    """The first state, from `start` on, with the last component in its last state."""
    import numpy  # half a tenth of a second, which not everybody needs to wait

    product = system.product
    assert product is not None
    packing = product.state_packing
    words = numpy.asarray(product.state_codes)[packing.word[-1] :: packing.words]
    found = numpy.flatnonzero(words[start:] // packing.radix[-1] % packing.size[-1] == packing.size[-1] - 1)
    return start + int(found[0]) if len(found) else None


def _way(system: LPTS, goal: int, count: int, watch: Watch) -> Tree:
    """The way by which the state was first found, told of the first `count` components."""
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
    return execution(product.components[:count], system.actions, places, actions[::-1], watch)
