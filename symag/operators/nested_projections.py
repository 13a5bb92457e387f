"""Projections of an automaton onto a few letters each, by way of projections onto more letters.

A projection of a projection is a projection. So the letters stand in the order in which words come to them, and the
automaton is projected onto *windows* of neighbours: onto half of the letters, of these onto a quarter, and so on, each
when it is needed. Windows of one size overlap by half. What is asked for is projected from the smallest window that has
its letters, which is small if these are neighbours: for n letters that follow each other in a ring, all n projections
onto two neighbours take about n log n moves in place of n².

A window with more states than what it was projected from, or one that takes many moves, is not used, and nothing is
projected from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from symag.limits import Watch

__all__ = ["Letters", "MoveBudget", "NestedProjections", "PartialAutomaton", "Table", "TooCostly"]

MOST_STATES = 64
"""Of a projection that is asked for."""
SMALL = 16
"""States of an automaton that is not worth a window."""
PATIENCE = 4
"""A window may take so many moves for each state and move of what it is projected from."""

Table = list[dict[int, int]]
"""A deterministic automaton: for each state, where its letters lead. State 0 is the initial one."""
NO_MOVES: dict[int, int] = {}
"""Of a state whose moves are not known."""
Letters = frozenset[int]
"""Numbers of actions."""


class TooCostly(Exception):
    """The budget is used up."""


class MoveBudget:
    """Moves that may be looked at."""

    def __init__(self, most: int, watch: Watch) -> None:
        self.most = self.left = most
        self.watch = watch

    def spend(self, moves: int) -> None:
        """So many were."""
        self.left -= moves
        self.watch.tick(moves)
        if self.left < 0:
            raise TooCostly


class PartialAutomaton(NamedTuple):
    """A deterministic automaton, of which states may be missing."""

    goals: Mapping[int, dict[int, int]]
    """For each state, where its letters lead."""
    initial: int


class NestedProjections:
    """Projections of an automaton whose letters are in this order."""

    def __init__(self, whole: PartialAutomaton, order: Sequence[int], budget: MoveBudget) -> None:
        self.whole, self.order, self.budget = whole, order, budget
        self.place = {letter: place for place, letter in enumerate(order)}
        self._windows: dict[tuple[int, int], PartialAutomaton] = {}

    def onto(self, letters: Letters) -> Table | None:
        """The projection, minimised; None if it has too many states."""
        table = _projected(self._around(letters), letters, MOST_STATES, self.budget)
        return None if table is None else _minimised(table)

    def _around(self, letters: Letters) -> PartialAutomaton:
        """The smallest window that has the letters."""
        places = [self.place[letter] for letter in letters]
        found, size = self.whole, (1 << (len(self.order) - 1).bit_length()) // 2
        while size > len(letters) and len(found.goals) > SMALL:
            start = min(places) // (size // 2) * (size // 2)
            if max(places) >= start + size:
                break
            window = self._windows.get((start, size))
            if window is None:
                window = self._windows[start, size] = self._window(found, start, size)
            if window is found:
                break
            found, size = window, size // 2
        return found

    def _window(self, source: PartialAutomaton, start: int, size: int) -> PartialAutomaton:
        """The window, or its source if it does not pay."""
        moves = PATIENCE * sum(1 + len(row) for row in source.goals.values())
        budget = MoveBudget(min(moves, self.budget.left), self.budget.watch)
        try:
            table = _projected(source, frozenset(self.order[start : start + size]), len(source.goals), budget)
        except TooCostly:
            table = None
        self.budget.left -= budget.most - max(budget.left, 0)
        return source if table is None else PartialAutomaton(dict(enumerate(table)), 0)


def _projected(source: PartialAutomaton, letters: Letters, most: int, budget: MoveBudget) -> Table | None:
    """The projection, by the subset construction; None if it has more states than that."""
    number: dict[frozenset[int], int] = {}
    todo = [frozenset({source.initial})]
    table: Table = []
    number[todo[0]] = 0
    for start in todo:
        seen, stack, after = set(start), list(start), dict[int, set[int]]()
        moves = 0
        while stack:
            row = source.goals.get(stack.pop(), NO_MOVES)
            moves += 1 + len(row)
            for letter, goal in row.items():
                if letter in letters:
                    after.setdefault(letter, set()).add(goal)
                elif goal not in seen:
                    seen.add(goal)
                    stack.append(goal)
        budget.spend(moves)
        table.append({})
        for letter, goals in sorted(after.items()):
            goal_set = frozenset(goals)
            if goal_set not in number:
                if len(number) == most:
                    return None
                number[goal_set] = len(number)
                todo.append(goal_set)
            table[-1][letter] = number[goal_set]
    return table


def _minimised(table: Table) -> Table:
    """The smallest automaton with the same words, by partition refinement; its states in the order of discovery."""
    block: dict[int, int] = dict.fromkeys(range(len(table)), 0)
    count = 1
    while True:
        kinds: dict[object, int] = {}
        block = {
            state: kinds.setdefault((block[state], frozenset((x, block[goal]) for x, goal in row.items())), len(kinds))
            for state, row in enumerate(table)
        }
        if len(kinds) == count:
            break
        count = len(kinds)
    rows = {block[state]: {x: block[goal] for x, goal in row.items()} for state, row in enumerate(table)}
    order = {block[0]: 0}
    for one in (todo := [block[0]]):
        for goal in rows[one].values():
            if goal not in order:
                order[goal] = len(order)
                todo.append(goal)
    return [{x: order[goal] for x, goal in rows[one].items()} for one in order]
