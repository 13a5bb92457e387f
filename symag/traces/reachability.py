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
from symag.traces.reached import ComponentGroup, Layout, ReachedStates, grouped
from symag.traces.search import Search
from symag.traces.successors import Successors
from symag.traces.trace import linear_tree, project_trace, trace_lts

__all__ = [
    "ErrorSearch",
    "follow",
    "inclusion",
    "reach_error",
    "replay",
]

EVERYTHING = 1 << 62
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


class ErrorSearch:
    """The same search in slices: `run` goes on to some number of states, and nothing is ever searched again."""

    def __init__(self, components: Sequence[LPTS], specification: LPTS, watch: Watch) -> None:
        self._steps = _Steps([*components], specification, None, len(components), watch)

    @property
    def known(self) -> int:
        """How many states were discovered."""
        return self._steps.known[0]

    @property
    def expanded(self) -> int:
        """How many of them were expanded."""
        return self._steps.known[1]

    @property
    def moves(self) -> int:
        """How many moves these have."""
        return self._steps.known[2]

    def run(self, cap: int) -> tuple[Tree | None, ReachedStates] | None:
        """What `reach_error` gives; None if the search is not at its end when so many states are known."""
        return self._steps.run(cap)


def _search(
    models: Sequence[LPTS], last: LPTS, goal: int | None, count: int, watch: Watch
) -> tuple[Tree | None, ReachedStates]:
    """An execution of the first `count` models to the nearest move that the last model forbids; with a goal, to the
    nearest state that has the last model there."""
    found = _Steps(models, last, goal, count, watch).run(EVERYTHING)
    assert found is not None
    return found


class _Steps:
    """The search at work. Small components are composed in groups when it is long: then it starts again, once."""

    def __init__(self, models: Sequence[LPTS], last: LPTS, goal: int | None, count: int, watch: Watch) -> None:
        self.models, self.last, self.goal, self.count, self.watch = models, last, goal, count, watch
        self.is_grouped = False
        self._start(tuple(ComponentGroup(model, (model,)) for model in models))

    def _start(self, groups: tuple[ComponentGroup, ...]) -> None:
        self.groups = (*groups, ComponentGroup(self.last, (self.last,)))
        models = [group.model for group in self.groups]
        flat, self.actions = flatten(models, self.watch)
        layout = self.layout = Layout.of([model.num_states for model in models])
        successors = Successors(flat, layout, len(models) - 1, self.goal is None, self.watch)
        goal = -1 if self.goal is None else self.goal
        self.search = Search(successors, layout, layout.pack([m.initial for m in models]), goal, self.watch)

    @property
    def known(self) -> tuple[int, int, int]:
        """States that are known, those that are expanded, and the moves of these."""
        known: tuple[int, int, int] = self.search.known()
        return known

    def run(self, cap: int) -> tuple[Tree | None, ReachedStates] | None:
        """Search on; None if the search is not at its end when so many states are known."""
        is_found = self.search.run(cap if self.is_grouped else min(cap, UNGROUPED))
        known, expanded, moves = self.known
        if is_found or expanded == known:
            return self._outcome(is_found, moves)
        if self.is_grouped or cap <= UNGROUPED:
            return None
        self.is_grouped = True
        groups = grouped(self.models, self.watch)
        if len(groups) < len(self.models):
            self._start(groups)
        return self.run(cap)

    def _outcome(self, is_found: bool, moves: int) -> tuple[Tree | None, ReachedStates]:
        reached = ReachedStates(self.groups, self.layout, self.search.visited(), moves)
        if not is_found:
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
