"""A probability distribution over named states: exact, frozen, and never with a zero in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from symag.model.rational import as_probability, check_sum

__all__ = ["Distribution"]


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
