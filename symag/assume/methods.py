"""The methods by which a question can be answered, each from models to evidence.

The components may be reduced first (`symag.operators.reduce`). The evidence is always about the components that the
user gave: trees are restored, premises are discharged for the originals, and a simulation of reduced components comes
with one that says that each component is simulated by its reduction.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

from symag.assume.abstraction import BlockMap
from symag.assume.agar import Refinement, Refining
from symag.assume.discharge import PremiseFailure, discharge
from symag.assume.execution_tree import ExecutionTree, parts_of, to_execution_tree, to_tree
from symag.assume.reduced import reduced_proof
from symag.assume.undo_reduction import undo_reduction
from symag.errors import InternalError
from symag.evidence import IterationFrame, IterationLog, Proof, ReachedPairs, SimulationRelation, Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import Reduction, compose, determinise, merge_bisimilar, reduce_component, silent_actions
from symag.simulation import Backend, Decision, decide
from symag.traces import reach_error

__all__ = [
    "Agar",
    "Answer",
    "IterationListener",
    "Task",
    "by_agar",
    "by_cegar",
    "by_composing",
    "composed",
    "on_the_fly_safety",
    "proved",
    "refining",
    "with_assumptions",
]

IterationListener = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Task:
    """A question, and how it is to be answered. Sides are components that are composed before the rule sees them."""

    sides: tuple[tuple[LPTS, ...], ...]
    specification: LPTS
    backend: Backend
    watch: Watch
    strategy: str = "improved"
    listener: IterationListener = lambda iteration: None
    reduce: bool = True
    alphabet_refinement: bool = False
    """For traces: do assumptions speak of little at first?"""
    iteration_log: IterationLog = field(default_factory=IterationLog)

    @cached_property
    def components(self) -> tuple[LPTS, ...]:
        """All components, of all sides."""
        return tuple(component for side in self.sides for component in side)

    @cached_property
    def reductions(self) -> tuple[Reduction, ...]:
        """What became of each component."""
        silent = silent_actions(self.components, self.specification)
        pairs = zip(self.components, silent, strict=True)
        return tuple(reduce_component(model, actions, self.watch) for model, actions in pairs)

    @cached_property
    def small_components(self) -> tuple[LPTS, ...]:
        """The components that are worked with."""
        return tuple(reduction.reduced for reduction in self.reductions) if self.reduce else self.components

    @cached_property
    def blocks(self) -> tuple[Sequence[int], LPTS]:
        """The block of each state of the specification by bisimulation, and the specification of these blocks."""
        return merge_bisimilar(self.specification, self.watch)

    @cached_property
    def small_specification(self) -> LPTS:
        """The specification that is worked with."""
        return self.blocks[1] if self.reduce else self.specification

    @cached_property
    def small_parts(self) -> list[tuple[LPTS, ...]]:
        """The sides that are worked with."""
        left = iter(self.small_components)
        return [tuple(islice(left, len(side))) for side in self.sides]

    def small_sides(self) -> list[LPTS]:
        """The sides that are worked with, composed."""
        return [parts[0] if len(parts) == 1 else compose(*parts, watch=self.watch) for parts in self.small_parts]

    def certificate(self, relation: SimulationRelation) -> SimulationRelation | Proof:
        """A simulation of the components that were worked with, as evidence about those that were given."""
        if not self.reduce:
            return relation
        return reduced_proof(relation, self.reductions, self.specification, self.blocks[0], self.watch)

    def tree(self, execution: ExecutionTree) -> Tree:
        """The tree of an execution of the components that were worked with, for those that were given."""
        return to_tree(undo_reduction(execution, self.reductions, self.watch) if self.reduce else execution, self.watch)


@dataclass(frozen=True)
class Answer:
    """A certificate if it holds, a tree if it is violated."""

    certificate: SimulationRelation | ReachedPairs | Proof | None = None
    tree: Tree | None = None
    history: tuple[dict[str, Any], ...] = ()
    statistics: dict[str, Any] = field(default_factory=dict)
    reason: str | None = None
    """Why there is neither."""
    components: tuple[LPTS, ...] | None = None
    """In the order that was chosen, if not in the one that was given."""
    frames: Sequence[IterationFrame] | None = None
    """Of the pictures that were taken, those that are about this answer, if not all are."""

    @property
    def assumptions(self) -> tuple[LPTS, ...]:
        """Those of the proof, if it is one."""
        return self.certificate.assumptions if isinstance(self.certificate, Proof) else ()


def by_composing(task: Task) -> Answer:
    """The monolithic method."""
    return composed(task, *decide(task.small_components, task.small_specification, task.backend, task.watch))


def composed(task: Task, outcome: Decision, system: LPTS) -> Answer:
    """The answer that composing came to."""
    statistics = {
        "largest_composition": system.num_states,
        "largest_assumption": 0,
        "states_explored": system.num_states,
        "transitions_explored": system.num_transitions,
        "queries": 1,
        **outcome.statistics,
    }
    if outcome.tree is not None:
        tree = (
            task.tree(to_execution_tree(outcome.tree, task.small_components, task.watch))
            if task.reduce
            else outcome.tree
        )
        return Answer(None, tree, statistics=statistics)
    assert outcome.relation is not None
    return Answer(task.certificate(outcome.relation), statistics=statistics)


def on_the_fly_safety(task: Task) -> Answer:
    """The monolithic method for a safety property: on the fly, to the nearest violation."""
    tree, explored = reach_error(task.components, task.specification, task.watch)
    statistics = {
        "largest_composition": explored.num_states,
        "largest_assumption": 0,
        "states_explored": explored.num_states,
        "transitions_explored": explored.num_transitions,
        "queries": 1,
    }
    return Answer(ReachedPairs(explored, task.specification) if tree is None else None, tree, statistics=statistics)


def by_cegar(task: Task) -> Answer:
    """CAV'12, Algorithm 2: abstractions of the whole system, which is composed."""
    system = compose(*task.small_components, watch=task.watch)
    found = refining(task, None, [system]).finish()
    statistics = dict(found.statistics)
    statistics["largest_composition"] = max(statistics["largest_composition"], system.num_states)
    statistics["states_explored"] += system.num_states
    if found.real is not None:
        return Answer(None, task.tree(found.real), found.history, statistics)
    return Answer(task.certificate(_through_quotient(system, found, task.watch)), None, found.history, statistics)


