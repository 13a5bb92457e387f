"""How large a composition is, or how fast it grows: bounds, and a short exploration, breadth first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Any

from symag.limits import Watch
from symag.model import LPTS
from symag.notes.composition import Explored, explore_little

__all__ = ["Growth", "growth_of"]

TIMES = 16
"""How much more than a note may cost is spent on exploring."""
STATES = 1 << 16
"""States that are explored."""
MANY = 100
"""Of more components than this, fewer states are explored: each state is longer."""
FAST = 1.2
"""If the last layer is larger than the one before by this factor, guesses are too low: 3 to 100 times, of the case
studies."""
MOST_DIGITS = 18
"""A larger bound is written as a power of ten."""


@dataclass(frozen=True)
class Growth:
    """The size of a composition, as far as it is known without composing all of it."""

    bound: int
    """No more states than this can be reached: the product of the sizes of the components."""
    states: int | None = None
    """The states that were found; None if the exploration would have been costly."""
    transitions: int | None = None
    """The transitions of those states that were expanded."""
    expanded: int = 0
    """The states whose transitions are known."""
    layers: tuple[int, ...] = ()
    """How many states were found after 0, 1, 2, … steps; of an unfinished exploration, the complete layers."""

    @property
    def complete(self) -> bool:
        """Were all states found?"""
        return self.states == self.expanded

    @property
    def grows_fast(self) -> bool:
        """Is it unfinished, and the last complete layer much larger than the one before it?"""
        return not self.complete and len(self.layers) > 1 and self.layers[-1] > FAST * self.layers[-2]

    @property
    def expected(self) -> int | None:
        """A guess at the number of states, from how many of those that are known wait to be expanded: of the case
        studies, between a hundredth and ten times their number, the nearer the more of them are known."""
        if self.states is None or self.complete:
            return self.states
        return int(min(self.states * (self.states / max(self.expanded, 1)) ** 4, self.bound))

    def to_json(self) -> dict[str, Any]:
        """As `symag explain --json` prints it; a bound that is too large for a number is null."""
        digits = log10(self.bound)
        return {
            "bound": self.bound if digits < MOST_DIGITS else None,
            "bound_log10": round(digits, 3),
            "states": self.states,
            "transitions": self.transitions,
            "expanded": self.expanded,
            "complete": self.complete,
            "layers": list(self.layers),
            "grows_fast": self.grows_fast,
            "expected": self.expected,
        }


def growth_of(components: Sequence[LPTS], watch: Watch) -> tuple[Growth, Explored | None]:
    """The growth of a composition, and the part of it that was explored."""
    bound = 1
    for component in components:
        bound *= component.num_states
    states = STATES * MANY // max(len(components), MANY)
    explored = explore_little(components, watch, TIMES, states)
    if explored is None:
        return Growth(bound), None
    system, expanded = explored
    return Growth(bound, system.num_states, system.num_transitions, expanded, _layers(system, expanded)), explored


def _layers(system: LPTS, expanded: int) -> tuple[int, ...]:
    """The number of states of each layer: a state is numbered when it is found, so layers follow each other."""
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
