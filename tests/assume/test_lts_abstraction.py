"""Abstractions of LTSs: which traces they have, and which block a spurious trace splits (CAV'08, section 4.1)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given

import symag
from symag import LPTS
from symag.assume.lts_chain import LtsAbstraction, LtsChain
from symag.errors import InternalError
from symag.limits import Watch
from symag.study.cases.papers import HASTY, OUTPUT
from tests.generate import random_partition, randoms
from tests.operators.test_determinise import words
from tests.traces.questions import random_lts

INTERFACE = frozenset(["send", "output", "ack"])


def abstraction_of(model: LPTS, interface: frozenset[str], alphabet: frozenset[str]) -> LtsAbstraction:
    """The abstraction of one model with one block."""
    return LtsChain([(model,)], [interface], [alphabet], Watch()).abstractions[0]


def test_the_coarsest_abstraction_of_the_channel() -> None:
    """CAV'08, section 4: one state that can always do everything."""
    coarse = abstraction_of(OUTPUT, INTERFACE, INTERFACE)
    assert coarse.assumption.is_isomorphic_to(LPTS.build("s", [("s", action, "s") for action in INTERFACE]))
    assert coarse.may_do(("output", "output"))
    assert not coarse.can_do(("output",))
    assert coarse.can_do(("send", "output", "ack", "send"))
    assert coarse.can_do(("send", "input", "output")), "actions outside the alphabet do not count"


def test_the_block_that_a_spurious_trace_splits() -> None:
    """CAV'08, Algorithm 1: the state before `output` is separated from those that cannot do it."""
    coarse = abstraction_of(OUTPUT, INTERFACE, INTERFACE)
    assert coarse.split(("output",)) == (0, [OUTPUT.index["1"]])
    assert coarse.split(("send", "send")) == (0, [OUTPUT.index["0"]]), "what is reached by `send` cannot `send`"
    assert coarse.way(("send", "ack")) == {
        (0, coarse.assumption.actions.index(action), 0) for action in ("send", "ack")
    }
    with pytest.raises(InternalError, match="Lemma 1"):
        coarse.split(("send", "output"))


def test_a_split_follows_the_path_of_the_assumption() -> None:
    """The state that `a` enters does `b`, but not into the block that does `d`: it is separated from one that does."""
    rows = [("0", "a", "1"), ("0", "c", "2"), ("1", "b", "3"), ("2", "b", "4"), ("4", "d", "4")]
    whole = abstraction_of(LPTS.build("0", rows), frozenset("abcd"), frozenset("abcd"))
    block = {"0": 0, "1": 1, "2": 1, "3": 2, "4": 3}
    partition = [block[state] for state in whole.closed.states]
    abstraction = replace(whole, block_of=partition, assumption=symag.quotient(whole.closed, partition))
    assert abstraction.may_do(("a", "b", "d"))
    assert abstraction.split(("a", "b", "d")) == (1, [whole.closed.index["2"]])


def test_actions_outside_the_alphabet_are_closed_over() -> None:
    """Without `ack` in its alphabet the closed LTS does `send` again after `output`, and HASTY at once."""
    alphabet = frozenset(["send", "output"])
    patient, hasty = (abstraction_of(model, INTERFACE, alphabet) for model in (OUTPUT, HASTY))
    assert not patient.can_do(("send", "send"))
    assert patient.can_do(("send", "output", "send"))
    assert hasty.can_do(("send", "send"))
    assert not hasty.can_do_exactly(("send", "send")), "over the whole interface there is an `ack` between"
    assert hasty.can_do_exactly(("send", "ack", "send"))
    assert not patient.can_do_exactly(("send", "output", "send"))


@given(randoms)
def test_traces_of_an_abstraction(random: Random) -> None:
    """By the definition: those of the model, projected; the assumption has all of them, and perhaps more."""
    model = symag.trim(random_lts(random))
    known = sorted(model.alphabet)
    interface = frozenset(random.sample(known, random.randint(1, len(known))))
    alphabet = frozenset(random.sample(sorted(interface), random.randint(1, len(interface))))
    abstraction = abstraction_of(model, interface, alphabet)
    assert abstraction.assumption.alphabet == alphabet
    real = words(symag.project(model, alphabet), 3)
    exact = words(symag.project(model, interface), 3)
    coarse = words(abstraction.assumption, 3)
    assert real <= coarse
    for length in range(4):
        for trace in product(known, repeat=length):
            mine = tuple(action for action in trace if action in alphabet)
            assert abstraction.can_do(trace) == (mine in real)
            assert abstraction.may_do(trace) == (mine in coarse)
            seen = tuple(action for action in trace if action in interface)
            assert abstraction.can_do_exactly(trace) == (seen in exact)
            if mine in coarse and mine not in real:
                block, states = abstraction.split(trace)
                members = {state for state, own in enumerate(abstraction.block_of) if own == block}
                assert set() < set(states) < members, "a proper split"


@given(randoms)
def test_splits_of_any_partition_are_proper(random: Random) -> None:
    """The states that the trace enters, block by block, do not have the next move; the separated ones have it."""
    model = symag.trim(random_lts(random))
    whole = abstraction_of(model, model.alphabet, model.alphabet)
    partition = random_partition(random, whole.closed)
    abstraction = replace(whole, block_of=partition, assumption=symag.quotient(whole.closed, partition))
    for length in range(1, 4):
        for trace in product(sorted(model.alphabet), repeat=length):
            if abstraction.may_do(trace) and not abstraction.can_do(trace):
                block, states = abstraction.split(trace)
                members = {state for state, own in enumerate(partition) if own == block}
                assert set() < set(states) < members
