"""Safety LTSs: deterministic, without hidden moves; a trace is allowed if it is one of theirs (CAV'08, section 2).

Every state of a safety LTS has at most one answer to an action. So all traces of a system are allowed if and only if
the completed safety LTS simulates the system: a procedure that decides one decides the other, with the same evidence.
"""

from __future__ import annotations

from collections.abc import Iterable

from symag.errors import InputError
from symag.model import LPTS, TAU

__all__ = ["is_safety_lts", "refuse_unsafe", "refuse_unsafe_specification"]

WAY = (
    "a safety property is deterministic and hides nothing: symag convert --determinise IN OUT makes one of it, "
    "with the same traces (in Python, symag.determinise)"
)


def is_safety_lts(model: LPTS) -> bool:
    """Is the model plain, deterministic, and without hidden moves?"""
    return model.is_lts and model.is_reactive and 0 not in model.action


def refuse_unsafe(components: Iterable[LPTS], specification: LPTS) -> None:
    """Raise an InputError unless all models are plain LTSs and the specification is a safety LTS."""
    for number, model in enumerate(components, 1):
        _refuse_probabilistic(model, model.name or f"component {number}")
    refuse_unsafe_specification(specification)


def _refuse_probabilistic(model: LPTS, name: str) -> None:
    if not model.is_lts:
        raise InputError(f"{name} is probabilistic: traces are those of plain LTSs; use the relation 'simulation'")


def refuse_unsafe_specification(specification: LPTS) -> None:
    """Raise an InputError unless the specification is a safety LTS."""
    name = f"the specification {specification.name}".rstrip()
    _refuse_probabilistic(specification, name)
    for s in range(specification.num_states):
        row = specification.row(s)
        for t in row:
            action = specification.action[t]
            if action == 0 or (t > row.start and action == specification.action[t - 1]):
                moves = f"two moves on {specification.actions[action]!r}" if action else f"a move on {TAU}"
                raise InputError(f"the state {specification.states[s]!r} of {name} has {moves}; {WAY}")
