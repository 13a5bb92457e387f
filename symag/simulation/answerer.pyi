from array import array
from collections.abc import Callable

from symag.limits import Watch
from symag.model import LPTS

__all__ = ["Answerer"]

class Answerer:
    def __init__(
        self,
        system: LPTS,
        specification: LPTS,
        masses: tuple[array[int], array[int]] | None,
        p_masses: tuple[array[int], array[int]] | None,
        decide: Callable[[int, tuple[int, ...], tuple[int, ...], int], bool],
        watch: Watch,
    ) -> None: ...
