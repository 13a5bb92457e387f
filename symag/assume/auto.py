"""The method `auto`: what is small is composed; what is not is reduced, and then composed or proved by parts.

1. The system as it is, up to a few thousand states, and on as long as it should not have more than some ten thousand:
   most questions end here, with the shallowest tree if violated.
2. The components reduced, and the system that they make, up to some hundred thousand states, and on as long as it
   should not have more than two million: violations mostly end here.
3. Composing further and refining assumptions (ASYM-N), by turns: a larger part is composed when all of it should take
   no longer than refining has taken.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from symag.assume.methods import Answer, Task, composed, proved, refining
from symag.assume.sides import hub_first
from symag.errors import LimitReached
from symag.limits import within_memory
from symag.simulation import LazyCheck

__all__ = ["by_auto"]

SMALL = 4_096
"""States that are composed of the system as it is."""
SMALLISH = 1 << 15
"""States of a system that is composed as it is, if it should not have more."""
MEDIUM = 1 << 18
"""States that are composed of the reduced system before assumptions are tried."""
LARGE = 1 << 21
"""States of a reduced system that is composed without trying assumptions."""


def by_auto(task: Task) -> Answer:
    """Choose a road by trying, and say which it was."""
    task = replace(task, sides=tuple((component,) for component in task.components))
    plain = replace(task, reduce=False)
    deciding = _deciding(plain)
    answer = _while(lambda: deciding.cap <= SMALL or deciding.expected_states <= SMALLISH, plain, deciding)
    if answer is not None:
        return _told(answer, "composed, as it is small")
    road = "not reduced"
    if task.reduce and _is_smaller(task):
        plain, deciding, road = task, _deciding(task), "reduced"
    answer = _while(lambda: deciding.cap <= MEDIUM or deciding.expected_states <= LARGE, plain, deciding)
    if answer is not None:
        return _told(answer, f"{road}, composed")
    if len(plain.components) == 1:
        return _told(composed(plain, *deciding.finish()), f"{road}, composed: there is only one component")
    return _by_turns(plain, deciding, road)


def _deciding(task: Task) -> LazyCheck:
    return LazyCheck(task.small_components, task.small_specification, task.backend, task.watch)


def _while(promising: Callable[[], bool], task: Task, deciding: LazyCheck) -> Answer | None:
    while deciding.stopped is None and promising():
        try:
            decided = deciding.step()
        except LimitReached:  # another road may be cheaper; if the time is up, that is found out there
            return None
        if decided is not None:
            return composed(task, *decided)
    return None


def _is_smaller(task: Task) -> bool:
    """Did reducing make anything smaller?"""
    before, after = (task.specification, *task.components), (task.small_specification, *task.small_components)
    return sum(model.num_states for model in after) < sum(model.num_states for model in before)


def _by_turns(task: Task, deciding: LazyCheck, road: str) -> Answer:
    ordered = replace(task, sides=hub_first(task.sides))
    first, *rest = ordered.small_sides()
    by_parts = refining(ordered, first, rest)
    spent, roads = 0.0, {"parts"} if deciding.stopped else {"whole", "parts"}
    while True:
        turn = "parts"
        if "whole" in roads and ("parts" not in roads or deciding.expected_seconds <= spent):
            turn = "whole"
        started = time.monotonic()
        try:
            if turn == "parts":
                refined = within_memory(by_parts.step)
                if refined is not None:
                    answer = replace(proved(ordered, refined), components=ordered.components)
                    return _told(answer, f"{road}, by assumptions (asym-n), as the system is large")
                spent += time.monotonic() - started
            else:
                decided = deciding.step()
                if decided is not None:
                    return _told(composed(task, *decided), f"{road}, composed: assumptions took longer")
        except LimitReached:  # of one road: the other may be cheaper
            roads.remove(turn)
            if not roads:
                raise


def _told(answer: Answer, road: str) -> Answer:
    return replace(answer, statistics=answer.statistics | {"road": road})
