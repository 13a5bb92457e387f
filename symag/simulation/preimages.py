# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Which P-states can go into a row by an action, now that the row has become smaller?

An answer (`answerer`) is remembered until the end of the round, whatever state of L poses the question again; what a
walk finds is not. The types are in the `.pxd` beside this file.
"""

import cython

if not cython.compiled:
    from symag.model.interner import Interner
    from symag.simulation.answerer import DROP, WALK, Answerer
    from symag.simulation.changes import Changes
    from symag.simulation.offers import Offers
    from symag.simulation.row_table import RowTable
    from symag.simulation.shrinking_row import ShrinkingRow

__all__ = ["Preimages"]

HELD = 1 << 26
"""Bytes of answers that are remembered."""


class Preimages:
    """Questions about the transitions of P, and the answers of this round."""

    def __init__(self, specification, rows: RowTable, changes: Changes, watch):
        self.rows, self.changes = rows, changes
        self.offers = Offers(specification, rows, watch)
        self.answerer = Answerer(self.offers, rows, changes)
        self.memo = Interner(1, watch)
        self.held = 0

    def question(self, meant, change):
        """The number of the question who can go by this action into what the change left."""
        key: cython.ulonglong = meant
        number: cython.Py_ssize_t
        key = (key << 32) | change
        number = self.memo.guess(key)
        if number < 0 or self.memo.keys[number] != key:
            self.memo.probe[0] = key
            number = self.memo.intern()
        return number

    def narrow(self, shrinking: ShrinkingRow, meant, change):
        """Take those out of the row that cannot go by this action into what the change left."""
        number: cython.Py_ssize_t = self.question(meant, change)
        answer: cython.Py_ssize_t = self.memo.values[number]
        way: cython.int
        if answer < 0:
            way = self.way(shrinking.row, meant, change)
            if way == WALK:
                self.answerer.walk(shrinking, meant, self.changes.new[change])
                return 0
            self.answerer.answer(way, meant, change)
            answer = self.remember(number, way, self._answered())
        shrinking.take(answer)
        if self.is_full():
            self.forget()
        return 0

    def is_full(self):
        """Is more remembered than should be?"""
        return self.held > HELD

    def way(self, row, meant, change):
        """The way to answer a question about the states of a row that is the least work."""
        way: cython.int = self.answerer.way(self.rows.size[row], meant, change)
        self.rows.questions += 1
        self.rows.tick(1 + (self.rows.size[row] if way == WALK else self.answerer.work // 16))
        return way

    def remember(self, number, way, row):
        """The answer to a question: a row with a reference, times two, and one more if it is to be kept."""
        self.memo.values[number] = 2 * row + (way != DROP)
        self.held += 4 * self.rows.size[row] if self.rows.is_list(row) else 8 * self.rows.words
        return self.memo.values[number]

    def forget(self):
        """Drop all answers, and with them their references."""
        number: cython.Py_ssize_t
        for number in range(self.memo.count):
            if self.memo.values[number] >= 0:
                self.rows.release(self.memo.values[number] >> 1)
        self.memo.clear()
        self.held = 0
        return 0

    def mark_difference(self, meant, change):
        """Mark the states of P that could go by the action to what the change took away."""
        self.rows.tick(1 + self.answerer.mark(meant, self.changes.gone[change]) // 4)
        return 0

    def row_of(self, members, count):
        """The row with these states, in any order. It has one reference more."""
        i: cython.Py_ssize_t
        for i in range(count):
            self.answerer.found[i] = members[i]
        self.answerer.sort(count)
        return self._answered()

    def _answered(self):
        """The row that was found. It has one reference more."""
        if self.answerer.size < 0:
            return self.rows.intern_bits(self.answerer.bits)
        return self.rows.intern_list(self.answerer.found, self.answerer.size)
