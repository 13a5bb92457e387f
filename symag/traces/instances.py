"""Instances of a three-valued observation table: all ways to decide its unknown words (Fietzke 2006, 5.2 and 5.4).

The unknown words are a forest: a word is below its prefixes. The prefix-closed instances are the labellings of the
forest in which no word with 1 is below a word with 0. They are generated bottom-up (5.4): label a leaf; if its label is
1, so are those of all words above it; remove the leaf; go on with the leaves of what is left. A stack has the labels so
far, so instances come one after the other. The first one has only zeros.

A labelling is abandoned as soon as its rows show that closing it adds more words to S than there is *room* for: more
rows of S·Σ than that differ from each other and from all rows of S. Each of them is a state of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf, prod
from typing import TypeVar

from symag.limits import Watch
from symag.traces.observation_table import ObservationTable, Row

__all__ = ["Instances", "count_variants", "prefix_closed_variants"]

State = TypeVar("State")


def prefix_closed_variants(
    parents: Sequence[int], start: State, extend: Callable[[State, int, bool], State | None]
) -> Iterator[tuple[int, State]]:
    """The prefix-closed labellings of a forest, bottom-up: the nodes with label 1 as a bit set, and the state.

    Per node its parent, which comes before it, or -1. `extend` returns the state after one more label, or None to
    abandon the labelling.
    """
    order = sorted(range(len(parents)), key=_heights(parents).__getitem__)
    stack = [(0, 0, start)]
    while stack:
        position, ones, state = stack.pop()
        while position < len(order) and ones >> order[position] & 1:
            position += 1
        if position == len(order):
            yield ones, state
            continue
        node = order[position]
        after: State | None = state
        above, upper = ones, node
        while after is not None and upper >= 0 and not above >> upper & 1:
            above, after = above | 1 << upper, extend(after, upper, True)
            upper = parents[upper]
        if after is not None:
            stack.append((position + 1, above, after))
        after = extend(state, node, False)
        if after is not None:
            stack.append((position + 1, ones, after))


def _heights(parents: Sequence[int]) -> list[int]:
    """Per node the length of the longest path down to a leaf: in which round of removals it is a leaf."""
    heights = [0] * len(parents)
    for node in range(len(parents) - 1, -1, -1):
        if parents[node] >= 0:
            heights[parents[node]] = max(heights[parents[node]], heights[node] + 1)
    return heights


def count_variants(parents: Sequence[int]) -> int:
    """The number of prefix-closed labellings: for a tree one with 0 at its root, and those of what is below a 1."""
    below = [1] * len(parents)
    for node in range(len(parents) - 1, -1, -1):
        if parents[node] >= 0:
            below[parents[node]] *= 1 + below[node]
    return prod(1 + below[node] for node, parent in enumerate(parents) if parent < 0)


class Instances:
    """The instances of a table, as many as there is room for.

    `room` says how many words closing may add to S; it may become less while instances are generated.
    """

    def __init__(self, table: ObservationTable, watch: Watch) -> None:
        self.table = table
        self.unknown = table.unknown()
        self._parents = _forest(table, self.unknown)
        self._watch = watch
        upper = set(table.prefixes)
        self._labels = [*table.prefixes, *(label for label in table.rows if label not in upper)]
        self._cells = _cells(table, self.unknown, self._labels)
        self._start = [table.rows[label] for label in self._labels]

    def count(self) -> int:
        """The number of all prefix-closed instances, with room for any number of words."""
        return count_variants(self._parents)

    def within(self, room: Callable[[], float]) -> Iterator[ObservationTable]:
        """The prefix-closed instances for which closing adds at most so many words to S, as far as their rows show."""

        def extend(rows: list[Row], node: int, label: bool) -> list[Row] | None:
            rows = self._labelled(rows, node, label)
            return rows if self._fits(rows, room()) else None

        if self._fits(self._start, room()):
            for ones, rows in prefix_closed_variants(self._parents, self._start, extend):
                yield self._instance(ones, rows)

    def zeros(self) -> ObservationTable:
        """The instance that accepts no more than it must."""
        rows = self._start
        for node in range(len(self.unknown)):
            rows = self._labelled(rows, node, False)
        return self._instance(0, rows)

    def least_room(self, most: float) -> int:
        """The least number of words that closing adds to an instance, as far as its rows show; stops above `most`."""
        room = 0
        while room <= most and not self._has_instances_within(room):
            room += 1
        return room

    def _has_instances_within(self, room: int) -> bool:
        return next(self.within(lambda: room), None) is not None

    def _labelled(self, rows: list[Row], node: int, label: bool) -> list[Row]:
        rows = rows.copy()
        for index, bit in self._cells[node]:
            ones, zeros = rows[index]
            rows[index] = (ones | bit, zeros) if label else (ones, zeros | bit)
        return rows

    def _fits(self, rows: list[Row], room: float) -> bool:
        """Are there at most `room` rows of S·Σ that differ from each other and from those of S (found greedily)?"""
        self._watch.tick(len(rows))
        if room == inf:
            return True
        known = rows[: self.table.size]
        for row in rows[self.table.size :]:
            if row[0] and all(row[0] & zeros or row[1] & ones for ones, zeros in known):
                if len(known) >= self.table.size + room:
                    return False
                known.append(row)
        return True

    def _instance(self, ones: int, rows: list[Row]) -> ObservationTable:
        labels = {word: bool(ones >> node & 1) for node, word in enumerate(self.unknown)}
        return self.table.instance(labels, dict(zip(self._labels, rows, strict=True)))


def _forest(table: ObservationTable, unknown: Sequence[int]) -> list[int]:
    """Per unknown word the position of its longest proper prefix among them, or -1."""
    position = {word: index for index, word in enumerate(unknown)}
    parents = []
    for word in unknown:
        prefix = table.words.parent[word]
        while prefix >= 0 and prefix not in position:
            prefix = table.words.parent[prefix]
        parents.append(position.get(prefix, -1))
    return parents


def _cells(table: ObservationTable, unknown: Sequence[int], labels: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Per unknown word its places in the table: the row by its position, and the bit of the column."""
    cells: dict[int, list[tuple[int, int]]] = {word: [] for word in unknown}
    for index, label in enumerate(labels):
        for column, suffix in enumerate(table.suffixes):
            word = table.words.append(label, suffix)
            if word in cells:
                cells[word].append((index, 1 << column))
    return list(cells.values())
