"""Deadlock: a reachable state of a composition without moves; and livelock, where only hidden moves are left for ever.

The composition is explored breadth first and in steps. States are numbered in the order of discovery, so the first
state without moves is as near as any, and the search stops there. A state that was not expanded has no moves *yet*:
only the first `expanded` states count.

Runs of a composition, checked step by step on the components, without the code of the explorer that found them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from symag.errors import InternalError, LimitReached
from symag.limits import Watch
from symag.model import LPTS, TAU, names_of
from symag.operators import Composition
from symag.traces.trace import Parts

__all__ = [
    "Blocked",
    "DeadlockSearch",
    "Run",
    "RunStep",
    "SearchStep",
    "checked_run",
    "find_deadlock",
    "first_deadlock",
    "is_stuck",
    "run_to",
    "stays_hidden",
]


class SearchStep(NamedTuple):
    """One step as a search reports it: the action, the state of each component after it, and the probability of that
    state (1 for a component that does not take part)."""

    action: str
    place: Parts
    shares: tuple[Fraction, ...]


class RunStep(NamedTuple):
    """One step of a run."""

    action: str
    """The action that happens."""
    probability: Fraction
    """The probability of the outcome that the run follows."""
    states: tuple[str, ...]
    """The state of each component after the step."""


class Blocked(NamedTuple):
    """An action that a component is ready for, and that cannot happen."""

    action: str
    """The action."""
    missing: tuple[str, ...]
    """The components that take part in it and are not ready for it."""


@dataclass(frozen=True)
class Run:
    """A run of a composition from its initial state; for probabilistic models, through the supports."""

    components: tuple[str, ...]
    """The names of the components."""
    start: tuple[str, ...]
    """The initial state of each component."""
    steps: tuple[RunStep, ...]
    """The steps from the start to the end."""
    waiting: tuple[tuple[Blocked, ...], ...]
    """For each component, the actions that it waits for at the end."""

    @property
    def trace(self) -> tuple[str, ...]:
        """The actions of the run, `tau` among them."""
        return tuple(step.action for step in self.steps)

    @property
    def end(self) -> tuple[str, ...]:
        """The state of each component at the end."""
        return self.steps[-1].states if self.steps else self.start

    @property
    def probability(self) -> Fraction:
        """The product of the probabilities of the steps."""
        return prod((step.probability for step in self.steps), start=Fraction(1))

    def to_json(self) -> dict[str, Any]:
        """The run as `symag deadlock --json` prints it."""
        steps = [{"action": a, "probability": str(p), "states": list(states)} for a, p, states in self.steps]
        waiting = [
            {"component": name, "state": state, "waits_for": [{"action": a, "missing": list(m)} for a, m in blocked]}
            for name, state, blocked in zip(self.components, self.end, self.waiting, strict=True)
        ]
        return {"trace": list(self.trace), "start": list(self.start), "steps": steps, "end": waiting}


def checked_run(components: Sequence[LPTS], found: Sequence[SearchStep]) -> Run:
    """The run with these steps; an InternalError if the components cannot do one of them."""
    alphabets = [component.alphabet for component in components]
    here = tuple(component.initial for component in components)
    start, steps = _labels(components, here), []
    for number, (action, place, shares) in enumerate(found, 1):
        parts = zip(components, here, place, shares, strict=True)
        able = [_leads(component, state, action, goal, share) for component, state, goal, share in parts]
        stays = [old == new and share == 1 for old, new, share in zip(here, place, shares, strict=True)]
        if action == TAU:  # one component alone moves
            is_step = any(able[i] and all(stays[:i]) and all(stays[i + 1 :]) for i in range(len(components)))
        else:
            taking = [action in alphabet for alphabet in alphabets]
            is_step = any(taking) and all(able[i] if taking[i] else stays[i] for i in range(len(components)))
        if not is_step:
            raise InternalError(f"step {number} of a run, {action}, is not one of the components")
        here = place
        steps.append(RunStep(action, prod(shares, start=Fraction(1)), _labels(components, here)))
    return Run(tuple(names_of(components)), start, tuple(steps), _waiting(components, alphabets, here))


def _enabled(components: Sequence[LPTS], alphabets: Sequence[frozenset[str]], place: Parts) -> set[str]:
    """The actions that are enabled in a state of the composition."""
    ready = [set(_ready(component, state)) for component, state in zip(components, place, strict=True)]

    def is_enabled(action: str) -> bool:
        parts = zip(ready, alphabets, strict=True)
        return action == TAU or all(action in mine for mine, alphabet in parts if action in alphabet)

    return set(filter(is_enabled, set[str]().union(*ready)))


def is_stuck(components: Sequence[LPTS], place: Parts) -> bool:
    """Is no action enabled in this state of the composition?"""
    return not _enabled(components, [component.alphabet for component in components], place)


def stays_hidden(components: Sequence[LPTS], place: Parts, watch: Watch) -> bool:
    """Does every state that can be reached from this one have hidden moves, and no others?"""
    alphabets = [component.alphabet for component in components]
    seen = {place}
    watch.check("replaying")
    for here in (order := [place]):
        watch.tick(len(components))
        if _enabled(components, alphabets, here) != {TAU}:
            return False
        for i, component in enumerate(components):
            for goal in _goals(component, here[i], TAU):
                there = (*here[:i], goal, *here[i + 1 :])
                if there not in seen:
                    seen.add(there)
                    order.append(there)
    return True


def _waiting(
    components: Sequence[LPTS], alphabets: Sequence[frozenset[str]], place: Parts
) -> tuple[tuple[Blocked, ...], ...]:
    """For each component, the actions that it is ready for and another component blocks."""
    names = names_of(components)
    ready = [list(dict.fromkeys(_ready(one, state))) for one, state in zip(components, place, strict=True)]
    found = []
    for mine in ready:
        blocked = []
        for action in mine:
            missing = [i for i, alphabet in enumerate(alphabets) if action in alphabet and action not in ready[i]]
            if missing:
                blocked.append(Blocked(action, tuple(names[i] for i in missing)))
        found.append(tuple(blocked))
    return tuple(found)


def _ready(component: LPTS, state: int) -> Iterator[str]:
    for t in component.row(state):
        yield component.actions[component.action[t]]


def _goals(component: LPTS, state: int, action: str) -> Iterator[int]:
    for t in component.row(state):
        if component.actions[component.action[t]] == action:
            yield from (goal for goal, _ in component.outcomes(component.target[t]))


def _leads(component: LPTS, state: int, action: str, goal: int, share: Fraction) -> bool:
    """Does the component have a move by the action that leads to the goal with this probability?"""
    for t in component.row(state):
        if component.actions[component.action[t]] == action and (goal, share) in component.outcomes(
            component.target[t]
        ):
            return True
    return False


def _labels(components: Sequence[LPTS], place: Parts) -> tuple[str, ...]:
    return tuple(component.states[state] for component, state in zip(components, place, strict=True))


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
