# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The distributions of one module, interned by their states and the numbers of their probabilities.

A probability is a number here; 0 is zero and 1 is one. What it stands for is exact, in `listed`: a Fraction is made
once, when a quotient or a sum is new. The types are in the `.pxd` beside this file.
"""

from array import array
from fractions import Fraction

import cython

from symag.model.interner import Interner

__all__ = ["Distributions"]

LARGE = 1 << 62
"""Denominators from here on are not for machine words."""


@cython.cfunc
def _doubled(old: cython.int[::1], used: cython.Py_ssize_t, watch) -> cython.int[::1]:
    watch.check_room(8 * len(old))
    new: cython.int[::1] = array("i", [0]) * (2 * len(old))
    new[:used] = old[:used]
    return new


class Distributions:
    """`start`, then `add` outcomes; `target` is where they lead: a state, or `~d` for the distribution `d`."""

    def __init__(self, widest, watch):
        self.watch = watch
        self.goal, self.share = array("i", [0]) * widest, array("i", [0]) * widest
        self.size = 0
        self.count = 0
        self.support_count = 0
        self.spread, self.support, self.vector = array("i", [0]) * 64, array("i", [0]) * 64, array("i", [0]) * 64
        self.listed = [Fraction(0), Fraction(1)]
        self.large = {}
        self.vectors = []
        self.tables, self.vector_tables = {}, {}
        self.sums, self.ratios = Interner(2, watch), Interner(2, watch)

    def start(self):
        """No outcomes yet."""
        self.size = 0

    def ratio(self, part, whole):
        """The number of the probability `part / whole`."""
        if part == 0:
            return 0
        if part == whole:
            return 1
        one, two = whole, part
        while two:
            one, two = two, one % two
        return self._lowest(part // one, whole // one)

    def number(self, probability):
        """The number of an exact probability."""
        part, whole = probability.numerator, probability.denominator
        if part == 0 or part == whole:
            return 1 if part else 0
        if whole < LARGE:
            return self._lowest(part, whole)
        if (part, whole) not in self.large:
            self.large[part, whole] = len(self.listed)
            self.listed.append(probability)
        return self.large[part, whole]

    def _lowest(self, part, whole):
        known = self.ratios.count
        self.ratios.probe[0] = part
        self.ratios.probe[1] = whole
        number = self.ratios.intern()
        if number == known:
            self.ratios.values[number] = len(self.listed)
            self.listed.append(Fraction(part, whole))
        return self.ratios.values[number]

    def add(self, state, share):
        """One more outcome; of two that lead to one state the probabilities are added. They are kept sorted."""
        k = self.size
        while k > 0 and self.goal[k - 1] > state:
            k -= 1
        if k > 0 and self.goal[k - 1] == state:
            self.share[k - 1] = self._sum(self.share[k - 1], share)
            return 0
        for i in range(self.size, k, -1):
            self.goal[i] = self.goal[i - 1]
            self.share[i] = self.share[i - 1]
        self.goal[k] = state
        self.share[k] = share
        self.size += 1
        return 0

    def _sum(self, one, two):
        known = self.sums.count
        self.sums.probe[0] = one
        self.sums.probe[1] = two
        number = self.sums.intern()
        if number == known:
            self.sums.values[number] = self.number(self.listed[one] + self.listed[two])
        return self.sums.values[number]

    def target(self):
        """Where the outcomes lead."""
        if self.size == 1:
            return self.goal[0]
        table = self._table(self.tables)
        for k in range(self.size):
            state = self.goal[k]
            share = self.share[k]
            table.probe[k] = state << 31 | share
        known = table.count
        number = table.intern()
        if number == known:
            table.values[number] = self.count
            self._append()
        return ~table.values[number]

    def _append(self):
        """A new distribution."""
        if self.count + 2 >= len(self.spread):
            self.spread = _doubled(self.spread, self.count + 1, self.watch)
            self.vector = _doubled(self.vector, self.count, self.watch)
        while self.support_count + self.size > len(self.support):
            self.support = _doubled(self.support, self.support_count, self.watch)
        for k in range(self.size):
            self.support[self.support_count] = self.goal[k]
            self.support_count += 1
        self.vector[self.count] = self._vector()
        self.count += 1
        self.spread[self.count] = self.support_count

    def _vector(self):
        table = self._table(self.vector_tables)
        known = table.count
        for k in range(self.size):
            table.probe[k] = self.share[k]
        number = table.intern()
        if number == known:
            table.values[number] = len(self.vectors)
            self.vectors.append(tuple([self.listed[self.share[k]] for k in range(self.size)]))
        return table.values[number]

    def _table(self, tables):
        if self.size not in tables:
            tables[self.size] = Interner(self.size, self.watch)
        return tables[self.size]

    def arrays(self):
        """The arrays of an LPTS."""
        return {
            "spread": _as_array("i", self.spread[: self.count + 1]),
            "support": _as_array("i", self.support[: self.support_count]),
            "vector": _as_array("i", self.vector[: self.count]),
        }


def _as_array(code, view):
    """An array of its own with the content of a view."""
    copied = array(code)
    copied.frombytes(memoryview(view).cast("B") if len(view) else b"")
    return copied
