"""The probabilities of two models in numbers that compiled code computes with.

Each vector has a scale of its own, the least common denominator of its probabilities, and numerators over it; so have
two vectors together, and nothing larger is ever made. What does not fit in a word is there as digits, and rounded: a
rounded question that is refuted is refuted.
"""

from __future__ import annotations

from array import array
from itertools import accumulate
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
        known: dict[tuple[int, ...], int] = {}
        met: dict[int, int] = {}
        self.of_system = self._numbers_of(system, known, met)
        """From a distribution to the number of its vector."""
        self.of_specification = self._numbers_of(specification, known, met)
        self._exact = list(known)
        self._fill()

    def _numbers_of(self, model: LPTS, known: dict[tuple[int, ...], int], met: dict[int, int]) -> array[int]:
        """Common numbers for the vectors of a model's distributions: `known` by their scales and numerators, and `met`
        by their identities, as long as both models are there."""
        numbers = []
        for vector in model.vectors:
            number = met.get(id(vector))
            if number is None:
                self._watch.tick(len(vector))
                pairs = [share.as_integer_ratio() for share in vector]
                scale = lcm(*[denominator for _, denominator in pairs])
                exact = (scale, *[numerator * (scale // denominator) for numerator, denominator in pairs])
                number = met[id(vector)] = known.setdefault(exact, len(known))
            numbers.append(number)
        self._watch.tick(len(model.vector) // 16)
        return array("i", map(numbers.__getitem__, model.vector))

    def _fill(self) -> None:
        """The arrays that compiled code reads."""
        over = self._watch.over
        widths = [len(exact) - 1 for exact in over(self._exact)]
        self._watch.tick(sum(widths))
        self.first = array("i", accumulate(widths, initial=0))
        """The numbers of vector `v` are `first[v] .. first[v+1]-1`."""
        self.widest = max(widths, default=1)
        """The most probabilities of a vector."""
        self.scale = array("Q", [exact[0] if exact[0] <= LARGEST else 0 for exact in over(self._exact)])
        """Of each vector; 0 where it does not fit."""
        self.numerator = array("Q")
        """Over the scale of the vector; 0 where that does not fit."""
        self.rounded = array("Q")
        """Down, in fractions of `ONE`."""
        for (scale, *numerators), fits in zip(self._exact, self.scale, strict=True):
            self._watch.tick(len(numerators))
            self.numerator.extend(numerators if fits else [0] * len(numerators))
            self.rounded.extend([numerator * ONE // scale for numerator in numerators])

    def digits(self, number: int) -> array[int]:
        """The scale of a vector, then its numerators: each as many digits, the lowest first."""
        exact = self._exact[number]
        length = -(-exact[0].bit_length() // DIGIT)
        self._watch.tick(length * len(exact))
        return array("Q", [value >> DIGIT * i & (1 << DIGIT) - 1 for value in exact for i in range(length)])
