from symag.simulation.changes import Changes
from symag.simulation.offers import Offers
from symag.simulation.row_table import RowTable

__all__ = ["Answerer"]

class Answerer:
    def __init__(self, offers: Offers, rows: RowTable, changes: Changes) -> None: ...
