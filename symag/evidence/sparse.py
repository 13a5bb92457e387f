"""A relation about many components: a byte for the state of each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from symag.limits import Watch
from symag.model import LPTS

__all__ = ["Members", "SparseRelation"]

Members = Sequence[list[str]]
"""Of each state of a normal form, the states of the original that it stands for."""


@dataclass(frozen=True, eq=False)
class SparseRelation:
    """The pairs of a state of a composition and a state of a specification that were reached together."""

    components: tuple[LPTS, ...]
    """What is composed; the initial state of each has the number 0."""
    specification: LPTS
    """What is above."""
    pairs: Sequence[tuple[bytes, int]]
    """The number of the state of each component, and that of the specification."""
    moves: int
    """How many moves the states of the composition have."""
    members: Members | None = None
    """See `symag.evidence.relation.in_sets`."""

    def __len__(self) -> int:
        """How many pairs are related."""
        return len(self.pairs)

    @property
    def obligations(self) -> int:
        """How many transitions must be answered, counted once for every state that must answer."""
        return self.moves

    @property
    def system(self) -> SparseRelation:
        """The composition, as far as it was explored: see `symag.evidence.Searched`."""
        return self

    @property
    def num_states(self) -> int:
        """How many states the composition has."""
        return len(self.pairs)

    @property
    def num_transitions(self) -> int:
        """How many moves these have."""
        return self.moves

    def parts(self, state: int, /) -> tuple[int, ...]:
        """The state of each component."""
        return tuple(self.pairs[state][0])

    def representation(self, watch: Watch | None = None) -> dict[str, Any]:
        """The relation as the kernel reads it: states, by component, grouped by the states that simulate them."""
        watch = watch or Watch()
        above: dict[bytes, set[int]] = defaultdict(set)
        for place, state in watch.over(self.pairs):
            above[place].add(state)
        groups: dict[tuple[int, ...], list[list[str]]] = defaultdict(list)
        labels = [model.states for model in self.components]
        for place, states in watch.over(above.items()):
            watch.tick(len(place))
            names = [known[state] for known, state in zip(labels, place, strict=True)]
            groups[tuple(sorted(states))].append(names)
        written: Sequence[Any] = self.members or self.specification.states
        return {
            "groups": [
                {"simulated_by": [written[state] for state in row], "states": states} for row, states in groups.items()
            ]
        }
