"""Interfaces between sides: what an assumption may speak of (CAV'08, section 4.2), and what it speaks of at first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symag.model import LPTS

__all__ = ["Side", "alphabet_of", "first_alphabet", "interface"]

Side = tuple[LPTS, ...]


def alphabet_of(models: Iterable[LPTS]) -> frozenset[str]:
    """All actions that somebody takes part in."""
    return frozenset[str]().union(*(model.alphabet for model in models))


def interface(above: frozenset[str], sides: Sequence[Side]) -> frozenset[str]:
    """What is known above and to these sides."""
    return above & alphabet_of(model for side in sides for model in side)


def first_alphabet(interface: frozenset[str], specification: LPTS, refine: bool) -> frozenset[str]:
    """All of the interface; to refine the alphabet, what the property speaks of (CAV'08, section 4.3)."""
    return interface & specification.alphabet if refine else interface
