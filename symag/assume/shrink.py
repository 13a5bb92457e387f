"""Smaller assumptions with the same premises, after another method has found some.

For traces, `symag.assume.minimal` searches for smallest ones between the same bounds, with evidence that none is
smaller.

For simulation, states of an assumption are merged two by two, as long as the premise with the assumption below it stays
true. The premise with the assumption above stays true, because a quotient simulates its model (CAV'12, section 4). If
two states cannot be merged, they cannot be merged in a coarser quotient either, so each two are tried once. The result
is *locally* smallest: no two of its states can be merged. Another partition may have fewer blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from symag.assume.discharge import discharge_surely
from symag.assume.minimal import smallest
from symag.assume.task import Answer, Task
from symag.errors import LimitReached
from symag.evidence import Proof
from symag.model import LPTS
from symag.operators import quotient

__all__ = ["shrink"]


def shrink(task: Task, answer: Answer) -> Answer:
    """The answer with smaller assumptions, if it has any. At a limit, the assumptions stay as they are."""
    if not isinstance(answer.certificate, Proof):
        return answer
    task = replace(task, sides=answer.sides, log=answer.log)
    before = [assumption.num_states for assumption in answer.assumptions]
    shrink_one = _smallest if task.relation.search is not None else _merged
    try:
        smaller = shrink_one(task, answer)
    except LimitReached as reached:
        answer.log.figures["not_shrunk"] = str(reached)
        return answer
    smaller.log.figures["shrunk_from"] = before
    return smaller


def _smallest(task: Task, answer: Answer) -> Answer:
    steps = smallest(task)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Answer = end.value
            return found


def _merged(task: Task, answer: Answer) -> Answer:
    above: LPTS = task.small_specification
    assumptions = []
    for side, assumption in zip(task.small_parts, answer.assumptions, strict=False):
        above = _locally_smallest(task, side, assumption, above)
        assumptions.append(above)
    task.log.figures["locally_smallest"] = True
    proof = discharge_surely(task, assumptions, "its states were merged only where the premise stays true")
    return task.answer(proof)


def _locally_smallest(task: Task, side: Sequence[LPTS], assumption: LPTS, above: LPTS) -> LPTS:
    """A quotient of the assumption, no two of whose states can be merged: the side keeps the model above it."""
    block_of = list(range(assumption.num_states))
    """The first member of each state's block."""
    found = assumption
    for one, two in combinations(range(assumption.num_states), 2):
        if block_of[one] != one or block_of[two] != two:
            continue
        task.watch.check("merging states of an assumption", one)
        tried = [one if first == two else first for first in block_of]
        number = {first: position for position, first in enumerate(sorted(set(tried)))}
        model = quotient(assumption, [number[first] for first in tried], name=assumption.name, watch=task.watch)
        task.log.count("queries")
        decision, _ = task.relation.decide((*side, model), above, task.backend, task.watch)
        if decision.tree is None:
            block_of, found = tried, model
    return found
