"""Assume-guarantee abstraction refinement: CAV'12, Algorithm 3 with rules ASYM and ASYM-N, and CEGAR, Algorithm 2.

    1: L_1 ‖ A_1 ≼ P    2: L_2 ‖ A_2 ≼ A_1    …    n: L_n ≼ A_{n-1}
    ---------------------------------------------------------------
                       L_1 ‖ … ‖ L_n ≼ P

Only premise 1 is ever decided: the others hold because A_i is a quotient of what is below it. A counterexample to it is
projected on A_1 and held against L_2 ‖ A_2. If that cannot do it, A_1 is refined; if it can, the counterexample is
rebuilt for it, projected on A_2, and so on. What even L_n can do is real. Two sides are ASYM. CEGAR is the same without
L_1.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from symag.assume.abstraction import Abstraction, members_of
from symag.assume.analysis import Realisation, analyse
from symag.assume.assumption_chain import AssumptionChain
from symag.assume.concretise import concretise
from symag.assume.execution_tree import ExecutionTree, to_execution_tree
from symag.assume.iteration_frames import frame_of, taken_by
from symag.assume.partition_refinement import Split, improved_splits, paper_splits, unanswered_moves
from symag.assume.projection import Projection, project
from symag.errors import InternalError
from symag.evidence import IterationFrame, IterationLog, SimulationRelation, SplitRecord, Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation import Backend, decide, refute

__all__ = ["STRATEGIES", "Refinement", "Refining"]

STRATEGIES = ("improved", "paper")
"""`paper` starts every assumption anew from the coarsest partition when one below it is refined."""


@dataclass(frozen=True)
class Refinement:
    """What abstraction refinement came to: assumptions for which premise 1 holds, or a counterexample that is real."""

    abstractions: tuple[Abstraction, ...]
    relation: SimulationRelation | None
    real: ExecutionTree | None
    history: tuple[dict[str, Any], ...]
    statistics: dict[str, Any]


class Refining:
    """A refinement in progress of `first ‖ rest… ≼ specification`; without a first, CEGAR of the one side that is."""

    def __init__(
        self,
        first: LPTS | None,
        rest: Sequence[LPTS],
        specification: LPTS,
        backend: Backend,
        watch: Watch,
        strategy: str = "improved",
        listener: Callable[[dict[str, Any]], None] = lambda iteration: None,
        iteration_log: IterationLog | None = None,
    ) -> None:
        self.first = first
        self.specification = specification
        self.backend = backend
        self.watch = watch
        self.strategy = strategy
        self.listener = listener
        self.iteration_log = IterationLog() if iteration_log is None else iteration_log
        self.chain = AssumptionChain(rest, strategy != "paper", watch)
        self.history: list[dict[str, Any]] = []
        self.figures = dict.fromkeys(("states_explored", "transitions_explored", "queries", "largest_assumption"), 0)
        self.largest = 0

    def finish(self) -> Refinement:
        """Refine until it is decided."""
        while (found := self.step()) is None:
            pass
        return found

    def step(self) -> Refinement | None:
        """One iteration: decide premise 1, and refine if the counterexample is spurious."""
        started = time.monotonic()
        assumption = self.chain.abstractions[0].assumption
        models = (assumption,) if self.first is None else (self.first, assumption)
        outcome, system = decide(models, self.specification, self.backend, self.watch)
        entry = self._entry(system)
        abstractions = tuple(self.chain.abstractions)
        analysis = CounterexampleAnalysis(None, (), ())
        if outcome.tree is not None:
            execution = _execution_tree(outcome.tree, models, self.specification, self.strategy, self.watch)
            analysis = _analyse_down(execution, self.chain, self.strategy, self.watch)
            entry |= {"counterexample": len(outcome.tree.nodes), "depth": outcome.tree.depth}
            entry |= {"splits": list(map(str, analysis.splits))} if analysis.real is None else {"real": True}
        entry["seconds"] = round(time.monotonic() - started, 6)
        self.history.append(entry)
        before = [abstraction.assumption for abstraction in abstractions]
        self.iteration_log.offer(before, lambda: _frame(len(self.history), before, outcome.tree, analysis))
        self.listener(entry)
        if outcome.tree is not None and analysis.real is None:
            return None
        figures = dict(self.figures)
        figures["states_explored"] += self.chain.states_composed
        figures["largest_composition"] = max(self.largest, self.chain.largest_composition)
        return Refinement(tuple(self.chain.abstractions), outcome.relation, analysis.real, tuple(self.history), figures)

    def _entry(self, system: LPTS) -> dict[str, Any]:
        """What the history says of an iteration, as far as it is known before the counterexample is looked at."""
        sizes = [abstraction.assumption.num_states for abstraction in self.chain.abstractions]
        self.largest = max(self.largest, system.num_states)
        self.figures["states_explored"] += system.num_states
        self.figures["transitions_explored"] += system.num_transitions
        self.figures["queries"] += 1
        self.figures["largest_assumption"] = max(self.figures["largest_assumption"], *sizes)
        return {"iteration": len(self.history) + 1, "assumptions": sizes, "composition": system.num_states}


def _frame(
    iteration: int, models: Sequence[LPTS], tree: Tree | None, analysis: CounterexampleAnalysis
) -> IterationFrame:
    """The iteration as a picture."""
    steps = [taken_by(model, projection) for model, projection in zip(models, analysis.projections, strict=False)]
    return frame_of(iteration, models, tree, steps, analysis.splits)


def _execution_tree(
    tree: Tree, models: tuple[LPTS, ...], specification: LPTS, strategy: str, watch: Watch
) -> ExecutionTree:
    """The counterexample by components; to improve on the paper, pruned, and with all moves that P cannot answer."""
    if strategy == "paper":
        return to_execution_tree(tree, models, watch)
    pruned = refute(tree, specification, watch)
    return to_execution_tree(pruned.tree, models, watch, unanswered_moves(pruned, specification, watch))


class CounterexampleAnalysis(NamedTuple):
    """What holding a counterexample against the assumptions came to: it is real, or so they were split."""

    real: ExecutionTree | None
    projections: Sequence[Projection]
    """On the assumptions, as far down as it was looked at."""
    splits: Sequence[SplitRecord]


def _analyse_down(
    execution: ExecutionTree, chain: AssumptionChain, strategy: str, watch: Watch
) -> CounterexampleAnalysis:
    """Hold the counterexample against what the assumptions stand for, from the first to the last, and refine the one
    that is too coarse. The execution of the whole system, if none is; otherwise what was split.

    What is built on a refined assumption is held against the same counterexample at once (not by the paper's strategy):
    it would come back otherwise, once for every assumption.
    """
    faithful = strategy == "paper"
    choose = paper_splits if faithful else improved_splits
    projections: list[Projection] = []
    for level, abstraction in enumerate(chain.abstractions):
        projection = project(execution, len(execution.models) - 1, watch)
        projections.append(projection)
        found = analyse(
            projection,
            abstraction.concrete,
            abstraction.block_of,
            abstraction.members,
            abstraction.assumption,
            faithful,
            watch,
        )
        if not isinstance(found, Realisation):
            chosen = choose(found, projection, abstraction.members)
            if not chosen:
                raise InternalError("a spurious counterexample leads to no split (CAV'12, Lemma 6)")

            def again(level: int, old: Abstraction, concrete: LPTS, block_of: list[int]) -> Sequence[Split]:
                members = members_of(block_of, len(old.members), watch)
                still = analyse(projections[level], concrete, block_of, members, old.assumption, faithful, watch)
                return () if isinstance(still, Realisation) else choose(still, projections[level], members)

            return CounterexampleAnalysis(None, projections, chain.refine(level, chosen, again))
        execution = concretise(execution, projection, found, watch)
    return CounterexampleAnalysis(execution, projections, ())
