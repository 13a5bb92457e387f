# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Weight functions (CAV'12, Def. 4) in machine words: can masses be carried to rooms along allowed pairs?

A maximal flow by shortest augmenting paths over integers below 2^62 (probabilities over one common denominator), at
most 62 on either side. Numbers and supports that do not fit are decided by `symag.simulation.exact_flow` instead, which
is also the oracle of this file in the tests. The types are in the `.pxd` beside this file.
"""

from array import array

import cython

__all__ = ["NARROW", "IntegerFlow"]

if not cython.compiled:
    NARROW = 62  # compiled, it is a constant in the .pxd
"""The widest problem: one word is a mask over the rooms."""


class IntegerFlow:
    """Fill `mass` (consumed), `mask` (bit j: may go to room j) and `room` (consumed), then ask `fits`."""

    def __init__(self):
        self.mass = array("q", [0]) * 64
        self.room = array("q", [0]) * 64
        self.mask = array("Q", [0]) * 64
        self.carried = array("q", [0]) * (64 * 64)
        self.parent_left = array("i", [0]) * 64
        self.parent_right = array("i", [0]) * 64
        self.queue = array("i", [0]) * 64

    def fits(self, groups, width):
        """Can all masses be carried? Fill greedily, then augment what is left."""
        for g in range(groups):
            for j in range(width):
                self.carried[g * 64 + j] = 0
                if (self.mask[g] >> j) & 1:
                    amount = min(self.mass[g], self.room[j])
                    self.carried[g * 64 + j] = amount
                    self.mass[g] -= amount
                    self.room[j] -= amount
        for g in range(groups):
            while self.mass[g] > 0:
                if not self._augment(g, groups, width):
                    return False
        return True

    def _augment(self, source, groups, width):
        """Carry some of what is left of `source` along a shortest path, breadth first over the masses."""
        for g in range(groups):
            self.parent_right[g] = -1
        for j in range(width):
            self.parent_left[j] = -1
        self.queue[0] = source
        head = 0
        tail = 1
        while head < tail:
            g = self.queue[head]
            head += 1
            for j in range(width):
                if not (self.mask[g] >> j) & 1 or self.parent_left[j] >= 0:
                    continue
                self.parent_left[j] = g
                if self.room[j] > 0:
                    self._carry(source, j)
                    return True
                for h in range(groups):
                    if h != source and self.parent_right[h] < 0 and self.carried[h * 64 + j] > 0:
                        self.parent_right[h] = j
                        self.queue[tail] = h
                        tail += 1
        return False

    def _carry(self, source, end):
        """Find how much the path that was found to `end` can take, then take it."""
        amount = min(self.mass[source], self.room[end])
        g = self.parent_left[end]
        while g != source:
            amount = min(amount, self.carried[g * 64 + self.parent_right[g]])
            g = self.parent_left[self.parent_right[g]]
        self.room[end] -= amount
        self.mass[source] -= amount
        j = end
        g = self.parent_left[j]
        while g != source:
            self.carried[g * 64 + j] += amount
            j = self.parent_right[g]
            self.carried[g * 64 + j] -= amount
            g = self.parent_left[j]
        self.carried[g * 64 + j] += amount
