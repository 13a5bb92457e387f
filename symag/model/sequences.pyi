from array import array

from symag.limits import Watch

__all__ = ["Sequences", "sort_words"]

class Sequences:
    count: int
    first: array[int]
    words: array[int]
    def __init__(self, watch: Watch) -> None: ...
    def intern(self, words: array[int], length: int) -> int: ...
    def clear(self) -> int: ...

def sort_words(words: array[int], length: int) -> int: ...
