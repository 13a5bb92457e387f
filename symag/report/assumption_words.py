"""An assumption in words: a sentence for each state of a small deterministic LTS.

A sentence says how the state is reached, what may happen there, and where that leads. It leaves out what the others
say: an action that a sentence does not forbid leads to the state whose sentence begins with "after" this action, unless
the sentence says otherwise; if there is no such state, the action changes nothing. So the sentences together determine
the assumption.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from symag.model import LPTS, counted
from symag.operators import is_deterministic
from symag.traces import Trace

__all__ = ["MAX_LETTERS", "MAX_STATES", "StateWords", "WordTable", "listed_letters", "state_words", "unfit_for_words"]

MAX_STATES, MAX_LETTERS = 12, 30
"""States and actions of an assumption that is put in words."""
LONGEST = 12
"""Characters of the label of a state that is its name; if one is longer, the states are numbered."""
FEW = 3
"""Actions that come before others, or have the same effect, and are listed; more are `anything else`, if they are."""


@dataclass(frozen=True)
class StateWords:
    """A state of an assumption in words."""

    name: str
    """As the other sentences call it."""
    access: Trace
    """A shortest word that leads to it."""
    sentence: str
    """How it is reached, and what may happen there."""


def unfit_for_words(model: LPTS) -> str:
    """Why there are no sentences about this model; empty if there are."""
    if not is_deterministic(model):
        return "it is nondeterministic or has hidden moves: a word does not determine its state"
    if model.num_states <= MAX_STATES and len(model.alphabet) <= MAX_LETTERS:
        return ""
    size = f"{counted(model.num_states, 'state')} and {counted(len(model.alphabet), 'action')}"
    return f"{size} are too many to put in words (at most {MAX_STATES} and {MAX_LETTERS})"


@dataclass(frozen=True)
class WordTable:
    """A deterministic LTS as a table. Its states are numbered as words reach them, the shortest first."""

    letters: tuple[str, ...]
    """The alphabet, in order."""
    goals: tuple[Mapping[str, int], ...]
    """For each state, where the letters that it allows lead."""
    access: tuple[Trace, ...]
    """For each state, a shortest word to it."""
    names: tuple[str, ...]
    """For each state, a short name."""
    order: tuple[int, ...]
    """For each state, its number in the model."""

    @staticmethod
    def of(model: LPTS) -> WordTable:
        """The table of the states that words reach."""
        access: dict[int, Trace] = {model.initial: ()}
        rows: list[dict[str, int]] = []
        todo = deque([model.initial])
        while todo:
            state = todo.popleft()
            row = {model.actions[model.action[t]]: model.target[t] for t in model.row(state)}
            rows.append({letter: row[letter] for letter in sorted(row)})
            for letter, goal in rows[-1].items():
                if goal not in access:
                    access[goal] = (*access[state], letter)
                    todo.append(goal)
        number = {state: position for position, state in enumerate(access)}
        goals = tuple({letter: number[goal] for letter, goal in row.items()} for row in rows)
        names = _names([model.states[state] for state in access])
        return WordTable(tuple(sorted(model.alphabet)), goals, tuple(access.values()), names, tuple(access))

    def forbidden(self, state: int) -> list[str]:
        """The letters that a state does not allow."""
        return [letter for letter in self.letters if letter not in self.goals[state]]

    def allows(self, word: Sequence[str]) -> bool:
        """Is this a word of the LTS?"""
        state: int | None = 0
        for letter in word:
            state = None if state is None else self.goals[state].get(letter)
        return state is not None

    @cached_property
    def leads(self) -> Mapping[str, frozenset[int]]:
        """All states that a letter leads to, from any state."""
        return {x: frozenset(row[x] for row in self.goals if x in row) for x in self.letters}

    @cached_property
    def moving(self) -> frozenset[str]:
        """The letters that lead from some state to another one."""
        return frozenset(x for state, row in enumerate(self.goals) for x, goal in row.items() if goal != state)

    @cached_property
    def entries(self) -> tuple[list[str], ...]:
        """For each state, the letters that lead to it from others."""
        return tuple(
            [x for x in self.letters if any(row.get(x) == goal for p, row in enumerate(self.goals) if p != goal)]
            for goal in range(len(self.goals))
        )

    def is_known_by_last(self, state: int) -> bool:
        """Does every letter that leads to this state from another one always lead to it?"""
        return all(len(self.leads[letter]) == 1 for letter in self.entries[state])


def _names(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels, a block `3:{a,b}` by its number; if some are long or alike, numbers."""
    names = tuple(label.partition(":{")[0] for label in labels)
    is_short = max(map(len, names)) <= LONGEST and len(set(names)) == len(names) and all(names)
    return names if is_short else tuple(map(str, range(len(labels))))


