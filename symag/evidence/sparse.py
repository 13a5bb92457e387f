"""A relation about many components, most of which are in their initial states: as a decision diagram.

A node of the diagram asks for the state of one component, and each of its edges leads to a node that asks a later
component, or to a row: the states of the specification above. A component that is not asked is in its initial state. So
the diagram has about as many edges as there are components outside of their initial states, however many there are.
"""

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
FEW_NAMES = 20_000
"""A relation with more names of states is written as a diagram."""
Place = tuple[tuple[int, int], ...]
"""The components outside of their initial states, in ascending order, each with its state."""


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
        """The relation as the kernel reads it: as groups of states, if these are few names, or as a diagram."""
        watch = watch or Watch()
        above: dict[bytes, set[int]] = defaultdict(set)
        for place, state in watch.over(self.pairs):
            above[place].add(state)
        names: Sequence[Any] = self.members or self.specification.states
        if len(above) * len(self.components) <= FEW_NAMES:
            return {"groups": self._groups(above, names)}
        rows: dict[tuple[int, ...], int] = {(): 0}
        leaves: dict[Place, int] = {}
        for place, states in watch.over(above.items()):
            watch.tick(len(place) // 64)
            leaves[_sparse(place)] = rows.setdefault(tuple(sorted(states)), len(rows))
        nodes = _nodes(leaves, len(rows), watch)
        written = [
            [number, {self.components[number].states[state]: child for state, child in edges}]
            for number, edges in nodes
        ]
        return {"diagram": {"rows": [[names[state] for state in row] for row in rows], "nodes": written}}

    def _groups(self, above: dict[bytes, set[int]], names: Sequence[Any]) -> list[dict[str, Any]]:
        """The states by what is above them."""
        groups: dict[tuple[int, ...], list[list[str]]] = defaultdict(list)
        labels = [model.states for model in self.components]
        for place, states in above.items():
            groups[tuple(sorted(states))].append([known[i] for known, i in zip(labels, place, strict=True)])
        return [{"simulated_by": [names[i] for i in row], "states": states} for row, states in groups.items()]


def _sparse(place: bytes) -> Place:
    """The components that are not in the state 0."""
    return tuple((number, state) for number, state in enumerate(place) if state)


def _nodes(leaves: dict[Place, int], count: int, watch: Watch) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """The nodes of the diagram, children before parents: the component that it asks, and the child for each of its
    states. The root, which is the last one, asks component 0. Numbers below `count` are rows."""
    known: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
    made: dict[int, int] = {}
    """The child that stands for a finished part, by the part's number."""
    parts: list[tuple[int, list[tuple[Place, int]]]] = [(0, list(leaves.items()))]
    edges: list[list[tuple[int, int]] | None] = [None]
    todo = [0]
    while todo:
        part = todo[-1]
        depth, places = parts[part]
        split = edges[part]
        if split is None:
            if part and len(places) == 1 and not places[0][0]:
                made[todo.pop()] = places[0][1]
                continue
            depth = min((place[0][0] for place, _ in places if place), default=0) if part else 0
            groups: dict[int, list[tuple[Place, int]]] = defaultdict(list)
            for place, row in places:
                watch.tick()
                here = place[0][1] if place and place[0][0] == depth else 0
                groups[here].append((place[1:] if here else place, row))
            edges[part] = split = []
            for state, group in sorted(groups.items()):
                split.append((state, len(parts)))
                todo.append(len(parts))
                parts.append((depth, group))
                edges.append(None)
            parts[part] = (depth, [])
            continue
        node = (depth, tuple((state, made[child]) for state, child in split))
        made[part] = known.setdefault(node, count + len(known))
        todo.pop()
    return list(known)
