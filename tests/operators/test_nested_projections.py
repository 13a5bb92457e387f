"""Projections by way of projections onto more letters, against projections of the whole."""

from __future__ import annotations

from random import Random

import pytest

from symag.limits import Watch
from symag.operators.nested_projections import MoveBudget, NestedProjections, PartialAutomaton, TooCostly

PLENTY = 10**9


def ring(letters: int) -> PartialAutomaton:
    """The letters follow each other."""
    return PartialAutomaton({state: {state: (state + 1) % letters} for state in range(letters)}, 0)


def random_automaton(random: Random) -> tuple[PartialAutomaton, list[int]]:
    """Some moves lead to states whose moves are not known. The letters are in any order."""
    letters, states = random.randint(3, 12), random.randint(1, 40)
    density = random.choice([0.1, 0.3, 0.6])
    rows = {
        state: {letter: random.randrange(states + 2) for letter in range(letters) if random.random() < density}
        for state in range(states)
    }
    order = list(range(letters))
    random.shuffle(order)
    return PartialAutomaton(rows, 0), order


@pytest.mark.parametrize("seed", range(4))
def test_the_way_makes_no_difference(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symag.operators.nested_projections.SMALL", 2)
    random, windows = Random(seed), 0
    for _ in range(100):
        whole, order = random_automaton(random)
        nested = NestedProjections(whole, order, MoveBudget(PLENTY, Watch()))
        for _ in range(6):
            letters = frozenset(random.sample(order, random.randint(1, 3)))
            direct = NestedProjections(whole, sorted(letters), MoveBudget(PLENTY, Watch()))
            direct.whole = whole
            assert nested.onto(letters) == direct.onto(letters)
        windows += sum(one is not whole for one in nested._windows.values())
    assert windows > 100


def test_neighbours_in_a_ring_take_about_n_log_n_moves() -> None:
    for n in (64, 1_000, 4_096):
        budget = MoveBudget(PLENTY, Watch())
        nested = NestedProjections(ring(n), range(n), budget)
        for letter in range(n):
            after = (letter + 1) % n
            first, second = sorted((letter, after))
            assert nested.onto(frozenset({letter, after})) == [{first: 1}, {second: 0}]
        assert budget.most - budget.left < 10 * n * n.bit_length()


def test_the_budget_ends_it() -> None:
    nested = NestedProjections(ring(1_000), range(1_000), MoveBudget(900, Watch()))
    with pytest.raises(TooCostly):
        nested.onto(frozenset({0, 1}))
