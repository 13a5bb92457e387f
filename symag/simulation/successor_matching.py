# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Questions about P: which of its states can answer a distribution of L, whose outcomes have these rows?

A question is asked once a round, however many transitions pose it: those of states with equal rows, with the same
probabilities and outcomes with equal rows. A state is asked only if it could answer with outcomes that are gone from a
row. The types are in the `.pxd` beside this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.interner import Interner
    from symag.simulation.changes import Changes
    from symag.simulation.distribution_matching import DistributionMatcher
    from symag.simulation.preimages import Preimages
    from symag.simulation.row_table import RowTable

__all__ = ["SuccessorMatcher"]

HELD = 1 << 26
"""Bytes of answers that are remembered."""


class SuccessorMatcher:
    """Answers for L's distributions, over the rows that `row` names for L's states."""

    def __init__(self, system, specification, numbers, watch):
        """`numbers`: the `VectorNumbers` of the two models."""
        self.spread, self.support, self.vector = system.spread, system.support, system.vector
        self.p_first, self.p_action, self.p_target = specification.first, specification.action, specification.target
        self.watch = watch
        self.rows = RowTable(specification.num_states, watch)
        self.row = array("i", [0]) * system.num_states
        self.changes = Changes(system.num_states, self.rows, watch)
        self.preimages = Preimages(specification, self.rows, self.changes, watch)
        self.memos = {}
        self.held = 0
        self.candidates = array("i", [0]) * specification.num_states
        self.distributions = DistributionMatcher(system, specification, numbers, self.rows, self.row, watch)

    def failing(self, s, meant, d):
        """The row of those in the row of `s` that cannot answer distribution `d` of L any more."""
        j: cython.Py_ssize_t
        width: cython.Py_ssize_t = self.spread[d + 1] - self.spread[d]
        number: cython.Py_ssize_t
        memo: Interner
        packed: cython.ulonglong = meant
        if self.held > HELD:
            self.forget()
        if width not in self.memos:
            self.memos[width] = Interner(width + 2, self.watch)
        memo = self.memos[width]
        memo.probe[0] = (packed << 32) | self.vector[d]
        memo.probe[1] = self.row[s]
        for j in range(width):
            memo.probe[j + 2] = self.row[self.support[self.spread[d] + j]]
        number = memo.intern()
        if memo.values[number] < 0:
            memo.values[number] = self._ask(s, meant, d)
        return memo.values[number]

    def forget(self):
        """Drop all answers, and with them their references."""
        number: cython.Py_ssize_t
        memo: Interner
        for memo in self.memos.values():
            for number in range(memo.count):
                if memo.values[number] >= 0:
                    self.rows.release(memo.values[number])
            memo.clear()
        self.held = 0
        return 0

    def _ask(self, s, meant, d):
        """Ask the states in the row of `s` that could be concerned. The row has a reference."""
        i: cython.Py_ssize_t
        p: cython.int
        failing: cython.Py_ssize_t = 0
        row: cython.Py_ssize_t
        count: cython.Py_ssize_t = self.rows.unpack(self.row[s], self.candidates)
        some: cython.bint = self._mark_concerned(meant, d, count)
        self.distributions.begin(d)
        self.rows.questions += 1
        for i in range(count):
            self.rows.tick(1)
            p = self.candidates[i]
            if (not some or self.preimages.met[p] == self.preimages.stamp) and not self._answers(p, meant):
                self.candidates[failing] = p
                failing += 1
        row = self.preimages.row_of(self.candidates, failing)
        self.held += 4 * failing if self.rows.is_list(row) else 8 * self.rows.words
        return row

    def _mark_concerned(self, meant, d, count):
        """Mark the states of P that could answer with an outcome that is gone, if that is less work than to ask so
        many states."""
        j: cython.Py_ssize_t
        change: cython.Py_ssize_t
        gone: cython.Py_ssize_t
        work: cython.Py_ssize_t = 0
        for j in range(self.spread[d], self.spread[d + 1]):
            change = self.changes.of[self.support[j]]
            if change >= 0:
                gone = self.changes.gone[change]
                if gone == 1:
                    return False
                work += 0 if self.rows.is_list(gone) else self.rows.words
                work += 4 * self.rows.size[gone]
                if work > 8 * count:
                    return False
        self.preimages.new_stamp()
        for j in range(self.spread[d], self.spread[d + 1]):
            change = self.changes.of[self.support[j]]
            if change >= 0:
                self.preimages.mark_difference(meant, change)
        return True

    def _answers(self, p, meant):
        """Can the state answer?"""
        t: cython.Py_ssize_t = self.preimages.first_move(p, meant)
        end: cython.Py_ssize_t = self.p_first[p + 1]
        while t < end and self.p_action[t] == meant:
            if self.distributions.matches(self.p_target[t]):
                return True
            t += 1
        return False
