"""Bounds of assumptions that are written down: two automata, or a value for each word. And all small automata."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from symag.traces import Conjecture, Word

Rows = tuple[tuple[int, ...], ...]
"""Per state and letter the next state, -1 if there is none; all states accept."""


@dataclass(frozen=True)
class KnownBounds:
    """A teacher that has both bounds as automata."""

    low: Rows
    up: Rows

    @property
    def letters(self) -> int:
        return len(self.low[0])

    def value(self, word: Word) -> bool | None:
        if Conjecture((), self.low).allows(word):
            return True
        return None if Conjecture((), self.up).allows(word) else False

    def refute(self, conjecture: Conjecture) -> Word | None:
        todo: list[tuple[int, int, int, Word]] = [(0, 0, 0, ())]
        seen = {(0, 0, 0)}
        for low, up, state, word in todo:  # grows in the loop
            for letter in range(self.letters):
                goals = (_after(self.low, low, letter), _after(self.up, up, letter), conjecture.after[state][letter])
                if (goals[2] < 0 <= goals[0]) or (goals[1] < 0 <= goals[2]):
                    return (*word, letter + 1)
                if goals[2] >= 0 and goals not in seen:
                    seen.add(goals)
                    todo.append((*goals, (*word, letter + 1)))
        return None


def _after(rows: Rows, state: int, letter: int) -> int:
    return rows[state][letter] if state >= 0 else -1


@dataclass(frozen=True)
class KnownValues:
    """A teacher that has a value for each word, and no answer to a conjecture."""

    letters: int
    value: Callable[[Word], bool | None]

    def refute(self, conjecture: Conjecture) -> Word | None:
        raise NotImplementedError


def random_bounds(random: Random, states: int, letters: int) -> KnownBounds:
    """A random upper bound, and its product with a random automaton as the lower one."""
    up = _random_automaton(random, states, letters, 0.8)
    return KnownBounds(_product(_random_automaton(random, states, letters, 0.6), up), up)


def _random_automaton(random: Random, states: int, letters: int, density: float) -> Rows:
    def goal() -> int:
        return random.randrange(states) if random.random() < density else -1

    return tuple(tuple(goal() for _ in range(letters)) for _ in range(states))


def _product(one: Rows, other: Rows) -> Rows:
    number = {(0, 0): 0}
    rows = []
    todo = [(0, 0)]
    for first, second in todo:  # grows in the loop
        row = []
        for goals in zip(one[first], other[second], strict=True):
            if -1 in goals:
                row.append(-1)
                continue
            if goals not in number:
                number[goals] = len(todo)
                todo.append(goals)
            row.append(number[goals])
        rows.append(tuple(row))
    return tuple(rows)


def automata(states: int, letters: int) -> Iterator[Rows]:
    """All automata of that size, up to names: states are numbered as a search breadth first reaches them."""
    cells = states * letters
    stack: list[tuple[int, ...]] = [()]
    while stack:
        goals = stack.pop()
        reached = max(0, *goals) + 1 if goals else 1
        if len(goals) == cells:
            if reached == states:
                yield tuple(goals[start : start + letters] for start in range(0, cells, letters))
        elif len(goals) // letters < reached:  # else this state is not reachable
            stack += [(*goals, goal) for goal in range(-1, min(reached + 1, states))]
