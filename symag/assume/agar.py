"""Assume-guarantee abstraction refinement: CAV'12, Algorithm 3 with rules ASYM and ASYM-N, and CEGAR, Algorithm 2.

    1: L_1 ‖ A_1 ≼ P    2: L_2 ‖ A_2 ≼ A_1    …    n: L_n ≼ A_{n-1}
    ---------------------------------------------------------------
                       L_1 ‖ … ‖ L_n ≼ P

Only premise 1 is ever decided: the others hold by construction, because A_i is a quotient of L_{i+1} ‖ A_{i+1}. A
counterexample to premise 1 is projected on A_1 and analysed in L_2 ‖ A_2. If L_2 ‖ A_2 cannot do it, A_1 is refined. If
it can, the counterexample is concretised for L_2 ‖ A_2, projected on A_2, and so on. A counterexample that even L_n can
do is real. Two sides are ASYM. CEGAR is the same without L_1: it composes the system, and refines one abstraction.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from symag.assume.abstraction import Abstraction
from symag.assume.assumption_chain import AssumptionChain
from symag.assume.construction import constructed_proof
from symag.assume.descent import ChainDescent, descend
from symag.assume.execution_tree import ExecutionTree, to_tree
from symag.assume.iteration_frames import frame_of, taken_by
from symag.assume.lifting import MissingActions
from symag.assume.merging import Merging
from symag.assume.sides import alphabet_of, interface
from symag.assume.task import Answer, Task
from symag.errors import LimitReached
from symag.evidence import Bound, IterationFrame, SimulationRelation, Tree
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.operators import compose

__all__ = ["Agar", "Refinement", "Refining", "answer_refined", "by_cegar", "droppable"]


@dataclass(frozen=True)
class Refinement:
    """The end of a refinement: assumptions for which premise 1 holds, or a real counterexample."""

    abstractions: tuple[Abstraction, ...]
    relation: SimulationRelation | Bound | None
    real: ExecutionTree | None
    """Of the components that the user gave."""
    missing: frozenset[str] = frozenset()
    """Actions for want of which the counterexample is spurious."""


class Refining:
    """A refinement in progress of `first ‖ rest… ≼ P`; without a first side, CEGAR of the one side that is left."""

    def __init__(self, task: Task, first: LPTS | None, rest: Sequence[LPTS]) -> None:
        self.task = task
        self.first = first
        self.chain = AssumptionChain(rest, task.strategy != "paper", task.watch)

    def finish(self) -> Refinement:
        """Refine until it is decided."""
        while (found := self.step()) is None:
            pass
        return found

    def step(self) -> Refinement | None:
        """One iteration: decide premise 1, and refine if the counterexample is spurious."""
        started, task, log = time.monotonic(), self.task, self.task.log
        assumption = self.chain.abstractions[0].assumption
        models = (assumption,) if self.first is None else (self.first, assumption)
        outcome, system = task.relation.decide(models, task.small_specification, task.backend, task.watch)
        entry = self._entry(system)
        if outcome.guess is not None:
            entry["probability"] = outcome.guess
        before = [abstraction.assumption for abstraction in self.chain.abstractions]
        analysis = ChainDescent(None, (), ())
        real, missing = None, frozenset[str]()
        if outcome.tree is not None:
            analysis = descend(outcome.tree, models, self.chain, task)
            entry |= {"counterexample": len(outcome.tree.nodes), "depth": outcome.tree.depth}
            if analysis.real is None:
                entry["splits"] = list(map(str, analysis.splits))
            else:
                real, missing = self._lifted(analysis.real, entry)
        entry["seconds"] = round(time.monotonic() - started, 6)
        log.end_iteration(entry, before, lambda: _frame(len(log.iterations), before, outcome.tree, analysis))
        if outcome.tree is not None and analysis.real is None:
            return None
        log.count("states_explored", self.chain.states_composed)
        log.grow("largest_composition", self.chain.largest_composition)
        relation = None if outcome.tree is not None else outcome.certificate
        return Refinement(tuple(self.chain.abstractions), relation, real, missing)

    def _lifted(self, execution: ExecutionTree, entry: dict[str, Any]) -> tuple[ExecutionTree | None, frozenset[str]]:
        """The execution of the components that the user gave, or the actions that it is spurious for want of."""
        try:
            real = self.task.lifted(execution)
        except MissingActions as missing:
            sides = enumerate(self.task.sides[1:], 1)
            wanted = {f"A{number}": sorted(missing.actions & alphabet_of(side)) for number, side in sides}
            entry["actions"] = {name: actions for name, actions in wanted.items() if actions}
            return None, missing.actions
        entry["real"] = True
        return real, frozenset()

    def _entry(self, system: LPTS) -> dict[str, Any]:
        """The log's entry of an iteration, before the counterexample is analysed."""
        sizes = [abstraction.assumption.num_states for abstraction in self.chain.abstractions]
        log = self.task.log
        log.explore(system)
        log.count("queries")
        log.grow("largest_assumption", *sizes)
        return {"iteration": len(log.iterations) + 1, "assumptions": sizes, "composition": system.num_states}


