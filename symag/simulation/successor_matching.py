# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Questions about P: which of its states can answer a distribution of L, whose outcomes have these rows?

A question is asked once a round, however many transitions pose it: those of states with equal rows, with the same
probabilities and outcomes with equal rows. A state is asked only if it could answer with outcomes that are gone from a
row, and if no move that was looked at before has taken it out of the row already. The types are in the `.pxd` beside
this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.interner import Interner
    from symag.simulation.changes import Changes
    from symag.simulation.distribution_matching import DistributionMatcher
    from symag.simulation.preimages import Preimages
    from symag.simulation.row_table import RowTable
    from symag.simulation.shrinking_row import ShrinkingRow

__all__ = ["SuccessorMatcher"]

HELD = 1 << 26
"""Bytes of answers that are remembered."""


class SuccessorMatcher:
    """Answers for L's distributions, over the rows that `row` names for L's states."""

    def __init__(self, system, specification, numbers, watch):
        """`numbers`: the `VectorNumbers` of the two models."""
        self.spread, self.support, self.vector = system.spread, system.support, system.vector
        self.watch = watch
        self.rows = RowTable(specification.num_states, watch)
        self.row = array("i", [0]) * system.num_states
        self.changes = Changes(system.num_states, self.rows, watch)
        self.preimages = Preimages(specification, self.rows, self.changes, watch)
        self.whom = Interner(2, watch)
        self.memos = {}
        self.held = 0
        self.candidates = array("i", [0]) * specification.num_states
        self.distributions = DistributionMatcher(system, specification, numbers, self.rows, self.row, watch)

    def begin(self, row):
        """A number for the states of this row, of which `failing` can be asked: the row's own."""
        if self.held > HELD:
            self.forget()
        return row

    def without(self, whom, kind, what):
        """A number for those of `whom` that are left when a move has taken some away: which, `kind` and `what` say."""
        tag: cython.ulonglong = kind
        one: cython.ulonglong = 1
        self.whom.probe[0] = (tag << 60) | whom
        self.whom.probe[1] = what
        return (one << 32) | self.whom.intern()

    def failing(self, shrinking: ShrinkingRow, whom, meant, d):
        """The row of those left in the shrinking row that cannot answer distribution `d` of L any more; `whom` says
        who is left."""
        j: cython.Py_ssize_t
        width: cython.Py_ssize_t = self.spread[d + 1] - self.spread[d]
        number: cython.Py_ssize_t
        memo: Interner
        action: cython.ulonglong = meant
        row: cython.int = self.row[self.support[self.spread[d]]]
        j = 1
        while j < width and self.row[self.support[self.spread[d] + j]] == row:
            j += 1
        if j == width:  # whatever the probabilities are
            width = 1
        if width not in self.memos:
            self.memos[width] = Interner(width + 2, self.watch)
        memo = self.memos[width]
        memo.probe[0] = (action << 32) | (0 if width == 1 else self.vector[d])
        memo.probe[1] = whom
        for j in range(width):
            memo.probe[j + 2] = self.row[self.support[self.spread[d] + j]]
        number = memo.intern()
        if memo.values[number] < 0:
            memo.values[number] = self._ask(shrinking, meant, d)
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
        self.whom.clear()
        self.held = 0
        return 0

    def _ask(self, shrinking: ShrinkingRow, meant, d):
        """Ask those left that could be concerned. The row has a reference."""
        i: cython.Py_ssize_t
        p: cython.int
        concerned: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = shrinking.unpack(self.candidates)
        row: cython.Py_ssize_t
        self.rows.questions += 1
        self.rows.tick(1 + count // 16)
        if self._mark_concerned(meant, d, count):
            for i in range(count):
                p = self.candidates[i]
                self.candidates[concerned] = p
                concerned += self.preimages.answerer.met[p] == self.preimages.answerer.stamp
            count = concerned
        self.distributions.begin(d)
        count = self.distributions.failing(self.candidates, count, meant)
        row = self.preimages.row_of(self.candidates, count)
        self.held += 4 * count if self.rows.is_list(row) else 8 * self.rows.words
        return row

    def _mark_concerned(self, meant, d, count):
        """Mark the states of P that could answer with an outcome that is gone, if these are few, and it is less work
        than to ask so many states."""
        j: cython.Py_ssize_t
        change: cython.Py_ssize_t
        gone: cython.Py_ssize_t
        work: cython.Py_ssize_t = 0
        lost: cython.Py_ssize_t = 0
        for j in range(self.spread[d], self.spread[d + 1]):
            change = self.changes.of[self.support[j]]
            if change >= 0:
                gone = self.changes.gone[change]
                if gone == 1:
                    return False
                work += 0 if self.rows.is_list(gone) else self.rows.words
                lost += self.rows.size[gone]
                if work + 4 * lost > 8 * count:
                    return False
        if 2 * self.preimages.offers.arrivals[meant] * lost > self.rows.states * self.rows.states:
            return False
        self.preimages.answerer.new_stamp()
        for j in range(self.spread[d], self.spread[d + 1]):
            change = self.changes.of[self.support[j]]
            if change >= 0:
                self.preimages.mark_difference(meant, change)
        return True
