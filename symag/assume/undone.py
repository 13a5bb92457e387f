"""A search of reduced components as one of the given components, where a proof is smaller without a reduction.

A proof by reductions has each reduced component as a model, with a premise about it. If it is hardly smaller than the
component, or has more transitions, that is more than it saves. Then each state of the component takes the place of the
reduced states that simulate it. What this relates to the specification is a simulation, too: simulations compose, and a
reduction leaves out only moves that no other model takes part in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symag.evidence import LaterRelation, Searched
from symag.evidence.diagram import columns_of
from symag.lazy import lazy_property
from symag.model import LPTS
from symag.operators import Reduction

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

__all__ = ["UndoneStates", "is_worthless"]


def is_worthless(reduction: Reduction, searched: Searched) -> bool:
    """Would a proof have to say more about the reduction than about the states that its search saved?"""
    original, reduced = reduction.original, reduction.reduced
    is_large = 2 * reduced.num_states >= original.num_states and 2 * reduced.num_transitions >= original.num_transitions
    return is_large and searched.num_states <= reduced.num_transitions


@dataclass(frozen=True, eq=False)
class UndoneStates:
    """The states of a search, with the states of some components in the place of the reduced states above them."""

    searched: Searched
    undone: Mapping[int, LaterRelation]
    """By the position of a component: it is simulated by its reduction."""

    @property
    def components(self) -> tuple[LPTS, ...]:
        """The models that were composed, with the components in the place of their reductions."""
        models = enumerate(self.searched.components)
        return tuple(self.undone[i].system if i in self.undone else model for i, model in models)

    @lazy_property
    def _columns(self) -> list[NDArray[int64]]:
        found = columns_of(self.searched)
        for position, later in self.undone.items():
            found = _in_place(found, position, later)
        return found

    def columns(self) -> list[NDArray[int64]]:
        """For each component, its state in all states."""
        return self._columns

    @property
    def num_states(self) -> int:
        """How many states there are."""
        return len(self._columns[0])

    @property
    def num_transitions(self) -> int:
        """How many moves these states have at most, if they have as many each as those that were searched, or as the
        components in their place."""
        each = [later.system.num_transitions / later.system.num_states for later in self.undone.values()]
        searched = self.searched.num_transitions / max(1, self.searched.num_states)
        return int(self.num_states * (searched + sum(each)))

    def parts(self, state: int, /) -> tuple[int, ...]:
        """The state of each component."""
        return tuple(int(column[state]) for column in self._columns)


def _in_place(columns: list[NDArray[int64]], position: int, later: LaterRelation) -> list[NDArray[int64]]:
    """The states of the component in the place of those of its reduction, each with all that they occur with, once."""
    import numpy

    relation = later.made()
    above = relation.above(later.watch)
    row_of = numpy.asarray(relation.row_of, numpy.int64)
    sizes = numpy.array(list(map(len, above)))[row_of]
    states = numpy.repeat(numpy.arange(len(row_of)), sizes)
    reduced = numpy.array([one for row in row_of.tolist() for one in above[row]], numpy.int64)
    by_reduced = states[numpy.argsort(reduced, kind="stable")]
    counts = numpy.bincount(reduced, minlength=relation.specification.num_states)
    starts, asked = numpy.cumsum(counts) - counts, columns[position]
    places = numpy.repeat(numpy.arange(len(asked)), counts[asked])
    offsets = numpy.arange(len(places)) - numpy.repeat(numpy.cumsum(counts[asked]) - counts[asked], counts[asked])
    found = [column[places] for column in columns]
    found[position] = by_reduced[starts[asked][places] + offsets]
    table = numpy.array(found)[:, numpy.lexsort(found)]
    return list(table[:, numpy.append(True, (table[:, 1:] != table[:, :-1]).any(axis=0))])
