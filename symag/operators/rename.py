"""Relabelling. A renaming is a relation: an action may get several new names, and several actions may get the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from symag.errors import InputError
from symag.model import LPTS, TAU, Assembler
from symag.model.labels import check_action
from symag.operators.rebuild import copy_targets

__all__ = ["rename"]


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
