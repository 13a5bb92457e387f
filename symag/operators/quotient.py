"""Operators on states: trim, quotient, probabilistic bisimulation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symag.errors import InputError
from symag.model import LPTS, Assembler
from symag.model.labels import check_label
from symag.operators.rebuild import copy_targets

__all__ = ["bisimulation", "minimise", "quotient", "reachable", "trim"]


def reachable(model: LPTS) -> list[int]:
    """The states that can be reached, breadth first from the initial one."""
    seen = bytearray(model.num_states)
    seen[model.initial] = 1
    order = [model.initial]
    for s in order:
        for t in range(model.first[s], model.first[s + 1]):
            target = model.target[t]
            goals = (target,) if target >= 0 else model.support[model.spread[~target] : model.spread[~target + 1]]
            for goal in goals:
                if not seen[goal]:
                    seen[goal] = 1
                    order.append(goal)
    return order


def trim(model: LPTS) -> LPTS:
    """The model without the states that cannot be reached; the model itself if there are none."""
    order = reachable(model)
    if len(order) == model.num_states:
        return model
    kept = sorted(order)
    number = [-1] * model.num_states
    for new, old in enumerate(kept):
        number[old] = new
    assembler = Assembler()
    targets = copy_targets(model, assembler, number)
    for s in kept:
        for t in range(model.first[s], model.first[s + 1]):
            assembler.add(number[s], model.action[t], targets(model.target[t]))
    labels = tuple(model.states[s] for s in kept)
    return assembler.freeze(labels, number[model.initial], model.actions[1:], model.name)


def quotient(
    model: LPTS, block_of: Sequence[int], labels: Sequence[str] | None = None, name: str | None = None
) -> LPTS:
    """L/Π (CAV'12, Def. 8): `block_of[s]` is the block of state `s`, numbered from 0 without gaps.

    A block is labelled with its members, `{a,b}`, or by the one member that it has, unless `labels` are given.
    """
    blocks = max(block_of, default=-1) + 1
    if len(block_of) != model.num_states or set(block_of) != set(range(blocks)):
        raise InputError("a partition gives each state a block, and the blocks are numbered from 0 without gaps")
    assembler = Assembler()
    targets = copy_targets(model, assembler, block_of)
    for s in range(model.num_states):
        for t in range(model.first[s], model.first[s + 1]):
            assembler.add(block_of[s], model.action[t], targets(model.target[t]))
    if labels is not None:
        for label in labels:
            check_label(label, "a block's label")
        if len(labels) != blocks or len(set(labels)) < blocks:
            raise InputError(f"{blocks} blocks need as many labels, all different")
    else:
        members: list[list[str]] = [[] for _ in range(blocks)]
        for s, block in enumerate(block_of):
            members[block].append(model.states[s])
        labels = [names[0] if len(names) == 1 else "{" + ",".join(names) + "}" for names in members]
        if len(set(labels)) < blocks:  # members such as "a,b" make two blocks look alike
            labels = [f"{number}:{label}" for number, label in enumerate(labels)]
    title = model.name if name is None else name
    return assembler.freeze(tuple(labels), block_of[model.initial], model.actions[1:], title)


def bisimulation(model: LPTS) -> list[int]:
    """The coarsest strong probabilistic bisimulation, as the block of each state, by refinement of signatures."""
    block_of = [0] * model.num_states
    blocks = 1
    while True:
        pushed = {target: _pushed(model, target, block_of) for target in set(model.target)}
        numbers: dict[object, int] = {}
        refined = []
        for s in range(model.num_states):
            row = range(model.first[s], model.first[s + 1])
            signature = block_of[s], frozenset((model.action[t], pushed[model.target[t]]) for t in row)
            refined.append(numbers.setdefault(signature, len(numbers)))
        if len(numbers) == blocks:
            return refined
        block_of, blocks = refined, len(numbers)


def _pushed(model: LPTS, target: int, block_of: Sequence[int]) -> object:
    if target >= 0:
        return block_of[target]
    shares: dict[int, Fraction] = {}
    for state, probability in model.outcomes(target):
        shares[block_of[state]] = shares.get(block_of[state], Fraction(0)) + probability
    return next(iter(shares)) if len(shares) == 1 else frozenset(shares.items())


def minimise(model: LPTS) -> LPTS:
    """The smallest bisimilar model: the trimmed quotient by `bisimulation`; a block is named by its first member."""
    model = trim(model)
    block_of = bisimulation(model)
    labels: list[str] = []
    for s, block in enumerate(block_of):
        if block == len(labels):
            labels.append(model.states[s])
    return model if len(labels) == model.num_states else quotient(model, block_of, labels)
