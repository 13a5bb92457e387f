"""Abstractions: quotients, the map from states to blocks, labels of blocks."""

from __future__ import annotations

from random import Random

from symag import LPTS
from symag.assume.abstraction import BlockLabels, members_of
from symag.limits import Watch
from tests.generate import random_partition


def test_labels_of_blocks_are_unique() -> None:
    long = "x" * 30
    awkward = LPTS.build("0", [], states=["0", "1", "0:{1}", "{0}", "0,1", f"{long}1", f"{long}2", "1:{0,1}"])
    for seed in range(50):
        partition = random_partition(Random(seed), awkward)
        members = members_of(partition, max(partition) + 1, Watch())
        labels = BlockLabels(awkward, members)
        assert len(labels) == len(members)
        assert len(set(labels)) == len(labels)
        assert labels[:] == list(labels)
        assert labels[-1] == labels[len(labels) - 1]
        assert all(label and len(label) < 80 for label in labels)
