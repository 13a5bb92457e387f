"""Runs of a composition, replayed on the components: no code is shared with the explorer that found them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from symag.errors import InternalError
from symag.limits import Watch
from symag.model import LPTS, TAU, names_of

__all__ = ["Blocked", "Place", "Run", "RunStep", "SearchStep", "is_stuck", "replayed", "stays_hidden"]

Place = tuple[int, ...]
"""A state of each component, by number."""


class SearchStep(NamedTuple):
    """One step as a search reports it: the action, where the components are then, and the probability with which
    each of them gets there (1 for a component that does not take part)."""

    action: str
    place: Place
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
    """What happens."""
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


def replayed(components: Sequence[LPTS], found: Sequence[SearchStep]) -> Run:
    """The run that these steps are; an InternalError if the components cannot do one of them."""
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


def _enabled(components: Sequence[LPTS], alphabets: Sequence[frozenset[str]], place: Place) -> set[str]:
    """The actions that the composition can do there."""
    ready = [set(_ready(component, state)) for component, state in zip(components, place, strict=True)]

    def is_enabled(action: str) -> bool:
        parts = zip(ready, alphabets, strict=True)
        return action == TAU or all(action in mine for mine, alphabet in parts if action in alphabet)

    return set(filter(is_enabled, set[str]().union(*ready)))


def is_stuck(components: Sequence[LPTS], place: Place) -> bool:
    """Can the composition do nothing there?"""
    return not _enabled(components, [component.alphabet for component in components], place)


def stays_hidden(components: Sequence[LPTS], place: Place, watch: Watch) -> bool:
    """Is there always a move from there on, and always a hidden one alone?"""
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
    components: Sequence[LPTS], alphabets: Sequence[frozenset[str]], place: Place
) -> tuple[tuple[Blocked, ...], ...]:
    """For each component what it is ready for, where another one is not."""
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
    for t in range(component.first[state], component.first[state + 1]):
        yield component.actions[component.action[t]]


def _goals(component: LPTS, state: int, action: str) -> Iterator[int]:
    for t in range(component.first[state], component.first[state + 1]):
        if component.actions[component.action[t]] == action:
            yield from (goal for goal, _ in component.outcomes(component.target[t]))


def _leads(component: LPTS, state: int, action: str, goal: int, share: Fraction) -> bool:
    """Has the component a move on the action that leads to the goal with this probability?"""
    for t in range(component.first[state], component.first[state + 1]):
        if component.actions[component.action[t]] == action and (goal, share) in component.outcomes(
            component.target[t]
        ):
            return True
    return False


def _labels(components: Sequence[LPTS], place: Place) -> tuple[str, ...]:
    return tuple(component.states[state] for component, state in zip(components, place, strict=True))
