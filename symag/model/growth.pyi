from array import array

from symag.limits import Watch

__all__ = ["doubled", "grown"]

def doubled(old: array[int], used: int, watch: Watch) -> array[int]: ...
def grown(old: array[int], used: int, wanted: int, filler: int, watch: Watch) -> array[int]: ...
