# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What the last round changed: of each state its change, of each change what left the row, and the row that is left.

States with equal rows that lose the same have the same change, and so pose the same questions. The types are in the
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
    """`of[s]` is the change of state s, or -1. At first all states have change 0, in which nothing left the row of all
    states of P: nothing was asked yet."""

    def __init__(self, states, rows: RowTable, watch):
        self.rows = rows
        self.watch = watch
        self.of = array("i", [0]) * states
        self.pairs = Interner(1, watch)
        self.old = array("i", [0]) * 16
        self.gone = array("i", [0]) * 16
        self.new = array("i", [0]) * 16
        self.users = array("i", [0]) * 16
        self.add(0, 1)
        rows.acquire(0)

    def add(self, old, gone):
        """The number of the change of one more state whose row was `old`: `gone` left it."""
        before: cython.ulonglong = old
        number: cython.Py_ssize_t
        self.pairs.probe[0] = (before << 32) | gone
        number = self.pairs.intern()
        if self.pairs.values[number] < 0:
            self.pairs.values[number] = 0
            if number == len(self.old):
                self.old = doubled(self.old, number, self.watch)
                self.gone = doubled(self.gone, number, self.watch)
                self.new = doubled(self.new, number, self.watch)
                self.users = doubled(self.users, number, self.watch)
            self.old[number] = old
            self.gone[number] = gone
            self.users[number] = 0
        self.users[number] += 1
        return number

    def apply(self, number):
        """Find the row that is left: it takes over the references of these states, and has one more until the change
        is forgotten. There may be no row `old` after that."""
        self.new[number] = self.rows.without(self.old[number], self.gone[number], self.users[number])
        self.rows.acquire(self.new[number])
        return 0

    def forget(self):
        """Drop all changes; `of` is the caller's to set."""
        number: cython.Py_ssize_t
        for number in range(self.pairs.count):
            self.rows.release(self.new[number])
        self.pairs.clear()
        return 0
