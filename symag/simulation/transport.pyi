from array import array

__all__ = ["Transport"]

class Transport:
    mass: array[int]
    room: array[int]
    mask: array[int]
    def fits(self, groups: int, width: int) -> bool: ...
