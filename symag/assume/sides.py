"""Sides: the components as the user gave them, the sides that a rule takes together, their interfaces and their order.

The user gives one model, or a list of models and of such lists.

An assumption may speak of the actions of its interface (CAV'08, section 4.2): those that its sides share with what is
above it. The first side needs no assumption.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from symag.errors import InputError
from symag.evidence import Specification
from symag.formats import refuse_formula
from symag.model import LPTS

__all__ = [
    "Component",
    "Side",
    "Sides",
    "alphabet_of",
    "first_alphabet",
    "flatten",
    "hub_first",
    "interface",
    "listed_components",
    "model_from",
]

Side = tuple[LPTS, ...]


def alphabet_of(models: Iterable[LPTS]) -> frozenset[str]:
    """The union of the models' alphabets."""
    return frozenset[str]().union(*(model.alphabet for model in models))


def interface(above: frozenset[str], sides: Sequence[Side]) -> frozenset[str]:
    """The actions of these sides that are known above them."""
    return above & alphabet_of(model for side in sides for model in side)


def first_alphabet(interface: frozenset[str], specification: Specification, refine: bool) -> frozenset[str]:
    """The alphabet that an assumption starts with: the interface; if the alphabet is to be refined, the part of the
    interface that the specification speaks of (CAV'08, section 4.3)."""
    return interface & specification.alphabet if refine else interface


def hub_first(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The side that shares most of its actions with the others comes first; the others keep their order.

    The first side needs no assumption, so it should be the one that is hardest to abstract.
    """
    alphabets = [alphabet_of(side) for side in sides]
    owners = Counter(action for alphabet in alphabets for action in alphabet)
    shared = [sum(owners[action] > 1 for action in alphabet) for alphabet in alphabets]
    hub = shared.index(max(shared))
    return (sides[hub], *sides[:hub], *sides[hub + 1 :])


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
