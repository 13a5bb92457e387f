from symag.limits import Watch
from symag.model import LPTS
from symag.simulation.changes import Changes
from symag.simulation.row_table import RowTable

__all__ = ["Preimages"]

class Preimages:
    def __init__(self, specification: LPTS, rows: RowTable, changes: Changes, watch: Watch) -> None: ...
