"""The probabilities of two models in numbers that compiled code computes with.

Each vector has a scale of its own, the least common denominator of its probabilities, and numerators over it; so have
two vectors together, and nothing larger is ever made. What does not fit in a word is there as digits, and rounded: a
rounded question that is refuted is refuted.
"""

from __future__ import annotations

from array import array
from math import lcm

from symag.limits import Watch
from symag.model import LPTS

__all__ = ["DIGIT", "ONE", "VectorNumbers"]

DIGIT = 31
"""Bits of a digit: a product of two and a carry fit in a word."""
ONE = 1 << 61
"""What rounded probabilities are fractions of: their sums, and what they are off, stay below 2^62."""
LARGEST = (1 << 62) - 1


class VectorNumbers:
    """The vectors of a system and a specification, under common numbers: equal vectors have the same one."""

    def __init__(self, system: LPTS, specification: LPTS, watch: Watch) -> None:
        self._watch = watch
        self._known: dict[tuple[int, ...], int] = {}
        self._exact: list[tuple[int, ...]] = []
        self.first = array("i", [0])
        """The numbers of vector `v` are `first[v] .. first[v+1]-1`."""
        self.numerator = array("Q")
        """Over the scale of the vector; 0 where that does not fit."""
        self.rounded = array("Q")
        """Down, in fractions of `ONE`."""
        self.scale = array("Q")
        """Of each vector; 0 where it does not fit."""
        self.widest = 1
        """The most probabilities of a vector."""
        self.of_system = self._numbers_of(system)
        """From a distribution to the number of its vector."""
        self.of_specification = self._numbers_of(specification)

    def _numbers_of(self, model: LPTS) -> array[int]:
        """Common numbers for the vectors of a model's distributions."""
        numbers = array("i")
        for vector in model.vectors:
            self._watch.tick(len(vector))
            pairs = [share.as_integer_ratio() for share in vector]
            scale = lcm(*[denominator for _, denominator in pairs])
            exact = (scale, *[numerator * (scale // denominator) for numerator, denominator in pairs])
            number = self._known.setdefault(exact, len(self._known))
            if number == len(self.scale):
                self._add(exact)
            numbers.append(number)
        return array("i", [numbers[v] for v in self._watch.over(model.vector)])

    def _add(self, exact: tuple[int, ...]) -> None:
        scale, *numerators = exact
        fits = scale <= LARGEST
        self.rounded.extend([numerator * ONE // scale for numerator in numerators])
        self.numerator.extend(numerators if fits else [0] * len(numerators))
        self.scale.append(scale if fits else 0)
        self.first.append(len(self.numerator))
        self._exact.append(exact)
        self.widest = max(self.widest, len(numerators))

    def digits(self, number: int) -> array[int]:
        """The scale of a vector, then its numerators: each as many digits, the lowest first."""
        exact = self._exact[number]
        length = -(-exact[0].bit_length() // DIGIT)
        self._watch.tick(length * len(exact))
        return array("Q", [value >> DIGIT * i & (1 << DIGIT) - 1 for value in exact for i in range(length)])
