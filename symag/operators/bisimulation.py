"""Strong probabilistic bisimulation by partition refinement, and the smallest bisimilar model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from fractions import Fraction

from symag.limits import Watch
from symag.model import LPTS
from symag.operators.quotient import push_forward, trim

__all__ = ["bisimulation", "merge_bisimilar", "minimise"]

SILENT = -1


def bisimulation(model: LPTS, watch: Watch | None = None, silent: Collection[int] = ()) -> list[int]:
    """The coarsest strong probabilistic bisimulation, as the block of each state, by refinement of signatures.

    Only states with an outcome whose block has changed can differ from the rest of their block: these are looked at.
    Actions that are `silent` are all one, and do not count where they stay in the block.
    """
    watch = watch or Watch()
    watch.check("minimising")
    before: list[list[int]] = [[] for _ in range(model.num_states)]
    for s in range(model.num_states):
        watch.tick(_width(model, s))
        row = model.row(s)
        for goal in {goal for t in row for goal, _ in model.outcomes(model.target[t])}:
            before[goal].append(s)
    block_of, sizes = [0] * model.num_states, [model.num_states]
    dirty: Collection[int] = range(model.num_states)
    while dirty:
        pushed: dict[int, object] = {}
        groups: dict[int, dict[object, list[int]]] = defaultdict(lambda: defaultdict(list))
        for s in dirty:
            watch.tick(1 + len(model.row(s)), len(sizes))
            signature = set()
            for t in model.row(s):
                target = model.target[t]
                if target not in pushed:
                    pushed[target] = _pushed(model, target, block_of, watch)
                if model.action[t] not in silent:
                    signature.add((model.action[t], pushed[target]))
                elif pushed[target] != block_of[s]:
                    signature.add((SILENT, pushed[target]))
            groups[block_of[s]][frozenset(signature)].append(s)
        moved = _split_blocks(groups, block_of, sizes, watch)
        dirty = set()
        for goal in moved:
            watch.tick(1 + len(before[goal]))
            dirty.update(before[goal])
        if silent:  # a move that stayed in the block may lead out of it now
            dirty.update(moved)
    number: dict[int, int] = {}
    return [number.setdefault(block, len(number)) for block in block_of]


def _split_blocks(
    groups: dict[int, dict[object, list[int]]], block_of: list[int], sizes: list[int], watch: Watch
) -> list[int]:
    """Give every group but one of each block a number of its own; the states that have moved."""
    moved = []
    for block, by_signature in groups.items():
        parts = sorted(by_signature.values(), key=len, reverse=True)
        untouched = sizes[block] > sum(map(len, parts))  # these keep the number, otherwise the largest part does
        for part in parts if untouched else parts[1:]:
            for s in watch.over(part):
                block_of[s] = len(sizes)
            sizes[block] -= len(part)
            sizes.append(len(part))
            moved += part
    return moved


def _width(model: LPTS, s: int) -> int:
    """How many outcomes the moves of a state have, and one."""
    row = (model.target[t] for t in model.row(s))
    return 1 + sum(1 if target >= 0 else model.spread[~target + 1] - model.spread[~target] for target in row)


def _pushed(model: LPTS, target: int, block_of: Sequence[int], watch: Watch) -> object:
    if target >= 0:
        return block_of[target]
    watch.tick(model.spread[~target + 1] - model.spread[~target])
    shares: dict[int, Fraction] = {}
    for state, probability in model.outcomes(target):
        shares[block_of[state]] = shares.get(block_of[state], Fraction(0)) + probability
    return next(iter(shares)) if len(shares) == 1 else frozenset(shares.items())


def minimise(model: LPTS, watch: Watch | None = None) -> LPTS:
    """The smallest bisimilar model: the trimmed quotient by `bisimulation`; a block is named by its first member."""
    return merge_bisimilar(trim(model, watch), watch)[1]


def merge_bisimilar(
    model: LPTS, watch: Watch | None = None, silent: Collection[int] = ()
) -> tuple[Sequence[int], LPTS]:
    """The block of each state by `bisimulation`, and the quotient; a block is named by its first member."""
    block_of = bisimulation(model, watch, silent)
    first_member: dict[int, str] = {}
    for s, block in enumerate(block_of):
        first_member.setdefault(block, model.states[s])
    if len(first_member) == model.num_states and not silent:
        return range(model.num_states), model
    return block_of, push_forward(model, block_of, tuple(first_member.values()), model.name, watch)
