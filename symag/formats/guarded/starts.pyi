from array import array
from collections.abc import Sequence

from symag.formats.guarded.compiler import Program
from symag.formats.guarded.machine import Machine
from symag.limits import Watch

__all__ = ["Starts"]

class Starts:
    def __init__(
        self,
        program: Program,
        machine: Machine,
        order: Sequence[int],
        least: Sequence[int],
        most: Sequence[int],
        test_first: Sequence[int],
        tests: Sequence[int],
        watch: Watch,
    ) -> None: ...
    def codes(self) -> array[int]: ...
