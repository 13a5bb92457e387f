"""A counterexample to premise 1 goes down the chain of assumptions: it is real, or an assumption is refined.

It is projected on A_1 and analysed in L_2 ‖ A_2. If that has it, it is concretised, projected on A_2, and so on
(CAV'12, section 5). The strategy `improved` adds: the counterexample is pruned, and has all moves that P cannot answer
at its end; it is cut to the core that makes it spurious; and the abstractions above a refined one are analysed for the
same counterexample at once, because otherwise it would come back once for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from symag.assume.abstraction import Abstraction
from symag.assume.analysis import Realisation, SpuriousStep, analyse
from symag.assume.assumption_chain import AssumptionChain
from symag.assume.concretise import concretise
from symag.assume.execution_tree import ExecutionTree, to_execution_tree
from symag.assume.partition_refinement import Split, improved_splits, paper_splits, unanswered_moves
from symag.assume.projection import Projection, project
from symag.assume.spurious_core import spurious_core
from symag.assume.task import Task
from symag.errors import InternalError
from symag.evidence import SplitRecord, Tree
from symag.model import LPTS

__all__ = ["ChainDescent", "descend"]


class ChainDescent(NamedTuple):
    """How far down a counterexample went: it is real, or abstractions were split."""

    real: ExecutionTree | None
    projections: Sequence[Projection]
    """On the assumptions, as far down as the analysis went."""
    splits: Sequence[SplitRecord]


def descend(tree: Tree, models: tuple[LPTS, ...], chain: AssumptionChain, task: Task) -> ChainDescent:
    """Analyse the counterexample in the models that the assumptions abstract, from the first to the last, and refine
    the abstraction that is too coarse. The result has the execution of the whole system, if no abstraction is too
    coarse; otherwise the splits."""
    watch, faithful = task.watch, task.strategy == "paper"
    execution = _execution_tree(tree, models, task)
    projections: list[Projection] = []
    for level, abstraction in enumerate(chain.abstractions):
        projection = project(execution, len(execution.models) - 1, watch)
        projections.append(projection)
        found = analyse(projection, abstraction, faithful, watch)
        if not isinstance(found, Realisation):
            chosen = _splits(chain, level, abstraction, projection, found, task)
            if not chosen:
                raise InternalError("a spurious counterexample leads to no split (CAV'12, Lemma 6)")

            def again(level: int, inherited: Abstraction) -> Sequence[Split]:
                still = analyse(projections[level], inherited, faithful, watch)
                if isinstance(still, Realisation):
                    return ()
                return _splits(chain, level, inherited, projections[level], still, task)

            return ChainDescent(None, projections, chain.refine(level, chosen, again))
        execution = concretise(execution, projection, found, watch)
    return ChainDescent(execution, projections, ())


def _execution_tree(tree: Tree, models: tuple[LPTS, ...], task: Task) -> ExecutionTree:
    """The counterexample by components; to improve on the paper, pruned, and with all moves that P cannot answer."""
    if task.strategy == "paper":
        return to_execution_tree(tree, models, task.watch)
    pruned = task.relation.explain(tree, task.small_specification, task.watch)
    unanswered = None
    if pruned.steps:
        unanswered = unanswered_moves(pruned, task.small_specification, task.watch)
    return to_execution_tree(pruned.tree, models, task.watch, unanswered)


def _splits(
    chain: AssumptionChain,
    level: int,
    abstraction: Abstraction,
    projection: Projection,
    spurious: SpuriousStep,
    task: Task,
) -> list[Split]:
    """What a spurious counterexample splits."""
    if task.strategy == "paper":
        return paper_splits(spurious, projection)
    core, reason = spurious_core(projection, abstraction, spurious, task.watch)
    return improved_splits(reason, core, by_component=level + 1 < len(chain.abstractions))
