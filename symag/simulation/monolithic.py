"""The monolithic method: compose, decide; refute lazily.

A refutation that is found in a part of the system is one of the system, as long as states that were not expanded have
no moves. So the product is composed in steps, and only a verdict of `holds` needs all of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from symag.evidence import Tree
from symag.limits import Watch, within_memory
from symag.model import LPTS
from symag.operators import Composition, expected_states, layers_of
from symag.simulation.backend import Backend, Decision
from symag.simulation.fixpoint import capabilities_of

__all__ = ["FIRST_CAP", "LazyCheck", "decide"]

FIRST_CAP = 256
DENSE = 1 << 20
"""Possible states up to which there is a table of them: to fill a larger one takes longer than many a question."""
GROWTH = 4
"""A step is about so many times larger than the one before."""


class LazyCheck:
    """`L1 ‖ … ‖ Ln ≼ P` in steps, each with a larger part of the product."""

    def __init__(self, components: Sequence[LPTS], specification: LPTS, backend: Backend, watch: Watch) -> None:
        self.specification = specification
        self.backend = backend
        self.watch = watch
        self.composition = Composition(components, watch=watch, dense_limit=DENSE)
        self.cap = self._worthwhile(FIRST_CAP)
        """States that are known when the next part is decided."""
        self.layers: tuple[int, ...] = ()
        """Those of the largest part that was decided."""

    def advance(self, states: int) -> tuple[Decision, LPTS] | None:
        """Go on until so many states are known, or a part was decided. The backend's decision and the part of the
        product that it is about; nothing if that is not found yet."""
        return within_memory(lambda: self._advance(states))

    def _advance(self, states: int) -> tuple[Decision, LPTS] | None:
        self.composition.expand(min(states, self.cap))
        if self.composition.known < self.cap and not self.composition.complete:
            return None
        system = self.composition.explore(self.cap)
        self.watch.check("checking", system.num_states)
        decision = self.backend.simulate(system, self.specification, self.watch)
        if self.composition.complete or self._is_final(decision, system):
            return decision, system
        self.layers = layers_of(system, self.composition.expanded)
        self.cap = self._worthwhile(GROWTH * self.cap)
        return None

    def _worthwhile(self, cap: int) -> int:
        """Where the next part ends: if it would cost nearly as much as the whole, there is no part before the whole."""
        bound = self.composition.bound
        return bound + 1 if GROWTH * cap >= bound else cap

    def _is_final(self, decision: Decision, system: LPTS) -> bool:
        """Is this tree what the backend would say of the whole system? If it finds trees of least depth, only a tree
        that is as shallow as any through states that were not expanded; otherwise any tree will do.
        """
        if decision.tree is None:
            return False
        if not capabilities_of(self.backend).finds_least_depth:
            return True
        return _is_least(decision.tree, system, self.composition.expanded, self.watch)

    @property
    def expected_states(self) -> int:
        """A guess at how many states there are."""
        composition = self.composition
        return expected_states(composition.known, composition.expanded, composition.bound, self.layers)

    @property
    def known(self) -> int:
        """How many states are known."""
        return self.composition.known

    def finish(self) -> tuple[Decision, LPTS]:
        """Go on until it is decided."""
        while (decided := self.advance(self.cap)) is None:
            pass
        return decided


def decide(components: Sequence[LPTS], specification: LPTS, backend: Backend, watch: Watch) -> tuple[Decision, LPTS]:
    """The backend's decision for `L1 ‖ … ‖ Ln ≼ P`, and the part of the product that it is about."""
    return LazyCheck(components, specification, backend, watch).finish()


def _is_least(tree: Tree, system: LPTS, expanded: int, watch: Watch) -> bool:
    """Could no state that was not expanded be part of a tree that is less deep?

    States are numbered breadth first, so the first one without moves is as near as any: a tree that goes through it
    is deeper than its distance.
    """
    distance = {system.initial: 0}
    for s in range(expanded):
        if distance[s] + 2 >= tree.depth:
            return True
        for t in system.row(s):
            for state, _ in watch.over(system.outcomes(system.target[t])):
                distance.setdefault(state, distance[s] + 1)
    return expanded not in distance or distance[expanded] + 1 >= tree.depth
