"""Small questions whose specification counts as large: it has states that nothing leads to."""

from __future__ import annotations

from symag import LPTS

__all__ = ["STATES", "padded"]

STATES = 1100
"""From 1024 on, rows of few states are lists, and a simulation of few pairs is looked for first."""


def padded(specification: LPTS) -> LPTS:
    """The same with states that have no moves, before, between and behind its own. Those have their names still."""
    extra = STATES // (specification.num_states + 1)
    states = [f"pad{i}" for i in range(extra)]
    for state in specification.states:
        states += [state, *(f"pad {state} {i}" for i in range(extra))]
    states += [f"end{i}" for i in range(STATES - len(states))]
    initial = specification.initial_state
    return LPTS.build(initial, specification.transitions(), specification.alphabet, states=states)
