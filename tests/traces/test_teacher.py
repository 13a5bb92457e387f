"""Teachers: membership in the language of the weakest assumption."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from symag import LPTS, LimitReached, Limits
from symag.limits import Watch
from symag.operators import reduce_component
from symag.study.cases.scheduler import cells, cycle_property
from symag.traces import WeakestAssumption
from tests.traces.questions import nearest_violation, random_lts


@pytest.mark.parametrize("seed", range(40))
def test_membership_is_that_of_the_weakest_assumption(seed: int) -> None:
    """A word is in the language unless the first component, with an environment that does just that, violates P."""
    random = Random(seed)
    first = [random_lts(random) for _ in range(random.choice([1, 1, 2, 3]))]
    specification = random_lts(random, deterministic=True)
    interface = sorted({*random.sample("abcd", 2), *specification.alphabet})
    teacher = WeakestAssumption(first, specification, interface, Watch())
    for length in range(4):
        for word in product(range(1, len(interface) + 1), repeat=length):
            rows = [(str(i), interface[letter - 1], str(i + 1)) for i, letter in enumerate(word)]
            environment = LPTS.build("0", rows, interface)
            violated = nearest_violation([*first, environment], specification) is not None
            assert teacher.member(word) != violated
            suffixes = [word[length:] for length in range(len(word) + 1)] * 20
            row = teacher.members(word[:1], suffixes)
            assert row == sum(teacher.member(word[:1] + suffix) << i for i, suffix in enumerate(suffixes))


def test_only_what_words_lead_to_is_composed() -> None:
    """The product of 39 cells without `finish` has 3^39 states, in two words each; a token goes round in 80 states."""
    n, watch = 40, Watch()
    others = [reduce_component(cell, {f"finish.{i}"}, watch).reduced for i, cell in enumerate(cells(n))][1:]
    interface = ["start.0", "c.0", "c.1"]
    teacher = WeakestAssumption(others, cycle_property(n), interface, watch)
    assert teacher.member((1, 3, 2, 1, 3, 2, 1))
    assert teacher.member((2,)), "what the cells cannot do violates nothing"
    assert not teacher.member((3,)), "then job 1 is started first"
    assert not teacher.member((1, 1))
    states, moves = teacher.explored()
    assert n < states < moves < 20_000
    with pytest.raises(LimitReached, match="max-states: more than 50 states while following words"):
        WeakestAssumption(others, cycle_property(n), interface, Watch(Limits(max_states=50))).member((1, 3, 2))
