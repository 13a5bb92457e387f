"""How notes list names: few of them, and none that fills the line."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["MOST", "listed", "short"]

MOST = 8
"""Names in one note."""
LONGEST = 40
"""Characters of a name."""


def short(name: str) -> str:
    """The name, cut if it is long."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def listed(names: Sequence[str], most: int = MOST) -> str:
    """`a, b, c and 2 more`."""
    return ", ".join(map(short, names[:most])) + (f" and {len(names) - most:,} more" if len(names) > most else "")
