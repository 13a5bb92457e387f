"""Completion: what a specification does not know it does not forbid (CAV'12, section 2); the hidden action likewise."""

from __future__ import annotations

from collections.abc import Iterable

from symag.model import LPTS, TAU, Assembler
from symag.operators.quotient import trim
from symag.operators.rebuild import copy_targets

__all__ = ["answering_actions", "complete"]


def answering_actions(specification: LPTS) -> dict[str, int]:
    """The actions that the specification answers by its own transitions, with their numbers; all others by staying.

    They are its alphabet, and the hidden action if some transition carries it.
    """
    known = {action: number for number, action in enumerate(specification.actions)}
    if 0 not in specification.action:
        del known[TAU]
    return known


def complete(specification: LPTS, actions: Iterable[str]) -> LPTS:
    """The specification with a Dirac self-loop in every state on each of the actions that it does not know.

    Name `tau` among the actions if the system has hidden moves; it is added only where the specification has none.
    """
    known = answering_actions(trim(specification))
    missing = sorted(set(actions) - known.keys())
    alphabet = (*specification.actions[1:], *(action for action in missing if action != TAU))
    number = {action: i for i, action in enumerate((TAU, *alphabet))}
    assembler = Assembler()
    targets = copy_targets(specification, assembler)
    for s in range(specification.num_states):
        for t in specification.row(s):
            assembler.add(s, specification.action[t], targets(specification.target[t]))
        for action in missing:
            assembler.add(s, number[action], s)
    return assembler.freeze(specification.states, specification.initial, alphabet, specification.name)
