"""Operators on states: trim, and the quotient by a partition (CAV'12, Def. 8)."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symag.errors import InputError
from symag.limits import Watch
from symag.model import LPTS, PickedLabels
from symag.model.labels import check_label
from symag.model.rational import check_exact
from symag.model.rows import sort_rows
from symag.operators.reach import keep_states, push_rows, reach

__all__ = [
    "Image",
    "Pushforward",
    "push_forward",
    "push_targets",
    "quotient",
    "reachable",
    "summed",
    "trim",
    "trim_states",
]


def reachable(model: LPTS, watch: Watch | None = None) -> list[int]:
    """The states that can be reached, breadth first from the initial one."""
    return reach(model, watch or Watch()).tolist()


def trim(model: LPTS, watch: Watch | None = None) -> LPTS:
    """The model without the states that cannot be reached; the model itself if there are none."""
    return trim_states(model, watch or Watch())[0]


def trim_states(model: LPTS, watch: Watch) -> tuple[LPTS, Sequence[int]]:
    """The model without the states that cannot be reached, and the states that are left."""
    order = reach(model, watch)
    if len(order) == model.num_states:
        return model, range(model.num_states)
    kept = array("i", sorted(order))
    arrays: dict[str, Any] = {**keep_states(model, kept, watch)}
    vectors = {old: new for new, old in enumerate(sorted(set(arrays["vector"])))}
    arrays["vector"] = array("i", map(vectors.__getitem__, arrays["vector"]))
    trimmed = replace(
        model,
        states=PickedLabels.of(model.states, kept),
        initial=bisect_left(kept, model.initial),
        vectors=tuple(model.vectors[old] for old in vectors),
        product=None,
        **arrays,
    )
    return trimmed, kept


def quotient(
    model: LPTS,
    block_of: Sequence[int],
    labels: Sequence[str] | None = None,
    name: str | None = None,
    watch: Watch | None = None,
) -> LPTS:
    """L/Π (CAV'12, Def. 8): `block_of[s]` is the block of state `s`, numbered from 0 without gaps.

    A block is labelled with its members, `{a,b}`, or by the one member that it has, unless `labels` are given.
    """
    blocks = max(block_of, default=-1) + 1
    if len(block_of) != model.num_states or set(block_of) != set(range(blocks)):
        raise InputError("a partition gives each state a block, and the blocks are numbered from 0 without gaps")
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
    return push_forward(model, block_of, tuple(labels), model.name if name is None else name, watch)


Image = int | tuple[int, tuple[int, ...]]
"""A distribution over blocks: the one block, or the number of its probability vector and the blocks in order."""


class Pushforward:
    """Targets of a model as distributions over blocks. Exact arithmetic happens once per vector and pattern."""

    def __init__(self, model: LPTS, block_of: Sequence[int], watch: Watch) -> None:
        self.model = model
        self.watch = watch
        self.block_of = block_of
        self.vectors: dict[tuple[Fraction, ...], int] = {}
        self._patterns: dict[tuple[int, tuple[int, ...]], int] = {}
        self._images: dict[int, Image] = {}

    def __call__(self, target: int) -> Image:
        """The image of a target of the model."""
        if target >= 0:
            return self.block_of[target]
        image = self._images.get(target)
        if image is None:
            image = self._images[target] = self._pushed(~target)
        return image

    def _pushed(self, d: int) -> Image:
        model, block_of = self.model, self.block_of
        blocks = [block_of[state] for state in model.support[model.spread[d] : model.spread[d + 1]]]
        self.watch.tick(2 * len(blocks))
        kept = sorted(set(blocks))
        if len(kept) == 1:
            return kept[0]
        place = {block: position for position, block in enumerate(kept)}
        pattern = model.vector[d], tuple([place[block] for block in blocks])
        if pattern not in self._patterns:
            sums = summed(model.vectors[pattern[0]], pattern[1])
            check_exact(sums)
            self._patterns[pattern] = self._number(sums)
        return self._patterns[pattern], tuple(kept)

    def _number(self, shares: tuple[Fraction, ...]) -> int:
        return self.vectors.setdefault(shares, len(self.vectors))

    def image_in(self, quotient: LPTS, target: int) -> Image:
        """A target of a model whose states are the blocks, as an image: so the two can be compared."""
        if target >= 0:
            return target
        shares = dict(quotient.outcomes(target))
        kept = sorted(shares)
        return self._number(tuple(shares[block] for block in kept)), tuple(kept)


def push_forward(
    model: LPTS, block_of: Sequence[int], labels: Sequence[str], name: str, watch: Watch | None = None
) -> LPTS:
    """The quotient, for a partition that is known to be one."""
    watch = watch or Watch()
    watch.check("abstracting")
    pushed, distributions = push_targets(model, block_of, range(model.num_distributions), watch)
    sources, actions, targets = push_rows(model, array("i", block_of), pushed, watch)
    sizes = len(labels), len(model.actions), len(distributions["vector"])
    first, action, target = sort_rows(sources, actions, targets, *sizes, watch)
    return LPTS(name, labels, block_of[model.initial], model.actions, first, action, target, **distributions)


def push_targets(
    model: LPTS, block_of: Sequence[int], used: Iterable[int], watch: Watch
) -> tuple[array[int], dict[str, Any]]:
    """What each of these distributions becomes, a block or `~d`; and the new distributions, as fields of a model."""
    images = Pushforward(model, block_of, watch)
    distributions: dict[tuple[int, tuple[int, ...]], int] = {}
    spread, support, vector = array("i", [0]), array("i"), array("i")
    pushed = array("i", [0]) * model.num_distributions
    for d in used:
        watch.tick(1, d)
        image = images(~d)
        if isinstance(image, int):
            pushed[d] = image
            continue
        number = distributions.setdefault(image, len(distributions))
        if number == len(vector):
            support.extend(image[1])
            spread.append(len(support))
            vector.append(image[0])
        pushed[d] = ~number
    fields = {"spread": spread, "support": support, "vector": vector, "vectors": tuple(images.vectors)}
    return pushed, fields


def summed(shares: Sequence[Fraction], pattern: Sequence[int]) -> tuple[Fraction, ...]:
    """The shares of outcomes that fall together, added up."""
    sums = [Fraction(0)] * (max(pattern) + 1)
    for share, place in zip(shares, pattern, strict=True):
        sums[place] += share
    return tuple(sums)
