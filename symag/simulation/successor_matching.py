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
    from symag.simulation.integer_flow import NARROW, IntegerFlow
    from symag.simulation.preimages import Preimages
    from symag.simulation.row_table import RowTable

__all__ = ["SuccessorMatcher"]

HELD = 1 << 26
"""Bytes of answers that are remembered."""


class SuccessorMatcher:
    """Answers for L's distributions, over the rows that `row` names for L's states."""

    def __init__(self, system, specification, masses, p_masses, decide, watch):
        """`masses` and `p_masses`: per model (starts, numerators), or None where the denominator is too large; then,
        and for very wide supports, `decide(vector, groups, masks, p_vector)` says whether a weight function exists."""
        self.spread, self.support, self.vector = system.spread, system.support, system.vector
        self.p_target = specification.target
        self.p_first, self.p_action = specification.first, specification.action
        self.p_spread, self.p_support, self.p_vector = specification.spread, specification.support, specification.vector
        self.scaled = masses is not None
        self.mass_first, self.mass = masses if masses is not None else (array("i", [0]), array("q", [0]))
        self.p_mass_first, self.p_mass = p_masses if p_masses is not None else (array("i", [0]), array("q", [0]))
        self.decide = decide
        self.watch = watch
        self.rows = RowTable(specification.num_states, watch)
        self.row = array("i", [0]) * system.num_states
        self.changes = Changes(system.num_states, self.rows, watch)
        self.preimages = Preimages(specification, self.rows, self.changes, watch)
        self.memos = {}
        self.held = 0
        self.candidates = array("i", [0]) * specification.num_states
        widest = max((system.spread[d + 1] - system.spread[d] for d in range(system.num_distributions)), default=1)
        self.merged_row = array("i", [0]) * widest
        self.merged_mass = array("q", [0]) * widest
        self.group = array("i", [0]) * widest
        self.flow = IntegerFlow()

    def tick(self, work):
        """So much work was done: pass it to the watch when it is enough."""
        return self.rows.tick(work)

    def has(self, row, p):
        return self.rows.has(row, p)

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
        merged: cython.Py_ssize_t = self._merge(d)
        failing: cython.Py_ssize_t = 0
        row: cython.Py_ssize_t
        count: cython.Py_ssize_t = self.rows.unpack(self.row[s], self.candidates)
        some: cython.bint = self._mark_concerned(meant, d, count)
        self.rows.questions += 1
        for i in range(count):
            self.tick(1)
            p = self.candidates[i]
            if (not some or self.preimages.met[p] == self.preimages.stamp) and not self._answers(p, meant, d, merged):
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
        old: cython.Py_ssize_t
        new: cython.Py_ssize_t
        work: cython.Py_ssize_t = 0
        for j in range(self.spread[d], self.spread[d + 1]):
            change = self.changes.of[self.support[j]]
            if change >= 0:
                old, new = self.changes.old[change], self.changes.new[change]
                if old == new:
                    return False
                work += self.rows.size[old] if self.rows.is_list(old) else self.rows.words
                work += 4 * (self.rows.size[old] - self.rows.size[new])
                if work > 8 * count:
                    return False
        self.preimages.new_stamp()
        for j in range(self.spread[d], self.spread[d + 1]):
            change = self.changes.of[self.support[j]]
            if change >= 0:
                self.preimages.mark_difference(meant, change)
        return True

    def _answers(self, p, meant, d, merged):
        """Can the state answer?"""
        t: cython.Py_ssize_t = self.preimages.first_move(p, meant)
        end: cython.Py_ssize_t = self.p_first[p + 1]
        while t < end and self.p_action[t] == meant:
            if self._matches(d, merged, self.p_target[t]):
                return True
            t += 1
        return False

    def _merge(self, d):
        """Merge the outcomes of L's distribution `d` that have equal rows; how many different ones there are."""
        merged: cython.Py_ssize_t = 0
        start: cython.Py_ssize_t = self.spread[d]
        j: cython.Py_ssize_t
        g: cython.Py_ssize_t
        row: cython.int
        for j in range(self.spread[d + 1] - start):
            row = self.row[self.support[start + j]]
            g = 0
            self.tick(1 + merged // 16)
            while g < merged and self.merged_row[g] != row:
                g += 1
            if g == merged:
                self.merged_row[g] = row
                self.merged_mass[g] = 0
                merged += 1
            self.group[j] = g
            if self.scaled:
                self.merged_mass[g] += self.mass[self.mass_first[self.vector[d]] + j]
        return merged

    def _covers(self, row, target):
        """Is all of P's target in the row?"""
        j: cython.Py_ssize_t
        if target >= 0:
            return self.has(row, target)
        for j in range(self.p_spread[~target], self.p_spread[~target + 1]):
            if not self.has(row, self.p_support[j]):
                return False
        return True

    def _matches(self, d, merged, target):
        """Is there a weight function (CAV'12, Def. 4) from L's distribution `d`, merged, to P's target?"""
        g: cython.Py_ssize_t
        j: cython.Py_ssize_t
        start: cython.Py_ssize_t
        width: cython.Py_ssize_t
        base: cython.Py_ssize_t
        mask: cython.ulonglong
        covered: cython.ulonglong = 0
        full: cython.ulonglong
        one: cython.ulonglong = 1
        whole: cython.bint = True
        if target >= 0 or merged == 1:
            for g in range(merged):
                if not self._covers(self.merged_row[g], target):
                    return False
            return True
        start = self.p_spread[~target]
        width = self.p_spread[~target + 1] - start
        self.tick(merged * width)
        if width > NARROW or merged > NARROW or not self.scaled:
            return self._decide_exactly(d, merged, target)
        full = (one << width) - 1
        for g in range(merged):
            mask = 0
            for j in range(width):
                if self.has(self.merged_row[g], self.p_support[start + j]):
                    mask |= one << j
            if mask == 0:
                return False
            covered |= mask
            whole = whole and mask == full
            self.flow.mask[g] = mask
        if covered != full:
            return False
        if whole:
            return True
        base = self.p_mass_first[self.p_vector[~target]]
        for j in range(width):
            self.flow.room[j] = self.p_mass[base + j]
        for g in range(merged):
            self.flow.mass[g] = self.merged_mass[g]
        return self.flow.fits(merged, width)

    def _decide_exactly(self, d, merged, target):
        """The same question for numbers or supports that do not fit in words, in Python's integers."""
        width = self.spread[d + 1] - self.spread[d]
        start, end = self.p_spread[~target], self.p_spread[~target + 1]
        masks = tuple(
            sum(int(self.has(self.merged_row[g], self.p_support[j])) << (j - start) for j in range(start, end))
            for g in range(merged)
        )
        return self.decide(self.vector[d], tuple(self.group[j] for j in range(width)), masks, self.p_vector[~target])
