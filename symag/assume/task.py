"""A question with the choices for it, and the answer of a method.

The components may be reduced first (`symag.operators.reduce`). The evidence is always about the components that the
user gave: reductions of trees are undone, premises are discharged for the given components, and a simulation of reduced
components comes with one simulation per component, of the component by its reduction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from symag.assume.execution_tree import ExecutionTree, to_tree
from symag.assume.lifting import lift
from symag.assume.reduction import reduced_proof, searched_proof, undo_reduction
from symag.assume.rules import ASYM_N, Premise, Rule
from symag.assume.run import RunLog
from symag.assume.sides import Sides
from symag.evidence import (
    Bound,
    Members,
    Minimality,
    Proof,
    ReachedPairs,
    SimulationRelation,
    Specification,
    Tree,
    in_sets,
    model_of,
)
from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import Reduction, compose, reduce_component
from symag.relations import Relation
from symag.simulation import Backend

__all__ = ["Answer", "Task"]


@dataclass(frozen=True)
class Task:
    """A question, and how to answer it. The components of a side are composed before the rule sees them."""

    sides: Sides
    specification: Specification
    relation: Relation
    backend: Backend
    watch: Watch
    log: RunLog = field(default_factory=RunLog)
    rule: Rule = ASYM_N
    strategy: str = "improved"
    reduce: bool = True
    order: str = "given"
    """Of the sides: as they are given, or as the method chooses."""
    decompose: bool = False
    """Are the components divided into two sides anew?"""
    split: bool | None = None
    """May, must, or must not a specification that is one model be split into several properties?"""
    alphabet_refinement: bool = False
    dropped: frozenset[str] = frozenset()
    """Actions that the components of the method do without. What it finds out holds for the given components, too; a
    counterexample may be spurious for want of them."""
    learner: str | None = None
    """For learning: who learns; None leaves that to the teacher."""
    caches: frozenset[str] | None = None
    """For learning: what answers queries before the teacher is asked; None leaves that to the teacher."""
    recursive: int | None = None
    """For learning: premises with more components than this are decided by learning again."""
    smallest: bool = False
    """Are the assumptions of a proof made smaller?"""
    search: str = "sat"
    """For smallest assumptions: how to search."""
    heuristics: frozenset[str] = frozenset()
    """For smallest assumptions: what a search over tables leaves out."""
    on_assumption: Callable[[Any], bool] | None = None
    """For smallest assumptions: is called with each `SmallestStep` that has an assumption; should the search go on?"""
    members: Members | None = None
    """If the specification is the normal form of the given one, the states that each of its states stands for."""
    reduced: dict[tuple[int, frozenset[str]], Reduction] = field(default_factory=dict, repr=False)
    """The reductions that are known, by component and silent actions: tasks about the same components share them."""

    @lazy_property
    def components(self) -> tuple[LPTS, ...]:
        """All components, of all sides."""
        return tuple(component for side in self.sides for component in side)

    @lazy_property
    def reductions(self) -> tuple[Reduction, ...]:
        """The reduction of each component."""
        silent = self.relation.silent(self.components, self.specification)
        return tuple(
            self._reduced(model, actions | (model.alphabet & self.dropped))
            for model, actions in zip(self.components, silent, strict=True)
        )

    def _reduced(self, model: LPTS, silent: frozenset[str]) -> Reduction:
        if (id(model), silent) not in self.reduced:
            self.reduced[id(model), silent] = reduce_component(model, silent, self.watch)
        return self.reduced[id(model), silent]

    @lazy_property
    def small_components(self) -> tuple[LPTS, ...]:
        """The components that the method works with."""
        return tuple(reduction.reduced for reduction in self.reductions) if self.reduce else self.components

    @lazy_property
    def blocks(self) -> tuple[Sequence[int], Any]:
        """The block of each state of the specification by bisimulation, and the specification of these blocks."""
        return self.relation.merge(self.specification, self.watch)

    @lazy_property
    def small_specification(self) -> Any:
        """The specification that the method works with."""
        return self.blocks[1] if self.reduce else self.specification

    @lazy_property
    def small_parts(self) -> list[tuple[LPTS, ...]]:
        """The sides that the method works with."""
        left = iter(self.small_components)
        return [tuple(islice(left, len(side))) for side in self.sides]

    def small_sides(self) -> list[LPTS]:
        """The sides that the method works with, composed."""
        return [parts[0] if len(parts) == 1 else compose(*parts, watch=self.watch) for parts in self.small_parts]

    def premises(self, assumptions: Sequence[LPTS]) -> tuple[Premise, ...]:
        """The premises of the rule, for the components that the user gave."""
        return self.rule.premises(self.sides, assumptions, self.specification)

    def certificate(self, relation: SimulationRelation | Bound) -> SimulationRelation | Bound | Proof:
        """What shows the claim for the components that the method worked with, as evidence about those that the user
        gave."""
        if not self.reduce:
            return relation
        if isinstance(relation, Bound):
            return searched_proof(relation, self.reductions, self.watch)
        return reduced_proof(relation, self.reductions, model_of(self.specification), self.blocks[0], self.watch)

    def lifted(self, execution: ExecutionTree) -> ExecutionTree:
        """An execution of the components that the method worked with, as one of those that the user gave; or
        MissingActions, if it is spurious for want of dropped actions."""
        if self.dropped:
            certain = self.relation.counterexample == "witness"
            return lift(execution, self.reductions, self.dropped, certain, self.watch)
        return undo_reduction(execution, self.reductions, self.watch) if self.reduce else execution

    def tree(self, execution: ExecutionTree) -> Tree:
        """The tree of an execution of the components that the method worked with, for those that the user gave."""
        return to_tree(self.lifted(execution), self.watch)

    def normalised(self) -> Task:
        """The task with the normal form of its specification, if methods need one."""
        task = self.normalised_within(None)
        assert task is not None
        return task

    def normalised_within(self, most: int | None) -> Task | None:
        """The same; None if the normal form has more than `most` members in all."""
        if self.relation.is_normal(self.specification):
            return self
        assert self.relation.normal_form is not None
        found = self.relation.normal_form(self.specification, self.watch, most)
        if found is None:
            return None
        names = model_of(self.specification).states
        members = [[names[state] for state in states] for states in found.members]
        return replace(self, specification=found.model, members=members)

    def answer(
        self,
        certificate: SimulationRelation | ReachedPairs | Bound | Proof | None = None,
        tree: Tree | None = None,
        reason: str | None = None,
        minimality: Minimality | None = None,
    ) -> Answer:
        """The answer, with the log of this task and its order of the components."""
        if certificate is not None and self.members is not None:
            assert not isinstance(certificate, Bound), "formulas have no normal form"
            certificate = in_sets(certificate, self.members)
        return Answer(self.sides, self.specification, self.log, certificate, tree, reason, minimality)


@dataclass(frozen=True)
class Answer:
    """A certificate if the relation holds, a tree if it is violated."""

    sides: Sides
    """As the method used them."""
    specification: Specification
    """The one that the method worked with, which a tree violates: the given one or its normal form."""
    log: RunLog
    """The log of the run that decided."""
    certificate: SimulationRelation | ReachedPairs | Bound | Proof | None = None
    tree: Tree | None = None
    reason: str | None = None
    """Why there is neither."""
    minimality: Minimality | None = None
    """How small the assumptions of the certificate can be, if the method has looked for small ones."""

    @property
    def components(self) -> tuple[LPTS, ...]:
        """In the order that the method used."""
        return tuple(component for side in self.sides for component in side)

    @property
    def assumptions(self) -> tuple[LPTS, ...]:
        """Those of the proof, if it is one."""
        return self.certificate.assumptions if isinstance(self.certificate, Proof) else ()
