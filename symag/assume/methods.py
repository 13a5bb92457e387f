"""The methods by which a question can be answered, each from models to evidence."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from symag.assume.agar import Refinement, refine_until_decided
from symag.assume.discharge import Failure, discharge
from symag.assume.story import parts_of
from symag.errors import InternalError
from symag.evidence import Proof, Relation, Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose
from symag.simulation import Backend, decide

__all__ = ["Answer", "Task", "Told", "by_agar", "by_cegar", "by_composing", "with_assumptions"]

Told = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Task:
    """A question, and how it is to be answered. Sides are components that are composed before the rule sees them."""

    sides: tuple[tuple[LPTS, ...], ...]
    specification: LPTS
    backend: Backend
    watch: Watch
    strategy: str = "improved"
    told: Told = lambda iteration: None

    @property
    def components(self) -> tuple[LPTS, ...]:
        """All components, of all sides."""
        return tuple(component for side in self.sides for component in side)


@dataclass(frozen=True)
class Answer:
    """A certificate if it holds, a tree if it is violated."""

    certificate: Relation | Proof | None = None
    tree: Tree | None = None
    history: tuple[dict[str, Any], ...] = ()
    statistics: dict[str, Any] = field(default_factory=dict)
    reason: str | None = None
    """Why there is neither."""

    @property
    def assumptions(self) -> tuple[LPTS, ...]:
        """Those of the proof, if it is one."""
        return self.certificate.assumptions if isinstance(self.certificate, Proof) else ()


def by_composing(task: Task) -> Answer:
    """The monolithic method."""
    outcome, system = decide(task.components, task.specification, task.backend, task.watch)
    statistics = {
        "largest_composition": system.num_states,
        "largest_assumption": 0,
        "states_explored": system.num_states,
        "transitions_explored": system.num_transitions,
        "queries": 1,
        **outcome.statistics,
    }
    return Answer(outcome.relation, outcome.tree, statistics=statistics)


def by_cegar(task: Task) -> Answer:
    """CAV'12, Algorithm 2: abstractions of the whole system, which is composed."""
    system = compose(*task.components, watch=task.watch)
    found = refine_until_decided(None, [system], task.specification, task.backend, task.watch, task.strategy, task.told)
    found.statistics["largest_composition"] = max(found.statistics["largest_composition"], system.num_states)
    found.statistics["states_explored"] += system.num_states
    certificate = None if found.tree is not None else _through_quotient(system, found)
    return Answer(certificate, found.tree, found.history, found.statistics)


def _through_quotient(system: LPTS, found: Refinement) -> Relation:
    """A state is below whatever its block is below."""
    abstract, block_of = found.relation, found.rungs[0].block_of
    assert abstract is not None
    row_of_block = {
        parts_of(abstract.system, state)[0]: abstract.row_of[state] for state in range(abstract.system.num_states)
    }
    row_of = array("i", [row_of_block[block] for block in block_of])
    return Relation(system, abstract.specification, row_of, abstract.rows)


def by_agar(task: Task) -> Answer:
    """CAV'12, Algorithm 3: assumptions for the sides after the first."""
    first, *rest = (_composed(side, task.watch) for side in task.sides)
    found = refine_until_decided(first, rest, task.specification, task.backend, task.watch, task.strategy, task.told)
    if found.tree is not None:
        return Answer(None, found.tree, found.history, found.statistics)
    assumptions = [rung.assumption for rung in found.rungs]
    proof = discharge(task.sides, assumptions, task.specification, task.backend, task.watch)
    if isinstance(proof, Failure):
        raise InternalError(f"premise {proof.premise}, {proof.claim}, is false, and it holds by construction")
    return Answer(proof, None, found.history, found.statistics)


def with_assumptions(task: Task, assumptions: Sequence[LPTS]) -> Answer:
    """Only decide the premises, for assumptions that were handed over."""
    found = discharge(task.sides, assumptions, task.specification, task.backend, task.watch)
    sizes = [assumption.num_states for assumption in assumptions]
    if isinstance(found, Failure):
        entry = {"premise": found.premise, "claim": found.claim, "counterexample": len(found.tree.nodes)}
        why = "too weak for what is above it" if found.premise == 1 else "too strong for what it stands for"
        which = max(1, found.premise - 1)
        reason = (
            f"the assumption A{which} proves nothing, it is {why}: premise {found.premise}, {found.claim}, is false"
        )
        return Answer(history=(entry,), reason=reason)
    largest = max(premise.system.num_states for premise in found.premises)
    explored = sum(premise.system.num_states for premise in found.premises)
    moves = sum(premise.system.num_transitions for premise in found.premises)
    statistics = {
        "largest_composition": largest,
        "largest_assumption": max(sizes),
        "states_explored": explored,
        "transitions_explored": moves,
        "queries": len(found.premises),
    }
    return Answer(found, statistics=statistics)


def _composed(side: Sequence[LPTS], watch: Watch) -> LPTS:
    return side[0] if len(side) == 1 else compose(*side, watch=watch)
