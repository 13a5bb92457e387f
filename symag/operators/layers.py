"""How many states a composition should have, from a part of it that was explored breadth first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp, log

from symag.model import LPTS

__all__ = ["expected_states", "layers_of"]

FITTED = 0.5
"""Part of the layers, the last ones, that the extrapolation goes by."""
LEAST_FITTED = 4
"""Quotients of layers that it goes by at least."""
MOST_LAYERS = 2_000
"""Layers that are extrapolated."""


def layers_of(system: LPTS, expanded: int) -> tuple[int, ...]:
    """The number of states of each layer: a state is numbered when it is found, so layers follow each other. Of an
    unfinished exploration, in which only the first states are expanded, the complete layers."""
    sizes, start, end, found = [1], 0, 1, 1
    while end <= expanded:
        moves = system.target[system.first[start] : system.first[end]]
        if moves:
            found = max(found, 1 + max(moves))
            if (last := min(moves)) < 0:  # distributions are numbered as they are found, too
                found = max(found, 1 + max(system.support[: system.spread[~last + 1]]))
        if found == end:
            break
        sizes.append(found - end)
        start, end = end, found
    return tuple(sizes)


def expected_states(known: int, expanded: int, bound: int, layers: Sequence[int] = ()) -> int:
    """A guess at how many states there are; `bound` is the most that there can be.

    It goes by how many of those that are known wait to be expanded. Where some layers are known, they are extrapolated,
    too, and the smaller guess counts: systems of loosely coupled components have layers like binomial coefficients, and
    there the first guess is far too high. It is a guess: the number can be many times as large.
    """
    guess = min(known * (known / max(expanded, 1)) ** 4, bound)
    if len(layers) > LEAST_FITTED:
        guess = min(guess, _extrapolated(layers, bound))
    return int(max(guess, known))


def _extrapolated(layers: Sequence[int], bound: int) -> float:
    """The states of all layers, if the logarithms of their quotients go on along a line that falls."""
    quotients = [log(after / before) for before, after in pairwise(layers)]
    quotients = quotients[-max(LEAST_FITTED, int(FITTED * len(quotients))) :]
    middle, mean = (len(quotients) - 1) / 2, sum(quotients) / len(quotients)
    squares = sum((i - middle) ** 2 for i in range(len(quotients)))
    slope = sum((i - middle) * (y - mean) for i, y in enumerate(quotients)) / squares if squares else 0.0
    if slope >= 0:
        return bound
    total, size, quotient = float(sum(layers)), float(layers[-1]), mean + slope * middle
    for _ in range(MOST_LAYERS):
        quotient += slope
        size *= exp(quotient)
        total += size
        if size < 1 or total > bound:
            break
    return min(total, bound)
