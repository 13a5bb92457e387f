from array import array
from typing import Protocol

from symag.formats.prism.compiler import Program
from symag.formats.prism.distributions import Distributions
from symag.formats.prism.machine import Machine
from symag.limits import Watch

__all__ = ["Enumerator"]

class Candidates(Protocol):
    @property
    def variable(self) -> int: ...
    @property
    def first(self) -> array[int]: ...
    @property
    def command(self) -> array[int]: ...

class Outside(Protocol):
    def overlap(self, one: int, two: int, values: list[int]) -> None: ...
    def leaves(self, assignment: int, values: list[int]) -> None: ...
    def unfit(self, command: int, values: list[int]) -> None: ...

class Enumerator:
    def __init__(
        self,
        program: Program,
        machine: Machine,
        distributions: Distributions,
        candidates: Candidates,
        outside: Outside,
        single: bool,
        watch: Watch,
    ) -> None: ...
    def run(self) -> None: ...
    def arrays(self) -> dict[str, array[int]]: ...
