"""Sides: components that a rule takes together, the interfaces between sides, and the order of sides.

An assumption may speak of the actions of its interface (CAV'08, section 4.2): those that its sides share with what is
above it. The first side needs no assumption.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symag.model import LPTS

__all__ = ["Side", "alphabet_of", "first_alphabet", "hub_first", "interface"]

Side = tuple[LPTS, ...]


def alphabet_of(models: Iterable[LPTS]) -> frozenset[str]:
    """The union of the models' alphabets."""
    return frozenset[str]().union(*(model.alphabet for model in models))


def interface(above: frozenset[str], sides: Sequence[Side]) -> frozenset[str]:
    """The actions of these sides that are known above them."""
    return above & alphabet_of(model for side in sides for model in side)


def first_alphabet(interface: frozenset[str], specification: LPTS, refine: bool) -> frozenset[str]:
    """The alphabet that an assumption starts with: the interface; if the alphabet is to be refined, the part of the
    interface that the specification speaks of (CAV'08, section 4.3)."""
    return interface & specification.alphabet if refine else interface


def hub_first(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The side that shares most of its actions with the others comes first; the others keep their order.

    The first side needs no assumption, so it should be the one that is hardest to abstract.
    """
    alphabets = [alphabet_of(side) for side in sides]
    shared = [
        sum(any(action in other for j, other in enumerate(alphabets) if j != i) for action in alphabet)
        for i, alphabet in enumerate(alphabets)
    ]
    hub = shared.index(max(shared))
    return (sides[hub], *sides[:hub], *sides[hub + 1 :])
