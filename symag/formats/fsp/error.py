"""ERROR, for which a model of symag has no state.

In a property, a move to ERROR is one that the property does not allow: the move is left out. A component may have ERROR
as long as the whole composition never reaches it.

A semaphore of the book counts to `SEMA[Max+1] = ERROR`, and a system that uses it rightly never counts so far. So the
composite process is composed once, and only if no state of it has a component in ERROR, the components are handed on;
whatever else they are composed with then, ERROR stays out of reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symag.formats.fsp.part import Part
from symag.limits import Watch
from symag.model import LPTS, Assembler
from symag.operators import compose

__all__ = ["error_states", "refuse_errors", "without_errors"]

_SHOWN = 20
"""A message names at most so many of the actions that lead to ERROR."""


def error_states(model: LPTS, parts: Sequence[Part], watch: Watch) -> Iterator[int]:
    """The states of the composition in which some part is in ERROR."""
    if not any(part.errors for part in parts):
        return
    for state in range(model.num_states):
        watch.tick(len(parts), state)
        inside = model.parts(state)
        if any(one in part.errors for one, part in zip(inside, parts, strict=True)):
            yield state


def refuse_errors(parts: Sequence[Part], watch: Watch) -> None:
    """An InputError if ERROR can be reached, with the actions that lead to it."""
    if not any(part.errors and not part.is_property for part in parts):
        return
    if len(parts) == 1:
        model, reached, guilty = parts[0].model, min(parts[0].errors), parts[0]
    else:
        model = compose(*(part.model for part in parts), watch=watch)
        reached = next(error_states(model, parts, watch), -1)
        if reached < 0:
            return
        inside = model.parts(reached)
        guilty = next(part for one, part in zip(inside, parts, strict=True) if one in part.errors)
    assert guilty.error is not None
    what, position = guilty.error
    way = _way(model, reached)
    actions = ", ".join(way[:_SHOWN]) + (", …" if len(way) > _SHOWN else "")
    raise position.error(
        f"{what} can be reached{f' by {actions}' if way else ''}, and a model of symag has no error state: "
        "say what is allowed by a 'property' and check it with --spec FILE#PROPERTY"
    )


def without_errors(part: Part) -> Part:
    """A property without ERROR: a move to it is one that the property does not allow."""
    if not part.is_property or not part.errors:
        return part
    model, assembler = part.model, Assembler()
    kept = [state for state in range(model.num_states) if state not in part.errors]
    number = {state: at for at, state in enumerate(kept)}
    for state in kept:
        for at in model.row(state):
            if model.target[at] in number:
                assembler.add(number[state], model.action[at], number[model.target[at]])
    states = [model.states[state] for state in kept]
    stripped = assembler.freeze(states, number[model.initial], model.actions[1:], model.name)
    return replace(part, model=stripped, errors=frozenset())


def _way(model: LPTS, goal: int) -> list[str]:
    """A shortest sequence of actions from the initial state to another."""
    before = {model.initial: (-1, "")}
    for state in (order := [model.initial]):
        for at in model.row(state):
            target = model.target[at]
            if target not in before:
                before[target] = state, model.actions[model.action[at]]
                order.append(target)
    way = []
    while goal != model.initial:
        goal, action = before[goal]
        way.append(action)
    return way[::-1]
