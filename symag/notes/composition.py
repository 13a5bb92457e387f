"""Notes on the composed system: it can stop, or some actions never happen in it.

They need the composition. A check that has built it passes it on; otherwise symag explores a few thousand states, which
takes some milliseconds. Only a composition that was explored completely shows which actions never happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from symag.errors import LimitReached
from symag.evidence import SimulationRelation, Specification
from symag.limits import Limits, Watch
from symag.model import LPTS, TAU, counted
from symag.notes.models import joined, listed, short
from symag.operators import Composition
from symag.traces import Run, first_deadlock, run_to

__all__ = ["Explored", "explore_little", "explored_by", "notes_on_composition", "stop_note"]

LITTLE = 1 << 12
"""States to explore for the notes alone."""
LARGEST = 1 << 16
"""States and transitions of components to compose for the notes alone: preparing them takes time, too."""
MOST_TICKS = 4
"""Reports of the watch, which come after thousands of transitions or products of probabilities. A count, not a time, so
that notes do not depend on the speed of the machine."""
MOST_STEPS = 6
"""Steps of a run in a note."""
MOST_WAITING = 4
"""Waiting components in a note."""


class Explored(NamedTuple):
    """The composition, as far as it was explored."""

    system: LPTS
    expanded: int
    """The number of states whose moves are known: the first ones."""

    @property
    def complete(self) -> bool:
        """Are the moves of all states known?"""
        return self.expanded == self.system.num_states


class _Budget:
    """A listener of a watch that stops an exploration when it costs more than a note is worth."""

    def __init__(self, most: int) -> None:
        self.left = most

    def __call__(self, stage: str, count: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise LimitReached("size", f"size: too much for a note while {stage}")


def explore_little(
    components: Sequence[LPTS], watch: Watch, times: int = 1, states: int | None = None
) -> Explored | None:
    """The composition, or the first part of it, of so many states; None if even that is costly. `times` is how much
    more it may cost."""
    if sum(component.num_transitions + component.num_states for component in components) > times * LARGEST:
        return None
    limits = watch.limits
    most = min(states or times * LITTLE, limits.max_states or times * LITTLE)
    left = watch.remaining()
    try:
        if left is not None and left <= 0:
            return None
        own = Watch(Limits(left, 2 * most, limits.memory_mb), _Budget(times * MOST_TICKS))
        composition = Composition(components, watch=own, dense_limit=LARGEST)
        return Explored(composition.explore(most), composition.expanded)
    except LimitReached:
        return None


def explored_by(certificate: object, components: Sequence[LPTS]) -> Explored | None:
    """The composition in a certificate, if it is that of all components, unreduced."""
    if not isinstance(certificate, SimulationRelation) or certificate.system.product is None:
        return None
    parts = certificate.system.product.components
    if len(parts) != len(components) or any(one is not two for one, two in zip(parts, components, strict=True)):
        return None
    return Explored(certificate.system, certificate.system.num_states)


def notes_on_composition(
    names: Sequence[str], components: Sequence[LPTS], specification: Specification, explored: Explored, watch: Watch
) -> list[str]:
    """Whether the system can stop, and which actions it never does."""
    notes = []
    stuck = first_deadlock(explored.system, explored.expanded)
    may_stop = not any(component.conservative for component in components)  # flow graphs tell nothing about that
    if stuck is not None and may_stop:
        notes.append(stop_note(names, run_to(explored.system, stuck, components, watch)))
    if explored.complete and stuck != explored.system.initial:
        notes += _never(names, components, specification, explored.system)
    return notes


def stop_note(names: Sequence[str], run: Run) -> str:
    """After which run the system stops, and what the components wait for then."""
    waiting = []
    for name, blocked in zip(names, run.waiting, strict=True):
        if blocked:
            waiting.append(f"{name} waits for {listed([action for action, _ in blocked], 2)}")
    more = len(waiting) - MOST_WAITING
    shown = "; ".join(waiting[:MOST_WAITING]) + (f"; and {more:,} more" if more > 0 else "")
    why = f" ({shown})" if waiting else " (none of them waits for anything)"
    if not run.steps:
        return f"the composed system has no move at all{why}: it satisfies every specification"
    trace = [short(action) for action in run.trace if action != TAU]
    steps = "" if len(trace) == len(run.steps) <= MOST_STEPS else f" ({counted(len(run.steps), 'step')})"
    if len(trace) > MOST_STEPS:
        trace = [*trace[: MOST_STEPS // 2], "…", *trace[-MOST_STEPS // 2 :]]
    after = f"after {', '.join(trace) or 'hidden actions'}{steps}"
    return f"the system can stop: {after} no component can move{why}"


def _never(names: Sequence[str], components: Sequence[LPTS], specification: Specification, system: LPTS) -> list[str]:
    """Actions of the alphabet that never happen. Actions that no component has a transition for are only declared: a
    note mentions them if the specification has them."""
    never = sorted(system.alphabet - _happening(system))
    if not never:
        return []
    allowed = _happening(specification) if isinstance(specification, LPTS) else specification.alphabet
    promised = [action for action in never if action in allowed]  # what it forbids need not happen
    notes = []
    if promised:
        notes.append(f"the system can never do {listed(promised)}, which the specification speaks of")
    able: dict[str, list[str]] = {}
    for name, component in zip(names, components, strict=True):
        for action in _happening(component) - specification.alphabet:
            able.setdefault(action, []).append(name)
    left = [f"{short(action)} (of {listed(able[action], 2)})" for action in never if action in able]
    if left:
        verb = "never happens" if len(left) == 1 else "never happen"
        notes.append(f"{joined(left, 4)} {verb} in the composition")
    return notes


def _happening(model: LPTS) -> set[str]:
    """The actions that a transition carries; of most models, a few transitions show that all do."""
    found: set[int] = set()
    for at in range(0, model.num_transitions, LITTLE):
        found.update(model.action[at : at + LITTLE])
        if len(found) == len(model.actions):
            break
    return {model.actions[number] for number in found}
