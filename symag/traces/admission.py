"""Which models traces are defined for: plain LTSs, whose executions do not depend on chance."""

from __future__ import annotations

from collections.abc import Iterable

from symag.errors import InputError
from symag.model import LPTS

__all__ = ["refuse_probabilistic"]


def refuse_probabilistic(components: Iterable[LPTS], specification: LPTS) -> None:
    """Raise an InputError unless all models are plain LTSs."""
    named = [(model, model.name or f"component {number}") for number, model in enumerate(components, 1)]
    for model, name in (*named, (specification, f"the specification {specification.name}".rstrip())):
        if not model.is_lts:
            raise InputError(f"{name} is probabilistic: traces are those of plain LTSs; use the relation 'simulation'")
