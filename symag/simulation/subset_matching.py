# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Is there a weight function, if the outcomes of L have few different rows and all numbers are small?

By Hall's theorem there is one exactly if no subset of the merged rows weighs less than those outcomes of P that are in
no other row. There are 32 subsets of five rows: to compare the sums of all of them takes less time than a flow, and
most distributions of P are refused by one outcome alone. Everything is exact: two numbers are compared by multiplying
each with the scale of the other one. The types are in the `.pxd` beside this file.
"""

from array import array

import cython

__all__ = ["SubsetMatcher"]

FEW = 5
"""Merged rows."""
SMALL = 0x7FFFFFFF
"""The product of two scales up to this fits in a word."""


class SubsetMatcher:
    """Call `begin` with a distribution of L; if it can be decided here, `open`, ask `matches` for those distributions
    of P that it `knows`, then `close`: a table of rows that is open cannot grow."""

    def __init__(self, system, specification, numbers, rows):
        """`numbers`: the `VectorNumbers` of the models."""
        self.spread, self.number = system.spread, numbers.of_system
        self.p_spread, self.p_support = specification.spread, specification.support
        self.first, self.numerator = numbers.first, numbers.numerator
        self.small = array("Q", [scale if scale <= SMALL else 0 for scale in numbers.scale])
        self.p_number = numbers.of_specification
        self.rows = rows
        self.bits = self.closed = array("Q")
        self.at = array("q", [0]) * FEW
        self.merged = self.heaviest = 0
        self.scale = 0
        self.capacity = array("Q", [0]) * (1 << FEW)
        self.carried = array("Q", [0]) * (1 << FEW)
        self.masks = array("i", [0]) * numbers.widest

    def begin(self, d, merged_row, merged, group, heaviest):
        """Can L's distribution `d` be decided here? `group`: which of the merged rows each outcome has."""
        g: cython.Py_ssize_t
        j: cython.Py_ssize_t
        start: cython.Py_ssize_t = self.first[self.number[d]]
        subset: cython.Py_ssize_t
        size: cython.Py_ssize_t = 1
        self.scale = self.small[self.number[d]]
        if merged > FEW or self.scale == 0:
            return False
        for g in range(merged):
            self.at[g] = self.rows.at[merged_row[g]]
            if self.at[g] < 0:
                return False
        self.merged = merged
        self.heaviest = heaviest
        size <<= merged
        for subset in range(size):
            self.capacity[subset] = 0
        for j in range(self.spread[d + 1] - self.spread[d]):
            self.capacity[1 << group[j]] += self.numerator[start + j]
        for subset in range(3, size):
            self.capacity[subset] = self.capacity[subset & (subset - 1)] + self.capacity[subset & -subset]
        return True

    def open(self):
        self.bits = self.rows.bits

    def close(self):
        self.bits = self.closed

    def knows(self, target):
        """Are the numbers of P's distribution small?"""
        return self.small[self.p_number[target]] != 0

    def matches(self, target):
        """First the outcomes one by one, that there is something for each row, and enough for the heaviest one; then
        all subsets."""
        start: cython.Py_ssize_t = self.p_spread[target]
        width: cython.Py_ssize_t = self.p_spread[target + 1] - start
        base: cython.Py_ssize_t = self.first[self.p_number[target]]
        scale: cython.ulonglong = self.scale
        p_scale: cython.ulonglong = self.small[self.p_number[target]]
        merged: cython.Py_ssize_t = self.merged
        heaviest: cython.Py_ssize_t = self.heaviest
        j: cython.Py_ssize_t
        g: cython.Py_ssize_t
        p: cython.Py_ssize_t
        word: cython.Py_ssize_t
        mask: cython.Py_ssize_t
        union: cython.Py_ssize_t = 0
        room: cython.ulonglong = 0
        one: cython.Py_ssize_t = 1
        for j in range(width):
            p = self.p_support[start + j]
            word = p >> 6
            p &= 63
            mask = 0
            for g in range(merged):
                mask |= ((self.bits[self.at[g] + word] >> p) & 1) << g
            if self.numerator[base + j] * scale > self.capacity[mask] * p_scale:
                return False
            room += ((mask >> heaviest) & 1) * self.numerator[base + j]
            union |= mask
            self.masks[j] = mask
        if union != (one << merged) - 1 or room * scale < self.capacity[one << heaviest] * p_scale:
            return False
        return self._fits_all(width, base, p_scale)

    def _fits_all(self, width, base, p_scale):
        """The sum of each subset, from those of its parts (Yates's algorithm), beside what the subset weighs."""
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        bit: cython.Py_ssize_t = 1
        size: cython.Py_ssize_t = 1
        size <<= self.merged
        for j in range(size):
            self.carried[j] = 0
        for j in range(width):
            self.carried[self.masks[j]] += self.numerator[base + j]
        while bit < size:
            at = 0
            while at < size:
                for j in range(at, at + bit):
                    self.carried[j + bit] += self.carried[j]
                at += 2 * bit
            bit *= 2
        for j in range(1, size - 1):
            if self.carried[j] * self.scale > self.capacity[j] * p_scale:
                return False
        return True
