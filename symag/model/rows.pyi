from array import array

from symag.limits import Watch

__all__ = ["sort_rows"]

def sort_rows(
    source: array[int],
    action: array[int],
    target: array[int],
    states: int,
    actions: int,
    distributions: int,
    watch: Watch,
) -> tuple[array[int], array[int], array[int]]: ...
