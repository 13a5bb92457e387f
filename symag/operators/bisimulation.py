"""Strong probabilistic bisimulation by partition refinement, and the smallest bisimilar model."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from fractions import Fraction

from symag.limits import Watch
from symag.model import LPTS, PickedLabels
from symag.operators.quotient import push_forward, summed, trim
from symag.operators.signatures import Signatures

__all__ = ["bisimulation", "bisimulation_blocks", "merge_bisimilar", "minimise"]


def bisimulation(model: LPTS, watch: Watch | None = None, silent: Collection[int] = ()) -> array[int]:
    """The coarsest strong probabilistic bisimulation, as the block of each state, by refinement of signatures.

    Actions that are `silent` are all one, and do not count where they stay in the block.
    """
    return bisimulation_blocks(model, watch or Watch(), silent)[0]


def bisimulation_blocks(model: LPTS, watch: Watch, silent: Collection[int] = ()) -> tuple[array[int], array[int]]:
    """The block of each state, and the first member of each block."""
    watch.check("minimising")
    is_silent = bytearray(number in silent for number in range(len(model.actions)))
    vectors: dict[tuple[Fraction, ...], int] = {}

    def add_up(vector: int, places: Sequence[int]) -> int:
        watch.tick(len(places))
        return vectors.setdefault(summed(model.vectors[vector], places), len(vectors))

    return Signatures(model, is_silent, add_up, watch).refine()


def minimise(model: LPTS, watch: Watch | None = None) -> LPTS:
    """The smallest bisimilar model: the trimmed quotient by `bisimulation`; a block is named by its first member."""
    return merge_bisimilar(trim(model, watch), watch)[1]


def merge_bisimilar(
    model: LPTS, watch: Watch | None = None, silent: Collection[int] = ()
) -> tuple[Sequence[int], LPTS]:
    """The block of each state by `bisimulation`, and the quotient; a block is named by its first member."""
    watch = watch or Watch()
    block_of, first_members = bisimulation_blocks(model, watch, silent)
    if len(first_members) == model.num_states and not silent:
        return range(model.num_states), model
    return block_of, push_forward(model, block_of, PickedLabels.of(model.states, first_members), model.name, watch)
