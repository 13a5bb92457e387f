from symag.limits import Watch
from symag.operators import FlatModels
from symag.traces.reached import Layout

__all__ = ["Successors"]

class Successors:
    def __init__(
        self,
        flat: FlatModels,
        layout: Layout,
        movers: int,
        forbids: bool,
        watch: Watch,
        keeps_loops: bool = ...,
    ) -> None: ...
