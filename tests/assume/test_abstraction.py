"""Abstractions: quotients, the map from states to blocks, labels of blocks."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given

import symag
from symag import LPTS
from symag.assume.abstraction import Abstraction, BlockLabels, members_of
from symag.limits import Watch
from tests.generate import random_model, random_partition, randoms


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


def test_blocks_members_and_the_quotient() -> None:
    model = LPTS.build("s", [("s", "a", {"t": "1/2", "u": "1/2"}), ("t", "b", "s")], name="L2")
    abstraction = Abstraction.by_partition(model, [0, 1, 1], "A1", Watch())
    assert abstraction.members == [[0], [1, 2]]
    assert abstraction.assumption.name == "A1"
    assert abstraction.assumption.states[:] == ["0:{s}", "1:{t,u}"]
    fig = LPTS.build("x", [("x", "a", "y"), ("y", "b", "x")])
    assert abstraction.assumption.is_isomorphic_to(fig)


@given(randoms)
def test_the_blocks_are_a_simulation(random: Random) -> None:
    """CAV'12, Definition 8: every transition of a state is one of its block, with the probabilities added up."""
    model = symag.compose(random_model(random, 3), random_model(random, 3))
    partition = random_partition(random, model)
    abstraction = Abstraction.by_partition(model, partition, "A", Watch())
    quotient = abstraction.assumption
    assert quotient.initial == partition[model.initial]
    for state, block in enumerate(abstraction.block_of):
        assert block == partition[state]
        offered = {
            (quotient.action[t], frozenset(quotient.outcomes(quotient.target[t])))
            for t in range(quotient.first[block], quotient.first[block + 1])
        }
        for t in range(model.first[state], model.first[state + 1]):
            pushed: dict[int, Fraction] = {}
            for outcome, share in model.outcomes(model.target[t]):
                pushed[partition[outcome]] = pushed.get(partition[outcome], Fraction(0)) + share
            assert (model.action[t], frozenset(pushed.items())) in offered
