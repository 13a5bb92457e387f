"""The method `auto`: what is small is composed; what is not is reduced, and then composed or proved by parts.

For traces, with symag's own engine, roads take turns by what is expected of them (`symag.assume.selection`). For
simulation, and with solvers:

1. The system as it is, up to a few thousand states, and on as long as it should not have more than some ten thousand:
   most questions end here, with the shallowest tree if violated. One component below a small specification is decided
   as it is, up to two million states: that takes less time than reducing it.
2. The components reduced, and the system that they make, up to some hundred thousand states, and on as long as it
   should not have more than two million: violations mostly end here.
3. Composing further and refining assumptions (ASYM-N), by turns: a larger part is composed when all of it should take
   no longer than refining has taken.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from symag.assume.agar import Agar
from symag.assume.mono import answer_composed, by_composing
from symag.assume.roads import COSTS
from symag.assume.rules import ASYM_N
from symag.assume.selection import by_roads
from symag.assume.sides import hub_first
from symag.assume.task import Answer, Task
from symag.errors import LimitReached
from symag.limits import within_memory
from symag.model import LPTS
from symag.simulation import LazyCheck, capabilities_of

__all__ = ["by_auto"]

SMALL = 4_096
"""States that are composed of the system as it is."""
SMALLISH = 1 << 15
"""States of a system that is composed as it is, if it should not have more."""
MEDIUM = 1 << 18
"""States that are composed of the reduced system before assumptions are tried."""
LARGE = 1 << 21
"""States of a reduced system that is composed without trying assumptions."""
WORD_BITS = 64


def by_auto(task: Task) -> Answer:
    """Select a method by trying, and log the selection."""
    task = replace(task, sides=tuple((component,) for component in task.components))
    if task.relation.asks_value(task.specification):
        return _selected(by_composing(task), task, "composed: a probability is asked for")
    normal = _normalised(task)
    if normal is None:
        return _selected(by_composing(replace(task, reduce=False)), task, "searched on the fly, with antichains")
    task = normal
    if task.relation.search is not None and capabilities_of(task.backend).is_explicit:
        return by_roads(task, COSTS)
    plain = replace(task, reduce=False)
    deciding = _deciding(plain)
    alone = _is_cheap_alone(task)
    answer = _while(lambda: alone or deciding.cap <= SMALL or deciding.expected_states <= SMALLISH, plain, deciding)
    if answer is not None:
        return _selected(
            answer, plain, f"composed, as it is {'one component' if alone and deciding.cap > SMALLISH else 'small'}"
        )
    if task.reduce and _is_smaller(task):
        plain, deciding = task, _deciding(task)
    first = "reduced" if plain.reduce else "not reduced"
    answer = _while(lambda: deciding.cap <= MEDIUM or deciding.expected_states <= LARGE, plain, deciding)
    if answer is not None:
        return _selected(answer, plain, f"{first}, composed")
    if len(plain.components) == 1:
        answer = answer_composed(plain, *deciding.finish())
        return _selected(answer, plain, f"{first}, composed: there is only one component")
    return _by_turns(plain, deciding, first)


def _normalised(task: Task) -> Task | None:
    """The task with the normal form of its specification. None if a search on the fly, which does not need it, is
    there and should be cheaper: because only one component is left, or because the normal form is large."""
    if task.relation.is_normal(task.specification):
        return task
    if task.relation.search is None or not capabilities_of(task.backend).is_explicit:
        return task.normalised()
    model = task.relation.specification.model(task.specification)
    assert model is not None
    return None if len(task.components) == 1 else task.normalised_within(SMALL + 4 * model.num_states)


def _deciding(task: Task) -> LazyCheck:
    return task.relation.start(task.small_components, task.small_specification, task.backend, task.watch)


def _while(promising: Callable[[], bool], task: Task, deciding: LazyCheck) -> Answer | None:
    while deciding.stopped is None and promising():
        try:
            decided = deciding.step()
        except LimitReached:  # another method may be cheaper; if the time is up, that is found out there
            return None
        if decided is not None:
            return answer_composed(task, *decided)
    return None


def _is_cheap_alone(task: Task) -> bool:
    """Is it one component, with few enough states for the specification that has to follow it?"""
    model = task.relation.specification.model(task.specification)
    if len(task.components) > 1 or model is None:
        return False
    words = -(-model.num_states // WORD_BITS)  # of a row: a bit for each state of the specification
    return task.components[0].num_states * words <= LARGE


def _is_smaller(task: Task) -> bool:
    """Did reducing make anything smaller?"""
    model = task.relation.specification.model
    before = (model(task.specification), *task.components)
    after = (model(task.small_specification), *task.small_components)
    return _states(after) < _states(before)


def _states(models: Iterable[LPTS | None]) -> int:
    return sum(model.num_states for model in models if model is not None)


def _by_turns(task: Task, deciding: LazyCheck, first: str) -> Answer:
    ordered = replace(task, sides=hub_first(task.sides), rule=ASYM_N, log=task.log.attempt())
    parts = Agar(ordered)
    spent, left = 0.0, {"parts"} if deciding.stopped else {"whole", "parts"}
    while True:
        turn = "parts"
        if "whole" in left and ("parts" not in left or deciding.expected_seconds <= spent):
            turn = "whole"
        started = time.monotonic()
        try:
            if turn == "parts":
                answer = within_memory(parts.step)
                if answer is not None:
                    return _selected(answer, task, f"{first}, by assumptions (asym-n), as the system is large")
                spent += time.monotonic() - started
            else:
                decided = deciding.step()
                if decided is not None:
                    answer = answer_composed(task, *decided)
                    return _selected(answer, task, f"{first}, composed: assumptions took longer")
        except LimitReached:  # of one method: the other may be cheaper
            left.remove(turn)
            if not left:
                raise


def _selected(answer: Answer, task: Task, selection: str) -> Answer:
    """The answer, whose figures say how it was found."""
    answer.log.figures |= {"selection": selection, "reduced": task.reduce}
    return answer
