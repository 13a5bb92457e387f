"""The weakest assumption of components and a safety LTS, over some of their actions (Giannakopoulou, Păsăreanu and
Barringer, 2002).

It allows a word if the components cannot violate the safety LTS while the word is done. All other actions are hidden,
so the components may do several things while a word is done: the assumption is made deterministic, and then minimal.
A set of states with a violation is the error, whatever else is in it. States from which no violation can be reached are
left out; a set without states is the one in which everything is allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from symag.limits import Watch
from symag.model import LPTS, Assembler, NumberLabels
from symag.operators.compose import compose

__all__ = ["Weakest", "weakest_assumption"]

ERROR = -1
"""The goal of a move that violates the safety LTS, or that the assumption does not allow."""
Row = tuple[int, ...]
"""Per letter, the goal of a state of a deterministic automaton."""


class Weakest(NamedTuple):
    """The weakest assumption, and what it took to find it."""

    assumption: LPTS | None
    """A deterministic LTS without a dead state; None if not even the empty word is allowed."""
    explored: int
    """States of the components with the safety LTS."""

    @property
    def allows_everything(self) -> bool:
        """Is nothing forbidden, so that no assumption is needed?"""
        model = self.assumption
        return model is not None and model.num_states == 1 and model.num_transitions == len(model.actions) - 1


def weakest_assumption(
    components: Sequence[LPTS],
    specification: LPTS,
    interface: Collection[str],
    watch: Watch,
    name: str = "",
) -> Weakest:
    """The weakest assumption about whatever else takes part in the actions of the interface.

    No other action of the specification happens unless a component does it. The assumption speaks of actions that make
    a difference only, and of those that the specification speaks of and no component does.
    """
    watch.check("computing a weakest assumption")
    system = components[0] if len(components) == 1 else compose(*components, watch=watch)
    known = system.alphabet | specification.alphabet
    letters = [action for action in sorted(interface) if action in known]
    explored = _Exploration(system, specification, letters, watch)
    rows = explored.determinised(watch)
    if rows is None:
        return Weakest(None, explored.states)
    kept = [letter for letter, action in enumerate(letters) if action not in system.alphabet]
    return Weakest(_model(_minimised(rows, watch), letters, kept, name, watch), explored.states)


class _Exploration:
    """`M ‖ P_err` as far as the error can be reached from it, over letters; letter 0 is hidden."""

    def __init__(self, system: LPTS, specification: LPTS, letters: Sequence[str], watch: Watch) -> None:
        self.letters = len(letters)
        letter_of = {action: letter for letter, action in enumerate(letters, 1)}
        position = {action: number for number, action in enumerate(specification.actions)}
        after = [[ERROR] * len(specification.actions) for _ in range(specification.num_states)]
        for state in range(specification.num_states):
            for move in specification.row(state):
                after[state][specification.action[move]] = specification.target[move]
        joint = [(letter_of.get(action, 0), position.get(action, 0)) for action in system.actions]
        joint[0] = (0, 0)
        alone = [(letter_of[action], position[action]) for action in letters if action not in system.alphabet]
        number = {(system.initial, specification.initial): 0}
        order = [*number]
        self.moves: list[list[tuple[int, int]]] = []
        """Per state, the letter and the goal of each move; the error is a goal."""
        for place, above in order:  # which grows meanwhile
            goals = []
            for move in system.row(place):
                letter, action = joint[system.action[move]]
                goals.append((letter, system.target[move], after[above][action] if action else above))
            goals += [(letter, place, after[above][action]) for letter, action in alone]
            row = []
            for letter, state, then in goals:
                if then == ERROR:
                    row.append((letter, ERROR))
                    continue
                goal = number.setdefault((state, then), len(order))
                if goal == len(order):
                    order.append((state, then))
                row.append((letter, goal))
            self.moves.append(row)
            watch.tick(1 + len(row), len(order))
            watch.check_states(len(order), "computing a weakest assumption")
        self.states = len(order)
        self.useful = self._useful(watch)

    def _useful(self, watch: Watch) -> bytearray:
        """The states from which the error can be reached."""
        before: list[list[int]] = [[] for _ in self.moves]
        useful = bytearray(len(self.moves))
        todo = []
        for state, row in enumerate(self.moves):
            watch.tick(1 + len(row))
            for _, goal in row:
                if goal != ERROR:
                    before[goal].append(state)
                elif not useful[state]:
                    useful[state] = 1
                    todo.append(state)
        for state in todo:  # which grows meanwhile
            for source in watch.over(before[state]):
                if not useful[source]:
                    useful[source] = 1
                    todo.append(source)
        return useful

    def determinised(self, watch: Watch) -> list[Row] | None:
        """The subset construction: rows of goals; None if the error is reached at once."""
        start = self._closed([0] if self.useful[0] else [], watch)
        if start is None:
            return None
        number = {start: 0}
        order = [start]
        rows: list[Row] = []
        for states in order:  # which grows meanwhile
            after: list[list[int] | None] = [[] for _ in range(self.letters)]
            for state in states:
                watch.tick(1 + len(self.moves[state]), len(order))
                for letter, goal in self.moves[state]:
                    if letter and goal == ERROR:
                        after[letter - 1] = None
                    elif letter and self.useful[goal]:
                        reached = after[letter - 1]
                        if reached is not None:
                            reached.append(goal)
            row = []
            for reached in after:
                closed = None if reached is None else self._closed(reached, watch)
                if closed is not None and closed not in number:
                    number[closed] = len(order)
                    order.append(closed)
                row.append(ERROR if closed is None else number[closed])
            rows.append(tuple(row))
            watch.check_states(len(order), "computing a weakest assumption")
        return rows

    def _closed(self, states: Collection[int], watch: Watch) -> frozenset[int] | None:
        """The states, and all that hidden moves lead to from there; None if that is the error."""
        found = set(states)
        todo = list(found)
        for state in todo:  # which grows meanwhile
            watch.tick(1 + len(self.moves[state]))
            for letter, goal in self.moves[state]:
                if letter == 0 and goal == ERROR:
                    return None
                if letter == 0 and self.useful[goal] and goal not in found:
                    found.add(goal)
                    todo.append(goal)
        return frozenset(found)


def _minimised(rows: Sequence[Row], watch: Watch) -> list[Row]:
    """The smallest automaton with the same language, by refinement of signatures (Moore); its states are numbered in
    the order of discovery. Each state accepts; the error does not."""
    block_of = [0] * len(rows)
    blocks = 1
    while True:
        watch.tick(len(rows))
        number: dict[tuple[int, Row], int] = {}
        signatures = [
            (block_of[state], tuple([ERROR if goal == ERROR else block_of[goal] for goal in row]))
            for state, row in enumerate(watch.over(rows))
        ]
        block_of = [number.setdefault(signature, len(number)) for signature in signatures]
        if len(number) == blocks:
            break
        blocks = len(number)
    members = {block: state for state, block in reversed(list(enumerate(block_of)))}
    order = {block_of[0]: 0}
    found = []
    for block in (todo := [block_of[0]]):  # which grows meanwhile
        row = []
        for goal in rows[members[block]]:
            if goal != ERROR and block_of[goal] not in order:
                order[block_of[goal]] = len(order)
                todo.append(block_of[goal])
            row.append(ERROR if goal == ERROR else order[block_of[goal]])
        found.append(tuple(row))
    return found


def _model(rows: Sequence[Row], letters: Sequence[str], kept: Collection[int], name: str, watch: Watch) -> LPTS:
    """The automaton as an LTS over the letters that make a difference, and those to keep."""
    used = [
        letter
        for letter in range(len(letters))
        if letter in kept or any(row[letter] != state for state, row in enumerate(rows))
    ]
    assembler = Assembler(watch)
    for state, row in enumerate(rows):
        watch.tick(len(used))
        for action, letter in enumerate(used, 1):
            if row[letter] != ERROR:
                assembler.add(state, action, row[letter])
    return assembler.freeze(NumberLabels(len(rows)), 0, [letters[letter] for letter in used], name)