def state_words(table: WordTable) -> tuple[StateWords, ...]:
    """A sentence for each state, the initial one first."""
    return tuple(
        StateWords(table.names[state], table.access[state], _sentence(table, state))
        for state in range(len(table.goals))
    )


def _sentence(table: WordTable, state: int) -> str:
    reached, first, changes = _reached(table, state), _allowed(table, state), _changes(table, state)
    said = first.text
    if changes and changes[0].letters == first.named:
        said += f", and {changes.pop(0).verb}"
    rest = _rest(table.goals[state], state, first, changes)
    clauses = [f"{listed_letters(change.letters, 'or')} {change.verb}" for change in changes if change is not rest]
    clauses += [] if rest is None else [f"anything else {rest.verb}"]
    return f"{reached[0].upper()}{reached[1:]}: {'; '.join([said, *clauses])}."


def _reached(table: WordTable, state: int) -> str:
    """How the state is reached: by its last letters if these say it, otherwise by a shortest word."""
    if len(table.goals) == 1:
        return "always"
    last = f"after {listed_letters(table.entries[state], 'or')}" if table.entries[state] else ""
    if state == 0:
        return f"at first, and {last}" if last and table.is_known_by_last(state) else "at first"
    return last if table.is_known_by_last(state) else f"for instance after {', '.join(table.access[state])}"


class _Allowed(NamedTuple):
    """What may happen in a state."""

    text: str
    named: list[str]
    """The letters that are the subject of the text."""
    is_only: bool = False
    """Does the text name all letters that may come?"""


def _allowed(table: WordTable, state: int) -> _Allowed:
    """What may happen, in as few letters as possible; letters that others must wait for come before these."""
    row, forbidden = table.goals[state], table.forbidden(state)
    if not forbidden:
        is_final = len(table.goals) > 1 and {*row.values()} == {state}
        return _Allowed(f"anything may happen{' from then on' if is_final else ''}", [*row])
    if not row:
        return _Allowed("nothing may happen", [])
    moves = [letter for letter, goal in row.items() if goal != state]
    goals = {row[letter] for letter in moves}
    waits = len(goals) == 1 and table.goals[goals.pop()].keys() >= {*forbidden}
    if waits and len(moves) <= FEW and (len(moves) < len(row) or len(forbidden) < len(row)):
        return _Allowed(f"{listed_letters(moves, 'or')} comes before {listed_letters(forbidden, 'and')}", moves)
    if len(forbidden) < len(row):
        return _Allowed(f"{listed_letters(forbidden, 'and')} must not come", [])
    return _Allowed(f"only {listed_letters(row, 'or')} may come", [*row], is_only=True)


class _Change(NamedTuple):
    """What letters do in a state."""

    letters: list[str]
    verb: str
    stays: bool = False


def _changes(table: WordTable, state: int) -> list[_Change]:
    """Where letters lead, and those that change nothing here, as far as no other sentence says it."""
    row = table.goals[state]
    goals = sorted({goal for goal in row.values() if goal != state and not table.is_known_by_last(goal)})
    found = [_Change([x for x in row if row[x] == goal], f"leads to {table.names[goal]}") for goal in goals]
    silent = {*table.entries[state]} if table.is_known_by_last(state) else set[str]()
    staying = [x for x, goal in row.items() if goal == state and x in table.moving and x not in silent]
    is_final = {*row.values()} == {state} and len(row) == len(table.letters)
    return found if is_final or not staying else [*found, _Change(staying, "changes nothing", True)]


def _rest(row: Mapping[str, int], state: int, first: _Allowed, changes: Sequence[_Change]) -> _Change | None:
    """The change of many letters that are all that may come besides those that the sentence names, if there is one."""
    longest = max(changes, key=lambda change: len(change.letters), default=None)
    if longest is None or len(longest.letters) <= FEW or first.is_only:
        return None
    named = {letter for change in changes if change is not longest for letter in change.letters}
    named |= {*first.named} if len(first.named) < len(row) else set()
    silent = row.keys() - named - {*longest.letters}
    return longest if all(longest.stays and row[letter] == state for letter in silent) else None


def listed_letters(letters: Collection[str], last: str) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *first, end = letters
    return f"{', '.join(first)} {last} {end}" if first else end
