from array import array

from symag.limits import Watch
from symag.model.interner import Interner
from symag.model.product import Packing
from symag.operators.explorer import Flat

__all__ = ["Expansion", "Moves"]

class Moves:
    def __init__(self, flat: Flat, packing: Packing, dist_packing: Packing) -> None: ...

class Expansion:
    def __init__(
        self, moves: Moves, states: Interner, dists: Interner, dense: array[int] | None, watch: Watch
    ) -> None: ...
    def run(self, begin: int, end: int, alone: bool) -> int: ...
