"""Properties. A `property` says what is allowed: whatever else its alphabet has leads to ERROR.

Inside of a composition it blocks nothing: it only watches. It is checked as a safety LTS, which has no ERROR: what the
LTS cannot do is what is not allowed.
"""

from __future__ import annotations

from dataclasses import replace

from symag.formats.fsp.part import Part, completed
from symag.formats.fsp.reduce import deterministic
from symag.limits import Watch
from symag.model import LPTS, Assembler

__all__ = ["as_property", "safety", "with_loops"]


def as_property(part: Part) -> Part:
    """The part as a property; an InputError unless it is deterministic and without hidden moves."""
    model = part.model
    if model.has_hidden_moves:
        raise part.position.error(f"the property {model.name!r} has hidden moves: a property says what can be seen")
    if not model.is_reactive:
        state = next(s for s in range(model.num_states) if _is_ambiguous(model, s))
        raise part.position.error(
            f"the property {model.name!r} is not deterministic: in the state {model.states[state]!r} "
            "one action leads to two states"
        )
    return replace(part, model=_without(model, part.error), is_property=True, forbids=True, error=None, end=None)


def _is_ambiguous(model: LPTS, state: int) -> bool:
    row = model.action[model.first[state] : model.first[state + 1]]
    return len(set(row)) < len(row)


def _without(model: LPTS, gone: int | None) -> LPTS:
    """The model without a state, and without the moves that lead there."""
    if gone is None:
        return model
    assembler = Assembler()
    kept = [state for state in range(model.num_states) if state != gone]
    number = {state: at for at, state in enumerate(kept)}
    for state in kept:
        for at in model.row(state):
            if model.target[at] != gone:
                assembler.add(number[state], model.action[at], number[model.target[at]])
    states = tuple(model.states[state] for state in kept)
    return assembler.freeze(states, number[model.initial], model.actions[1:], model.name)


def safety(part: Part, watch: Watch) -> LPTS | None:
    """The LTS that does what the property allows; none if a hidden move leads to ERROR from the beginning."""
    if part.forbids:
        return part.model
    model = part.model
    if part.error is not None and _goes_wrong_at_once(model, part.error):
        return None
    part = deterministic(part, watch)
    return _without(part.model, part.error)


def _goes_wrong_at_once(model: LPTS, error: int) -> bool:
    seen = {model.initial}
    for state in (order := [model.initial]):
        for at in model.row(state):
            goal = model.target[at]
            if model.action[at] == 0 and goal not in seen:
                seen.add(goal)
                order.append(goal)
    return error in seen


def with_loops(part: Part, actions: tuple[str, ...]) -> LPTS:
    """The part as a model, whose ERROR does these actions for ever; new ones come into the alphabet."""
    part = completed(part)
    model, assembler = part.model, Assembler()
    alphabet = tuple(dict.fromkeys((*model.actions[1:], *actions)))
    number = {action: at for at, action in enumerate(alphabet, 1)}
    for state in range(model.num_states):
        for at in model.row(state):
            assembler.add(state, model.action[at], model.target[at])
    if part.error is not None:
        for action in actions:
            assembler.add(part.error, number[action], part.error)
    return assembler.freeze(model.states, model.initial, alphabet, model.name)
