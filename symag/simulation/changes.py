# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What the last round changed: of each state its change, of each change the row before and the row after.

States with equal rows before and after have the same change, and so pose the same questions. The types are in the
`.pxd` beside this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.growth import doubled
    from symag.model.interner import Interner
    from symag.simulation.row_table import RowTable

__all__ = ["Changes"]


class Changes:
    """`of[s]` is the change of state s, or -1. At first all states have change 0, from all states of P to all of them:
    nothing was asked yet."""

    def __init__(self, states, rows: RowTable, watch):
        self.rows = rows
        self.watch = watch
        self.of = array("i", [0]) * states
        self.pairs = Interner(1, watch)
        self.old = array("i", [0]) * 16
        self.new = array("i", [0]) * 16
        self.add(0, 0)

    def add(self, old, new):
        """The number of this change. Both rows have a reference until it is forgotten."""
        before: cython.ulonglong = old
        number: cython.Py_ssize_t
        self.pairs.probe[0] = (before << 32) | new
        number = self.pairs.intern()
        if self.pairs.values[number] < 0:
            self.pairs.values[number] = 0
            if number == len(self.old):
                self.old = doubled(self.old, number, self.watch)
                self.new = doubled(self.new, number, self.watch)
            self.old[number] = old
            self.new[number] = new
            self.rows.acquire(old)
            self.rows.acquire(new)
        return number

    def forget(self):
        """Drop all changes; `of` is the caller's to set."""
        number: cython.Py_ssize_t
        for number in range(self.pairs.count):
            self.rows.release(self.old[number])
            self.rows.release(self.new[number])
        self.pairs.clear()
        return 0
