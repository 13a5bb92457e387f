"""The coarsest simulation, in the rows that the refiner left behind: none is copied until it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from symag.evidence import SimulationRelation
from symag.model import LPTS
from symag.simulation.refiner import Refiner

__all__ = ["RefinedRelation"]


class RefinedRelation(SimulationRelation):
    """Answers about single pairs do not make a row of all states of the specification."""

    rows: RefinedRows

    @staticmethod
    def of(system: LPTS, specification: LPTS, refiner: Refiner) -> RefinedRelation:
        """What the refiner found: it has run, and the initial states are related."""
        row_of, numbers = refiner.final_rows()
        return RefinedRelation(system, specification, row_of, RefinedRows(refiner, numbers))

    def __contains__(self, pair: tuple[int, int]) -> bool:
        state, above = pair
        return self.rows.has(self.row_of[state], above)


class RefinedRows(Sequence[int]):
    """Rows of the refiner: each is a bitset when it is asked for."""

    def __init__(self, refiner: Refiner, numbers: Sequence[int]) -> None:
        self.refiner = refiner
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, position: int) -> int:  # type: ignore[override]
        return self.refiner.bits(self.numbers[position])

    def has(self, position: int, above: int) -> bool:
        """Is the state of the specification in the row?"""
        return self.refiner.has(self.numbers[position], above)
