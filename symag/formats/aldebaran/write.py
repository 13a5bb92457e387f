"""From a model to the text of an `.aut` file."""

from __future__ import annotations

from collections.abc import Sequence

from symag.errors import InputError
from symag.formats.aldebaran.read import HIDDEN, QUOTE_AND_COMMA, START
from symag.model import LPTS

__all__ = ["write_aldebaran"]


def write_aldebaran(models: Sequence[LPTS]) -> bytes:
    """The model as text. The names of the states and unused actions have no place in it."""
    (model,) = models
    labels = [_quoted(action) for action in model.actions]
    fresh = _fresh_state(model)
    numbers = [str(s if fresh is None or s < fresh else s - 1) for s in range(model.num_states)]
    spreads = (_target(model, ~d, numbers) for d in reversed(range(model.num_distributions)))
    targets = [*numbers, *spreads]  # so that `targets[~d]` is that of the distribution d
    initial, moves = numbers[model.initial], model.num_transitions
    if fresh is not None:
        initial, moves = targets[model.target[model.first[fresh]]], moves - 1
    lines = [f"des ({initial},{moves},{model.num_states - (fresh is not None)})"]
    first, action, target = model.first, model.action, model.target
    for s in range(model.num_states):
        if s != fresh:
            head = f"({numbers[s]},"
            lines += [f"{head}{labels[action[t]]},{targets[target[t]]})" for t in range(first[s], first[s + 1])]
    return "\n".join([*lines, ""]).encode()


def _quoted(action: str) -> str:
    """The label in quotes; an InputError if it would not be read as it is."""
    ends = QUOTE_AND_COMMA.search(action) or "\n" in action
    if action in HIDDEN[1:] or ends:
        raise InputError(f"the action {action!r} cannot be written in an .aut file")
    return f'"{action}"'


def _fresh_state(model: LPTS) -> int | None:
    """The initial state, if it stands for an initial distribution that was read: if it has the name of such states, its
    one move is hidden and leads to several states, and none leads back."""
    row = model.row(model.initial)
    if model.initial_state != START or len(row) != 1 or model.action[row[0]] != 0 or model.target[row[0]] >= 0:
        return None
    return None if model.initial in model.target or model.initial in model.support else model.initial


def _target(model: LPTS, target: int, numbers: Sequence[str]) -> str:
    """`1 9/10 2`: the last state has the rest."""
    *outcomes, (last, _) = model.outcomes(target)
    shares = [f"{numbers[state]} {share.numerator}/{share.denominator} " for state, share in outcomes]
    return f"{''.join(shares)}{numbers[last]}"
