from array import array

__all__ = ["Interner"]

class Interner:
    width: int
    count: int
    probe: array[int]
    keys: array[int]
    values: array[int]
    def __init__(self, width: int) -> None: ...
    def intern(self) -> int: ...
