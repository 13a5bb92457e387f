"""The proof for components that were reduced before anything was decided (`symag.operators.reduce`).

    0: R_1 ‖ … ‖ R_n ≼ P    1: L_1 ≼ R_1    …    n: L_n ≼ R_n

The simulation of the whole system would be as large as the product of the components; this one is as large as what was
explored, and the components.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symag.evidence import Proof, ProvedPremise, SimulationRelation, bits_of
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import Reduction

__all__ = ["reduced_proof"]


def reduced_proof(
    relation: SimulationRelation,
    reductions: Sequence[Reduction],
    specification: LPTS,
    block_of: Sequence[int],
    watch: Watch,
) -> Proof:
    """From a simulation of the reduced components by the reduced specification, whose states are the blocks of the
    given one's, to one of the given components by the given specification."""
    whole, parts, abstractions = [], [], []
    for number, reduction in enumerate(reductions, 1):
        if reduction.is_identity:
            whole.append(f"L{number}")
        else:
            abstractions.append(reduction.reduced)
            whole.append(f"R{len(abstractions)}")
            parts.append(ProvedPremise((f"L{number}",), whole[-1], _below_reduced(reduction, watch)))
    top = ProvedPremise(tuple(whole), "P", _with_members(relation, specification, block_of, watch))
    return Proof((top, *parts), abstractions=tuple(abstractions))


def _with_members(
    relation: SimulationRelation, specification: LPTS, block_of: Sequence[int], watch: Watch
) -> SimulationRelation:
    """What a block of bisimilar states simulates, each of its members does."""
    members = [0] * relation.specification.num_states
    for state, block in watch.over(enumerate(block_of)):
        members[block] |= 1 << state
    rows = tuple(sum(members[block] for block in watch.over(bits_of(row))) for row in relation.rows)
    return SimulationRelation(relation.system, specification, relation.row_of, rows)


def _below_reduced(reduction: Reduction, watch: Watch) -> SimulationRelation:
    """A component is simulated by its reduction, which stays where it is on silent moves."""
    original = reduction.original
    pairs = {(original.initial, reduction.reduced.initial)}
    todo = list(pairs)
    watch.check("making the evidence")
    for count, (state, above) in enumerate(todo):  # which grows meanwhile
        watch.tick(1, count)
        new = [pair for pair in watch.over(_after(reduction, state, above)) if pair not in pairs]
        pairs.update(new)
        todo += new
    return SimulationRelation.of_pairs(original, reduction.reduced, pairs, watch)


def _after(reduction: Reduction, state: int, above: int) -> Iterator[tuple[int, int]]:
    """The pairs that the moves of a state lead to: each outcome with its block, or with what stays."""
    model = reduction.original
    for t in model.row(state):
        silent = model.action[t] in reduction.silent
        for outcome, _ in model.outcomes(model.target[t]):
            yield outcome, above if silent else reduction.block_of[outcome]
