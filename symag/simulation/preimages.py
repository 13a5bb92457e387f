# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Which P-states can go into a row by an action, now that the row has become smaller?

The answer is a row to keep, or a row to drop, whichever is found with the least work:

- *drop* those that could go into the difference, and cannot go into what is left (few states were taken out);
- *keep* those that can go into what is left (few states are left);
- *scan* all of P's transitions on the action, and keep those that can (many states everywhere);
- *walk* the states that are asked about, and leave P's other states alone (few of them).

An answer is remembered until the end of the round, whatever state of L poses the question again; what a walk finds is
not. The types are in the `.pxd` beside this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.interner import Interner
    from symag.simulation.changes import Changes
    from symag.simulation.row_table import RowTable
    from symag.simulation.shrinking_row import ShrinkingRow

__all__ = ["Preimages"]

HELD = 1 << 26
"""Bytes of answers that are remembered."""
SHORT = 32
"""So few states are sorted by insertion."""


class Preimages:
    """The transitions of P by action and by goal, and questions about them."""

    def __init__(self, specification, rows: RowTable, changes: Changes, watch):
        self.rows, self.changes, self.watch = rows, changes, watch
        self.p_first, self.p_action, self.p_target = specification.first, specification.action, specification.target
        self.p_spread, self.p_support = specification.spread, specification.support
        self.p_states = specification.num_states
        self.memo = Interner(1, watch)
        self.held = 0
        self.bits = array("Q", [0]) * rows.words
        self.found = array("i", [0]) * self.p_states
        self.others = array("i", [0]) * self.p_states
        self.met = array("i", [0]) * self.p_states
        self.stamp = 0
        self._find_offers(len(specification.actions))
        self._find_sources(len(specification.actions))

    def _find_offers(self, actions):
        a: cython.Py_ssize_t
        p: cython.Py_ssize_t
        t: cython.Py_ssize_t
        at: cython.Py_ssize_t
        self.offers_first = array("i", [0]) * (actions + 2)
        self.offer_source = array("i", [0]) * max(1, len(self.p_action))
        self.offer_target = array("i", [0]) * max(1, len(self.p_action))
        self.all_sure = array("b", [1]) * (actions + 1)
        for t in range(len(self.p_action)):
            self.offers_first[self.p_action[t] + 2] += 1
            if self.p_target[t] < 0:
                self.all_sure[self.p_action[t]] = 0
        for a in range(actions):
            self.offers_first[a + 2] += self.offers_first[a + 1]
        for p in range(self.p_states):
            for t in range(self.p_first[p], self.p_first[p + 1]):
                at = self.offers_first[self.p_action[t] + 1]
                self.offer_source[at] = p
                self.offer_target[at] = self.p_target[t]
                self.offers_first[self.p_action[t] + 1] += 1
        return 0

    def _find_sources(self, actions):
        """By each outcome, the transitions that can lead there, sorted by action: in this order they are met."""
        a: cython.Py_ssize_t
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        q: cython.Py_ssize_t
        target: cython.int
        total: cython.Py_ssize_t = 0
        self.into_first = array("i", [0]) * (self.p_states + 2)
        self.arrivals = array("i", [0]) * (actions + 1)
        for i in range(len(self.p_target)):
            target = self.p_target[i]
            if target >= 0:
                self.into_first[target + 2] += 1
                total += 1
            else:
                for j in range(self.p_spread[~target], self.p_spread[~target + 1]):
                    self.into_first[self.p_support[j] + 2] += 1
                    total += 1
        for q in range(self.p_states):
            self.into_first[q + 2] += self.into_first[q + 1]
        self.watch.check_room(8 * total)
        self.into_action = array("i", [0]) * max(1, total)
        self.into_source = array("i", [0]) * max(1, total)
        for a in range(actions):
            for i in range(self.offers_first[a], self.offers_first[a + 1]):
                target = self.offer_target[i]
                if target >= 0:
                    self._arrive(a, self.offer_source[i], target)
                else:
                    for j in range(self.p_spread[~target], self.p_spread[~target + 1]):
                        self._arrive(a, self.offer_source[i], self.p_support[j])
        return 0

    def _arrive(self, a, p, q):
        at: cython.Py_ssize_t = self.into_first[q + 1]
        self.into_action[at] = a
        self.into_source[at] = p
        self.into_first[q + 1] = at + 1
        self.arrivals[a] += 1

    def narrow(self, shrinking: ShrinkingRow, meant, change):
        """Take those out of the row that cannot go by this action into what the change left."""
        key: cython.ulonglong = meant
        number: cython.Py_ssize_t
        answer: cython.Py_ssize_t
        key = (key << 32) | change
        number = self.memo.guess(key)
        if number < 0 or self.memo.keys[number] != key:
            self.memo.probe[0] = key
            number = self.memo.intern()
        answer = self.memo.values[number]
        if answer < 0:
            answer = self._ask(shrinking.count, meant, change)
            if answer < 0:
                self._walk(shrinking, meant, self.changes.new[change])
                return 0
            self.memo.values[number] = answer
            self.held += 4 * self.rows.size[answer >> 1] if self.rows.is_list(answer >> 1) else 8 * self.rows.words
        if answer & 1:
            shrinking.keep(answer >> 1)
        else:
            shrinking.drop(answer >> 1)
        if self.held > HELD:
            self.forget()
        return 0

    def forget(self):
        """Drop all answers, and with them their references."""
        number: cython.Py_ssize_t
        for number in range(self.memo.count):
            if self.memo.values[number] >= 0:
                self.rows.release(self.memo.values[number] >> 1)
        self.memo.clear()
        self.held = 0
        return 0

    def _ask(self, candidates, meant, change):
        """A row with a reference, times two, and one more if it is to be kept; -1 if a walk over so many candidates
        is less work. Estimates are in transitions that are looked at."""
        offers: cython.Py_ssize_t = self.offers_first[meant + 1] - self.offers_first[meant]
        words: cython.Py_ssize_t = self.rows.words
        gone: cython.Py_ssize_t = self.changes.gone[change]
        new: cython.Py_ssize_t = self.changes.new[change]
        removed: cython.Py_ssize_t = self.rows.size[gone]
        arriving: cython.Py_ssize_t = self.arrivals[meant]
        scan: cython.Py_ssize_t = words + offers
        keep: cython.Py_ssize_t = words + 2 * self.rows.size[new] * (self.p_states + arriving) // self.p_states
        drop: cython.Py_ssize_t = 4 * removed * (self.p_states + 2 * arriving) // self.p_states
        walk: cython.Py_ssize_t = 16 + 8 * candidates
        drop += 0 if self.rows.is_list(gone) else words // 4
        self.rows.questions += 1
        if not self.all_sure[meant]:
            scan += 2 * offers
            keep *= 3
        if gone == 1:  # nothing was asked yet
            drop = scan + 1
        if self.rows.sparse >= 0 and 2 * walk < min(scan, keep, drop):
            return -1
        self.rows.tick(1 + min(scan, keep, drop) // 16)
        if drop < keep and drop < scan:
            return 2 * self._drop(meant, gone, new)
        if keep < scan:
            return 2 * self._keep(meant, new) + 1
        return 2 * self._scan(meant, new) + 1

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
            k = self.first_source(meant, self.others[i])
            end = self.into_first[self.others[i] + 1]
            while k < end and self.into_action[k] == meant:
                p = self.into_source[k]
                if self.met[p] != self.stamp:
                    self.met[p] = self.stamp
                    if not self.can(p, meant, new):
                        self.found[count] = p
                        count += 1
                k += 1
        return self.row_of(self.found, count)

    def _keep(self, meant, new):
        """Those that can go into `new`, found from there."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        p: cython.int
        end: cython.Py_ssize_t
        one: cython.ulonglong = 1
        left: cython.Py_ssize_t = self.rows.unpack(new, self.others)
        sure: cython.bint = self.all_sure[meant]
        self._clear_bits()
        for i in range(left):
            k = self.first_source(meant, self.others[i])
            end = self.into_first[self.others[i] + 1]
            while k < end and self.into_action[k] == meant:
                p = self.into_source[k]
                if sure or (not (self.bits[p >> 6] >> (p & 63)) & 1 and self.can(p, meant, new)):
                    self.bits[p >> 6] |= one << (p & 63)
                k += 1
        return self.rows.intern_bits(self.bits)

    def _scan(self, meant, new):
        """Those that can go into `new`, found by looking at all transitions on the action."""
        i: cython.Py_ssize_t
        p: cython.Py_ssize_t
        one: cython.ulonglong = 1
        self._clear_bits()
        if self.all_sure[meant] and not self.rows.is_list(new):
            self._scan_bits(meant, self.rows.at[new])
        else:
            for i in range(self.offers_first[meant], self.offers_first[meant + 1]):
                p = self.offer_source[i]
                if not (self.bits[p >> 6] >> (p & 63)) & 1 and self._covers(new, self.offer_target[i]):
                    self.bits[p >> 6] |= one << (p & 63)
        return self.rows.intern_bits(self.bits)

    def _scan_bits(self, meant, base):
        """Dirac against Dirac, for all of P.

        Without a branch on the bit, which is a coin toss for the processor; over local names, which it keeps in
        registers; and a word at a time, as the transitions are sorted by their source.
        """
        row: cython.ulonglong[::1] = self.rows.bits
        answer: cython.ulonglong[::1] = self.bits
        sources: cython.int[::1] = self.offer_source
        targets: cython.int[::1] = self.offer_target
        i: cython.Py_ssize_t
        p: cython.int
        q: cython.int
        at: cython.int = 0
        gathered: cython.ulonglong = 0
        for i in range(self.offers_first[meant], self.offers_first[meant + 1]):
            q = targets[i]
            p = sources[i]
            if p >> 6 != at:
                answer[at] = gathered
                at = p >> 6
                gathered = 0
            gathered |= ((row[base + (q >> 6)] >> (q & 63)) & 1) << (p & 63)
        answer[at] = gathered

    def _walk(self, shrinking: ShrinkingRow, meant, new):
        """Of the candidates, drop those that cannot go into `new`."""
        i: cython.Py_ssize_t
        failing: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = shrinking.unpack(self.others)
        self.rows.tick(1 + count)
        for i in range(count):
            self.found[failing] = self.others[i]
            failing += not self.can(self.others[i], meant, new)
        if failing:
            shrinking.drop_list(self.found, 0, failing)
        return 0

    def can(self, p, meant, row):
        """Can the state go by the action into the row, with all outcomes?"""
        t: cython.Py_ssize_t = self.first_move(p, meant)
        end: cython.Py_ssize_t = self.p_first[p + 1]
        while t < end and self.p_action[t] == meant:
            if self._covers(row, self.p_target[t]):
                return True
            t += 1
        return False

    def _covers(self, row, target):
        """Is all of P's target in the row?"""
        j: cython.Py_ssize_t
        if target >= 0:
            return self.rows.has(row, target)
        for j in range(self.p_spread[~target], self.p_spread[~target + 1]):
            if not self.rows.has(row, self.p_support[j]):
                return False
        return True

    def first_move(self, p, meant):
        """The first transition of a state that is on this action, or on one after it."""
        low: cython.Py_ssize_t = self.p_first[p]
        high: cython.Py_ssize_t = self.p_first[p + 1]
        middle: cython.Py_ssize_t
        while low < high:
            middle = (low + high) // 2
            if self.p_action[middle] < meant:
                low = middle + 1
            else:
                high = middle
        return low

    def first_source(self, meant, q):
        """The first transition into a state that is on this action, or on one after it."""
        low: cython.Py_ssize_t = self.into_first[q]
        high: cython.Py_ssize_t = self.into_first[q + 1]
        middle: cython.Py_ssize_t
        while low < high:
            middle = (low + high) // 2
            if self.into_action[middle] < meant:
                low = middle + 1
            else:
                high = middle
        return low

    def mark_difference(self, meant, change):
        """Mark the states of P that could go by the action to what the change took away: `met` has the stamp."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        end: cython.Py_ssize_t
        removed: cython.Py_ssize_t
        removed = self.rows.unpack(self.changes.gone[change], self.others)
        self.rows.tick(1 + removed // 4)
        for i in range(removed):
            k = self.first_source(meant, self.others[i])
            end = self.into_first[self.others[i] + 1]
            while k < end and self.into_action[k] == meant:
                self.met[self.into_source[k]] = self.stamp
                k += 1
        return 0

    def new_stamp(self):
        """No state is met yet."""
        p: cython.Py_ssize_t
        if self.stamp == 0x7FFFFFFF:
            self.stamp = 0
            for p in range(self.p_states):
                self.met[p] = 0
        self.stamp += 1

    def _clear_bits(self):
        w: cython.Py_ssize_t
        for w in range(self.rows.words):
            self.bits[w] = 0

    def row_of(self, members, count):
        """The row with these states, in any order. It has one reference more."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        p: cython.int
        one: cython.ulonglong = 1
        if count == 0:
            self.rows.acquire(1)
            return 1
        if count <= SHORT and count <= self.rows.sparse:
            for i in range(1, count):
                p = members[i]
                j = i
                while j and members[j - 1] > p:
                    members[j] = members[j - 1]
                    j -= 1
                members[j] = p
            return self.rows.intern_list(members, count)
        self._clear_bits()
        for i in range(count):
            self.bits[members[i] >> 6] |= one << (members[i] & 63)
        return self.rows.intern_bits(self.bits)
