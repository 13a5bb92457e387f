"""Operators on actions: hide, restrict, project.

Relabelling. A renaming is a relation: an action may get several new names, and several actions may get the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from symag.errors import InputError
from symag.model import LPTS, TAU, Assembler
from symag.model.assemble import copy_targets
from symag.model.labels import check_action

__all__ = ["hide", "project", "rename", "restrict"]


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


def rename(model: LPTS, renaming: Mapping[str, str | Sequence[str]]) -> LPTS:
    """The model with new names for its actions: a transition for each of them. Other actions keep their names."""
    if unknown := renaming.keys() - model.alphabet:
        raise InputError(f"{', '.join(map(repr, sorted(unknown)))} is not in the alphabet of {model!r}")
    images = [_names(renaming.get(action, action)) for action in model.actions[1:]]
    alphabet = tuple(dict.fromkeys(name for names in images for name in names))
    if alphabet == model.actions[1:]:
        return model
    if len(alphabet) == len(images) and all(len(names) == 1 for names in images):  # a bijection keeps the transitions
        return replace(model, actions=(TAU, *alphabet), product=None)
    number = {action: at for at, action in enumerate(alphabet, 1)}
    numbers = [[0], *([number[name] for name in names] for names in images)]
    assembler = Assembler()
    targets = copy_targets(model, assembler)
    for s in range(model.num_states):
        for t in model.row(s):
            for action in numbers[model.action[t]]:
                assembler.add(s, action, targets(model.target[t]))
    return assembler.freeze(model.states, model.initial, alphabet, model.name)


def _names(given: str | Sequence[str]) -> Sequence[str]:
    names = [given] if isinstance(given, str) else given
    if not names:
        raise InputError("a renaming gives an action no name: hide the action instead")
    return [check_action(name) for name in names]
