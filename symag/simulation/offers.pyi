from symag.limits import Watch
from symag.model import LPTS
from symag.simulation.row_table import RowTable

__all__ = ["Offers"]

class Offers:
    def __init__(self, specification: LPTS, rows: RowTable, watch: Watch) -> None: ...
