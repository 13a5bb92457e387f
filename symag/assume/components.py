"""The components as the user gave them: one model, or a list of models and of such lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symag.errors import InputError
from symag.formats import refuse_formula
from symag.model import LPTS

__all__ = ["Component", "Sides", "flatten", "listed_components", "model_from"]

Component = LPTS | Sequence["Component"]
Sides = tuple[tuple[LPTS, ...], ...]
"""The components of each side of a rule."""


def listed_components(components: Component) -> tuple[LPTS, ...]:
    """The components of a list of lists, one after the other; an InputError if there is none."""
    parts = tuple(_listed(components, "a component"))
    if not parts:
        raise InputError("there is nothing to check: give at least one component")
    return parts


def flatten(components: Component, what: str = "a component") -> tuple[LPTS, ...]:
    """The components of a list of lists, each a model of its own, even if it was composed of others."""
    return tuple(replace(model, product=None) for model in _listed(components, what))


def model_from(model: object, what: str) -> LPTS:
    """The model; an InputError that says `what` was given if it is none."""
    if isinstance(model, str):
        refuse_formula(model)
    if not isinstance(model, LPTS):
        raise InputError(f"{what} must be an LPTS, not {model!r}: load a file with symag.load")
    return model


def _listed(components: Component, what: str) -> list[LPTS]:
    if isinstance(components, (list, tuple)):
        return [model for component in components for model in _listed(component, what)]
    return [model_from(components, what)]
