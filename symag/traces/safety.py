"""Safety LTSs: deterministic, without hidden moves; their traces are what is allowed (CAV'08, section 2).

Every state of a safety LTS has at most one answer to an action, so a system has only allowed traces if and only if the
safety LTS, completed, simulates it: what decides one decides the other, and the evidence is the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from symag.errors import InputError
from symag.model import LPTS, TAU

__all__ = ["refuse_unsafe"]


def refuse_unsafe(components: Iterable[LPTS], specification: LPTS) -> None:
    """An InputError unless all are plain LTSs and the specification is a safety LTS."""
    for number, model in enumerate(components, 1):
        if not model.is_lts:
            name = model.name or f"component {number}"
            raise InputError(f"{name} is probabilistic: traces are those of plain LTSs; use the relation 'simulation'")
    if not specification.is_lts:
        raise InputError("the specification is probabilistic: a safety property is a plain LTS")
    states, actions = specification.states, specification.actions
    for s in range(specification.num_states):
        row = range(specification.first[s], specification.first[s + 1])
        for t in row:
            if specification.action[t] == 0:
                raise InputError(
                    f"the state {states[s]!r} of the specification has a move on {TAU}: "
                    "a safety property hides nothing; symag.determinise makes one"
                )
            if t > row.start and specification.action[t] == specification.action[t - 1]:
                action = actions[specification.action[t]]
                raise InputError(
                    f"the state {states[s]!r} of the specification has two moves on {action!r}: "
                    "a safety property is deterministic; symag.determinise makes one"
                )
