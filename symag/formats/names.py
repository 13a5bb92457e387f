"""Names for what a file has to call by names of its own: different from each other, and from those that are taken."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["distinct"]


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
