from symag.limits import Watch
from symag.model import LPTS
from symag.model.distribution import Ints

__all__ = ["choices_of"]

def choices_of(
    system: LPTS, mode: bytes, good: bytearray, alive: bytearray, monitor: Ints, watched: int, watch: Watch
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]: ...
