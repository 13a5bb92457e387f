"""The chain of assumptions of rule ASYM-N: splits, inherited partitions, blocks that vanish."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

import symag
from symag import LPTS, InternalError
from symag.assume.abstraction import Abstraction
from symag.assume.assumption_chain import AssumptionChain
from symag.assume.partition_refinement import Split
from symag.evidence import SplitRecord
from symag.limits import Watch
from tests.assume.trees import CHAIN
from tests.generate import random_model, randoms
from tests.oracle import textbook


def test_an_assumption_chain_inherits_its_partitions() -> None:
    """L2 goes along with L3; when A2 tells L3's states apart, A1 keeps what it knew of L2."""
    follower = LPTS.build("f0", [("f0", "go", "f1"), ("f1", "back", "f0"), ("f1", "call", "f1")], name="L2")
    leader = LPTS.build("g0", [("g0", "go", "g1"), ("g1", "call", "g1"), ("g1", "back", "g0")], name="L3")
    for inherit in (True, False):
        chain = AssumptionChain([follower, leader], inherit, Watch())
        upper = chain.abstractions[0].concrete
        assert upper.num_states == 2, "f0 and f1, each with the one block of A2"
        moved = next(s for s in range(2) if follower.states[upper.parts(s)[0]] == "f1")
        records = chain.refine(0, [Split(0, frozenset([moved]))])
        assert list(map(str, records)) == ["A1: 2 states into 1 and 1"]
        assert [abstraction.assumption.num_states for abstraction in chain.abstractions] == [2, 1]

        records = chain.refine(1, [Split(0, frozenset([leader.index["g1"]]))])
        assert records == [SplitRecord(2, 0, 0, 1, 1, 2)]
        abstraction = chain.abstractions[0]
        concrete = abstraction.concrete
        assert {follower.states[concrete.parts(s)[0]] for s in range(concrete.num_states)} == {"f0", "f1"}
        assert abstraction.concrete.num_states == 2, "f0 with g0, f1 with g1: the rest cannot be reached any more"
        assert [abstraction.assumption.num_states for abstraction in chain.abstractions] == (
            [2, 2] if inherit else [1, 2]
        )
        assert chain.largest_composition == 2


def test_blocks_that_cannot_be_reached_any_more_vanish() -> None:
    """With the coarse A2, L2 can be asked to `err`; when A2 knows better, that block of A1 is gone."""
    worker = LPTS.build("w", [("w", "ok", "w"), ("w", "err", "lost"), ("lost", "again", "lost")], name="L2")
    source = LPTS.build("g", [("g", "ok", "g"), ("h", "err", "h")], ["ok", "err"], states=["g", "h"], name="L3")
    chain = AssumptionChain([worker, source], True, Watch())
    upper = chain.abstractions[0].concrete
    lost = next(s for s in range(upper.num_states) if worker.states[upper.parts(s)[0]] == "lost")
    chain.refine(0, [Split(0, frozenset([lost]))])
    assert chain.abstractions[0].assumption.num_states == 2
    asked: list[int] = []

    def again(level: int, inherited: Abstraction) -> list[Split]:
        asked.append(level)
        assert (inherited.concrete.num_states, inherited.block_of) == (1, [0])
        return []

    chain.refine(1, [Split(0, frozenset([source.index["h"]]))], again)
    assert asked == [0]
    assert chain.abstractions[0].concrete.num_states == 1
    assert chain.abstractions[0].members == [[0]]
    assert chain.abstractions[0].assumption.num_states == 1
    assert textbook([worker, chain.abstractions[1].assumption], chain.abstractions[0].assumption).holds


@pytest.mark.parametrize("states", [frozenset[int](), frozenset([0, 1, 2])])
def test_an_assumption_chain_refuses_what_is_no_refinement(states: frozenset[int]) -> None:
    with pytest.raises(InternalError, match="Lemma 6"):
        AssumptionChain([CHAIN], True, Watch()).refine(0, [Split(0, states)])


@given(randoms)
def test_every_assumption_of_a_chain_simulates_the_sides_below(random: Random) -> None:
    """Whatever is split: premise 2 and all after it hold, and partitions get finer, never coarser."""
    sides = [symag.trim(random_model(random, 3)) for _ in range(random.choice([1, 2, 3]))]
    chain = AssumptionChain(sides, True, Watch())
    for _ in range(3):
        sizes = [len(abstraction.members) for abstraction in chain.abstractions]
        level = random.randrange(len(sides))
        large = [states for states in chain.abstractions[level].members if len(states) > 1]
        if large:
            states = random.choice(large)
            chosen = frozenset(random.sample(states, random.randint(1, len(states) - 1)))
            block = chain.abstractions[level].block_of[states[0]]
            (record,) = chain.refine(level, [Split(block, chosen)])
            assert record == SplitRecord(level + 1, block, block, sizes[level], len(chosen), len(states))
            assert len(chain.abstractions[level].members) == sizes[level] + 1
        for number, abstraction in enumerate(chain.abstractions):
            below = [following.assumption for following in chain.abstractions[number + 1 : number + 2]]
            assert textbook([sides[number], *below], abstraction.assumption).holds
            assert textbook(sides[number:], abstraction.assumption).holds


def test_further_splits_apply_to_the_inherited_partition() -> None:
    """When A2 distinguishes g0 and g1, A1 is rebuilt with one block, and split at once."""
    follower = LPTS.build("f0", [("f0", "go", "f1"), ("f1", "back", "f0")], name="L2")
    leader = LPTS.build("g0", [("g0", "go", "g1"), ("g1", "back", "g0")], name="L3")
    chain = AssumptionChain([follower, leader], True, Watch())

    def further(level: int, inherited: Abstraction) -> list[Split]:
        assert (level, inherited.concrete.num_states, inherited.block_of) == (0, 2, [0, 0])
        return [Split(0, frozenset([1]))]

    records = chain.refine(1, [Split(0, frozenset([leader.index["g1"]]))], further)
    assert records == [SplitRecord(2, 0, 0, 1, 1, 2), SplitRecord(1, 0, 0, 1, 1, 2)]
    assert [abstraction.block_of for abstraction in chain.abstractions] == [[0, 1], [0, 1]]