def _through_quotient(system: LPTS, found: Refinement, watch: Watch) -> SimulationRelation:
    """A state is below whatever its block is below."""
    abstract, block_of = found.relation, found.abstractions[0].block_of
    assert abstract is not None
    row_of_block = {
        parts_of(abstract.system, state)[0]: abstract.row_of[state]
        for state in watch.over(range(abstract.system.num_states))
    }
    row_of = array("i", [row_of_block[block] for block in watch.over(block_of)])
    return SimulationRelation(system, abstract.specification, row_of, abstract.rows)


def by_agar(task: Task) -> Answer:
    """CAV'12, Algorithm 3: assumptions for the sides after the first."""
    agar = Agar(task)
    while (answer := agar.step()) is None:
        pass
    return answer


class Agar:
    """The same, step by step."""

    def __init__(self, task: Task) -> None:
        self.task = task
        first, *rest = task.small_sides()
        self.refining = refining(task, first, rest)
        self.work = 0
        """States that were looked at so far: of premise 1, and of what the assumptions are quotients of."""

    def step(self) -> Answer | None:
        """One iteration."""
        self.work += sum(abstraction.concrete.num_states for abstraction in self.refining.chain.abstractions)
        before = self.refining.figures["states_explored"]
        found = self.refining.step()
        self.work += self.refining.figures["states_explored"] - before
        return None if found is None else proved(self.task, found)


def proved(task: Task, found: Refinement) -> Answer:
    """The answer that a refinement came to, for the components that were given."""
    if found.real is not None:
        return Answer(None, task.tree(found.real), found.history, found.statistics)
    assumptions = [abstraction.assumption for abstraction in found.abstractions]
    proof = discharge(task.sides, assumptions, task.specification, task.backend, task.watch, _block_maps(task, found))
    if isinstance(proof, PremiseFailure):
        raise InternalError(f"premise {proof.premise}, {proof.claim()}, is false, and it holds by construction")
    return Answer(proof, None, found.history, found.statistics)


def _block_maps(task: Task, found: Refinement) -> list[BlockMap]:
    """Where the states of each side but the first belong."""
    left = list(task.reductions) if task.reduce else []
    block_maps = []
    for side, abstraction in zip(task.sides, (None, *found.abstractions), strict=True):
        reductions, left = left[: len(side)], left[len(side) :]
        if abstraction is not None:
            block_maps.append(BlockMap(abstraction, reductions if task.reduce else None, task.watch))
    return block_maps


def refining(task: Task, first: LPTS | None, rest: Sequence[LPTS]) -> Refining:
    """A refinement of the components that are worked with."""
    specification, backend = task.small_specification, task.backend
    return Refining(first, rest, specification, backend, task.watch, task.strategy, task.listener, task.iteration_log)


def with_assumptions(task: Task, assumptions: Sequence[LPTS], traces: bool = False) -> Answer:
    """Only decide the premises, for assumptions that were handed over.

    A premise about traces may be true where there is no simulation; of deterministic assumptions there always is one.
    """
    found = discharge(task.sides, assumptions, task.specification, task.backend, task.watch)
    if isinstance(found, PremiseFailure) and traces:
        assumptions = [determinise(assumption, task.watch) for assumption in assumptions]
        found = discharge(task.sides, assumptions, task.specification, task.backend, task.watch)
    if isinstance(found, PremiseFailure):
        claim = found.claim(traces)
        entry = {"premise": found.premise, "claim": claim, "counterexample": len(found.tree.nodes)}
        why = "too weak for what is above it" if found.premise == 1 else "too strong for what it stands for"
        which = max(1, found.premise - 1)
        reason = f"the assumption A{which} proves nothing, it is {why}: premise {found.premise}, {claim}, is false"
        return Answer(history=(entry,), reason=reason)
    systems = [premise.relation.system for premise in found.premises]
    statistics = {
        "largest_composition": max(system.num_states for system in systems),
        "largest_assumption": max(assumption.num_states for assumption in assumptions),
        "states_explored": sum(system.num_states for system in systems),
        "transitions_explored": sum(system.num_transitions for system in systems),
        "queries": len(systems),
    }
    return Answer(found, statistics=statistics)
