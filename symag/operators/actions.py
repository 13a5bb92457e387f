"""Operators on actions: hide, restrict, project."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from symag.errors import InputError
from symag.model import LPTS, TAU, Assembler
from symag.operators.rebuild import copy_targets

__all__ = ["hide", "project", "restrict"]


def hide(model: LPTS, actions: Iterable[str]) -> LPTS:
    """The actions become `tau` and leave the alphabet."""
    hidden = _known(model, actions)
    return _relabelled(model, lambda action: TAU if action in hidden else action, model.alphabet - hidden)


def project(model: LPTS, alphabet: Iterable[str]) -> LPTS:
    """Everything outside `alphabet` becomes `tau`: the model as seen through these actions."""
    return hide(model, model.alphabet - _known(model, alphabet))


def restrict(model: LPTS, actions: Iterable[str]) -> LPTS:
    """The model is kept from doing the actions: they stay in its alphabet, but no transition carries them."""
    blocked = _known(model, actions)
    return _relabelled(model, lambda action: None if action in blocked else action, model.alphabet)


def _known(model: LPTS, actions: Iterable[str]) -> frozenset[str]:
    named = frozenset([actions] if isinstance(actions, str) else actions)
    if unknown := named - model.alphabet:
        raise InputError(f"{', '.join(map(repr, sorted(unknown)))} is not in the alphabet of {model!r}")
    return named


def _relabelled(model: LPTS, new_action: Callable[[str], str | None], alphabet: Collection[str]) -> LPTS:
    kept = [action for action in model.actions if action in alphabet]
    number = {action: i for i, action in enumerate((TAU, *kept))}
    meaning = [new_action(action) for action in model.actions]
    assembler = Assembler()
    targets = copy_targets(model, assembler)
    for s in range(model.num_states):
        for t in model.row(s):
            action = meaning[model.action[t]]
            if action is not None:
                assembler.add(s, number[action], targets(model.target[t]))
    return assembler.freeze(model.states, model.initial, kept, model.name)
