# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""One row from which states are taken, to find out which ones leave it.

While few states are taken from a bitset, these are a sorted list, and the row is not copied. Otherwise there is a
working copy, a bitset or a list of what is left. The types are in the `.pxd` beside this file.
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
        self.gone = array("i", [0]) * max(1, rows.sparse + 1)
        self.merged = array("i", [0]) * max(1, rows.sparse + 1)
        self.unpacked = array("i", [0]) * rows.states
        self.row = 0
        self.count = self.gone_count = 0
        self.listed = self.copied = False

    def start(self, row):
        self.row = row
        self.listed = self.rows.is_list(row)
        self.copied = False
        self.count = self.rows.size[row]
        self.gone_count = 0

    def _copy(self):
        w: cython.Py_ssize_t
        i: cython.Py_ssize_t
        one: cython.ulonglong = 1
        at: cython.Py_ssize_t = self.rows.at[self.row]
        if self.copied:
            return
        self.copied = True
        if self.listed:
            self.rows.unpack(self.row, self.members)
            return
        for w in range(self.rows.words):
            self.bits[w] = self.rows.bits[at + w]
        for i in range(self.gone_count):
            self.bits[self.gone[i] >> 6] &= ~(one << (self.gone[i] & 63))

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
        if not self.copied and not self.listed and self.gone_count + size <= self.rows.sparse:
            self._add_gone(others, at, size)
            return
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

    def _add_gone(self, others, at, size):
        """Merge those that are in the row into the list of those that are gone."""
        i: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t = at + size
        count: cython.Py_ssize_t = 0
        base: cython.Py_ssize_t = self.rows.at[self.row]
        p: cython.int
        merged: cython.int[::1] = self.merged
        while at < end:
            p = others[at]
            at += 1
            if (self.rows.bits[base + (p >> 6)] >> (p & 63)) & 1:
                while i < self.gone_count and self.gone[i] < p:
                    merged[count] = self.gone[i]
                    i += 1
                    count += 1
                i += i < self.gone_count and self.gone[i] == p
                merged[count] = p
                count += 1
        if count == 0:
            return
        while i < self.gone_count:
            merged[count] = self.gone[i]
            i += 1
            count += 1
        self.merged = self.gone
        self.gone = merged
        self.gone_count = count

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

    def is_whole(self):
        """Was nothing taken away so far?"""
        if not self.copied:
            return self.gone_count == 0
        return self.count == self.rows.size[self.row] if self.listed else self.rows.is_bits(self.row, self.bits)

    def word(self):
        """What is left, of a row that has one word."""
        return self.bits[0] if self.copied else self.rows.bits[self.rows.at[self.row]]

    def unpack(self, into):
        """What is left, in ascending order; how many states that are."""
        i: cython.Py_ssize_t
        if self.gone_count:
            self._copy()
        if not self.copied:
            return self.rows.unpack(self.row, into)
        if not self.listed:
            return self.rows.unpack_bits(self.bits, 0, into)
        for i in range(self.count):
            into[i] = self.members[i]
        return self.count

    def take(self, answer):
        """Keep what is in a row, or drop it: which of it the answer to a question says (`Preimages.remember`)."""
        if answer & 1:
            self.keep(answer >> 1)
        else:
            self.drop(answer >> 1)

    def find_gone(self):
        """How many are gone: they are in `gone`, or in `unpacked` if the row was copied. If that is -1, they are
        in `bits`."""
        w: cython.Py_ssize_t
        at: cython.Py_ssize_t = self.rows.at[self.row]
        some: cython.ulonglong = 0
        if not self.copied:
            return self.gone_count
        if self.listed:
            return self._find_in_list()
        for w in range(self.rows.words):
            self.bits[w] ^= self.rows.bits[at + w]
            some |= self.bits[w]
        return -1 if some else 0

    def _find_in_list(self):
        """The same, where what is left is a list."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t = 0
        p: cython.int
        count: cython.Py_ssize_t = 0
        one: cython.ulonglong = 1
        size: cython.Py_ssize_t = self.rows.unpack(self.row, self.unpacked)
        at: cython.Py_ssize_t = self.rows.at[self.row]
        if self.count == size:
            return 0
        if at >= 0:
            for i in range(self.rows.words):
                self.bits[i] = self.rows.bits[at + i]
            for i in range(self.count):
                p = self.members[i]
                self.bits[p >> 6] &= ~(one << (p & 63))
            return -1
        for i in range(size):
            p = self.unpacked[i]
            if j < self.count and self.members[j] == p:
                j += 1
            else:
                self.unpacked[count] = p
                count += 1
        return count

    def finish(self):
        """The number of the row of all that are gone. It got one reference more, unless it is 1: nothing is gone."""
        count: cython.Py_ssize_t = self.find_gone()
        if count == 0:
            return 1
        if count < 0:
            return self.rows.intern_bits(self.bits)
        return self.rows.intern_list(self.unpacked if self.copied else self.gone, count)
