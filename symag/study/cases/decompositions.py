"""Two-way decompositions of a system: all of them, by tasks and by indices; how one of a small system becomes one of a
larger system (TOSEM 2008, Fig. 3); and the one whose sides are most alike in size (CAV'08, Table 2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import NamedTuple

from symag.assume import two_way
from symag.errors import InternalError, LimitReached
from symag.limits import Limits, Watch
from symag.model import LPTS
from symag.operators import compose

__all__ = [
    "Decomposition",
    "FirstSide",
    "Tasks",
    "all_first_sides",
    "count_states",
    "generalised",
    "most_balanced",
    "two_way",
    "up_to_symmetry",
]

FirstSide = tuple[str, ...]
"""A two-way decomposition as data: the names of the tasks on the first side, in the order of the system."""

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


class Tasks(NamedTuple):
    """The tasks of a system of some size. All others are there once, whatever the size is."""

    repeated: tuple[str, ...]
    """The tasks of which there are more in a larger system; the first one has ID 1."""
    others: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All tasks, in the order of the system."""
        return self.repeated + self.others


def all_first_sides(tasks: Tasks) -> Iterator[FirstSide]:
    """All two-way decompositions; neither side is empty, and both orders of two sides are there."""
    names = tasks.names
    for chosen in two_way(len(names)):
        yield tuple(names[i] for i in chosen)


def generalised(first: Collection[str], small: Tasks, large: Tasks, apart: Collection[int] = ()) -> FirstSide:
    """A decomposition of a system with two repeated tasks as one of a larger system: TOSEM 2008, Fig. 3.

    `apart` has the IDs of the repeated tasks that the property treats in another way than the rest. The figure puts a
    task that it does not treat so into S1 in either case; that of its two cases where the one that is treated so is
    in S1 must be S2, as for the tasks with the smallest ID and as in the best decomposition itself.
    """
    if len(small.repeated) != 2 or not set(apart) <= {1, 2}:
        raise InternalError("Fig. 3 generalises systems of size 2")
    in_first = {identity: task in first for identity, task in enumerate(small.repeated, 1)}
    kept = set(apart) if len(apart) == 1 else {1, *apart}  # these stay where they are; 1 is the smallest ID
    others_in_first = in_first[1] if in_first[1] == in_first[2] else not in_first[min(kept)]
    chosen = {
        task
        for identity, task in enumerate(large.repeated, 1)
        if (in_first[identity] if identity in kept else others_in_first)
    }
    chosen |= {task for task in large.others if task in first}
    return tuple(task for task in large.names if task in chosen)


def up_to_symmetry(firsts: Iterable[FirstSide], alike: Sequence[Collection[str]]) -> Mapping[FirstSide, int]:
    """One decomposition for all that are the same but for tasks that are alike, and how many these are.

    `alike` has groups of tasks: any two of a group may be exchanged without a change of system or property.
    """
    found: dict[tuple[object, ...], list[FirstSide]] = {}
    grouped = {task for group in alike for task in group}
    for first in firsts:
        counts = tuple(sum(task in group for task in first) for group in alike)
        found.setdefault((counts, *(task for task in first if task not in grouped)), []).append(first)
    return {same[0]: len(same) for same in found.values()}


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
