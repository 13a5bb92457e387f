"""Random probabilistic models of any width, with probabilities as people have them.

These are small weights, larger ones, measured frequencies, and fractions that have nothing to do with each other.

What a common denominator costs depends on them: weights up to 1000 have one of 24 to 32 bits for any two distributions,
but of over 62 bits for six; unrelated fractions have none of 62 bits within one distribution of six outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import TypeAlias

from symag.model import LPTS
from symag.study.cases.families import TransitionRow

__all__ = ["CHANCES", "Chances", "random_chances"]

Chances: TypeAlias = Callable[[Random, int], list[Fraction]]
"""Draws the probabilities of so many outcomes."""


def _weights_up_to(largest: int) -> Chances:
    """Each outcome has a weight from 1 to this."""

    def draw(random: Random, width: int) -> list[Fraction]:
        weights = [random.randint(1, largest) for _ in range(width)]
        return [Fraction(weight, sum(weights)) for weight in weights]

    return draw


def _data_frequencies(random: Random, width: int) -> list[Fraction]:
    """Each outcome was seen k times in N trials; of each distribution there were other trials, up to a million."""
    trials = random.randint(10**5, 10**6)
    cuts = [0, *sorted(random.sample(range(1, trials), width - 1)), trials]
    return [Fraction(cuts[i + 1] - cuts[i], trials) for i in range(width)]


def _unrelated(random: Random, width: int) -> list[Fraction]:
    """Each outcome but the last is a fraction of its own, with a denominator of up to 2,000."""
    shares = [Fraction(random.randint(1, 999), width * random.randint(1000, 2000)) for _ in range(width - 1)]
    return [*shares, 1 - sum(shares, Fraction(0))]


CHANCES: Mapping[str, Chances] = {
    "1..2": _weights_up_to(2),
    "1..1000": _weights_up_to(1000),
    "data": _data_frequencies,
    "unrelated": _unrelated,
}
"""Probabilities by what they are called."""


def random_chances(states: int, width: int, chances: str, moves: int = 2, seed: int = 1) -> LPTS:
    """A model with so many moves at each state, all with one action, each to so many states.

    One state in three has a mark, an action of its own: without marks all states would be below each other.
    """
    random = Random(seed)
    names = [f"s{state}" for state in range(states)]
    rows: list[TransitionRow] = []
    for name in names:
        for _ in range(moves):
            goals = random.sample(names, min(width, states))
            rows.append((name, "a", dict(zip(goals, CHANCES[chances](random, len(goals)), strict=True))))
        if random.random() < 1 / 3:
            rows.append((name, "mark", name))
    return LPTS.build("s0", rows, states=names, name=f"random {states} × {width}, {chances}")
