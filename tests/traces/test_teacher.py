"""Teachers: membership in the language of the weakest assumption."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from symag import LPTS
from symag.limits import Watch
from symag.traces import WeakestAssumption
from tests.traces.questions import nearest_violation, random_lts


@pytest.mark.parametrize("seed", range(40))
def test_membership_is_that_of_the_weakest_assumption(seed: int) -> None:
    """A word is in the language unless the first component, with an environment that does just that, violates P."""
    random = Random(seed)
    first, specification = random_lts(random), random_lts(random, deterministic=True)
    interface = sorted({*random.sample("abcd", 2), *specification.alphabet})
    teacher = WeakestAssumption([first], specification, interface, Watch())
    for length in range(4):
        for word in product(range(1, len(interface) + 1), repeat=length):
            rows = [(str(i), interface[letter - 1], str(i + 1)) for i, letter in enumerate(word)]
            environment = LPTS.build("0", rows, interface)
            violated = nearest_violation([first, environment], specification) is not None
            assert teacher.member(word) != violated
