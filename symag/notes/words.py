"""How notes list names: few of them, and long ones cut."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["joined", "listed", "short"]

MOST = 8
"""Names in one note."""
LONGEST_NAME = 40
"""Characters of a name."""


def short(name: str) -> str:
    """The name, cut if it is long."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def listed(names: Sequence[str], most: int = MOST) -> str:
    """`a, b, c and 2 more`; cuts long names."""
    return joined([short(name) for name in names], most)


def joined(texts: Sequence[str], most: int = MOST) -> str:
    """The texts as they are, in such a list."""
    return ", ".join(texts[:most]) + (f" and {len(texts) - most:,} more" if len(texts) > most else "")
