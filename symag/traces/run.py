"""Runs of a composition, checked step by step on the components, without the code of the explorer that found them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from symag.errors import InternalError
from symag.limits import Watch
from symag.model import LPTS, TAU, names_of
from symag.traces.trace import Parts

__all__ = ["Blocked", "Run", "RunStep", "SearchStep", "checked_run", "is_stuck", "stays_hidden"]


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
