"""Which models traces are defined for: plain LTSs, whose executions do not depend on chance."""

from __future__ import annotations

from collections.abc import Iterable

from symag.errors import InputError
from symag.model import LPTS

__all__ = ["refuse_probabilistic"]


def refuse_probabilistic(components: Iterable[LPTS], properties: Iterable[LPTS]) -> None:
    """Raise an InputError unless all models are plain LTSs."""
    named = [(model, model.name or f"component {number}") for number, model in enumerate(components, 1)]
    promised = [(model, f"the specification {model.name}".rstrip()) for model in properties]
    for model, name in (*named, *promised):
        if not model.is_lts:
            raise InputError(f"{name} is probabilistic: traces are those of plain LTSs; use the relation 'simulation'")
