# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Combinations of moves by which components synchronise, compiled: for all that walk through a composition.

The components are concatenated, and their actions numbered as `symag.operators.explorer` says: action `a` has the
participants `taking[taking_first[a]]` up to `taking[taking_first[a + 1] - 1]`, the leader first. A walk sets `current`,
the state of each component. The types are in the `.pxd` beside this file.
"""

from array import array

__all__ = ["Synchroniser"]


class Synchroniser:
    """`choose` chooses the first combination of moves, and `turn` the next one. Component `i` has its moves on the
    action at `low[i]` up to `high[i] - 1`, and `chosen[i]` is one of them."""

    def __init__(self, flat, count):
        self.base, self.first, self.action = flat.state_base, flat.first, flat.action
        self.taking_first, self.taking = flat.taking_first, flat.taking
        self.current = array("q", [0]) * count
        self.chosen = array("i", [-1]) * count
        self.low = array("i", [0]) * count
        self.high = array("i", [0]) * count

    def choose(self, begin, stop, label):
        """Choose the first combination of the moves of these participants on the label. Returns the place of the first
        one that has none, where choosing ended; `stop` if all have some."""
        for k in range(begin, stop):
            i = self.taking[k]
            if not self._offers(i, label):
                return k
            self.chosen[i] = self.low[i]
        return stop

    def turn(self, begin, stop):
        """Choose the next combination: the last participant turns fastest. Is there one?"""
        k = stop - 1
        while k >= begin:
            i = self.taking[k]
            self.chosen[i] += 1
            if self.chosen[i] < self.high[i]:
                return True
            self.chosen[i] = self.low[i]
            k -= 1
        return False

    def _offers(self, i, label):
        """Where component `i` has its moves on the label, by bisection in its row."""
        low = self.first[self.base[i] + self.current[i]]
        end = self.first[self.base[i] + self.current[i] + 1]
        high = end
        while low < high:
            middle = (low + high) // 2
            if self.action[middle] < label:
                low = middle + 1
            else:
                high = middle
        high = low
        while high < end and self.action[high] == label:
            high += 1
        self.low[i], self.high[i] = low, high
        return low < high
