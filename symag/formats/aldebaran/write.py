"""From a model to the text of an `.aut` file."""

from __future__ import annotations

from collections.abc import Sequence

from symag.errors import InputError
from symag.formats.aldebaran.printer import print_rows
from symag.formats.aldebaran.read import HIDDEN, QUOTE_AND_COMMA, START
from symag.model import LPTS

__all__ = ["write_aldebaran"]


def write_aldebaran(models: Sequence[LPTS]) -> bytes:
    """The model as text. The names of the states and unused actions have no place in it."""
    (model,) = models
    labels = [_quoted(action).encode() for action in model.actions]
    fresh = _fresh_state(model)
    spreads = _spreads(model, fresh)
    initial, moves, states = str(model.initial).encode(), model.num_transitions, model.num_states
    if fresh < states:
        initial, moves, states = spreads[~model.target[model.row(fresh)[0]]], moves - 1, states - 1
    return b"des (%b,%d,%d)\n" % (initial, moves, states) + print_rows(model, labels, spreads, fresh)


def _quoted(action: str) -> str:
    """The label in quotes; an InputError if it would not be read as it is."""
    ends = QUOTE_AND_COMMA.search(action) or "\n" in action
    if action in HIDDEN[1:] or ends:
        raise InputError(f"the action {action!r} cannot be written in an .aut file")
    return f'"{action}"'


def _fresh_state(model: LPTS) -> int:
    """The initial state, if it stands for an initial distribution that was read: if it has the name of such states, its
    one move is hidden and leads to several states, and none leads back. Otherwise a number that no state has."""
    row = model.row(model.initial)
    if model.initial_state != START or len(row) != 1 or model.action[row[0]] != 0 or model.target[row[0]] >= 0:
        return model.num_states
    return model.num_states if model.initial in model.target or model.initial in model.support else model.initial


def _spreads(model: LPTS, fresh: int) -> list[bytes]:
    """The distributions, `1 9/10 2`: the last state has the rest. States after the fresh one have a smaller number."""
    vectors = [[*(f" {p.numerator}/{p.denominator} " for p in vector[:-1]), ""] for vector in model.vectors]
    states = [state - (state > fresh) for state in model.support]
    spread, found = model.spread, []
    for d, vector in enumerate(model.vector):
        outcomes = zip(states[spread[d] : spread[d + 1]], vectors[vector], strict=True)
        found.append("".join([f"{state}{share}" for state, share in outcomes]).encode())
    return found
