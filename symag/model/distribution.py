"""A probability distribution over named states: exact, frozen, and never with a zero in it.

Types of what models are made of: integers that cannot be changed, and graphs.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symag.model.rational import as_probability, check_sum

__all__ = ["Distribution", "Graph", "Ints", "read_only", "writable"]


class Distribution(Mapping[str, Fraction]):
    """`Distribution({"sent": "9/10", "lost": "1/10"})`; iterates over its support, states in the order given."""

    __slots__ = ("_probability",)

    def __init__(self, probabilities: Mapping[str, object]) -> None:
        exact = {state: as_probability(value) for state, value in probabilities.items()}
        check_sum(exact.values())
        self._probability = exact

    @classmethod
    def dirac(cls, state: str) -> Distribution:
        """The distribution that goes to `state` for sure."""
        return cls({state: 1})

    @property
    def is_dirac(self) -> bool:
        """Does it go to one state for sure?"""
        return len(self._probability) == 1

    def __getitem__(self, state: str) -> Fraction:
        return self._probability[state]

    def __iter__(self) -> Iterator[str]:
        return iter(self._probability)

    def __len__(self) -> int:
        return len(self._probability)

    def __hash__(self) -> int:
        return hash(frozenset(self._probability.items()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{state!r}: '{probability}'" for state, probability in self.items())
        return f"Distribution({{{inside}}})"

    def __str__(self) -> str:
        if self.is_dirac:
            return next(iter(self))
        return " + ".join(f"{probability} {state}" for state, probability in self.items())


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
