"""Two-way decompositions of a system, and the one whose sides are most alike in size (CAV'08, Table 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from symag.errors import LimitReached
from symag.limits import Limits, Watch
from symag.model import LPTS
from symag.operators import compose

__all__ = ["Decomposition", "count_states", "most_balanced", "two_way"]

COUNTED = 300_000
"""Sides of up to so many states are composed to count them."""


def count_states(components: Sequence[LPTS], most: int = COUNTED, seconds: float | None = None) -> int | None:
    """The states of a composition; None if there are more than that, or it takes longer."""
    try:
        return compose(*components, watch=Watch(Limits(seconds, max_states=most))).num_states
    except LimitReached:
        return None


class Decomposition(NamedTuple):
    """Which components are on the first side, the states of that with the property and its error, and of the rest."""

    first: tuple[int, ...]
    first_states: int
    second_states: int
    complete: bool = True
    """Were all decompositions looked at?"""


def two_way(count: int) -> Iterator[tuple[int, ...]]:
    """The first sides of all two-way decompositions of so many components."""
    for chosen in range(1, 2**count - 1):
        yield tuple(i for i in range(count) if chosen >> i & 1)


def most_balanced(
    components: Sequence[LPTS], specification: LPTS, watch: Watch, most: int = COUNTED
) -> Decomposition | None:
    """The decomposition with the least difference between the states of its sides, of those with at most so many on
    each; the smaller one of two with the same difference. What was found so far, if a limit is reached."""
    best: Decomposition | None = None
    complete = True
    for first in sorted(two_way(len(components)), key=lambda first: _imbalance(components, first)):
        try:
            watch.check("looking for the most balanced decomposition")
        except LimitReached:
            complete = False
            break
        found = _counted(components, specification, first, most, best, watch)
        if found is not None and (best is None or _order(found) < _order(best)):
            best = found
    return None if best is None else best._replace(complete=complete)


def _counted(
    components: Sequence[LPTS],
    specification: LPTS,
    first: tuple[int, ...],
    most: int,
    best: Decomposition | None,
    watch: Watch,
) -> Decomposition | None:
    """The decomposition, unless it is found out to be worse than the best, or the time is over."""
    second_states = count_states([model for i, model in enumerate(components) if i not in first], most, _left(watch))
    if second_states is None:
        return None
    allowed = most if best is None else min(most, second_states + abs(best.first_states - best.second_states))
    with_property = count_states([*(components[i] for i in first), specification], allowed, _left(watch))
    return None if with_property is None else Decomposition(first, with_property + 1, second_states)


def _left(watch: Watch) -> float | None:
    """The seconds that are left; never less than a millisecond, as a limit must be positive."""
    if watch.limits.seconds is None:
        return None
    return max(watch.limits.seconds - (watch.clock() - watch.started), 1e-3)


def _order(found: Decomposition) -> tuple[int, int, tuple[int, ...]]:
    return (
        abs(found.first_states - found.second_states),
        found.first_states + found.second_states,
        found.first,
    )


def _imbalance(components: Sequence[LPTS], first: tuple[int, ...]) -> float:
    """How far apart the sides are, by the sizes of the components: the likely ones come first."""
    one = prod(model.num_states for i, model in enumerate(components) if i in first)
    other = prod(model.num_states for i, model in enumerate(components) if i not in first)
    return max(one, other) / min(one, other)
