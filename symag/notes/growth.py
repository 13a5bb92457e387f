"""How large a composition is, or how fast it grows: bounds, and a short exploration, breadth first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Any

from symag.limits import Watch
from symag.model import LPTS
from symag.notes.composition import Explored, explore_little
from symag.operators import expected_states, layers_of

__all__ = ["Growth", "growth_of", "spread"]

TIMES = 16
"""How much more than a note may cost is spent on exploring."""
STATES = 1 << 16
"""States that are explored."""
MANY = 100
"""Of more components than this, fewer states are explored: each state is longer."""
FAST = 1.2
"""If the last layer is larger than the one before by this factor, a guess has no upper end."""
TOO_LOW = ((50_000, 4), (25_000, 8), (8_000, 50), (0, 100))
"""From so many explored states, a range goes up to so many times the guess: the fewer states, the wider. Chosen, not
proved."""
TOO_HIGH = 5
"""A range goes down to the guess divided by this."""
MUCH = 10_000
"""A range whose ends differ by more than this factor has no upper end in words."""
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
        """A guess at the number of states (`symag.operators.expected_states`)."""
        if self.states is None or self.complete:
            return self.states
        return expected_states(self.states, self.expanded, self.bound, self.layers)

    @property
    def waiting(self) -> int | None:
        """The guess of a search on the fly, which knows no layers."""
        if self.states is None or self.complete:
            return self.states
        return expected_states(self.states, self.expanded, self.bound)

    @property
    def range(self) -> tuple[int, int] | None:
        """The number of states should be between these; where layers still grow fast, no guess bounds it. A range can
        be wrong."""
        guess = self.expected
        if guess is None or self.states is None or self.complete:
            return None if guess is None else (guess, guess)
        factor = next(factor for states, factor in TOO_LOW if self.states >= states)
        return max(self.states, guess // TOO_HIGH), self.bound if self.grows_fast else min(self.bound, guess * factor)

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
            "range": None if self.range is None or digits >= MOST_DIGITS else list(self.range),
        }


def spread(least: int, most: int) -> str:
    """A range in words, with one or two digits."""
    return f"{_rounded(least)} or more" if most > MUCH * least else f"{_rounded(least)} to {_rounded(most)}"


def _rounded(number: int) -> str:
    unit = 10 ** max(0, len(str(number)) - 2)
    return f"{number // unit * unit:,}" if log10(max(number, 1)) < MOST_DIGITS else f"10^{log10(number):.0f}"


def growth_of(components: Sequence[LPTS], watch: Watch) -> tuple[Growth, Explored | None]:
    """The growth of a composition, and the part of it that was explored."""
    bound = 1
    for component in components:
        bound *= component.num_states
    states = STATES * MANY // max(len(components), MANY)
    explored = explore_little(components, watch, TIMES, states)
    if explored is None and len(components) == 1:  # there is nothing to compose
        return Growth(bound, bound, components[0].num_transitions, bound), None
    if explored is None:
        return Growth(bound), None
    system, expanded = explored
    return Growth(bound, system.num_states, system.num_transitions, expanded, layers_of(system, expanded)), explored
