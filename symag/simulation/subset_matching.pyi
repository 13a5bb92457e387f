from symag.model import LPTS
from symag.simulation.row_table import RowTable
from symag.simulation.vector_numbers import VectorNumbers

__all__ = ["SubsetMatcher"]

class SubsetMatcher:
    def __init__(self, system: LPTS, specification: LPTS, numbers: VectorNumbers, rows: RowTable) -> None: ...
