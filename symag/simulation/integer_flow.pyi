from array import array

__all__ = ["IntegerFlow"]

class IntegerFlow:
    mass: array[int]
    room: array[int]
    mask: array[int]
    def fits(self, groups: int, width: int) -> bool: ...
