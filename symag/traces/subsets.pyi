from array import array

from symag.limits import Watch
from symag.traces.reached import Layout
from symag.traces.successors import Successors

__all__ = ["Subsets"]

class Subsets:
    def __init__(
        self,
        successors: Successors,
        layout: Layout,
        initial: array[int],
        fate: bytearray,
        letter_of: array[int],
        foreign: bytearray,
        watch: Watch,
    ) -> None: ...
    def explored(self) -> tuple[int, int]: ...
    def walk(self, word: tuple[int, ...]) -> int: ...
    def places(self, word: tuple[int, ...]) -> list[int]: ...
    def rows(self, word: tuple[int, ...], suffixes: list[tuple[int, ...]]) -> int: ...
