"""The `fixpoint` backend: look for a simulation of few pairs (`lazy_pairs`) if the specification is large; otherwise
refine rows (`refiner`), then read the relation or a tree off them.

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
from symag.simulation.lazy_pairs import LazyPairs
from symag.simulation.refined_rows import RefinedRows
from symag.simulation.refiner import Refiner
from symag.simulation.successor_matching import SuccessorMatcher
from symag.simulation.trees import tree_from_ranks
from symag.simulation.vector_numbers import VectorNumbers

__all__ = ["Fixpoint", "capabilities_of", "some_simulation"]

LARGE = 1024
"""States of a specification from which on a simulation of few pairs is looked for first."""
PAIRS = 2
"""So many pairs per state of either side are few."""


@register("fixpoint")
class Fixpoint:
    """The explicit engine: exact, with trees of least depth."""

    name = "fixpoint"
    capabilities = Capabilities(finds_least_depth=True, is_explicit=True)

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        """See `symag.simulation.backend.Backend`."""
        early = _by_pairs(system, specification, watch)
        if early is not None:
            return early
        refiner = _refiner(system, specification, watch)
        holds = refiner.run(watch)
        statistics = refiner.statistics()
        if holds:
            return Decision(relation=_refined(system, specification, refiner), statistics=statistics)
        tree: Tree = tree_from_ranks(system, specification, refiner, watch)
        return Decision(tree=tree, statistics=statistics)


def some_simulation(system: LPTS, specification: LPTS, watch: Watch) -> SimulationRelation | None:
    """A simulation that relates the initial states, if there is one; no tree is made if there is none."""
    early = _by_pairs(system, specification, watch)
    if early is not None:
        return early.relation
    refiner = _refiner(system, specification, watch)
    return _refined(system, specification, refiner) if refiner.run(watch) else None


def _refined(system: LPTS, specification: LPTS, refiner: Refiner) -> SimulationRelation:
    row_of, numbers = refiner.final_rows()
    return SimulationRelation(system, specification, row_of, RefinedRows(refiner, numbers))


def _by_pairs(system: LPTS, specification: LPTS, watch: Watch) -> Decision | None:
    """A simulation of few pairs, where rows would be long and the initial pair may need few others."""
    if specification.num_states < LARGE or system.num_distributions or specification.num_distributions:
        return None
    watch.check("looking for a simulation")
    most = PAIRS * (system.num_states + specification.num_states)
    pairs = LazyPairs(system, specification, _meaning(system, specification), most, watch)
    if not pairs.run():
        return None
    relation = SimulationRelation.of_pairs(system, specification, pairs.relation(), watch)
    return Decision(relation=relation, statistics=pairs.statistics())


def _meaning(system: LPTS, specification: LPTS) -> array[int]:
    """Of each action of the system, the one of the specification that it is; -1 if it is answered by staying."""
    answered = answering_actions(specification)
    return array("i", [answered.get(action, -1) for action in system.actions])


def _refiner(system: LPTS, specification: LPTS, watch: Watch) -> Refiner:
    meaning = _meaning(system, specification)
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
