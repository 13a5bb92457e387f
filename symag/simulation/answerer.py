# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Answers one question: which P-states can go into a row by an action, now that the row has become smaller?

The answer is a row to keep, or a row to drop, whichever is found with the least work:

- *drop* those that could go into the difference, and cannot go into what is left (few states were taken out);
- *keep* those that can go into what is left (few states are left);
- *scan* all of P's transitions on the action, and keep those that can (many states everywhere);
- *walk* the states that are asked about, and leave P's other states alone (few of them).

The answer is left in scratch of its own, and what is shared with others is only read, without the interpreter lock: so
each thread has an `Answerer`. The types are in the `.pxd` beside this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.simulation.changes import Changes
    from symag.simulation.offers import Offers
    from symag.simulation.row_table import RowTable
    from symag.simulation.shrinking_row import ShrinkingRow

__all__ = ["Answerer"]

SHORT = 32
"""So few states are sorted by insertion."""
KEEP, DROP, SCAN, WALK = 0, 1, 2, 3


class Answerer:
    """`answer` finds a row: the first `size` of `found`, in ascending order, or `bits` if that is -1."""

    def __init__(self, offers: Offers, rows: RowTable, changes: Changes):
        self.offers, self.rows, self.changes = offers, rows, changes
        self.bits = array("Q", [0]) * rows.words
        self.found = array("i", [0]) * offers.p_states
        self.others = array("i", [0]) * offers.p_states
        self.met = array("i", [0]) * offers.p_states
        self.stamp = 0
        self.size = 0

    def way(self, candidates, meant, change):
        """The way that is the least work, if so many states are asked about. Estimates are in transitions that are
        looked at; `work` has that of this way."""
        offers: cython.Py_ssize_t = self.offers.offers_first[meant + 1] - self.offers.offers_first[meant]
        states: cython.Py_ssize_t = self.offers.p_states
        words: cython.Py_ssize_t = self.rows.words
        gone: cython.Py_ssize_t = self.changes.gone[change]
        new: cython.Py_ssize_t = self.changes.new[change]
        removed: cython.Py_ssize_t = self.rows.size[gone]
        arriving: cython.Py_ssize_t = self.offers.arrivals[meant]
        scan: cython.Py_ssize_t = words + offers
        keep: cython.Py_ssize_t = words + 2 * self.rows.size[new] * (states + arriving) // states
        drop: cython.Py_ssize_t = 4 * removed * (states + 2 * arriving) // states
        walk: cython.Py_ssize_t = 16 + 8 * candidates
        drop += 0 if self.rows.is_list(gone) else words // 4
        if not self.offers.all_sure[meant]:
            scan += 2 * offers
            keep *= 3
        if gone == 1:  # nothing was asked yet
            drop = scan + 1
        self.work = min(scan, keep, drop)
        if self.rows.sparse >= 0 and 2 * walk < self.work:
            return WALK
        if drop < keep and drop < scan:
            return DROP
        return KEEP if keep < scan else SCAN

    def answer(self, way, meant, change):
        """Find the answer in this way, which is no walk."""
        if way == DROP:
            self._drop(meant, self.changes.gone[change], self.changes.new[change])
        elif way == KEEP:
            self._keep(meant, self.changes.new[change])
        else:
            self._scan(meant, self.changes.new[change])

    def _drop(self, meant, gone, new):
        """Those that could go into `gone` and cannot go into `new`."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        p: cython.int
        count: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t
        removed: cython.Py_ssize_t = self.rows.unpack(gone, self.others)
        self.new_stamp()
        for i in range(removed):
            k = self.offers.first_source(meant, self.others[i])
            end = self.offers.into_first[self.others[i] + 1]
            while k < end and self.offers.into_action[k] == meant:
                p = self.offers.into_source[k]
                if self.met[p] != self.stamp:
                    self.met[p] = self.stamp
                    if not self.offers.can(p, meant, new):
                        self.found[count] = p
                        count += 1
                k += 1
        self.sort(count)

    def sort(self, count):
        """Sort those that were found, or make a bitset of them."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        p: cython.int
        one: cython.ulonglong = 1
        self.size = count
        if count <= SHORT and count <= self.rows.sparse:
            for i in range(1, count):
                p = self.found[i]
                j = i
                while j and self.found[j - 1] > p:
                    self.found[j] = self.found[j - 1]
                    j -= 1
                self.found[j] = p
            return
        self._clear_bits()
        for i in range(count):
            self.bits[self.found[i] >> 6] |= one << (self.found[i] & 63)
        if count <= self.rows.sparse:
            self.rows.unpack_bits(self.bits, 0, self.found)
        else:
            self.size = -1

    def _keep(self, meant, new):
        """Those that can go into `new`, found from there."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        p: cython.int
        end: cython.Py_ssize_t
        one: cython.ulonglong = 1
        left: cython.Py_ssize_t = self.rows.unpack(new, self.others)
        sure: cython.bint = self.offers.all_sure[meant]
        self._clear_bits()
        for i in range(left):
            k = self.offers.first_source(meant, self.others[i])
            end = self.offers.into_first[self.others[i] + 1]
            while k < end and self.offers.into_action[k] == meant:
                p = self.offers.into_source[k]
                if sure or (not (self.bits[p >> 6] >> (p & 63)) & 1 and self.offers.can(p, meant, new)):
                    self.bits[p >> 6] |= one << (p & 63)
                k += 1
        self.size = -1

    def _scan(self, meant, new):
        """Those that can go into `new`, found by looking at all transitions on the action."""
        i: cython.Py_ssize_t
        p: cython.Py_ssize_t
        one: cython.ulonglong = 1
        self._clear_bits()
        self.size = -1
        if self.offers.all_sure[meant] and not self.rows.is_list(new):
            self._scan_bits(meant, self.rows.at[new])
            return
        for i in range(self.offers.offers_first[meant], self.offers.offers_first[meant + 1]):
            p = self.offers.offer_source[i]
            if not (self.bits[p >> 6] >> (p & 63)) & 1 and self.offers.covers(new, self.offers.offer_target[i]):
                self.bits[p >> 6] |= one << (p & 63)

    def _scan_bits(self, meant, base):
        """Dirac against Dirac, for all of P.

        Without a branch on the bit, which is a coin toss for the processor; over local names, which it keeps in
        registers; and a word at a time, as the transitions are sorted by their source.
        """
        row: cython.ulonglong[::1] = self.rows.bits
        answer: cython.ulonglong[::1] = self.bits
        sources: cython.int[::1] = self.offers.offer_source
        targets: cython.int[::1] = self.offers.offer_target
        i: cython.Py_ssize_t
        p: cython.int
        q: cython.int
        at: cython.int = 0
        gathered: cython.ulonglong = 0
        for i in range(self.offers.offers_first[meant], self.offers.offers_first[meant + 1]):
            q = targets[i]
            p = sources[i]
            if p >> 6 != at:
                answer[at] = gathered
                at = p >> 6
                gathered = 0
            gathered |= ((row[base + (q >> 6)] >> (q & 63)) & 1) << (p & 63)
        answer[at] = gathered

    def walk(self, shrinking: ShrinkingRow, meant, new):
        """Of the candidates, drop those that cannot go into `new`."""
        i: cython.Py_ssize_t
        failing: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = shrinking.unpack(self.others)
        for i in range(count):
            self.found[failing] = self.others[i]
            failing += not self.offers.can(self.others[i], meant, new)
        if failing:
            shrinking.drop_list(self.found, 0, failing)

    def mark(self, meant, gone):
        """Mark the states that could go by the action into the row `gone`: `met` has the stamp. How many are in it."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        end: cython.Py_ssize_t
        removed: cython.Py_ssize_t = self.rows.unpack(gone, self.others)
        for i in range(removed):
            k = self.offers.first_source(meant, self.others[i])
            end = self.offers.into_first[self.others[i] + 1]
            while k < end and self.offers.into_action[k] == meant:
                self.met[self.offers.into_source[k]] = self.stamp
                k += 1
        return removed

    def new_stamp(self):
        """No state is met yet."""
        p: cython.Py_ssize_t
        if self.stamp == 0x7FFFFFFF:
            self.stamp = 0
            for p in range(self.offers.p_states):
                self.met[p] = 0
        self.stamp += 1

    def _clear_bits(self):
        w: cython.Py_ssize_t
        for w in range(self.rows.words):
            self.bits[w] = 0
