"""Reachability of the error state: the system and the property are composed on the fly, breadth first.

The search stops at the first move that the safety LTS does not allow, which leads to the error state π: the execution
is a shortest one. If π cannot be reached, the pairs of states that were visited are a simulation, since a safety LTS
has at most one answer to an action: they are the evidence that every trace is allowed (`inclusion`). The search keeps
the visited states and nothing else (`symag.traces.search`).

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
from symag.operators import compose, flatten
from symag.traces.reached import Group, Layout, ReachedStates, grouped
from symag.traces.search import Search
from symag.traces.successors import Successors
from symag.traces.trace import linear_tree, project_trace, trace_lts

__all__ = [
    "follow",
    "inclusion",
    "reach_error",
    "replay",
]

UNGROUPED = 1 << 15
"""States that are visited before small components are composed in groups: that takes some milliseconds."""


def reach_error(
    components: Sequence[LPTS], specification: LPTS, watch: Watch, guide: LPTS | None = None
) -> tuple[Tree | None, ReachedStates]:
    """A shortest execution of the system that the safety LTS does not allow, if there is one; and the states of the
    composition that were visited, the safety LTS last.

    With a `guide`, only executions of the system composed with the guide count; the tree leaves the guide out.
    """
    models = [*components] if guide is None else [*components, guide]
    return _search(models, specification, None, len(components), watch)


def follow(
    components: Sequence[LPTS], trace: Sequence[str], known: Collection[str], watch: Watch
) -> tuple[Tree | None, ReachedStates]:
    """An execution of the system whose projection on the `known` actions is this trace, if there is one; and the
    states of the composition that were visited."""
    spoken_of = frozenset(known) & frozenset[str]().union(*(model.alphabet for model in components))
    line = trace_lts(project_trace(trace, spoken_of), spoken_of)
    return _search(components, line, line.num_states - 1, len(components), watch)


def _search(
    models: Sequence[LPTS], last: LPTS, goal: int | None, count: int, watch: Watch
) -> tuple[Tree | None, ReachedStates]:
    """An execution of the first `count` models to the nearest move that the last model forbids; with a goal, to the
    nearest state that has the last model there."""
    groups = tuple(Group(model, (model,)) for model in models)
    search = _Groups((*groups, Group(last, (last,))), goal, count, watch)
    if not search.ends_within(UNGROUPED):
        few = grouped(models, watch)
        if len(few) < len(groups):
            search = _Groups((*few, Group(last, (last,))), goal, count, watch)
        search.ends_within(1 << 62)
    return search.found()


class _Groups:
    """A search of the groups' composition; the last group is what forbids moves, or where the goal is."""

    def __init__(self, groups: tuple[Group, ...], goal: int | None, count: int, watch: Watch) -> None:
        models = [group.model for group in groups]
        flat, self.actions = flatten(models, watch)
        self.groups, self.count, self.watch = groups, count, watch
        self.layout = layout = Layout.of([model.num_states for model in models])
        successors = Successors(flat, layout, len(models) - 1, goal is None, watch)
        start = layout.pack([model.initial for model in models])
        self.search = Search(successors, layout, start, -1 if goal is None else goal, watch)
        self.is_found = False

    def ends_within(self, cap: int) -> bool:
        """Go on until so many states are known. Is the search at its end?"""
        self.is_found = self.search.run(cap)
        known, expanded, _ = self.search.known()
        return self.is_found or expanded == known

    def found(self) -> tuple[Tree | None, ReachedStates]:
        """The execution to what was looked for, if there is one; and the visited states."""
        reached = ReachedStates(self.groups, self.layout, self.search.visited(), self.search.known()[2])
        if not self.is_found:
            return None, reached
        codes, labels = self.search.path()
        visited = ReachedStates(self.groups, self.layout, codes, len(labels))
        places = [visited.parts(state)[: self.count] for state in self.watch.over(range(visited.num_states))]
        return linear_tree(reached.components[: self.count], self.actions, places, labels, self.watch), reached


def inclusion(components: Sequence[LPTS], specification: LPTS, watch: Watch) -> SimulationRelation | None:
    """The simulation of a system by a safety LTS: the pairs of states that are reached together.

    None if the safety LTS does not allow some trace, or if a state of the composition needs more than one word.
    """
    import numpy

    tree, reached = reach_error(components, specification, watch)
    if tree is not None:
        return None
    system = compose(*components, watch=watch)
    assert system.product is not None
    packing = system.product.state_packing
    if packing.words > 1:
        return None
    watch.check_room(8 * (len(components) + 4) * reached.num_states + 24 * system.num_states)
    *columns, above = reached.columns()
    codes = sum(numbers * radix for numbers, radix in zip(columns, packing.radix, strict=True))
    known = numpy.asarray(system.product.state_codes)
    order = numpy.argsort(known)
    states = order[numpy.searchsorted(known[order], codes)]
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
