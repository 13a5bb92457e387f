from array import array

from symag.limits import Watch
from symag.model import LPTS

__all__ = ["saturate", "silent_graph", "strong_components"]

def silent_graph(model: LPTS, silent: bytearray, watch: Watch) -> tuple[array[int], array[int]]: ...
def strong_components(starts: array[int], goals: array[int], watch: Watch) -> tuple[array[int], int]: ...
def saturate(
    model: LPTS,
    silent: bytearray,
    starts: array[int],
    goals: array[int],
    component_of: array[int],
    components: int,
    action_of: array[int],
    target_of: array[int],
    distributions: int,
    watch: Watch,
) -> tuple[array[int], array[int], array[int]]: ...
