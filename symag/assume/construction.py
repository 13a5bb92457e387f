"""The proof that abstraction refinement ends with: nothing in it has to be searched for.

Premise 1 was decided last. Each premise after it holds by construction, because an assumption is a quotient of what is
below it: the relation that gives every state its block is a simulation (CAV'12, Definition 8). If the components were
reduced first, these premises are about the reductions, and each component is below its own. The relations are made when
they are asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial

from symag.assume.abstraction import Abstraction
from symag.assume.reduction import named_components, with_members
from symag.assume.task import Task
from symag.errors import InternalError
from symag.evidence import Bound, LaterRelation, Proof, ProvedPremise, SimulationRelation, model_of
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose

__all__ = ["constructed_proof"]


def constructed_proof(task: Task, abstractions: Sequence[Abstraction], found: SimulationRelation | Bound) -> Proof:
    """The proof by these abstractions, with what shows premise 1 of the models that the method worked with."""
    names: Sequence[str] = [f"L{number}" for number in range(1, len(task.components) + 1)]
    later: tuple[ProvedPremise, ...] = ()
    reduced: tuple[LPTS, ...] = ()
    if task.reduce:
        names, later, reduced = named_components(task.reductions, task.watch)
    above, premises, left = "P", list[ProvedPremise](), list(names)
    for number, parts in enumerate(task.small_parts):
        below, left = tuple(left[: len(parts)]), left[len(parts) :]
        models = parts
        if number < len(abstractions):
            below, models = (*below, f"A{number + 1}"), (*parts, abstractions[number].assumption)
        relation = _below_block(abstractions[number - 1], models, task) if number else _top(found, models, task)
        premises.append(ProvedPremise(below, above, relation))
        above = f"A{number + 1}"
    assumptions = tuple(abstraction.assumption for abstraction in abstractions)
    return Proof((*premises, *later), assumptions, reduced)


def _top(
    found: SimulationRelation | Bound, models: tuple[LPTS, ...], task: Task
) -> SimulationRelation | LaterRelation | Bound:
    """What shows premise 1."""
    if isinstance(found, SimulationRelation):
        blocks = task.blocks[0] if task.reduce else None
        make = partial(_lifted, found, models, model_of(task.specification), blocks)
        return LaterRelation(found.system, model_of(task.specification), make, task.watch)
    if found.system.components == models:
        return found
    decided = task.relation.prove(models, task.small_specification, task.backend, task.watch)
    if not isinstance(decided, Bound):
        raise InternalError("premise 1 is true of a composed side, and false of its components")
    return decided


def _below_block(abstraction: Abstraction, models: tuple[LPTS, ...], task: Task) -> LaterRelation:
    """Every state is below its block."""
    make = partial(_blocks, abstraction, models)
    return LaterRelation(abstraction.concrete, abstraction.assumption, make, task.watch)


def _blocks(abstraction: Abstraction, models: tuple[LPTS, ...], watch: Watch) -> SimulationRelation:
    rows = tuple(1 << block for block in range(len(abstraction.members)))
    relation = SimulationRelation(abstraction.concrete, abstraction.assumption, array("i", abstraction.block_of), rows)
    return _of_components(relation, models, watch)


def _lifted(
    found: SimulationRelation, models: tuple[LPTS, ...], specification: LPTS, blocks: Sequence[int] | None, watch: Watch
) -> SimulationRelation:
    relation = _of_components(found, models, watch)
    return relation if blocks is None else with_members(relation, specification, blocks, watch)


def _of_components(relation: SimulationRelation, models: tuple[LPTS, ...], watch: Watch) -> SimulationRelation:
    """The relation of a system that composed sides are parts of, for the composition of all their components."""
    known = relation.system
    if known.components == models:
        return relation
    row_of = {_flat(known, state): row for state, row in enumerate(watch.over(relation.row_of))}
    system = compose(*models, watch=watch)
    rows = array("i", [row_of[system.parts(state)] for state in watch.over(range(system.num_states))])
    return SimulationRelation(system, relation.specification, rows, relation.rows)


def _flat(model: LPTS, state: int) -> tuple[int, ...]:
    """The state of each component of a composition of compositions."""
    places = zip(model.components, model.parts(state), strict=True)
    return tuple(part for inner, place in places for part in inner.parts(place))
