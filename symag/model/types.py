"""Types whose classes take no parameter when the program runs: those of arrays (before Python 3.12) and graphs."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

__all__ = ["Graph", "Ints"]

if TYPE_CHECKING:
    import networkx

    Graph = networkx.MultiDiGraph[str]
    Ints = array[int]
else:
    Graph = Any  # networkx is imported where it is used: it takes its time
    Ints = array
