"""Types of what models are made of: integers that cannot be changed, and graphs."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

__all__ = ["Graph", "Ints", "read_only", "writable"]

Ints = Sequence[int]
"""Machine integers of a model: a memoryview over bytes, which neither Python nor compiled code can write into."""

if TYPE_CHECKING:
    import networkx

    Graph = networkx.MultiDiGraph[str]
else:
    Graph = Any  # networkx is imported where it is used: it takes its time


def read_only(values: Ints) -> Ints:
    """The same integers, in memory that cannot change: a copy, unless they are there already."""
    if isinstance(values, memoryview) and isinstance(values.obj, bytes):
        return values
    view = memoryview(values)  # type: ignore[arg-type]  # arrays and views of compiled code are buffers
    integers: Ints = memoryview(view.tobytes()).cast(view.format)  # type: ignore[call-overload]
    return integers


def writable(values: Ints) -> array[int]:
    """A copy that can be written into, and pickled."""
    view = memoryview(values)  # type: ignore[arg-type]
    return array(view.format, view.tobytes())
