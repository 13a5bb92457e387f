# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The distributions of one component, interned by their states and the numbers of their probabilities.

A probability is a number here; 0 is zero and 1 is one. What it stands for is exact, in `listed`: a Fraction is made
once, when a quotient, a sum or a product is new. The types are in the `.pxd` beside this file.
"""

from array import array
from fractions import Fraction

import cython

from symag.model.interner import Interner

if not cython.compiled:
    from symag.model.growth import doubled

__all__ = ["Distributions"]

LARGE = 1 << 62
"""Denominators from here on are not for machine words."""
LARGEST = 1 << 13000
"""Denominators from here on are too large: about 4,000 digits."""
NARROW = 64
"""So many outcomes are kept sorted; more of them are sorted in the end."""
WIDE = 4096
"""Distributions with more outcomes are kept by their bytes."""


class Distributions:
    """`start`, then `add` outcomes; `target` is where they lead: a state, or `~d` for the distribution `d`."""

    def __init__(self, watch):
        self.watch = watch
        self.goal, self.share = array("i", [0]) * NARROW, array("i", [0]) * NARROW
        self.size = 0
        self.is_sorted = True
        self.count = 0
        self.support_count = 0
        self.spread, self.support, self.vector = array("i", [0]) * 64, array("i", [0]) * 64, array("i", [0]) * 64
        self.listed = [Fraction(0), Fraction(1)]
        self.large = {}
        self.vectors = []
        self.tables, self.vector_tables, self.wide, self.wide_vectors = {}, {}, {}, {}
        self.sums, self.products, self.ratios = Interner(2, watch), Interner(2, watch), Interner(2, watch)

    def start(self):
        """No outcomes yet."""
        self.size = 0
        self.is_sorted = True

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
            if whole > LARGEST:
                raise OverflowError("a probability has more than 4,000 digits")
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
        """One more outcome; of two that lead to one state the probabilities are added."""
        k = self.size
        if self.is_sorted:
            if k >= NARROW and self.goal[k - 1] >= state:
                self.is_sorted = False
            else:
                while k > 0 and self.goal[k - 1] > state:
                    k -= 1
                if k > 0 and self.goal[k - 1] == state:
                    self.share[k - 1] = self._sum(self.share[k - 1], share)
                    return 0
        if self.size == len(self.goal):
            self.goal, self.share = doubled(self.goal, k, self.watch), doubled(self.share, k, self.watch)
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

    def times(self, one, two):
        """The number of a product."""
        if one == 1:
            return two
        if two == 1:
            return one
        known = self.products.count
        self.products.probe[0] = one
        self.products.probe[1] = two
        number = self.products.intern()
        if number == known:
            self.products.values[number] = self.number(self.listed[one] * self.listed[two])
        return self.products.values[number]

    def _sort(self):
        """Sort the outcomes by their states, and add up those that lead to one state."""
        import numpy  # takes a while to load, and only wide distributions need it

        self.watch.check_room(16 * self.size)
        codes = numpy.asarray(self.goal)[: self.size].astype(numpy.int64) << 32
        codes |= numpy.asarray(self.share)[: self.size]
        codes.sort()
        sorted_codes: cython.longlong[::1] = codes
        size, self.size = self.size, 0
        for k in range(size):
            state = sorted_codes[k] >> 32
            share = sorted_codes[k] & 0x7FFFFFFF
            if self.size and self.goal[self.size - 1] == state:
                self.share[self.size - 1] = self._sum(self.share[self.size - 1], share)
            else:
                self.goal[self.size] = state
                self.share[self.size] = share
                self.size += 1
        return 0

    def target(self):
        """Where the outcomes lead."""
        if not self.is_sorted:
            self._sort()
        if self.size == 1:
            return self.goal[0]
        if self.size > WIDE:
            return ~self._wide()
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

    def _wide(self):
        """The number of a distribution of many outcomes."""
        key = (bytes(self.goal[: self.size]), bytes(self.share[: self.size]))
        if key not in self.wide:
            self.watch.check_room(32 * self.size)
            self.wide[key] = self.count
            self._append()
        return self.wide[key]

    def _append(self):
        """A new distribution."""
        if self.count + 2 >= len(self.spread):
            self.spread = doubled(self.spread, self.count + 1, self.watch)
            self.vector = doubled(self.vector, self.count, self.watch)
        while self.support_count + self.size > len(self.support):
            if len(self.support) > 1 << 29:
                raise OverflowError("the distributions of a model can have at most 2^30 outcomes")
            self.support = doubled(self.support, self.support_count, self.watch)
        for k in range(self.size):
            self.support[self.support_count] = self.goal[k]
            self.support_count += 1
        self.vector[self.count] = self._vector()
        self.count += 1
        self.spread[self.count] = self.support_count

    def _vector(self):
        if self.size > WIDE:
            key = bytes(self.share[: self.size])
            if key not in self.wide_vectors:
                self.wide_vectors[key] = self._listed()
            return self.wide_vectors[key]
        table = self._table(self.vector_tables)
        known = table.count
        for k in range(self.size):
            table.probe[k] = self.share[k]
        number = table.intern()
        if number == known:
            table.values[number] = self._listed()
        return table.values[number]

    def _listed(self):
        self.vectors.append(tuple([self.listed[self.share[k]] for k in range(self.size)]))
        return len(self.vectors) - 1

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
