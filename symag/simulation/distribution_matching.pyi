from array import array

from symag.limits import Watch
from symag.model import LPTS
from symag.simulation.row_table import RowTable
from symag.simulation.scaled_flow import ScaledFlow
from symag.simulation.vector_numbers import VectorNumbers

__all__ = ["DistributionMatcher"]

class DistributionMatcher:
    problem: ScaledFlow
    def __init__(
        self,
        system: LPTS,
        specification: LPTS,
        numbers: VectorNumbers,
        rows: RowTable,
        row: array[int],
        watch: Watch,
    ) -> None: ...
