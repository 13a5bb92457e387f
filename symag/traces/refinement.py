"""Trace inclusion in any plain LTS: nondeterministic, with hidden moves (`symag.traces.antichain`).

If every trace is allowed, the evidence is a relation between states of the system and sets of the specification's
states: for each related pair (s, U) and each move of s by an action a to s', some (s', U') is related, U' not empty and
all of its states in reach of U by a, hidden moves included; or by hidden moves alone, if the specification does not
know a. A check of this does not depend on how the sets were found.

Where the search is long, the specification may simulate the system all the same: then sets of one state are enough
(Abdulla, Chen, Holik, Mayr, Vojnar, TACAS 2010). The cost of a simulation is known beforehand; it is tried when the
search has cost about as much.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from symag.errors import LimitReached
from symag.evidence import Tree, bits_of
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import Composition, flatten
from symag.simulation import small_simulation, some_simulation
from symag.traces.antichain import Antichain
from symag.traces.reached import Layout
from symag.traces.successors import Successors
from symag.traces.trace import linear_tree

__all__ = ["RelatedSets", "SetsOfStates", "refine"]

FIRST_WORK = 1 << 18
"""Moves, members of sets and comparisons of a search, after which it is known how large the system may be."""
WORK = 4
"""So many pairs of states of a simulation take as long as one of these."""
LARGEST_SIMULATION = 1 << 27
"""Pairs of states up to which a simulation is tried: about a second."""


class SetsOfStates(Protocol):
    """Numbered sets of a specification's states."""

    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> Sequence[int]: ...


@dataclass(frozen=True, eq=False)
class RelatedSets:
    """States of a system, each with a set of the specification's states; a state may have several such sets, none of
    them a subset of another. Numbered as the states of a composition are."""

    components: tuple[LPTS, ...]
    """The components and the specification."""
    layout: Layout
    codes: array[int]
    """The states of the system."""
    sets: array[int]
    """The set of each."""
    members: SetsOfStates
    """The states of the specification in each set."""
    num_states: int
    """How many pairs there are; or how many were visited, if the specification does not allow everything."""
    num_transitions: int
    """How many moves the states have, counted for each set."""

    def parts(self, pair: int) -> tuple[int, ...]:
        """The state of each component, and the number of the set."""
        return (*self.layout.unpack(self.codes, pair), self.sets[pair])

    def names(self) -> Sequence[list[str]]:
        """The members of each set in the words of people, as the evidence has them."""
        return _Names(self.components[-1].states, self.members)


class _Names(Sequence[list[str]]):
    """Made when they are asked for: the search has many more sets than the evidence."""

    def __init__(self, states: Sequence[str], members: SetsOfStates) -> None:
        self.states = states
        self.members = members

    def __len__(self) -> int:
        return len(self.members)

    def __getitem__(self, number: int) -> list[str]:  # type: ignore[override]
        return [self.states[p] for p in self.members[number]]


def refine(components: Sequence[LPTS], specification: LPTS, watch: Watch) -> tuple[Tree | None, RelatedSets]:
    """A shortest execution of the system whose trace, of the specification's actions, is not one of its traces, if
    there is one; and the pairs that show that there is none, or that were visited."""
    models = (*components, specification)
    flat, actions = flatten(components, watch)
    layout = Layout.of([model.num_states for model in components])
    known = {action: number for number, action in enumerate(specification.actions)}
    meaning = array("i", [-1, *(known.get(action, -1) for action in actions[1:])])
    successors = Successors(flat, layout, len(components), False, watch, keeps_loops=True)
    start = layout.pack([model.initial for model in components])
    search = Antichain(successors, start, specification, meaning, watch)
    for cap in _caps(search, specification):
        try:
            is_violated = search.run(cap)
        except OverflowError as error:
            raise LimitReached("size", f"size: {error}") from None
        visited, expanded, states, _ = search.known()
        if is_violated:
            codes, labels = search.path()
            places = [tuple(layout.unpack(codes, state)) for state in watch.over(range(len(labels) + 1))]
            tree = linear_tree(components, actions, places, labels, watch)
            return tree, RelatedSets(models, layout, codes[:0], array("i"), search, visited, visited)
        if visited == expanded:
            codes, sets, moves = search.related()
            return None, RelatedSets(models, layout, codes, sets, search, len(sets), moves)
        simulated = _simulated(components, specification, layout, states, watch) if cap > FIRST_WORK else None
        if simulated is not None:
            return None, simulated
    raise AssertionError("the last cap is out of reach")


def _caps(search: Antichain, specification: LPTS) -> Iterator[int]:
    """After so much work something else is tried."""
    yield FIRST_WORK
    _, _, states, _ = search.known()
    yield max(FIRST_WORK + 1, states * specification.num_states // WORK)
    yield 1 << 62


def _simulated(
    components: Sequence[LPTS], specification: LPTS, layout: Layout, states: int, watch: Watch
) -> RelatedSets | None:
    """The pairs of a simulation, as sets of one state, if there is one and the models are not too large."""
    most = LARGEST_SIMULATION // specification.num_states
    if states > most:
        return None
    composition = Composition(components, watch=watch)
    system = composition.explore(most + 1)
    found = some_simulation(system, specification, watch) if composition.complete else None
    if found is None:
        return None
    relation = small_simulation(found, watch)
    codes, above = array("Q"), array("i")
    for state, row in enumerate(relation.row_of):
        for p in watch.over(bits_of(relation.rows[row])):
            codes += layout.pack(system.parts(state))
            above.append(p)
    members = [[p] for p in range(specification.num_states)]
    models = (*components, specification)
    return RelatedSets(models, layout, codes, above, members, len(above), relation.obligations)
