from array import array
from collections.abc import Callable

from symag.limits import Watch
from symag.model import LPTS

__all__ = ["Refiner"]

class Refiner:
    def __init__(
        self,
        system: LPTS,
        specification: LPTS,
        meaning: array[int],
        masses: tuple[array[int], array[int]] | None,
        p_masses: tuple[array[int], array[int]] | None,
        decide: Callable[[int, tuple[int, ...], tuple[int, ...], int], bool],
    ) -> None: ...
    def run(self, watch: Watch) -> bool: ...
    def final_rows(self) -> tuple[array[int], tuple[int, ...]]: ...
    def bits(self, row: int) -> int: ...
    def rank(self, s: int, p: int) -> int: ...
    def row_after(self, s: int, rounds: int) -> int: ...
    def statistics(self) -> dict[str, int]: ...
