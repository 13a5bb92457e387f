from array import array

from symag.limits import Watch
from symag.model import LPTS

__all__ = ["PairSets", "in_order_of_discovery"]

Rows = tuple[array[int], array[int], array[int]]

class PairSets:
    def __init__(
        self,
        system: LPTS,
        specification: LPTS,
        letter_of: array[int],
        meaning: array[int],
        alone: array[int],
        letters: int,
        watch: Watch,
    ) -> None: ...
    def explore(self) -> int: ...
    def determinise(self) -> Rows | None: ...

def in_order_of_discovery(
    first: array[int],
    action: array[int],
    target: array[int],
    block_of: array[int],
    members: array[int],
    kept: bytearray,
) -> tuple[array[int], array[int], array[int], list[int]]: ...
