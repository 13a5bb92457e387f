"""A simulation relation as evidence: for every state of the system, the states of the specification above it."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import prod
from typing import Any

from symag.limits import Watch
from symag.model import LPTS, Ints

__all__ = ["Deferred", "Relation", "bits_of"]


def bits_of(row: int) -> Iterator[int]:
    """The numbers in a bitset, in ascending order."""
    while row:
        low = row & -row
        yield low.bit_length() - 1
        row ^= low


@dataclass(frozen=True, eq=False)
class Relation:
    """`rows[row_of[s]]` is the bitset of specification states that simulate state `s` of the system."""

    system: LPTS
    """What is simulated."""
    specification: LPTS
    """What simulates it."""
    row_of: Ints
    """The row of each state of the system."""
    rows: tuple[int, ...]
    """Each set of states of the specification that occurs, once, as a bitset."""

    @staticmethod
    def of_pairs(system: LPTS, specification: LPTS, pairs: Iterable[tuple[int, int]]) -> Relation:
        """The relation of these pairs of states."""
        bits: dict[int, int] = {}
        for state, above in pairs:
            bits[state] = bits.get(state, 0) | 1 << above
        rows = {0: 0}
        row_of = array("i", [rows.setdefault(bits.get(s, 0), len(rows)) for s in range(system.num_states)])
        return Relation(system, specification, row_of, tuple(rows))

    def __contains__(self, pair: tuple[int, int]) -> bool:
        state, above = pair
        return bool(self.rows[self.row_of[state]] >> above & 1)

    def __len__(self) -> int:
        """How many pairs are related."""
        sizes = [row.bit_count() for row in self.rows]
        return sum(sizes[row] for row in self.row_of)

    @property
    def obligations(self) -> int:
        """How many transitions must be answered, counted once for every state that must answer."""
        first, sizes = self.system.first, [row.bit_count() for row in self.rows]
        return sum(sizes[row] * (first[s + 1] - first[s]) for s, row in enumerate(self.row_of))

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The related pairs in the words of people."""
        for state, row in enumerate(self.row_of):
            for above in bits_of(self.rows[row]):
                yield self.system.states[state], self.specification.states[above]

    def to_json(self) -> dict[str, Any]:
        """The certificate that the kernel checks: states, by component, grouped by what simulates them."""
        product = self.system.product
        groups: dict[int, list[list[str]]] = defaultdict(list)
        for state, row in enumerate(self.row_of):
            if self.rows[row]:
                labels = product.labels(state) if product else (self.system.states[state],)
                groups[row].append(list(labels))
        names = self.specification.states
        relation = [
            {"simulated_by": [names[p] for p in bits_of(self.rows[row])], "states": states}
            for row, states in groups.items()
        ]
        return {"kind": "simulation", "relation": relation}


@dataclass(frozen=True, eq=False)
class Deferred:
    """A relation that is made when somebody wants to see it: it is as large as the product, and so is the work."""

    components: tuple[LPTS, ...]
    make: Callable[[Watch], Relation]
    _made: list[Relation] = field(default_factory=list)

    def build(self, watch: Watch) -> Relation:
        """Make the relation now, within limits."""
        if not self._made:
            self._made.append(self.make(watch))
        return self._made[0]

    @property
    def is_made(self) -> bool:
        """Has the relation been made already?"""
        return bool(self._made)

    @property
    def relation(self) -> Relation:
        """The relation, whatever it costs."""
        return self.build(Watch())

    def __len__(self) -> int:
        """How many pairs are related."""
        return len(self.relation)

    def __contains__(self, pair: tuple[int, int]) -> bool:
        return pair in self.relation

    @property
    def obligations(self) -> int:
        """See `Relation`; if the relation was not made, how many states the product may have."""
        if self._made:
            return self.relation.obligations
        return prod(component.num_states for component in self.components)

    def to_json(self) -> dict[str, Any]:
        """See `Relation`."""
        return self.relation.to_json()
