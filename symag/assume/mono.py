"""The monolithic method: compose all components, or search the composition on the fly."""

from __future__ import annotations

from symag.assume.execution_tree import to_execution_tree
from symag.assume.task import Answer, Task
from symag.evidence import Searched
from symag.model import LPTS
from symag.simulation import Decision, capabilities_of

__all__ = ["answer_composed", "by_composing"]


def by_composing(task: Task) -> Answer:
    """On the fly where the relation has such a search and the backend is symag's own engine; otherwise composed."""
    relation = task.relation
    if relation.search is not None and not task.reduce and capabilities_of(task.backend).is_explicit:
        tree, reached = relation.search(task.components, task.specification, task.watch)
        _log(task, reached.searched)
        return task.answer(reached) if tree is None else task.answer(tree=tree)
    task = task.normalised()
    decided = relation.decide(task.small_components, task.small_specification, task.backend, task.watch)
    return answer_composed(task, *decided)


def answer_composed(task: Task, outcome: Decision, system: LPTS) -> Answer:
    """The answer for a composition that was decided."""
    _log(task, system)
    task.log.figures.update(outcome.statistics)
    if outcome.tree is None:
        return task.answer(task.certificate(outcome.certificate))
    if not task.reduce:
        return task.answer(tree=outcome.tree)
    return task.answer(tree=task.tree(to_execution_tree(outcome.tree, task.small_components, task.watch)))


def _log(task: Task, system: Searched) -> None:
    task.log.explore(system)
    task.log.grow("largest_assumption", 0)
    task.log.count("queries")
