"""Two sides in both orders, by turns, until one of the two has an answer.

Rule ASYM needs an assumption about the second side only, and its size depends on which side that is. This is not known
beforehand. So the order that has explored fewer states takes the next step: when the better order has done its work,
about as much was spent on the other one. Time plays no part, so the same question always gets the same answer. A limit
that stops one order leaves the other one running.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from symag.assume.task import Answer, Task
from symag.errors import LimitReached
from symag.limits import within_memory
from symag.model import names_of

__all__ = ["Attempt", "finish", "in_both_orders", "with_order"]


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


def in_both_orders(task: Task, attempt: Callable[[Task], Attempt]) -> Answer:
    """The answer of the order that has one first; the given order begins."""
    orders = [_with_own_log(task), _with_own_log(replace(task, sides=task.sides[::-1]))]
    attempts: dict[int, Attempt] = {}
    spent = {0: 0, 1: 0}
    while True:
        turn = min(spent, key=lambda number: (spent[number], number))
        try:
            if turn not in attempts:
                attempts[turn] = attempt(orders[turn])
            answer = within_memory(attempts[turn].step)
            spent[turn] = attempts[turn].work
        except LimitReached:
            attempts.pop(turn, None)
            del spent[turn]
            if not spent:
                raise
            continue
        if answer is not None:
            return with_order(answer, orders[turn])


def _with_own_log(task: Task) -> Task:
    """The task; the listener learns from each iteration which side is the first one."""
    return replace(task, log=task.log.attempt(first=names_of_sides(task)[0]))


def with_order(answer: Answer, task: Task) -> Answer:
    """The answer, whose figures say in which order the sides were taken."""
    names = names_of_sides(task)
    selection = f"order: {names[0]} before {names[1]}" if len(names) == 2 else f"order: {names[0]} first"
    answer.log.figures |= {"order": names, "selection": selection}
    return answer


def names_of_sides(task: Task) -> Sequence[str]:
    """The name of each side."""
    left = iter(names_of(task.components))
    return [" ‖ ".join(next(left) for _ in side) for side in task.sides]
