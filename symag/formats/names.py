"""Names for what a file has to call by names of its own: different from each other, and from those that are taken."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from symag.model import TAU

__all__ = ["RENAME", "distinct", "similar_names", "unique_labels"]

RENAME = "symag convert --rename gives it a similar name"
"""What to do about an action that a file cannot have."""


def distinct(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """The names in their order, each made different by a number where it is taken already: `LOOP`, `LOOP_2`.

    Names that differ in capitals only count as the same.
    """
    used = {name.casefold() for name in taken}
    latest: dict[str, int] = {}
    found = []
    for name in names:
        new, key = name, name.casefold()
        while new.casefold() in used:
            latest[key] = latest.get(key, 1) + 1
            new = f"{name}_{latest[key]}"
        used.add(new.casefold())
        found.append(new)
    return found


def similar_names(names: Collection[str], legal: Callable[[str], str]) -> dict[str, str]:
    """New names for those that `legal` does not leave as they are: similar, legal, and different from all others."""
    taken = {TAU, *(name for name in names if legal(name) == name)}
    found = {}
    for name in sorted(set(names) - taken):
        new, number = legal(name), 1
        while new in taken:
            number += 1
            new = legal(f"{legal(name)} {number}")
        taken.add(new)
        found[name] = new
    return found


def unique_labels(labels: Iterable[str]) -> tuple[str, ...]:
    """The labels, with a number where one was there before."""
    found: dict[str, None] = {}
    count: dict[str, int] = {}
    for label in labels:
        name = label
        while name in found:
            count[label] = count.get(label, 1) + 1
            name = f"{label}#{count[label]}"
        found[name] = None
    return tuple(found)
