from array import array
from typing import Protocol

from symag.formats.guarded.compiler import Program
from symag.formats.guarded.distributions import Distributions
from symag.formats.guarded.machine import Machine
from symag.formats.guarded.moves import Moves
from symag.formats.guarded.outcomes import Outcomes
from symag.limits import Watch

__all__ = ["Enumerator"]

class Overlaps(Protocol):
    def overlap(self, one: int, two: int, values: list[int]) -> None: ...

class Enumerator:
    def __init__(
        self,
        program: Program,
        moves: Moves,
        machine: Machine,
        distributions: Distributions,
        outcomes: Outcomes,
        outside: Overlaps,
        uniform: bool,
        watch: Watch,
    ) -> None: ...
    def start(self, codes: array[int]) -> None: ...
    def run(self) -> None: ...
    def mixed_states(self) -> int: ...
    def arrays(self) -> dict[str, array[int]]: ...
