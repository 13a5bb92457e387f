"""Where the components of a system are, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symag.model import LPTS, names_of

__all__ = ["changes_between", "names_in", "whereabouts"]

MAX_PLACE = 60
"""Characters for the states of all components; a longer text lists only what changes."""
_VALUE = re.compile(r"[^\s=()\[\]{}\"]+=[^\s=()\[\]{}\"]+")
"""A variable and its value, in a label that consists of such pairs."""


def names_in(system: LPTS) -> list[str]:
    """The names of the components of a composed model."""
    return names_of(system.components)


def whereabouts(
    places: tuple[str, ...], before: tuple[str, ...], longest: int = MAX_PLACE, names: Sequence[str] = ()
) -> str:
    """The states of all components; if that is long, only of those that changed, by name, and dots for the rest."""
    everything = ", ".join(places)
    if not any(before) or len(everything) <= longest:
        return f"({everything})"
    changed = [
        f"{names[number]}: {', '.join(parts)}" if number < len(names) and names[number] else ", ".join(parts)
        for number, (old, new) in enumerate(zip(before, places, strict=True))
        if (parts := changes_between(old, new))
    ]
    return f"({'; '.join([*changed, '…'])})"


def changes_between(old: str, new: str) -> list[str]:
    """The changed values, if the labels of states are lists of variables with their values; otherwise the new label."""
    before, after = old.split(","), new.split(",")
    if old == new or len(before) != len(after) or not all(map(_VALUE.fullmatch, after)):
        return [] if old == new else [new]
    return [value for value, other in zip(after, before, strict=True) if value != other]
