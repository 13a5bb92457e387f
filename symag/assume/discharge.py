"""The premises of a rule, discharged: one relation for each, or the first premise that is false; and, for rules that
need it, that the assumptions together allow everything.

For assumptions that the user supplies, this is all there is to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symag.assume.rules import Premise
from symag.assume.task import Answer, Task
from symag.errors import InputError, InternalError
from symag.evidence import Proof, ProvedPremise, Tree
from symag.model import LPTS, TAU
from symag.relations import SIMULATION
from symag.traces import Trace, goal_table, uncovered

__all__ = ["CoverFailure", "PremiseFailure", "discharge", "discharge_surely", "with_assumptions"]


@dataclass(frozen=True)
class PremiseFailure:
    """A premise is false; the tree shows why."""

    number: int
    premise: Premise
    tree: Tree


@dataclass(frozen=True)
class CoverFailure:
    """The assumptions of a rule that covers do not together allow everything."""

    trace: Trace
    """A shortest trace that none of them allows."""


def discharge(task: Task, assumptions: Sequence[LPTS]) -> Proof | PremiseFailure:
    """Prove every premise of the task's rule."""
    proved: list[ProvedPremise] = []
    for number, premise in enumerate(task.premises(assumptions), 1):
        prove = task.relation.prove if premise.is_about_specification else SIMULATION.prove
        below = (*premise.components, *premise.assumptions)
        found = prove(below, premise.target, task.backend, task.watch)
        if isinstance(found, Tree):
            return PremiseFailure(number, premise, found)
        _refuse_lost_moves(task, premise, found.system)
        proved.append(ProvedPremise(premise.below, premise.above, found))
    return Proof(tuple(proved), tuple(assumptions), pairs=frozenset({0} if task.rule.covers else ()))


def discharge_surely(task: Task, assumptions: Sequence[LPTS], why: str) -> Proof:
    """The proof by assumptions for which every premise must be true, because of `why`."""
    found = discharge(task, assumptions)
    if isinstance(found, PremiseFailure):
        claim = found.premise.claim(task.relation.sign)
        raise InternalError(f"premise {found.number}, {claim}, is false, and {why}")
    return found


def _refuse_lost_moves(task: Task, premise: Premise, system: LPTS) -> None:
    """An InputError if hidden moves get lost at an assumption without hidden moves, below a specification with some."""
    if premise.is_about_specification or not task.relation.hides(task.specification):
        return
    if system.has_hidden_moves and not task.relation.hides(premise.target):
        raise InputError(
            f"the components below the assumption {premise.above} have hidden moves ({TAU}), and so has the "
            "specification: give the assumption hidden moves, too"
        )


def with_assumptions(task: Task, assumptions: Sequence[LPTS]) -> Answer:
    """Decide the premises. A relation may have a normal form of assumptions: there, true premises are simulations."""
    missing = _not_covered(task, assumptions) if task.rule.covers else None
    if missing is not None:
        return task.answer(reason=_logged_cover(task, missing))
    found = discharge(task, assumptions)
    if isinstance(found, PremiseFailure) and task.relation.normalise is not None:
        assumptions = [task.relation.normalise(assumption, task.watch) for assumption in assumptions]
        found = discharge(task, assumptions)
    if isinstance(found, PremiseFailure):
        return task.answer(reason=_logged(task, found))
    for premise in found.proved:
        task.log.explore(premise.relation.system)
        task.log.count("queries")
    task.log.grow("largest_assumption", *(assumption.num_states for assumption in assumptions))
    return task.answer(found)


def _not_covered(task: Task, assumptions: Sequence[LPTS]) -> CoverFailure | None:
    """What two assumptions over one alphabet do not allow together, if there is something."""
    assert task.relation.normalise is not None, "rules that cover are for traces"
    alphabet = sorted(assumptions[0].alphabet)
    normal = [task.relation.normalise(assumption, task.watch) for assumption in assumptions]
    one, two = (goal_table(model, alphabet, task.watch) for model in normal)
    word = uncovered(one, two, task.watch)
    return None if word is None else CoverFailure(tuple(alphabet[letter - 1] for letter in word))


def _logged_cover(task: Task, failure: CoverFailure) -> str:
    """Why the assumptions prove nothing."""
    task.log.iterations.append({"claim": "A1 and A2 together allow everything", "counterexample": list(failure.trace)})
    return f"the assumptions prove nothing: neither of them allows the trace {' '.join(failure.trace)}"


def _logged(task: Task, failure: PremiseFailure) -> str:
    """Why the assumptions prove nothing."""
    claim, premise = failure.premise.claim(task.relation.sign), failure.premise
    entry = {"premise": failure.number, "claim": claim, "counterexample": len(failure.tree.nodes)}
    task.log.iterations.append(entry)
    why = "too weak for what is above it" if premise.is_about_specification else "too strong for what it stands for"
    which = premise.below[-1] if premise.is_about_specification else premise.above
    return f"the assumption {which} proves nothing, it is {why}: premise {failure.number}, {claim}, is false"
