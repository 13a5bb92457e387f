"""A smaller relation that is a simulation still: one answer for every move is enough.

The fixpoint gives the coarsest simulation. As evidence that is more than is needed, and every pair costs the kernel
time: so from the initial pair on, one answer is chosen for each move, one that needs few new pairs.
"""

from __future__ import annotations

from fractions import Fraction

from symag.errors import InternalError
from symag.evidence import SimulationRelation
from symag.limits import Watch
from symag.simulation.completed_successors import CompletedSuccessors
from symag.simulation.exact_flow import exact_flow

__all__ = ["small_simulation"]

Pair = tuple[int, int]


def small_simulation(relation: SimulationRelation, watch: Watch) -> SimulationRelation:
    """The part of the relation that is needed for its initial pair."""
    system = relation.system
    answers = CompletedSuccessors(relation.specification, system.actions)
    needed = {(system.initial, relation.specification.initial)}
    todo = list(needed)
    chosen: dict[tuple[int, int, int], list[Pair]] = {}
    watch.check("making the evidence")
    for count, (s, p) in enumerate(todo):  # which grows meanwhile
        watch.tick(1 + len(system.row(s)), count)
        for t in system.row(s):
            key = system.action[t], system.target[t], p
            if key not in chosen:
                chosen[key] = _answer(relation, answers, key, needed, watch)
                new = [pair for pair in chosen[key] if pair not in needed]
                needed.update(new)
                todo += new
    return SimulationRelation.of_pairs(system, relation.specification, needed, watch)


def _answer(
    relation: SimulationRelation,
    answers: CompletedSuccessors,
    key: tuple[int, int, int],
    needed: set[Pair],
    watch: Watch,
) -> list[Pair]:
    """The pairs of the answer that needs the fewest new ones."""
    action, target, p = key
    mu = dict(relation.system.outcomes(target))
    best: tuple[int, list[Pair]] | None = None
    for nu in answers.of(p, action):
        pairs = _carried(mu, nu, relation, watch)
        if pairs is not None:
            cost = sum(pair not in needed for pair in pairs)
            if best is None or cost < best[0]:
                best = cost, pairs
            if not cost:
                break
    if best is None:
        raise InternalError("a relation that is no simulation was handed over as one")
    return best[1]


def _carried(
    mu: dict[int, Fraction], nu: dict[int, Fraction], relation: SimulationRelation, watch: Watch
) -> list[Pair] | None:
    """The pairs that a weight function uses, if there is one; where one side is Dirac there is nothing to choose."""
    if len(mu) == 1 or len(nu) == 1:
        watch.tick(len(mu) * len(nu))
        pairs = [(s, q) for s in mu for q in nu]
        return pairs if all(pair in relation for pair in pairs) else None
    weights = exact_flow(mu, nu, lambda s, q: (s, q) in relation, watch).weights
    return None if weights is None else list(weights)
