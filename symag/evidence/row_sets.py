"""Rows of a relation that are no bitsets: one is made when it is asked for, and no row when a pair is."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Sequence

__all__ = ["ListedRows", "RowSets"]


class RowSets(Sequence[int]):
    """Sets of states. An item is one of them as a bitset."""

    @abstractmethod
    def has(self, position: int, state: int) -> bool:
        """Is the state in the row?"""

    def listed(self) -> Sequence[Sequence[int]] | None:
        """The rows in ascending order, if they are kept as lists."""
        return None


class ListedRows(RowSets):
    """Rows as sorted lists: a relation of few pairs of states of large models would be gigabytes of bitsets."""

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, position: int) -> int:  # type: ignore[override]
        row = self.rows[position]
        packed = bytearray((row[-1] >> 3) + 1 if row else 0)
        for state in row:
            packed[state >> 3] |= 1 << (state & 7)
        return int.from_bytes(packed, "little")

    def listed(self) -> Sequence[Sequence[int]]:
        """The rows in ascending order."""
        return self.rows

    def has(self, position: int, state: int) -> bool:
        """Is the state in the row?"""
        row = self.rows[position]
        at = bisect_left(row, state)
        return at < len(row) and row[at] == state
