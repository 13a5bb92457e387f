"""Trace inclusion in any plain LTS: nondeterministic, with hidden moves (`symag.traces.antichain`).

If every trace is allowed, the evidence is a relation between states of the system and sets of the specification's
states: for each related pair (s, U) and each move of s by an action a to s', some (s', U') is related, U' not empty and
all of its states in reach of U by a, hidden moves included; or by hidden moves alone, if the specification does not
know a. Nobody who checks this has to know how the sets were found.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from symag.errors import LimitReached
from symag.evidence import Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import flatten
from symag.traces.antichain import Antichain
from symag.traces.reached import Layout
from symag.traces.successors import Successors
from symag.traces.trace import linear_tree

__all__ = ["RelatedSets", "refine"]


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
    members: Sequence[Sequence[int]]
    """The states of the specification in each set."""
    num_transitions: int
    """How many moves the states have, counted for each set."""

    @property
    def num_states(self) -> int:
        """How many pairs there are."""
        return len(self.sets)

    def parts(self, pair: int) -> tuple[int, ...]:
        """The state of each component, and the number of the set."""
        return (*self.layout.unpack(self.codes, pair), self.sets[pair])

    def names(self) -> list[list[str]]:
        """The members of each set in the words of people, as the evidence has them."""
        states = self.components[-1].states
        return [[states[p] for p in members] for members in self.members]


def refine(components: Sequence[LPTS], specification: LPTS, watch: Watch) -> tuple[Tree | None, RelatedSets]:
    """A shortest execution of the system whose trace, of the specification's actions, is not one of its traces, if
    there is one; and the pairs that show that there is none, or as many as were visited."""
    flat, actions = flatten(components, watch)
    layout = Layout.of([model.num_states for model in components])
    known = {action: number for number, action in enumerate(specification.actions)}
    meaning = array("i", [-1, *(known.get(action, -1) for action in actions[1:])])
    successors = Successors(flat, layout, len(components), False, watch, keeps_loops=True)
    start = layout.pack([model.initial for model in components])
    search = Antichain(successors, start, specification, meaning, watch)
    try:
        is_violated = search.run()
    except OverflowError as error:
        raise LimitReached("size", f"size: {error}") from None
    models = (*components, specification)
    codes, sets, moves = search.related()
    members = [search.members_of(number) for number in range(search.known()[2])]
    related = RelatedSets(models, layout, codes, sets, members, moves)
    if not is_violated:
        return None, related
    codes, labels = search.path()
    places = [tuple(layout.unpack(codes, state)) for state in watch.over(range(len(labels) + 1))]
    return linear_tree(components, actions, places, labels, watch), related
