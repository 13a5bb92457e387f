"""The method `auto`: several roads, of which the one that should be at its end first goes on.

Each relation has its own roads (`symag.assume.roads`, `symag.assume.composed_road`); `symag.assume.selection` chooses.
Where a specification that is not normal should be cheaper as it is, it is searched with antichains instead.
"""

from __future__ import annotations

from dataclasses import replace

from symag.assume.composed_road import COMPOSED, COMPOSING_COSTS, SOLVING_COSTS
from symag.assume.mono import by_composing
from symag.assume.roads import COSTS, SEARCHED
from symag.assume.selection import by_roads
from symag.assume.task import Answer, Task
from symag.simulation import capabilities_of

__all__ = ["by_auto"]

MEMBERS = 4_096
"""Members of the normal form of a specification, and four times its states more: a larger one is not made at once."""


def by_auto(task: Task) -> Answer:
    """Select a road by trying, and log the selection."""
    task = replace(task, sides=tuple((component,) for component in task.components))
    if task.relation.asks_value(task.specification):
        answer = by_composing(task)
        answer.log.figures |= {"selection": "composed: a probability is asked for", "reduced": task.reduce}
        return answer
    normal = _normalised(task)
    if normal is None:
        answer = by_composing(replace(task, reduce=False))
        answer.log.figures |= {"selection": "searched on the fly, with antichains", "reduced": False}
        return answer
    if not capabilities_of(task.backend).is_explicit:
        return by_roads(normal, COMPOSED, SOLVING_COSTS)
    if task.relation.search is not None:
        return by_roads(normal, SEARCHED, COSTS)
    return by_roads(normal, COMPOSED, COMPOSING_COSTS)


def _normalised(task: Task) -> Task | None:
    """The task with the normal form of its specification. None if a search on the fly, which does not need it, is
    there and should be cheaper: because only one component is left, or because the normal form is large."""
    if task.relation.is_normal(task.specification):
        return task
    if task.relation.search is None or not capabilities_of(task.backend).is_explicit:
        return task.normalised()
    model = task.relation.specification.model(task.specification)
    assert model is not None
    return None if len(task.components) == 1 else task.normalised_within(MEMBERS + 4 * model.num_states)
