"""Determinisation: the same traces, with at most one move on an action and none that is hidden."""

from __future__ import annotations

from symag.errors import InputError
from symag.limits import Watch
from symag.model import LPTS, Assembler, NumberLabels

__all__ = ["determinise"]


def determinise(model: LPTS, watch: Watch | None = None) -> LPTS:
    """The subset construction, over a plain LTS. States are numbered in the order of discovery."""
    if not model.is_lts:
        raise InputError("only a plain LTS can be determinised: this one is probabilistic")
    watch = watch or Watch()
    watch.check("determinising")
    assembler = Assembler(watch)
    start = _closed(model, {model.initial}, watch)
    number = {start: 0}
    subsets = [start]
    for position, subset in enumerate(subsets):  # which grows meanwhile
        watch.check_states(len(subsets), "determinising")
        after: dict[int, set[int]] = {}
        for s in subset:
            watch.tick(1 + len(model.row(s)), len(subsets))
            for t in model.row(s):
                if model.action[t]:
                    after.setdefault(model.action[t], set()).add(model.target[t])
        for action, states in sorted(after.items()):
            closed = _closed(model, states, watch)
            if closed not in number:
                number[closed] = len(subsets)
                subsets.append(closed)
            assembler.add(position, action, number[closed])
    return assembler.freeze(NumberLabels(len(subsets)), 0, model.actions[1:], model.name)


def _closed(model: LPTS, states: set[int], watch: Watch) -> frozenset[int]:
    """The states, and all that hidden moves lead to from there."""
    found = set(states)
    todo = list(states)
    while todo:
        s = todo.pop()
        watch.tick(1 + len(model.row(s)))
        for t in model.row(s):
            if model.action[t] == 0 and model.target[t] not in found:
                found.add(model.target[t])
                todo.append(model.target[t])
    return frozenset(found)
