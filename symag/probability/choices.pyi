from array import array

from symag.limits import Watch
from symag.model import LPTS
from symag.model.distribution import Ints

__all__ = ["Choices", "choices_of"]

def choices_of(
    system: LPTS, mode: bytes, good: bytearray, alive: bytearray, monitor: Ints, watched: int, watch: Watch
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]: ...

class Choices:
    def __init__(
        self,
        arrays: tuple[Ints, Ints, Ints],
        share_at: Ints,
        share: array[float],
        numerator: array[int],
        denominator: array[int],
        watch: Watch,
    ) -> None: ...
    def views(self) -> tuple[array[float], array[int], array[int]]: ...
    def sweep(self) -> float: ...
    def choose(self) -> None: ...
    def solved_by(self, values: Ints, scale: int) -> bool: ...
    def start_above(self, values: array[int], scale: int) -> None: ...
    def bound_above(self, place: int, most: int) -> bool: ...
