"""Deadlock: a reachable state of a composition without moves; and livelock, where only hidden moves are left for ever.

The composition is explored breadth first and in steps. States are numbered in the order of discovery, so the first
state without moves is as near as any, and the search stops there. A state that was not expanded has no moves *yet*:
only the first `expanded` states count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symag.errors import InternalError, LimitReached
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import Composition
from symag.traces.run import Run, SearchStep, checked_run, is_stuck, stays_hidden

__all__ = ["DeadlockSearch", "find_deadlock", "first_deadlock", "run_to"]

FIRST_STEP = 256
STEP_GROWTH = 2
"""Small, because the states that were explored since the last step are lost when a limit is reached."""


@dataclass(frozen=True)
class DeadlockSearch:
    """The result of a search, and how much of the composition it explored."""

    deadlock: Run | None
    """A shortest run to a state without moves."""
    livelock: Run | None
    """A shortest run to a state from where on there are only hidden moves, for ever; among the states explored."""
    states: int
    transitions: int
    complete: bool
    """Was all of the composition explored?"""


def find_deadlock(components: Sequence[LPTS], watch: Watch) -> DeadlockSearch:
    """Explore the composition until it has a state without moves, or to its end."""
    composition = Composition(components, watch=watch)
    seen = 0
    for cap in _caps(watch.limits.max_states):
        system = composition.explore(cap)
        stuck = first_deadlock(system, composition.expanded, seen)
        if stuck is not None or composition.complete:
            break
        seen = composition.expanded
    deadlock = None if stuck is None else run_to(system, stuck, components, watch)
    livelock, complete = None, composition.complete
    try:
        hidden = _first_hidden(system, composition.expanded, watch)
        livelock = None if hidden is None else _hidden_run(system, hidden, components, watch)
    except LimitReached:
        if deadlock is None:
            raise
        complete = False
    return DeadlockSearch(deadlock, livelock, system.num_states, system.num_transitions, complete)


def _caps(most: int | None) -> Iterator[int]:
    """The number of states after each step. The limit itself is one of them; the step after it exceeds the limit."""
    cap = FIRST_STEP
    while True:
        if most is not None and cap >= most:
            yield most
            yield most + 1
        yield cap
        cap *= STEP_GROWTH


def first_deadlock(system: LPTS, expanded: int, start: int = 0) -> int | None:
    """The first expanded state, from `start` on, without moves."""
    first = system.first
    return next((s for s in range(start, expanded) if first[s] == first[s + 1]), None)


def run_to(system: LPTS, goal: int, components: Sequence[LPTS], watch: Watch) -> Run:
    """A shortest run to a state without moves, checked on the components."""
    run = checked_run(components, _search_steps(system, goal, watch))
    if not is_stuck(components, system.parts(goal)):
        raise InternalError("a deadlock was found where the components can move")
    return run


def _hidden_run(system: LPTS, goal: int, components: Sequence[LPTS], watch: Watch) -> Run:
    """A shortest run to a state with hidden moves only, checked on the components."""
    run = checked_run(components, _search_steps(system, goal, watch))
    if not stays_hidden(components, system.parts(goal), watch):
        raise InternalError("a livelock was found where the components can do a visible action, or nothing")
    return run


def _search_steps(system: LPTS, goal: int, watch: Watch) -> list[SearchStep]:
    """The path by which the search discovered the state, which is a shortest one."""
    product = system.product
    assert product is not None
    into = _first_transitions(system, goal, watch)
    steps = []
    while goal != system.initial:
        source, transition = into[goal]
        place = product.parts(goal)
        parts = zip(product.components, product.contributions(system.target[transition]), place, strict=True)
        shares = tuple(_share(component, target, state) for component, target, state in parts)
        steps.append(SearchStep(system.actions[system.action[transition]], place, shares))
        goal = source
    return steps[::-1]


def _share(component: object, target: int, state: int) -> Fraction:
    assert isinstance(component, LPTS)
    return dict(component.outcomes(target))[state]


def _first_transitions(system: LPTS, goal: int, watch: Watch) -> dict[int, tuple[int, int]]:
    """For states up to the goal, the state and the transition from which the search discovered them."""
    into = {system.initial: (-1, -1)}
    first, targets, spread, support = system.first, system.target, system.spread, system.support
    watch.check("tracing back", goal)
    for s in range(system.num_states):
        watch.tick(1 + first[s + 1] - first[s])
        for t in range(first[s], first[s + 1]):
            target = targets[t]
            watch.tick(0 if target >= 0 else spread[~target + 1] - spread[~target])
            for state in (target,) if target >= 0 else support[spread[~target] : spread[~target + 1]]:
                if state not in into:
                    into[state] = s, t
        if goal in into:
            break
    return into


def _first_hidden(system: LPTS, expanded: int, watch: Watch) -> int | None:
    """The first state from which every reachable state has hidden moves, and no others: one of the largest set of such
    states that no move leaves. Every state of that set was expanded, so more exploring does not change it."""
    first, action = system.first, system.action
    if 0 not in action:
        return None
    left = {s for s in range(expanded) if first[s] < first[s + 1] and action[first[s + 1] - 1] == 0}
    before: dict[int, list[int]] = {}
    leaving = []
    watch.check("looking at hidden moves", len(left))
    for s in left:
        for t in range(first[s], first[s + 1]):
            for goal, _ in watch.over(system.outcomes(system.target[t])):
                before.setdefault(goal, []).append(s)
                if goal not in left:
                    leaving.append(s)
    while leaving:
        watch.tick()
        s = leaving.pop()
        if s in left:
            left.remove(s)
            leaving += before.get(s, ())
    return min(left, default=None)
