"""Who answers the learner's questions: sets of states, or a solver if that is the backend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from symag.limits import Watch
from symag.model import LPTS
from symag.operators import expose
from symag.simulation import Backend, capabilities_of
from symag.traces.lstar import Teacher
from symag.traces.membership import WeakestAssumption

__all__ = ["ComponentTeacher", "teacher_for"]


class ComponentTeacher(Teacher, Protocol):
    """Knows the weakest assumption of components that were composed with the property."""

    system: LPTS
    queries: int


def teacher_for(
    backend: Backend, components: Sequence[LPTS], specification: LPTS, interface: Sequence[str], watch: Watch
) -> ComponentTeacher:
    """The weakest assumption under which the components keep the property, over the interface."""
    make_oracle = capabilities_of(backend).membership
    if make_oracle is not None:
        return make_oracle(expose(components, specification, interface, watch), watch)
    return WeakestAssumption(components, specification, interface, watch)
