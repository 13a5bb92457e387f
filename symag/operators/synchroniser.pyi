from symag.operators.explorer import Flat

__all__ = ["Synchroniser"]

class Synchroniser:
    def __init__(self, flat: Flat, count: int) -> None: ...
