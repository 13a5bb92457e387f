"""A safety LTS as a composition of small ones: its projections onto a few letters each.

The projections are found on a sample of the LTS (`symag.operators.projections`). A search on the fly then checks them
on all of it: does their composition do what the LTS forbids? If it does not, all of its moves are moves of the LTS; and
if these are as many as the states of the LTS that it is in have, it has all of them, too: the two have the same traces.
A sample that was too small is enlarged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symag.errors import LimitReached
from symag.limits import Watch
from symag.model import LPTS, Assembler, NumberLabels
from symag.operators import is_deterministic
from symag.operators.nested_projections import Letters, MoveBudget, Table, TooCostly
from symag.operators.projections import Sample, projections_onto_few
from symag.traces.reachability import ErrorSearch
from symag.traces.reached import ReachedStates

__all__ = ["SplitSpecification", "split_specification"]

BUDGET = 12_000_000
"""Moves to look at for each sample, and to check the projections: some seconds."""
SAMPLED = 256
"""States of the first sample."""
GROWS = 8
"""A sample that was too small gets so many times its states."""
PAIRS_OF_STATE = 4
"""Pairs of states to explore, per state of the specification."""
COMPILED = 16
"""Moves of a search that cost as much as one that is looked at in Python."""


@dataclass(frozen=True, eq=False)
class SplitSpecification:
    """Safety LTSs whose composition has the traces of a specification."""

    conjuncts: tuple[LPTS, ...]
    """Projections of the specification; the initial state of each has the number 0."""
    free: Mapping[str, LPTS]
    """The letters of the specification that none of them has: it allows these in every state. Each with a model of one
    state that allows it."""
    reached: ReachedStates
    """The states of the composition of the conjuncts, these models, and the specification."""


def split_specification(specification: LPTS, watch: Watch, budget: int = BUDGET) -> SplitSpecification | None:
    """Two or more projections that make up a safety LTS, each with fewer letters than it has. None if none were found,
    if that would be costly, or if it is no safety LTS."""
    import numpy

    if not is_deterministic(specification) or len(specification.alphabet) < 3:
        return None
    watch.check("splitting the specification")
    letters = frozenset(range(1, len(specification.actions)))
    spending = MoveBudget(budget, watch)
    states, used = SAMPLED, frozenset(numpy.unique(numpy.asarray(specification.action)).tolist())
    try:
        while True:
            sample = Sample(specification, states, spending)
            if sample.is_whole or used.issubset(sample.used):
                tables = projections_onto_few(sample, letters, spending)
                if tables is None or len(tables) < 2:
                    return None
                split = _checked(specification, tables, spending)
                if split is not None or sample.is_whole:
                    return split
            states *= GROWS
    except TooCostly:
        return None
    except LimitReached as reached:
        if reached.kind != "max-states":
            raise
        return None


def _checked(model: LPTS, tables: dict[Letters, Table], budget: MoveBudget) -> SplitSpecification | None:
    """The projections, if their composition has the traces of the model."""
    import numpy

    budget.spend((model.num_states + model.num_transitions) // COMPILED)
    conjuncts = _made(model, tables, budget.watch)
    left = model.alphabet.difference(*(conjunct.alphabet for conjunct in conjuncts))
    free = {letter: LPTS.build("0", [("0", letter, "0")], name=f"any {letter}") for letter in sorted(left)}
    watch = budget.watch.metered(lambda work: budget.watch.tick(work // COMPILED))
    search = ErrorSearch((*conjuncts, *free.values()), model, watch)
    found = search.run(PAIRS_OF_STATE * model.num_states + 64)
    if found is None or found[0] is not None:
        return None
    reached = found[1]
    moves = numpy.diff(numpy.asarray(model.first))[reached.last_column()].sum()
    return SplitSpecification(conjuncts, free, reached) if moves == reached.num_transitions else None


def _made(model: LPTS, tables: dict[Letters, Table], watch: Watch) -> tuple[LPTS, ...]:
    """The projections as models."""
    actions, name = model.actions, model.name or "P"
    conjuncts = []
    for letters, table in tables.items():
        named = [actions[letter] for letter in sorted(letters)]
        number = {letter: position for position, letter in enumerate(sorted(letters), 1)}
        assembler = Assembler(watch)
        for state, row in enumerate(table):
            for letter, goal in row.items():
                assembler.add(state, number[letter], goal)
        shown = named if len(named) <= 3 else [*named[:2], "…"]
        conjuncts.append(assembler.freeze(NumberLabels(len(table)), 0, named, f"{name} on {', '.join(shown)}"))
    return tuple(conjuncts)
