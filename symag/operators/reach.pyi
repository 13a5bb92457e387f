from array import array

from symag.limits import Watch
from symag.model import LPTS

__all__ = ["keep_states", "push_rows", "reach"]

def reach(model: LPTS, watch: Watch) -> array[int]: ...
def keep_states(model: LPTS, kept: array[int], watch: Watch) -> dict[str, array[int]]: ...
def push_rows(
    model: LPTS, block_of: array[int], pushed: array[int], watch: Watch
) -> tuple[array[int], array[int], array[int]]: ...
