"""CEGAR: refine one abstraction of the whole system, which is composed (CAV'12, Algorithm 2)."""

from __future__ import annotations

from array import array

from symag.assume.agar import Refinement, Refining
from symag.assume.task import Answer, Task
from symag.evidence import SimulationRelation
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose

__all__ = ["by_cegar"]


def by_cegar(task: Task) -> Answer:
    """Compose the system, and refine its abstraction until the question is decided."""
    system = compose(*task.small_components, watch=task.watch)
    found = Refining(task, None, [system]).finish()
    task.log.grow("largest_composition", system.num_states)
    task.log.count("states_explored", system.num_states)
    if found.real is not None:
        return task.answer(tree=task.tree(found.real))
    return task.answer(task.certificate(_through_quotient(system, found, task.watch)))


def _through_quotient(system: LPTS, found: Refinement, watch: Watch) -> SimulationRelation:
    """A state is below whatever its block is below."""
    abstract, block_of = found.relation, found.abstractions[0].block_of
    assert abstract is not None
    row_of_block = {
        abstract.system.parts(state)[0]: abstract.row_of[state]
        for state in watch.over(range(abstract.system.num_states))
    }
    row_of = array("i", [row_of_block[block] for block in watch.over(block_of)])
    return SimulationRelation(system, abstract.specification, row_of, abstract.rows)
