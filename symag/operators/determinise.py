"""The subset construction over plain LTSs: a normal form with the same traces, deterministic and without hidden moves.

A state of the normal form is the set of the states in which the original may be after a trace, hidden moves included.
The whole of it may be exponentially large; `normal_form_along` makes the part that one trace needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, overload

from symag.errors import InputError
from symag.limits import Watch
from symag.model import LPTS, Assembler, NumberLabels

__all__ = ["NormalForm", "determinise", "is_deterministic", "normal_form", "normal_form_along"]

Members = tuple[int, ...]
"""A set of states of the original, in ascending order."""


class NormalForm(NamedTuple):
    """A deterministic LTS without hidden moves, and the set of states of the original that each of its states is."""

    model: LPTS
    members: Sequence[Members]


def is_deterministic(model: LPTS) -> bool:
    """Is the model plain, without hidden moves, and with at most one move on an action in each state?"""
    return model.is_lts and model.is_reactive and not model.has_hidden_moves


def determinise(model: LPTS, watch: Watch | None = None) -> LPTS:
    """The subset construction, over a plain LTS. States are numbered in the order of discovery."""
    made = _construct(model, None, None, watch or Watch()).model
    return replace(made, states=NumberLabels(made.num_states))


def normal_form(model: LPTS, watch: Watch | None = None, most: int | None = None) -> NormalForm | None:
    """The normal form of a plain LTS; None if its sets have more than `most` members in all."""
    try:
        return _construct(model, None, most, watch or Watch())
    except _TooLarge:
        return None


def normal_form_along(model: LPTS, trace: Sequence[str], watch: Watch | None = None) -> NormalForm:
    """The part of the normal form that a trace leads through, with all that may follow in one step."""
    return _construct(model, trace, None, watch or Watch())


class _TooLarge(Exception):
    """The sets have more members than allowed."""


def _construct(model: LPTS, trace: Sequence[str] | None, most: int | None, watch: Watch) -> NormalForm:
    """The whole construction; or, with a trace, the moves of the sets that it leads through and of no other."""
    if not model.is_lts:
        raise InputError("only a plain LTS can be determinised: this one is probabilistic")
    watch.check("determinising")
    assembler = Assembler(watch)
    start = _closed(model, {model.initial}, watch)
    number = {start: 0}
    sets = [start]
    members = 0
    order = [0] if trace is None else _on_the_way(model, trace, number, sets, watch)
    for position in order:  # which grows meanwhile, if all of it is made
        watch.check_states(len(sets), "determinising")
        members += len(sets[position])
        if most is not None and members > most:
            raise _TooLarge
        for action, states in sorted(_moves(model, sets[position], watch, len(sets)).items()):
            goal = _numbered(_closed(model, states, watch), number, sets)
            if trace is None and goal == len(order):
                order.append(goal)
            assembler.add(position, action, goal)
    found = [tuple(sorted(states)) for states in sets]
    return NormalForm(assembler.freeze(_SetLabels(model.states, found), 0, model.actions[1:], model.name), found)


def _on_the_way(
    model: LPTS, trace: Sequence[str], number: dict[frozenset[int], int], sets: list[frozenset[int]], watch: Watch
) -> list[int]:
    """The sets that a trace leads through, as long as it is one of the model's; others are left out."""
    known = {action: position for position, action in enumerate(model.actions)}
    visited = [0]
    for action in trace:
        if action in known:
            states = _moves(model, sets[visited[-1]], watch, len(sets)).get(known[action])
            if states is None:
                break
            visited.append(_numbered(_closed(model, states, watch), number, sets))
    return list(dict.fromkeys(visited))


def _numbered(states: frozenset[int], number: dict[frozenset[int], int], sets: list[frozenset[int]]) -> int:
    found = number.setdefault(states, len(sets))
    if found == len(sets):
        sets.append(states)
    return found


def _moves(model: LPTS, states: frozenset[int], watch: Watch, count: int) -> dict[int, set[int]]:
    """The visible moves of a set: per action, the states that they lead to."""
    after: dict[int, set[int]] = {}
    for s in states:
        row = model.row(s)
        watch.tick(1 + len(row), count)
        for t in row:
            if model.action[t]:
                after.setdefault(model.action[t], set()).add(model.target[t])
    return after


def _closed(model: LPTS, states: set[int], watch: Watch) -> frozenset[int]:
    """The states, and all that hidden moves lead to from there."""
    found = set(states)
    todo = list(states)
    while todo:
        row = model.row(todo.pop())
        watch.tick(1 + len(row))
        for t in row:
            if model.action[t] == 0 and model.target[t] not in found:
                found.add(model.target[t])
                todo.append(model.target[t])
    return frozenset(found)


class _SetLabels(Sequence[str]):
    """The label of a set: that of its only member, or the members in braces."""

    def __init__(self, names: Sequence[str], members: Sequence[Members]) -> None:
        self.names = names
        self.members = members

    def __len__(self) -> int:
        return len(self.members)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        states = [self.names[s] for s in self.members[index]]
        return states[0] if len(states) == 1 else f"{{{', '.join(states)}}}"
