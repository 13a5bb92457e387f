"""The `fixpoint` backend: refine rows (`refiner`), then read the relation or a tree off them.

What a backend can do, and whether it is trusted: the one place that decides it.

A backend declares its capabilities itself, but for trust. Trust comes from the table of this module, by the identity of
the class: a subclass of a trusted backend may answer anything, so it is not trusted, whatever it inherits or claims.
"""

from __future__ import annotations

from array import array
from dataclasses import replace

from symag.errors import BackendError
from symag.evidence import SimulationRelation, Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import answering_actions
from symag.simulation.backend import Backend, Capabilities, Decision, register
from symag.simulation.refiner import Refiner
from symag.simulation.successor_matching import SuccessorMatcher
from symag.simulation.trees import tree_from_ranks
from symag.simulation.vector_numbers import VectorNumbers

__all__ = ["Fixpoint", "capabilities_of", "coarsest_simulation"]


@register("fixpoint")
class Fixpoint:
    """The explicit engine: exact, with trees of least depth."""

    name = "fixpoint"
    capabilities = Capabilities(finds_least_depth=True, is_explicit=True)

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        """See `symag.simulation.backend.Backend`."""
        refiner = _refiner(system, specification, watch)
        holds = refiner.run(watch)
        statistics = refiner.statistics()
        if holds:
            return Decision(
                relation=SimulationRelation(system, specification, *refiner.final_rows()), statistics=statistics
            )
        tree: Tree = tree_from_ranks(system, specification, refiner, watch)
        return Decision(tree=tree, statistics=statistics)


def coarsest_simulation(system: LPTS, specification: LPTS, watch: Watch) -> SimulationRelation | None:
    """The coarsest simulation, if it relates the initial states; no tree is made if it does not."""
    refiner = _refiner(system, specification, watch)
    return SimulationRelation(system, specification, *refiner.final_rows()) if refiner.run(watch) else None


def _refiner(system: LPTS, specification: LPTS, watch: Watch) -> Refiner:
    answered = answering_actions(specification)
    meaning = array("i", [answered.get(action, -1) for action in system.actions])
    watch.check("refining")
    matcher = SuccessorMatcher(system, specification, VectorNumbers(system, specification, watch), watch)
    return Refiner(system, specification, meaning, matcher)


TRUSTED: tuple[type, ...] = (Fixpoint,)
"""The backends whose verdicts need no audit."""


def capabilities_of(backend: Backend) -> Capabilities:
    """The capabilities that a backend declares, or the defaults if it declares none; trust by symag's own table."""
    declared = getattr(backend, "capabilities", Capabilities())
    if not isinstance(declared, Capabilities):
        raise BackendError(
            f"the capabilities of the backend {backend.name!r} must be a symag.simulation.Capabilities, "
            f"not {declared!r}"
        )
    return replace(declared, is_trusted=any(type(backend) is trusted for trusted in TRUSTED))
