"""Assumptions that the user supplies: only the premises of the rule are decided."""

from __future__ import annotations

from collections.abc import Sequence

from symag.assume.discharge import PremiseFailure, discharge
from symag.assume.task import Answer, Task
from symag.model import LPTS

__all__ = ["with_assumptions"]


def with_assumptions(task: Task, assumptions: Sequence[LPTS]) -> Answer:
    """Decide the premises. A relation may have a normal form of assumptions: there, true premises are simulations."""
    found = discharge(task, assumptions)
    if isinstance(found, PremiseFailure) and task.relation.normalise is not None:
        assumptions = [task.relation.normalise(assumption, task.watch) for assumption in assumptions]
        found = discharge(task, assumptions)
    if isinstance(found, PremiseFailure):
        return task.answer(reason=_logged(task, found))
    for premise in found.premises:
        task.log.explore(premise.relation.system)
        task.log.count("queries")
    task.log.grow("largest_assumption", *(assumption.num_states for assumption in assumptions))
    return task.answer(found)


def _logged(task: Task, failure: PremiseFailure) -> str:
    """Why the assumptions prove nothing."""
    claim, premise = failure.premise.claim(task.relation.sign), failure.premise
    entry = {"premise": failure.number, "claim": claim, "counterexample": len(failure.tree.nodes)}
    task.log.iterations.append(entry)
    why = "too weak for what is above it" if premise.is_about_specification else "too strong for what it stands for"
    which = premise.below[-1] if premise.is_about_specification else premise.above
    return f"the assumption {which} proves nothing, it is {why}: premise {failure.number}, {claim}, is false"
