"""Which side comes first: it needs no assumption, so it should be the hardest one to assume anything about."""

from __future__ import annotations

from symag.model import LPTS

__all__ = ["hub_first"]

Sides = tuple[tuple[LPTS, ...], ...]


def hub_first(sides: Sides) -> Sides:
    """First the side that shares most of its actions with the others; those in the order given."""
    alphabets = [frozenset[str]().union(*(model.alphabet for model in side)) for side in sides]
    shared = [
        sum(any(action in other for j, other in enumerate(alphabets) if j != i) for action in alphabet)
        for i, alphabet in enumerate(alphabets)
    ]
    hub = shared.index(max(shared))
    return (sides[hub], *sides[:hub], *sides[hub + 1 :])
