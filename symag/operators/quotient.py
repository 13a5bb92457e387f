"""Operators on states: trim, and the quotient by a partition (CAV'12, Def. 8)."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symag.errors import InputError
from symag.limits import Watch
from symag.model import LPTS
from symag.model.labels import check_label
from symag.model.rational import check_exact
from symag.operators.reach import keep_states, reach

__all__ = [
    "Image",
    "Pushforward",
    "push_forward",
    "quotient",
    "reachable",
    "trim",
]

NUMPY_BYTES = 64
"""About what a transition takes while `_rows` sorts them: eight arrays of 64-bit numbers."""


def reachable(model: LPTS, watch: Watch | None = None) -> list[int]:
    """The states that can be reached, breadth first from the initial one."""
    return reach(model, watch or Watch()).tolist()


def trim(model: LPTS, watch: Watch | None = None) -> LPTS:
    """The model without the states that cannot be reached; the model itself if there are none."""
    watch = watch or Watch()
    order = reach(model, watch)
    if len(order) == model.num_states:
        return model
    kept = array("i", sorted(order))
    arrays: dict[str, Any] = {**keep_states(model, kept, watch)}
    vectors = {old: new for new, old in enumerate(sorted(set(arrays["vector"])))}
    arrays["vector"] = array("i", map(vectors.__getitem__, arrays["vector"]))
    return replace(
        model,
        states=tuple(model.states[s] for s in watch.over(kept)),
        initial=bisect_left(kept, model.initial),
        vectors=tuple(model.vectors[old] for old in vectors),
        product=None,
        **arrays,
    )


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
            sums = _summed(model.vectors[pattern[0]], pattern[1])
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
    images = Pushforward(model, block_of, watch)
    distributions: dict[tuple[int, tuple[int, ...]], int] = {}
    spread, support, vector = array("i", [0]), array("i"), array("i")
    pushed = []
    for d in range(model.num_distributions):
        watch.tick(1, d)
        image = images(~d)
        if isinstance(image, int):
            pushed.append(image)
            continue
        number = distributions.setdefault(image, len(distributions))
        if number == len(vector):
            support.extend(image[1])
            spread.append(len(support))
            vector.append(image[0])
        pushed.append(~number)
    watch.check_room(NUMPY_BYTES * (model.num_transitions + model.num_states))
    first, action, target = _rows(model, block_of, pushed, len(distributions), len(labels))
    return LPTS(
        name=name,
        states=labels,
        initial=block_of[model.initial],
        actions=model.actions,
        first=first,
        action=action,
        target=target,
        spread=spread,
        support=support,
        vector=vector,
        vectors=tuple(images.vectors),
    )


def _rows(
    model: LPTS, block_of: Sequence[int], pushed: list[int], distributions: int, blocks: int
) -> tuple[array[int], array[int], array[int]]:
    """The transitions between blocks, sorted, each once: as numbers that say block, action and target."""
    import numpy  # slow to import, and not always needed

    block = numpy.array(block_of, numpy.int64)
    goals = numpy.array(model.target, numpy.int64)
    new_distribution = numpy.array([*pushed, 0], numpy.int64)
    goals = numpy.where(
        goals >= 0, block[numpy.maximum(goals, 0)], new_distribution[numpy.where(goals < 0, ~goals, -1)]
    )
    width = distributions + blocks
    ends = numpy.array(model.first, numpy.int64)
    source = numpy.repeat(block, ends[1:] - ends[:-1])
    labels = source * len(model.actions) + numpy.array(model.action, numpy.int64)
    codes = numpy.unique(labels * width + goals + distributions)
    labels, targets = codes // width, codes % width - distributions
    first = numpy.searchsorted(labels, numpy.arange(blocks + 1) * len(model.actions))
    columns = (first, labels % len(model.actions), targets)
    return tuple(array("i", column.astype(numpy.int32).tobytes()) for column in columns)  # type: ignore[return-value]


def _summed(shares: Sequence[Fraction], pattern: Sequence[int]) -> tuple[Fraction, ...]:
    """The shares of outcomes that fall together, added up."""
    sums = [Fraction(0)] * (max(pattern) + 1)
    for share, place in zip(shares, pattern, strict=True):
        sums[place] += share
    return tuple(sums)
