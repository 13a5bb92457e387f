"""Strong simulation, `L ≼ P` (CAV'12, Definitions 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symag.evidence import LPTS_KIND, SimulationRelation, Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import is_deterministic
from symag.relations.relation import Relation, Words
from symag.simulation import Backend, LazyCheck, capabilities_of, refute, small_simulation
from symag.traces import inclusion

__all__ = ["SIMULATION", "prove_simulation"]


def _admit(components: Iterable[LPTS], specification: LPTS) -> None:
    """Simulation is defined for all LPTSs."""


def prove_simulation(
    components: Sequence[LPTS], specification: LPTS, backend: Backend, watch: Watch
) -> SimulationRelation | Tree:
    """A simulation with few pairs. Below a safety LTS, a search on the fly is enough: its pairs are a simulation."""
    is_safe = is_deterministic(specification) and all(model.is_lts for model in components)
    if is_safe and capabilities_of(backend).is_explicit:
        included = inclusion(components, specification, watch)
        if included is not None:
            return included
    outcome, _ = LazyCheck(components, specification, backend, watch).finish()
    if outcome.tree is not None:
        return outcome.tree
    assert outcome.relation is not None
    return small_simulation(outcome.relation, watch)


SIMULATION = Relation(
    name="simulation",
    help="the specification can follow every step of the system, with probabilities that match",
    words=Words(
        signs={"holds": "≼", "violated": "⋠", "unknown": "≼?"},
        sentences={
            "holds": "{specification} can follow everything that {system} does, step by step.",
            "violated": "{specification} cannot follow everything that {system} does.",
            "unknown": "It is not known yet whether {specification} can follow {system}.",
        },
        sign_means=(
            "is simulated by: the right side can follow every step of the left side, and again after that step, with "
            "probabilities that match. With a stroke through it: is not."
        ),
        node_means="a node, or a state, is below those states that can follow everything it does.",
    ),
    specification=LPTS_KIND,
    admit=_admit,
    start=LazyCheck,
    prove=prove_simulation,
    explain=refute,
    counterexample="tree",
    favours_few_actions=True,
)
