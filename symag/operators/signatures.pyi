from array import array
from collections.abc import Callable

from symag.limits import Watch
from symag.model import LPTS

__all__ = ["Signatures"]

class Signatures:
    def __init__(
        self, model: LPTS, silent: bytearray, add_up: Callable[[int, list[int]], int], watch: Watch
    ) -> None: ...
    def refine(self) -> tuple[array[int], array[int]]: ...
