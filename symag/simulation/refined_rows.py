"""The rows that the refiner left behind, as those of a relation: none is copied until it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from symag.evidence import RowSets
from symag.simulation.refiner import Refiner

__all__ = ["RefinedRows"]


class RefinedRows(RowSets):
    """Rows of the refiner, by their numbers there."""

    def __init__(self, refiner: Refiner, numbers: Sequence[int]) -> None:
        self.refiner = refiner
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, position: int) -> int:  # type: ignore[override]
        return self.refiner.bits(self.numbers[position])

    def has(self, position: int, state: int) -> bool:
        """Is the state in the row?"""
        return self.refiner.has(self.numbers[position], state)
