"""The weakest assumption with given states: it forbids only what leads to a violation.

A smallest assumption that a search returns has moves by chance: those that no word of the lower bound takes. `weakened`
drops these, and then allows every letter that it can, best by staying in the state: what is forbidden in the end is
forbidden for a reason, and the automaton has few edges between its states.
"""

from __future__ import annotations

from collections.abc import Sequence

from symag.operators import ERROR, HIDDEN
from symag.traces.bounds import Bounds
from symag.traces.learner import Conjecture, Word

__all__ = ["weakened"]

_Pair = tuple[int, int]
"""A state of the upper bound and a state of the assumption that one word leads to."""


def weakened(assumption: Conjecture, bounds: Bounds) -> Conjecture:
    """An assumption between the same bounds, with the same states as far as they are reached, to which no move can be
    added."""
    return _Weakening(assumption, bounds).done()


class _Weakening:
    def __init__(self, assumption: Conjecture, bounds: Bounds) -> None:
        self.bounds = bounds
        self.after = _needed(assumption, bounds)
        self.met: set[_Pair] = {(0, 0)}
        """The pairs that words of the assumption lead to."""
        self._extend([(0, 0)])

    def done(self) -> Conjecture:
        states = range(len(self.after))
        for state in states:
            for letter in range(1, self.bounds.letters + 1):
                goals = [] if self.after[state][letter - 1] >= 0 else sorted(states, key=lambda goal: goal != state)
                any(self._allow(state, letter, goal) for goal in goals)
        return _numbered(self.after)

    def _allow(self, state: int, letter: int, goal: int) -> bool:
        """Add a move, unless that leads to a violation."""
        self.after[state][letter - 1] = goal
        if self._extend([pair for pair in self.met if pair[1] == state]):
            return True
        self.after[state][letter - 1] = -1
        return False

    def _extend(self, todo: list[_Pair]) -> bool:
        """Find the pairs that follow; none of them, if one has the upper bound in ERROR."""
        new: set[_Pair] = set()
        for up, state in todo:  # which grows meanwhile
            for letter, goal in self.bounds.up.moves[up]:
                self.bounds.watch.tick()
                to = state if letter == HIDDEN else self.after[state][letter - 1]
                if to < 0 or (goal, to) in self.met or (goal, to) in new:
                    continue
                if goal == ERROR:
                    return False
                new.add((goal, to))
                todo.append((goal, to))
        self.met |= new
        return True


def _needed(assumption: Conjecture, bounds: Bounds) -> list[list[int]]:
    """The moves that words of the lower bound take."""
    after = [[-1] * bounds.letters for _ in assumption.after]
    met = {(0, 0)}
    todo = [(0, 0)]
    for low, state in todo:  # which grows meanwhile
        for letter, goal in bounds.low.moves[low]:
            bounds.watch.tick()
            to = state if letter == HIDDEN else assumption.after[state][letter - 1]
            if letter != HIDDEN:
                after[state][letter - 1] = to
            if (goal, to) not in met:
                met.add((goal, to))
                todo.append((goal, to))
    return after


def _numbered(after: Sequence[Sequence[int]]) -> Conjecture:
    """The states that can be reached, in the order in which a breadth-first search meets them."""
    words: dict[int, Word] = {0: ()}
    for state in (order := [0]):  # which grows meanwhile
        for letter, goal in enumerate(after[state], 1):
            if goal >= 0 and goal not in words:
                words[goal] = (*words[state], letter)
                order.append(goal)
    number = {state: position for position, state in enumerate(order)} | {-1: -1}
    return Conjecture(tuple(words.values()), tuple(tuple(number[goal] for goal in after[state]) for state in order))
