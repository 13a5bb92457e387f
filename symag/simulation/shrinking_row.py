# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A working copy of one row, from which states are taken: it is made when the first one is.

It has the form of its row, bitset or list, until something short is kept of a bitset. The types are in the `.pxd`
beside this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.simulation.row_table import RowTable

__all__ = ["ShrinkingRow"]


class ShrinkingRow:
    """Call `start`, then `keep` and `drop` as often as needed, then `finish`."""

    def __init__(self, rows: RowTable):
        self.rows = rows
        self.bits = array("Q", [0]) * rows.words
        self.members = array("i", [0]) * max(1, rows.sparse + 1)
        self.row = 0
        self.count = 0
        self.listed = self.copied = False

    def start(self, row):
        self.row = row
        self.listed = self.rows.is_list(row)
        self.copied = False
        self.count = self.rows.size[row]

    def _copy(self):
        w: cython.Py_ssize_t
        at: cython.Py_ssize_t = self.rows.at[self.row]
        if self.copied:
            return
        self.copied = True
        if self.listed:
            self.rows.unpack(self.row, self.members)
        else:
            for w in range(self.rows.words):
                self.bits[w] = self.rows.bits[at + w]

    def keep(self, other):
        """Keep what is in the row `other`."""
        w: cython.Py_ssize_t
        i: cython.Py_ssize_t
        p: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t = self.rows.at[other]
        if other == 0 or other == self.row:
            return
        self._copy()
        if self.listed:
            if at >= 0 or 16 * self.count < self.rows.size[other]:
                for i in range(self.count):
                    if self.rows.has(other, self.members[i]):
                        self.members[count] = self.members[i]
                        count += 1
                self.count = count
            else:
                self._filter(self.rows.lists, ~at, self.rows.size[other], True)
        elif at >= 0:
            for w in range(self.rows.words):
                self.bits[w] &= self.rows.bits[at + w]
        else:
            for i in range(self.rows.size[other]):
                p = self.rows.lists[~at + i]
                self.members[count] = p
                count += (self.bits[p >> 6] >> (p & 63)) & 1
            self.listed = True
            self.count = count

    def drop(self, other):
        """Take away what is in the row `other`."""
        w: cython.Py_ssize_t
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t = self.rows.at[other]
        if other == 1:
            return
        if at < 0:
            self.drop_list(self.rows.lists, ~at, self.rows.size[other])
            return
        self._copy()
        if self.listed:
            for i in range(self.count):
                self.members[count] = self.members[i]
                count += not self.rows.has(other, self.members[i])
            self.count = count
        else:
            for w in range(self.rows.words):
                self.bits[w] &= ~self.rows.bits[at + w]

    def drop_list(self, others, at, size):
        """Take away what is in the sorted list `others[at : at + size]`."""
        i: cython.Py_ssize_t
        p: cython.Py_ssize_t
        one: cython.ulonglong = 1
        if not self.copied:  # most of what is taken away late is not there
            if 8 * size > self.count:
                self._copy()
            for i in range(size):
                if self.copied or self.rows.has(self.row, others[at + i]):
                    self._copy()
                    break
            if not self.copied:
                return
        if self.listed:
            self._filter(others, at, size, False)
        else:
            for i in range(at, at + size):
                p = others[i]
                self.bits[p >> 6] &= ~(one << (p & 63))

    def _filter(self, others, at, size, kept):
        """Keep the members that are in the sorted list `others[at : at + size]`, or those that are not."""
        i: cython.Py_ssize_t
        end: cython.Py_ssize_t = at + size
        count: cython.Py_ssize_t = 0
        p: cython.int
        for i in range(self.count):
            p = self.members[i]
            while at < end and others[at] < p:
                at += 1
            if (at < end and others[at] == p) == kept:
                self.members[count] = p
                count += 1
        self.count = count

    def unpack(self, into):
        """What is left, in ascending order; how many states that are."""
        i: cython.Py_ssize_t
        if not self.copied:
            return self.rows.unpack(self.row, into)
        if not self.listed:
            return self.rows.unpack_bits(self.bits, 0, into)
        for i in range(self.count):
            into[i] = self.members[i]
        return self.count

    def finish(self):
        """The number of the row that is left. If it is another one than before, it got one reference more."""
        if not self.copied:
            return self.row
        if not self.listed:
            return self.row if self.rows.is_bits(self.row, self.bits) else self.rows.intern_bits(self.bits)
        if self.count == self.rows.size[self.row]:
            return self.row
        return self.rows.intern_list(self.members, self.count)
