from array import array
from collections.abc import Callable, Sequence

from symag.formats.guarded.compiler import Program
from symag.limits import Watch

__all__ = ["Machine"]

class Machine:
    values: array[int]
    state: array[int]
    answers: array[int]
    result: int
    def __init__(self, program: Program, answer: Callable[[int, list[int]], Sequence[int]], watch: Watch) -> None: ...
    def unpack(self) -> int: ...
    def valuation(self) -> list[int]: ...
    def recall(self, function: int) -> int: ...
    def run(self, at: int) -> int: ...
