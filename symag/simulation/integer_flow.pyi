from array import array

from symag.limits import Watch

__all__ = ["LIMB", "LOWEST", "IntegerFlow"]

LIMB: int
LOWEST: array[int]

class IntegerFlow:
    mask: array[int]
    number: array[int]
    def __init__(self, watch: Watch) -> None: ...
    def begin(self, masses: int, rooms: int) -> int: ...
    def clear_numbers(self, limbs: int) -> int: ...
    def fits(self) -> bool: ...
