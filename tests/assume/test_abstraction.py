"""Abstractions: quotients, the map from states to blocks, labels of blocks."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given

import symag
from symag import LPTS
from symag.assume.abstraction import Abstraction, BlockLabels, BlockMap, members_of
from symag.limits import Watch
from symag.operators import reduce_component
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
def test_the_block_map_is_a_simulation(random: Random) -> None:
    """CAV'12, Definition 8: every transition of a state is one of its block, with the probabilities added up."""
    model = symag.compose(random_model(random, 3), random_model(random, 3))
    partition = random_partition(random, model)
    abstraction = Abstraction.by_partition(model, partition, "A", Watch())
    block_map = BlockMap(abstraction, None, Watch())
    quotient = abstraction.assumption
    assert quotient.initial == block_map(model.parts(model.initial))
    for state in range(model.num_states):
        block = block_map(model.parts(state))
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


def test_the_block_map_of_reduced_components() -> None:
    """`hush` is silent: s and u are one state of the reduced component, and t is another."""
    side = LPTS.build("s", [("s", "hush", "u"), ("u", "hush", "s"), ("u", "a", "t"), ("t", "b", "t")], name="L2")
    below = LPTS.build("k", [("k", "b", "l"), ("l", "b", "k")], name="A2")
    reduction = reduce_component(side, {"hush"})
    concrete = symag.compose(reduction.reduced, below)
    abstraction = Abstraction.by_partition(concrete, list(range(concrete.num_states)), "A1", Watch())
    block_map = BlockMap(abstraction, [reduction], Watch())
    for state, label in enumerate(side.states):
        for other in range(2):
            expected = next(
                (s for s in range(concrete.num_states) if concrete.parts(s) == (reduction.block_of[state], other)),
                None,
            )
            assert block_map((state, other)) == expected, label
    assert block_map((side.index["s"], 0)) == block_map((side.index["u"], 0)) == concrete.initial
    assert block_map((side.index["s"], 1)) is None, "A2 moves by b, which L2 cannot do at first"


def test_the_block_map_of_a_side_of_two_components() -> None:
    """Its states are found by the states of all components, however they were composed."""
    one, two = LPTS.build("s", [("s", "a", "t")]), LPTS.build("x", [("x", "b", "y")])
    below = LPTS.build("k", [("k", "b", "k")])
    concrete = symag.compose(symag.compose(one, two), below)
    abstraction = Abstraction.by_partition(concrete, list(range(concrete.num_states)), "A1", Watch())
    block_map = BlockMap(abstraction, None, Watch())
    found = {block_map((s, x, 0)) for s in range(2) for x in range(2)}
    assert found == set(range(4))
    assert block_map((0, 0, 1)) is None
