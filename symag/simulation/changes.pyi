from symag.limits import Watch
from symag.simulation.row_table import RowTable

__all__ = ["Changes"]

class Changes:
    def __init__(self, states: int, rows: RowTable, watch: Watch) -> None: ...
