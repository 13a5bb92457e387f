"""Sides in several orders, by turns, until one of them has an answer.

Rule ASYM needs an assumption about the second side only, and its size depends on which side that is. This is not known
beforehand; nor is it known for ASYM-N which component should be first or last, and which components should make one
side, because an assumption then need not tell their states apart. So the order that has explored fewest states takes
the next step: when the best order has done its work, about as much was spent on each other one. An order that composes
components to one side begins when the others have explored a part of the states that this side may have. Time plays no
part, so the same question always gets the same answer. A limit that stops one order leaves the others running.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import Protocol

from symag.assume.agar import droppable
from symag.assume.sides import Side, Sides, alphabet_of
from symag.assume.task import Answer, Task
from symag.errors import LimitReached
from symag.limits import within_memory
from symag.model import names_of

__all__ = [
    "Attempt",
    "alike_first",
    "both_orders",
    "finish",
    "grouped_orders",
    "in_turns",
    "states_of_groups",
    "with_order",
    "with_partner",
]


COMPOSED = 4
"""So many states of a side are composed in the time in which one is explored."""


class Attempt(Protocol):
    """A method at work on one order."""

    @property
    def work(self) -> int:
        """What it has done so far, in states that it had to look at."""

    def step(self) -> Answer | None:
        """Work on; the answer, if there is one now."""


def finish(attempt: Attempt) -> Answer:
    """The answer of an attempt that nothing else competes with."""
    while (answer := attempt.step()) is None:
        pass
    return answer


def in_turns(task: Task, orders: Sequence[Sides], attempt: Callable[[Task], Attempt]) -> Answer:
    """The answer of the order that has one first; of those that have done as much, the first one goes on."""
    composing = [states_of_groups(task, sides) // COMPOSED for sides in orders]
    tasks = [_with_own_log(replace(task, sides=sides)) for sides in orders]
    attempts: dict[int, Attempt] = {}
    spent = dict(enumerate(composing))
    while True:
        turn = min(spent, key=lambda number: (spent[number], number))
        try:
            if turn not in attempts:
                attempts[turn] = attempt(tasks[turn])
            answer = within_memory(attempts[turn].step)
            spent[turn] = composing[turn] + attempts[turn].work
        except LimitReached:
            attempts.pop(turn, None)
            del spent[turn]
            if not spent:
                raise
            continue
        if answer is not None:
            return with_order(answer, tasks[turn])


def both_orders(sides: Sides) -> list[Sides]:
    """The sides as they are, and with the first one last."""
    return [sides, (*sides[1:], sides[0])]


def grouped_orders(sides: Sides) -> list[Sides]:
    """The sides as they are; the first one together with its partner; and those that are alike as the first side, with
    the first one last, or, if no two are alike, the first one last."""
    return [sides, with_partner(sides), alike_first(sides) or (*sides[1:], sides[0])]


def with_partner(sides: Sides) -> Sides:
    """The first side together with that of the others with which it shares most actions."""
    hub, *others = sides
    shared = [len(alphabet_of(hub) & alphabet_of(side)) for side in others]
    partner = shared.index(max(shared))
    return ((*hub, *others[partner]), *others[:partner], *others[partner + 1 :])


def alike_first(sides: Sides) -> Sides | None:
    """The largest class of sides after the first that are alike as one side, then the rest, and the first one last.
    None if no two of them are alike."""
    hub, *others = sides
    alphabet = alphabet_of(hub)
    classes: dict[tuple[int, ...], list[Side]] = {}
    for side in others:
        sizes = [size for model in side for size in (model.num_states, model.num_transitions, len(model.alphabet))]
        classes.setdefault((len(alphabet & alphabet_of(side)), *sizes), []).append(side)
    alike = max(classes.values(), key=len)
    if len(alike) == 1:
        return None
    group = tuple(model for side in alike for model in side)
    return (group, *(side for side in others if side not in alike), hub)


def states_of_groups(task: Task, sides: Sides) -> int:
    """How many states these sides may have, those that are made of several sides of the task."""
    whole = {id(side[0]): len(side) for side in task.sides}
    groups = [side for side in sides if whole.get(id(side[0])) != len(side)]
    if not groups:
        return 0
    if task.alphabet_refinement:
        task = replace(task, dropped=droppable(task), reduce=True)
    pairs = zip(task.components, task.small_components, strict=True)
    states = {id(model): small.num_states for model, small in pairs}
    return sum(prod(states[id(model)] for model in side) for side in groups)


def with_order(answer: Answer, task: Task) -> Answer:
    """The answer, whose figures say in which order the sides were taken."""
    names = _names_of_sides(task)
    two, more = f"order: {names[0]} before {names[1]}", f"order: {names[0]} first, {names[-1]} last"
    selection = two if len(names) == 2 else more
    answer.log.figures |= {"order": names, "selection": selection}
    return answer


def _with_own_log(task: Task) -> Task:
    """The task; the listener learns from each iteration which side is the first one."""
    return replace(task, log=task.log.attempt(first=_names_of_sides(task)[0]))


def _names_of_sides(task: Task) -> Sequence[str]:
    """The name of each side."""
    left = iter(names_of(task.components))
    return [" ‖ ".join(next(left) for _ in side) for side in task.sides]
