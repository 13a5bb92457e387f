from array import array

from symag.limits import Watch

__all__ = ["Interner"]

class Interner:
    width: int
    count: int
    probe: array[int]
    keys: array[int]
    values: array[int]
    def __init__(self, width: int, watch: Watch) -> None: ...
    def intern(self) -> int: ...
    def all_keys(self) -> array[int]: ...
    def clear(self) -> None: ...
