"""Do two safety LTSs over one alphabet together allow every word? The side condition of the symmetric rule."""

from __future__ import annotations

from collections.abc import Sequence

from symag.limits import Watch
from symag.model import LPTS
from symag.traces.learner import Word

__all__ = ["GoalTable", "goal_table", "uncovered"]

GoalTable = Sequence[Sequence[int]]
"""Per state and letter the next state, -1 if the letter is not allowed; the first state is the initial one."""


def goal_table(model: LPTS, alphabet: Sequence[str], watch: Watch) -> GoalTable:
    """The table of a safety LTS over this alphabet."""
    letter = {action: position for position, action in enumerate(alphabet)}
    position = [letter.get(action, -1) for action in model.actions]
    order = [model.initial, *(state for state in range(model.num_states) if state != model.initial)]
    number = {state: place for place, state in enumerate(order)}
    table = []
    for state in order:
        goals = [-1] * len(alphabet)
        for transition in watch.over(model.row(state)):
            goals[position[model.action[transition]]] = number[model.target[transition]]
        table.append(goals)
    return table


def uncovered(one: GoalTable, two: GoalTable, watch: Watch) -> Word | None:
    """A shortest word that neither allows, if there is one: both tables are walked together, breadth first."""
    before: dict[tuple[int, int], tuple[tuple[int, int], int] | None] = {(0, 0): None}
    nowhere = [-1] * len(one[0])
    todo = [(0, 0)]
    for pair in todo:  # which grows meanwhile
        watch.tick(len(nowhere))
        first = one[pair[0]] if pair[0] >= 0 else nowhere
        second = two[pair[1]] if pair[1] >= 0 else nowhere
        for letter, goals in enumerate(zip(first, second, strict=True), 1):
            if goals == (-1, -1):
                return _word(before, pair, letter)
            if goals not in before:
                before[goals] = pair, letter
                todo.append(goals)
    return None


def _word(
    before: dict[tuple[int, int], tuple[tuple[int, int], int] | None], pair: tuple[int, int], letter: int
) -> Word:
    word = [letter]
    while (step := before[pair]) is not None:
        pair, letter = step
        word.append(letter)
    return tuple(reversed(word))
