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

from symag.assume.alternatives import alternatives
from symag.assume.analysis import Realisation, analyse
from symag.assume.frames import frame_of, steps_of
from symag.assume.ladder import Ladder, Rung, members_of
from symag.assume.lift import lift
from symag.assume.projection import Projection, project
from symag.assume.splits import Split, splits, splits_of_the_paper
from symag.assume.story import Story, story_of
from symag.errors import InternalError
from symag.evidence import Album, Frame, Relation, Splitting, Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation import Backend, decide, refute

__all__ = ["STRATEGIES", "Refinement", "Refining"]

STRATEGIES = ("improved", "paper")
"""`paper` starts every assumption anew from the coarsest partition when one below it is refined."""


@dataclass(frozen=True)
class Refinement:
    """What abstraction refinement came to: assumptions for which premise 1 holds, or a counterexample that is real."""

    rungs: tuple[Rung, ...]
    relation: Relation | None
    real: Story | None
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
        told: Callable[[dict[str, Any]], None] = lambda iteration: None,
        album: Album | None = None,
    ) -> None:
        self.first = first
        self.specification = specification
        self.backend = backend
        self.watch = watch
        self.strategy = strategy
        self.told = told
        self.album = Album() if album is None else album
        self.ladder = Ladder(rest, strategy != "paper", watch)
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
        assumption = self.ladder.rungs[0].assumption
        models = (assumption,) if self.first is None else (self.first, assumption)
        outcome, system = decide(models, self.specification, self.backend, self.watch)
        entry = self._entry(system)
        rungs = tuple(self.ladder.rungs)
        seen = Seen(None, (), ())
        if outcome.tree is not None:
            story = _story(outcome.tree, models, self.specification, self.strategy, self.watch)
            seen = _look_down(story, self.ladder, self.strategy, self.watch)
            entry |= {"counterexample": len(outcome.tree.nodes), "depth": outcome.tree.depth}
            entry |= {"splits": list(map(str, seen.splittings))} if seen.real is None else {"real": True}
        entry["seconds"] = round(time.monotonic() - started, 6)
        self.history.append(entry)
        before = [rung.assumption for rung in rungs]
        self.album.offer(before, lambda: _frame(len(self.history), before, outcome.tree, seen))
        self.told(entry)
        if outcome.tree is not None and seen.real is None:
            return None
        figures = dict(self.figures)
        figures["states_explored"] += self.ladder.states_composed
        figures["largest_composition"] = max(self.largest, self.ladder.largest_composition)
        return Refinement(tuple(self.ladder.rungs), outcome.relation, seen.real, tuple(self.history), figures)

    def _entry(self, system: LPTS) -> dict[str, Any]:
        """What the history says of an iteration, as far as it is known before the counterexample is looked at."""
        sizes = [rung.assumption.num_states for rung in self.ladder.rungs]
        self.largest = max(self.largest, system.num_states)
        self.figures["states_explored"] += system.num_states
        self.figures["transitions_explored"] += system.num_transitions
        self.figures["queries"] += 1
        self.figures["largest_assumption"] = max(self.figures["largest_assumption"], *sizes)
        return {"iteration": len(self.history) + 1, "assumptions": sizes, "composition": system.num_states}


def _frame(iteration: int, models: Sequence[LPTS], tree: Tree | None, seen: Seen) -> Frame:
    """The iteration as a picture."""
    steps = [steps_of(model, projection) for model, projection in zip(models, seen.projections, strict=False)]
    return frame_of(iteration, models, tree, steps, seen.splittings)


def _story(tree: Tree, models: tuple[LPTS, ...], specification: LPTS, strategy: str, watch: Watch) -> Story:
    """The counterexample, retold; to improve on the paper, without what can be dropped, and with alternatives."""
    if strategy == "paper":
        return story_of(tree, models, watch)
    pruned = refute(tree, specification, watch)
    return story_of(pruned.tree, models, watch, alternatives(pruned, specification, watch))


class Seen(NamedTuple):
    """What holding a counterexample against the assumptions came to: it is real, or so they were split."""

    real: Story | None
    projections: Sequence[Projection]
    """On the assumptions, as far down as it was looked at."""
    splittings: Sequence[Splitting]


def _look_down(story: Story, ladder: Ladder, strategy: str, watch: Watch) -> Seen:
    """Hold the counterexample against what the assumptions stand for, from the first to the last, and refine the one
    that is too coarse. The story of the whole system, if none is; otherwise what was split.

    What is built on a refined assumption is held against the same counterexample at once (not by the paper's strategy):
    it would come back otherwise, once for every rung.
    """
    faithful = strategy == "paper"
    choose = splits_of_the_paper if faithful else splits
    projections: list[Projection] = []
    for level, rung in enumerate(ladder.rungs):
        projection = project(story, len(story.models) - 1, watch)
        projections.append(projection)
        found = analyse(projection, rung.concrete, rung.block_of, rung.members, rung.assumption, faithful, watch)
        if not isinstance(found, Realisation):
            chosen = choose(found, projection, rung.members)
            if not chosen:
                raise InternalError("a spurious counterexample leads to no split (CAV'12, Lemma 6)")

            def again(level: int, old: Rung, concrete: LPTS, block_of: list[int]) -> Sequence[Split]:
                members = members_of(block_of, len(old.members), watch)
                still = analyse(projections[level], concrete, block_of, members, old.assumption, faithful, watch)
                return () if isinstance(still, Realisation) else choose(still, projections[level], members)

            return Seen(None, projections, ladder.refine(level, chosen, again))
        story = lift(story, projection, found, watch)
    return Seen(story, projections, ())
