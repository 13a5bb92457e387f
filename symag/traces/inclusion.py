"""The evidence that a safety LTS allows all traces of a system: the pairs of states that they are in at the same time.

A safety LTS has one answer to everything, so these pairs are a simulation if the error cannot be reached. They are the
states of the composition that was searched for the error; nothing else has to be decided.
"""

from __future__ import annotations

from collections.abc import Sequence

from symag.evidence import Relation
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose
from symag.traces.reach import reach_error

__all__ = ["inclusion", "is_safety_lts"]


def is_safety_lts(model: LPTS) -> bool:
    """Is it plain, deterministic, and without hidden moves?"""
    return model.is_lts and model.is_reactive and 0 not in model.action


def inclusion(components: Sequence[LPTS], specification: LPTS, watch: Watch) -> Relation | None:
    """The simulation; none if there is a trace that is not allowed, or so many components that codes are long."""
    import numpy  # which takes its time, and not everybody needs it

    tree, searched = reach_error(components, specification, watch)
    assert searched.product is not None
    packing = searched.product.state_packing
    if tree is not None or packing.words > 1:
        return None
    system = compose(*components, watch=watch)
    assert system.product is not None
    watch.check_room(8 * (4 * searched.num_states + 3 * system.num_states))
    codes = numpy.asarray(searched.product.state_codes)
    known = numpy.asarray(system.product.state_codes)
    order = numpy.argsort(known)
    states = order[numpy.searchsorted(known[order], codes % packing.radix[-1])]
    above = codes // packing.radix[-1]
    return Relation.of_pairs(system, specification, zip(states.tolist(), above.tolist(), strict=True), watch)
