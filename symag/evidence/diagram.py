"""Decision diagrams of relations: what many states of a composition have in common is written once.

A node asks one component for its state. Nodes that lead to the same are one node, and a node that only lets the initial
state pass is left out, so a diagram is a reduced decision diagram (Bryant, 1986) with many values, whose default for
what is not asked is the initial state. It is built in one pass over the sorted states, as a minimal automaton of a
sorted list of words is (Daciuk and others, 2000).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from symag.limits import Watch

__all__ = ["Node", "diagram_of"]

Node = tuple[int, tuple[tuple[int, int], ...]]
"""The component that is asked, and pairs of a state of it and the number of a row or node."""


def diagram_of(
    places: Iterable[tuple[tuple[int, ...], int]], initial: Sequence[int], rows: int, watch: Watch
) -> list[Node]:
    """The nodes of the diagram, children first, the root last. The places are sorted: the states of the components,
    and the number of their row, of which there are so many; the first node has the next number."""
    nodes: list[Node] = []
    known: dict[Node, int] = {}
    last = len(initial) - 1
    edges: list[list[tuple[int, int]]] = [[] for _ in initial]  # of the nodes on the way to the last place

    def close(level: int) -> int:
        """The number of the node on the way at this level, which gets no more edges."""
        made = edges[level]
        edges[level] = []
        if len(made) == 1 and made[0][0] == initial[level]:
            return made[0][1]
        node = level, tuple(made)
        if node not in known:
            known[node] = rows + len(nodes)
            nodes.append(node)
        return known[node]

    before: tuple[int, ...] | None = None
    end: tuple[tuple[int, ...], int] = (tuple(-1 for _ in initial), 0)
    row = 0
    for parts, next_row in chain(watch.over(places), [end]):
        if before is not None:
            same = 0
            while same < last and parts[same] == before[same]:
                same += 1
            edges[last].append((before[last], row))
            for level in range(last, same, -1):
                edges[level - 1].append((before[level - 1], close(level)))
        before, row = parts, next_row
    close(0)
    return nodes
