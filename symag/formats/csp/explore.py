"""From a process to its transition system: breadth first, a state for each canonical process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from symag.errors import LimitReached
from symag.formats.csp.anatomy import HIDDEN
from symag.formats.csp.process import Event
from symag.formats.csp.space import ProcessSpace
from symag.formats.csp.values import shortened
from symag.formats.names import unique_labels
from symag.model import LPTS, TAU, Assembler

__all__ = ["MAX_PROCESS_STATES", "Behaviour", "action_of", "explored"]

MAX_PROCESS_STATES = 1_000_000
"""States of one process, if the user gives no limit: a process may have infinitely many."""


@dataclass(frozen=True, eq=False)
class Behaviour:
    """All that a process can do."""

    model: LPTS
    events: tuple[Event, ...]
    """The event of each action of the model but the first, which is hidden; TICK among them."""
    is_complete: bool = True
    """Has every state its moves?"""


def action_of(event: Event) -> str:
    """The action that an event becomes: its name, unless that is the name of the hidden action."""
    return f"{TAU}#1" if event == TAU else event


def explored(space: ProcessSpace, start: int, name: str, cap: int | None = None) -> Behaviour:
    """The reachable states. LimitReached, with the name of the process, if there are too many.

    With a cap, the states after the first so many have no moves: the process does what is found, and perhaps more.
    """
    watch = space.watch
    stage = f"exploring {shortened(name)}"
    watch.check(stage)
    assembler = Assembler(watch)
    first = space.canonical(start)
    states = {first: 0}
    order = [first]
    actions: dict[Event, int] = {HIDDEN: 0}
    for source, state in enumerate(order):  # which grows meanwhile
        for event, goals in space.offers(state).items():
            action = actions.setdefault(event, len(actions))
            for goal in goals:
                target = space.canonical(goal)
                number = states.setdefault(target, len(order))
                if number == len(order):
                    order.append(target)
                assembler.add(source, action, number)
        watch.tick(1, source)
        if cap is not None and len(order) > cap and source + 1 < len(order):
            return _frozen(space, assembler, order, actions, name, is_complete=False)
        if len(order) > MAX_PROCESS_STATES and watch.limits.max_states is None:
            raise LimitReached(
                "max-states",
                f"max-states: more than {MAX_PROCESS_STATES:,} states while {stage}; --max-states allows more",
            )
        watch.check_states(len(order), stage)
    return _frozen(space, assembler, order, actions, name, is_complete=True)


def _frozen(
    space: ProcessSpace,
    assembler: Assembler,
    order: Sequence[int],
    actions: Iterable[Event],
    name: str,
    is_complete: bool,
) -> Behaviour:
    _, *events = actions
    labels = unique_labels(_labels(space, order))
    model = assembler.freeze(labels, 0, tuple(map(action_of, events)), name)
    return Behaviour(model, tuple(events), is_complete)


def _labels(space: ProcessSpace, order: Iterable[int]) -> Iterable[str]:
    for number in space.watch.over(order):
        yield space.label(number)
