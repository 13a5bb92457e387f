from symag.simulation.row_table import RowTable

__all__ = ["ShrinkingRow"]

class ShrinkingRow:
    def __init__(self, rows: RowTable) -> None: ...
