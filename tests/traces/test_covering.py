"""Two automata that together allow everything, or a shortest word that neither allows."""

from __future__ import annotations

from itertools import product
from random import Random

from symag import LPTS
from symag.limits import Watch
from symag.traces import goal_table, uncovered
from tests.traces.test_lstar import Known, random_automaton


def test_a_shortest_word_that_neither_allows() -> None:
    outcomes = set()
    for seed in range(300):
        random = Random(seed)
        one, two = (random_automaton(random, random.randint(1, 3), 2) for _ in range(2))
        if random.random() < 0.5:  # rarely two random ones allow everything
            one = [[goal if random.random() < 0.5 else 0 for goal in row] for row in one]
            two[0] = [0, 0]
        found = uncovered(one, two, Watch())
        words = [word for length in range(7) for word in product((1, 2), repeat=length)]
        missing = [word for word in words if max(Known(one).run(word), Known(two).run(word)) < 0]
        assert (found is None) == (not missing)
        assert found is None or (found in missing and len(found) == len(missing[0]))
        outcomes.add(found is None)
    assert outcomes == {True, False}


def test_the_table_of_a_model() -> None:
    model = LPTS.build("q", [("p", "b", "p"), ("q", "a", "p"), ("p", "a", "q")], ["a", "b"])
    table = goal_table(model, ["b", "a"], Watch())
    assert table == [[-1, 1], [1, 0]], "the initial state is the first"
    other = goal_table(LPTS.build("0", [("0", "b", "0")], ["a", "b"]), ["b", "a"], Watch())
    assert uncovered(table, other, Watch()) == (1, 2)
