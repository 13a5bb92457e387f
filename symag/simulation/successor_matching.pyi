from array import array
from collections.abc import Callable

from symag.limits import Watch
from symag.model import LPTS

__all__ = ["SuccessorMatcher"]

class SuccessorMatcher:
    def __init__(
        self,
        system: LPTS,
        specification: LPTS,
        masses: tuple[array[int], array[int]] | None,
        p_masses: tuple[array[int], array[int]] | None,
        decide: Callable[[int, tuple[int, ...], tuple[int, ...], int], bool],
        watch: Watch,
    ) -> None: ...
