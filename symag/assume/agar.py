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
from typing import Any

from symag.assume.alternatives import alternatives
from symag.assume.analysis import Realisation, Split, analyse
from symag.assume.ladder import Ladder, Rung, members_of
from symag.assume.lift import lift
from symag.assume.projection import Projection, project
from symag.assume.story import Story, story_of, tree_of
from symag.errors import InternalError
from symag.evidence import Relation, Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation import Backend, decide, refute

__all__ = ["STRATEGIES", "Refinement", "refine_until_decided"]

STRATEGIES = ("improved", "paper")
"""`paper` starts every assumption anew from the coarsest partition when one below it is refined."""


@dataclass(frozen=True)
class Refinement:
    """What abstraction refinement came to: assumptions under which premise 1 holds, or a tree that is real."""

    rungs: tuple[Rung, ...]
    relation: Relation | None
    tree: Tree | None
    history: tuple[dict[str, Any], ...]
    statistics: dict[str, Any]


def refine_until_decided(
    first: LPTS | None,
    rest: Sequence[LPTS],
    specification: LPTS,
    backend: Backend,
    watch: Watch,
    strategy: str = "improved",
    told: Callable[[dict[str, Any]], None] = lambda iteration: None,
) -> Refinement:
    """Decide `first ‖ rest… ≼ specification`; without a first side this is CEGAR of the one side that there is."""
    ladder = Ladder(rest, strategy != "paper", watch)
    history: list[dict[str, Any]] = []
    figures = {"states_explored": 0, "transitions_explored": 0, "queries": 0, "largest_assumption": 0}
    largest = 0
    while True:
        started = time.monotonic()
        models = (ladder.assumptions[0],) if first is None else (first, ladder.assumptions[0])
        outcome, system = decide(models, specification, backend, watch)
        largest = max(largest, system.num_states)
        figures["states_explored"] += system.num_states
        figures["transitions_explored"] += system.num_transitions
        figures["queries"] += 1
        sizes = [assumption.num_states for assumption in ladder.assumptions]
        figures["largest_assumption"] = max(figures["largest_assumption"], *sizes)
        entry: dict[str, Any] = {"iteration": len(history) + 1, "assumptions": sizes, "composition": system.num_states}
        real: Story | None = None
        if outcome.tree is not None:
            story = _story(outcome.tree, models, specification, strategy, watch)
            real, splits = _look_down(story, ladder, strategy, watch)
            entry |= {"counterexample": len(outcome.tree.nodes), "depth": outcome.tree.depth}
            entry |= {"splits": splits} if real is None else {"real": True}
        entry["seconds"] = round(time.monotonic() - started, 6)
        history.append(entry)
        told(entry)
        if outcome.tree is None or real is not None:
            figures["states_explored"] += ladder.states_composed
            figures["largest_composition"] = max(largest, ladder.largest_composition)
            tree = None if real is None else tree_of(real)
            return Refinement(tuple(ladder.rungs), outcome.relation, tree, tuple(history), figures)


def _story(tree: Tree, models: tuple[LPTS, ...], specification: LPTS, strategy: str, watch: Watch) -> Story:
    """The counterexample, retold; to improve on the paper, without what can be dropped, and with alternatives."""
    if strategy == "paper":
        return story_of(tree, models)
    pruned = refute(tree, specification, watch)
    return story_of(pruned.tree, models, alternatives(pruned, specification))


def _look_down(story: Story, ladder: Ladder, strategy: str, watch: Watch) -> tuple[Story | None, list[str]]:
    """Hold the counterexample against what the assumptions stand for, from the first to the last, and refine the one
    that is too coarse. The story of the whole system, if none is; otherwise what was split.

    What is built on a refined assumption is held against the same counterexample at once (not by the paper's strategy):
    it would come back otherwise, once for every rung.
    """
    everywhere = strategy == "paper"
    projections: list[Projection] = []
    for level, rung in enumerate(ladder.rungs):
        projection = project(story, len(story.models) - 1)
        found = analyse(projection, rung.concrete, rung.block_of, rung.members, rung.assumption, everywhere)
        if not isinstance(found, Realisation):
            if not found:
                raise InternalError("a spurious counterexample leads to no split (CAV'12, Lemma 6)")

            def again(level: int, old: Rung, concrete: LPTS, block_of: list[int]) -> Sequence[Split]:
                members = members_of(block_of, len(old.members))
                still = analyse(projections[level], concrete, block_of, members, old.assumption, everywhere)
                return () if isinstance(still, Realisation) else still

            return None, ladder.refine(level, found, again)
        projections.append(projection)
        story = lift(story, projection, found, watch)
    return story, []
