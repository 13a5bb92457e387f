"""Bisimulation and reduction against their definitions, by brute force; and on models that are too large for that."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from random import Random

import pytest

from symag import LPTS, TAU
from symag.limits import Watch
from symag.model import PickedLabels
from symag.model.sequences import Sequences
from symag.operators import bisimulation, minimise, reduce_component, trim
from tests.generate import random_model

Signature = frozenset[tuple[int, frozenset[tuple[int, Fraction]]]]


def signature(model: LPTS, state: int, block_of: list[int], silent: Collection[int]) -> Signature:
    """The moves of a state as the partition sees them."""
    found = set()
    for t in model.row(state):
        shares: dict[int, Fraction] = {}
        for outcome, probability in model.outcomes(model.target[t]):
            shares[block_of[outcome]] = shares.get(block_of[outcome], Fraction(0)) + probability
        action = -1 if model.action[t] in silent else model.action[t]
        if action >= 0 or set(shares) != {block_of[state]}:
            found.add((action, frozenset(shares.items())))
    return frozenset(found)


def coarsest(model: LPTS, silent: Collection[int] = ()) -> list[int]:
    """The coarsest bisimulation: all blocks are split by all signatures until nothing changes."""
    block_of = [0] * model.num_states
    while True:
        number: dict[tuple[int, Signature], int] = {}
        keys = [(block_of[s], signature(model, s, block_of, silent)) for s in range(model.num_states)]
        finer = [number.setdefault(key, len(number)) for key in keys]
        if finer == block_of:
            return finer
        block_of = finer


def silently_reached(model: LPTS, silent: Collection[str]) -> list[set[int]]:
    """For each state, what silent moves lead to, and the state."""
    found = []
    for state in range(model.num_states):
        order = [state]
        for s in order:  # which grows meanwhile
            for t in model.row(s):
                if model.actions[model.action[t]] in silent:
                    order += [goal for goal, _ in model.outcomes(model.target[t]) if goal not in order]
        found.append(set(order))
    return found


def saturated(model: LPTS, silent: Collection[str]) -> LPTS:
    """The model without silent moves, in which every state does what it can do after some."""
    after = silently_reached(model, silent)
    rows = [
        (model.states[state], model.actions[model.action[t]], dict(model.distribution(model.target[t])))
        for state in range(model.num_states)
        for s in after[state]
        for t in model.row(s)
        if model.actions[model.action[t]] not in silent
    ]
    return LPTS.build(model.initial_state, rows, model.alphabet - frozenset(silent), states=model.states)


def some_model(seed: int) -> LPTS:
    """Probabilistic or plain, with states that are alike."""
    random = Random(seed)
    if seed % 2:
        return random_model(random, 9)
    count = random.randint(1, 12)
    names = [f"s{i}" for i in range(count)]
    labels = ["a", "b", "c", TAU][: random.randint(1, 4)]
    rows = [(random.choice(names), random.choice(labels), random.choice(names)) for _ in range(random.randint(0, 30))]
    return LPTS.build("s0", rows, states=names)


def test_bisimulation_is_the_coarsest_one() -> None:
    merged = 0
    for seed in range(600):
        model = some_model(seed)
        silent = frozenset(range(seed % 3))
        assert list(bisimulation(model)) == coarsest(model)
        assert list(bisimulation(model, silent=silent)) == coarsest(model, silent)
        merged += minimise(model).num_states < trim(model).num_states
    assert merged > 100


def test_a_reduction_is_the_smallest_model_without_silent_moves() -> None:
    with_silent_moves = 0
    for seed in range(600):
        model = some_model(seed)
        silent = set(Random(seed).sample(model.actions, min(seed % 4, len(model.actions))))
        reduction = reduce_component(model, silent)
        expected = minimise(saturated(model, silent))
        assert reduction.reduced.is_isomorphic_to(expected)
        assert reduction.reduced.alphabet == expected.alphabet
        assert reduction.block_of[model.initial] == reduction.reduced.initial
        with_silent_moves += not reduction.silent.isdisjoint(model.action)
    assert with_silent_moves > 150


def chain(length: int, action: str, *rows: tuple[str, str, str]) -> LPTS:
    return LPTS.build("0", [*((str(i), action, str(i + 1)) for i in range(length)), *rows])


@pytest.mark.parametrize(
    ("model", "states", "transitions"),
    [
        (chain(3000, "a"), 3001, 3000),
        (chain(3000, TAU, ("3000", "a", "0")), 1, 1),
        (chain(3000, TAU, ("3000", TAU, "0"), ("7", "a", "0")), 1, 1),
        (chain(3000, "a", ("3000", "a", "0")), 1, 1),
        (LPTS.build("0", [("0", "a", str(i % 7)) for i in range(500)]), 2, 2),
        (LPTS.build("0", [("0", "a", dict.fromkeys(map(str, range(90)), "1/90")), ("0", "b", "0")]), 2, 2),
    ],
    ids=["chain", "silent chain", "silent cycle", "cycle", "star", "wide"],
)
def test_large_models_with_a_known_reduction(model: LPTS, states: int, transitions: int) -> None:
    reduced = reduce_component(model, {TAU}).reduced
    assert (reduced.num_states, reduced.num_transitions) == (states, transitions)


def test_sequences_are_numbered_like_a_dictionary() -> None:
    from array import array

    random, table = Random(3), Sequences(Watch())
    known = dict[tuple[int, ...], int]()
    for _ in range(5000):
        key = tuple(random.choice([-1, 0, 1, random.getrandbits(30)]) for _ in range(random.randint(0, 4)))
        assert table.intern(array("i", [*key, 7]), len(key)) == known.setdefault(key, len(known))
    assert [tuple(table.words[table.first[n] : table.first[n + 1]]) for n in range(table.count)] == list(known)


def test_labels_that_are_picked_twice_are_those_of_the_first_model() -> None:
    labels = PickedLabels.of(PickedLabels.of("abcdef", [1, 3, 5]), [2, 0])
    assert list(labels) == ["f", "b"] == labels[:2]
    assert (labels[0], labels[-1], len(labels), labels.labels) == ("f", "b", 2, "abcdef")
