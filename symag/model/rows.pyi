from array import array
from collections.abc import Sequence

from symag.limits import Watch

__all__ = ["has_hidden", "is_reactive", "shifted", "sort_rows", "sources_of", "translated"]

def sort_rows(
    source: array[int],
    action: array[int],
    target: array[int],
    states: int,
    actions: int,
    distributions: int,
    watch: Watch,
) -> tuple[array[int], array[int], array[int]]: ...
def is_reactive(first: Sequence[int], action: Sequence[int]) -> bool: ...
def has_hidden(action: Sequence[int]) -> bool: ...
def shifted(values: Sequence[int], offset: int) -> array[int]: ...
def translated(values: Sequence[int], table: array[int]) -> array[int]: ...
def sources_of(first: Sequence[int]) -> array[int]: ...