class Agar:
    """AGAR with the task's rule, step by step: assumptions about the sides after the first."""

    def __init__(self, task: Task, merge: bool = True) -> None:
        self.merge = merge and task.strategy != "paper"
        """Are blocks merged after a proof?"""
        self.work = 0
        """The number of states that were explored so far: of premise 1, and of the models that are abstracted."""
        self._begin(task, droppable(task) if task.alphabet_refinement else frozenset())

    def _begin(self, task: Task, dropped: frozenset[str]) -> None:
        """Begin with one block for each assumption, and without the dropped actions."""
        self.task = replace(task, dropped=dropped, reduce=task.reduce or bool(dropped))
        self.first, *rest = self.task.small_sides()
        self.refining = Refining(self.task, self.first, rest)

    def step(self) -> Answer | None:
        """One iteration."""
        self.work += sum(abstraction.concrete.num_states for abstraction in self.refining.chain.abstractions)
        before = self.task.log.figures.get("states_explored", 0)
        found = self.refining.step()
        self.work += self.task.log.figures["states_explored"] - before
        if found is None:
            return None
        if found.missing:
            self._begin(self.task, self.task.dropped - found.missing)
            return None
        if self.task.alphabet_refinement:
            self._log_alphabets()
        if self.merge and found.relation is not None:
            found = self._merged(found, found.relation)
        return answer_refined(self.task, found)

    def _log_alphabets(self) -> None:
        """How many actions of its interface each assumption knows, and how many there are."""
        task, log, above = self.task, self.task.log, alphabet_of(self.task.sides[0]) | self.task.specification.alphabet
        alphabets, interfaces = list[int](), list[int]()
        for level in range(1, len(task.sides)):
            face = interface(above, task.sides[level:])
            alphabets.append(len(face & alphabet_of(model for parts in task.small_parts[level:] for model in parts)))
            interfaces.append(len(face))
            above |= alphabet_of(task.sides[level])
        log.figures |= {"alphabets": alphabets, "interfaces": interfaces}

    def _merged(self, found: Refinement, relation: SimulationRelation | Bound) -> Refinement:
        """With smaller assumptions, if there are such. At a limit, they are as small as they are by then."""
        before = self.refining.chain.sizes
        merging = Merging(self.task, self.first, self.refining.chain, relation)
        with suppress(LimitReached):
            merging.merge()
        if merging.chain.sizes != before:
            self.task.log.figures["merged_from"] = before
        return Refinement(tuple(merging.chain.abstractions), merging.relation, None)


def droppable(task: Task) -> frozenset[str]:
    """The actions that components share, and each of them may do without, because the specification does not speak of
    them."""
    found, kept = frozenset[str](), frozenset[str]()
    for model, own in zip(task.components, task.relation.silent(task.components, task.specification), strict=True):
        (silent,) = task.relation.silent([model], task.specification)
        found |= silent - own
        kept |= model.alphabet - silent
    return found - kept - {TAU}


def answer_refined(task: Task, found: Refinement) -> Answer:
    """The answer at the end of a refinement, for the components that the user gave."""
    if found.real is not None:
        return task.answer(tree=to_tree(found.real, task.watch))
    assert found.relation is not None
    return task.answer(constructed_proof(task, found.abstractions, found.relation))


def _frame(iteration: int, models: Sequence[LPTS], tree: Tree | None, analysis: ChainDescent) -> IterationFrame:
    """The iteration as a picture."""
    steps = [taken_by(model, projection) for model, projection in zip(models, analysis.projections, strict=False)]
    return frame_of(iteration, models, tree, steps, analysis.splits)


def by_cegar(task: Task) -> Answer:
    """Compose the system, and refine its abstraction until the question is decided."""
    system = compose(*task.small_components, watch=task.watch)
    found = Refining(task, None, [system]).finish()
    task.log.grow("largest_composition", system.num_states)
    task.log.count("states_explored", system.num_states)
    if found.real is not None:
        return task.answer(tree=to_tree(found.real, task.watch))
    assert found.relation is not None
    through = _bound_through_quotient if isinstance(found.relation, Bound) else _through_quotient
    return task.answer(task.certificate(through(system, found, task.watch)))


def _through_quotient(system: LPTS, found: Refinement, watch: Watch) -> SimulationRelation:
    """A state is below whatever its block is below."""
    abstract, block_of = found.relation, found.abstractions[0].block_of
    assert isinstance(abstract, SimulationRelation)
    row_of_block = {
        abstract.system.parts(state)[0]: abstract.row_of[state]
        for state in watch.over(range(abstract.system.num_states))
    }
    row_of = array("i", [row_of_block[block] for block in watch.over(block_of)])
    return SimulationRelation(system, abstract.specification, row_of, abstract.rows)


def _bound_through_quotient(system: LPTS, found: Refinement, watch: Watch) -> Bound:
    """What a state's block can do at most, it can do at most."""
    abstract, block_of = found.relation, found.abstractions[0].block_of
    assert isinstance(abstract, Bound)
    members: dict[int, list[int]] = {}
    for state, block in enumerate(watch.over(block_of)):
        members.setdefault(block, []).append(state)
    quotient = {state: abstract.system.parts(state)[0] for state in watch.over(range(abstract.system.num_states))}
    parts = [part and part.through(lambda state: members[quotient[state]], system, watch) for part in abstract.parts]
    return Bound(system, abstract.specification, tuple(parts), abstract.value)
