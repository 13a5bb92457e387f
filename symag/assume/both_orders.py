"""Two sides in both orders, by turns, until one of the two has an answer.

Rule ASYM needs an assumption about the second side only, and how many states that must have depends on which side it
is. Nobody knows that beforehand. So whichever order has explored fewer states so far takes the next step: the better
order is decided after it has done all of its own work, and about as much has been spent on the other one. Time plays no
part, so that the same question always gets the same answer. A limit that stops one order leaves the other one running.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from symag.assume.methods import Answer, Task
from symag.errors import LimitReached
from symag.evidence import IterationLog
from symag.limits import within_memory
from symag.model import names_of

__all__ = ["Attempt", "in_both_orders", "with_order"]


class Attempt(Protocol):
    """A method at work on one order."""

    @property
    def work(self) -> int:
        """What it has done so far, in states that it had to look at."""

    def step(self) -> Answer | None:
        """Work on; the answer, if there is one now."""


def in_both_orders(task: Task, attempt: Callable[[Task], Attempt]) -> Answer:
    """The answer of whichever order has one first; the order as given begins."""
    orders = [_telling(task), _telling(replace(task, sides=task.sides[::-1], iteration_log=IterationLog()))]
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
            used = orders[turn]
            frames = used.iteration_log.frames if answer.frames is None else answer.frames
            return with_order(replace(answer, components=used.components, frames=frames), used)


def _telling(task: Task) -> Task:
    """The task, whose iterations say which side is the first one."""
    first = names_of_sides(task)[0]

    def tell(entry: dict[str, Any]) -> None:
        task.listener(entry | {"first": first})

    return replace(task, listener=tell)


def with_order(answer: Answer, task: Task) -> Answer:
    """The answer, which says in which order the sides were taken."""
    names = names_of_sides(task)
    road = f"order: {names[0]} before {names[1]}" if len(names) == 2 else f"order: {names[0]} first"
    return replace(answer, statistics=answer.statistics | {"order": names, "road": road})


def names_of_sides(task: Task) -> Sequence[str]:
    """What each side is called."""
    left = iter(names_of(task.components))
    return [" ‖ ".join(next(left) for _ in side) for side in task.sides]
