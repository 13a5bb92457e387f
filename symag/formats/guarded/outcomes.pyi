from array import array
from typing import Protocol

from symag.formats.guarded.compiler import Program
from symag.formats.guarded.distributions import Distributions
from symag.formats.guarded.machine import Machine
from symag.limits import Watch
from symag.model.interner import Interner

__all__ = ["Outcomes"]

class Errors(Protocol):
    def leaves(self, assignment: int, values: list[int]) -> None: ...
    def unfit(self, command: int, values: list[int]) -> None: ...

class Outcomes:
    states: Interner
    begin: array[int]
    end: array[int]
    def __init__(
        self,
        program: Program,
        machine: Machine,
        distributions: Distributions,
        outside: Errors,
        parts: int,
        watch: Watch,
    ) -> None: ...
    def tick(self, work: int) -> int: ...
    def check_states(self) -> int: ...
    def target(self, c: int) -> int: ...
    def spread(self, c: int, factor: int) -> int: ...
    def forget(self) -> int: ...
    def make(self, c: int) -> int: ...
    def combine(self, parts: int, factor: int) -> int: ...
