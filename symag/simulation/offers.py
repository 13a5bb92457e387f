# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The transitions of P by action and by goal: who can go into a row by an action.

Questions only read, without the interpreter lock: several threads can ask at once. The types are in the `.pxd` beside
this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.simulation.row_table import RowTable

__all__ = ["Offers"]


class Offers:
    """P's transitions, again by action, and again by outcome and action."""

    def __init__(self, specification, rows: RowTable, watch):
        self.rows, self.watch = rows, watch
        self.p_first, self.p_action, self.p_target = specification.first, specification.action, specification.target
        self.p_spread, self.p_support = specification.spread, specification.support
        self.p_states = specification.num_states
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

    def can(self, p, meant, row):
        """Can the state go by the action into the row, with all outcomes?"""
        t: cython.Py_ssize_t = self.first_move(p, meant)
        end: cython.Py_ssize_t = self.p_first[p + 1]
        while t < end and self.p_action[t] == meant:
            if self.covers(row, self.p_target[t]):
                return True
            t += 1
        return False

    def covers(self, row, target):
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
