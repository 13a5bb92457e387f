# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A table that gives sequences of integers, of any length, dense numbers in the order of their first arrival.

`symag.model.interner` does the same for keys of one width. Sets of states and signatures have as many members as they
have. Sequence `n` is `words[first[n]] .. words[first[n + 1] - 1]`. The types are in the `.pxd` beside this file.
"""

from array import array

import cython

from symag.errors import LimitReached

if not cython.compiled:
    from symag.model.growth import grown

__all__ = ["Sequences", "sort_words"]

MIX = 0x9E3779B97F4A7C15  # 2^64 / golden ratio: spreads keys that differ in few bits
MASK = 0xFFFFFFFFFFFFFFFF
MOST = (1 << 31) - 1


class Sequences:
    """`intern` gives a sequence its number, `clear` forgets all of them."""

    def __init__(self, watch):
        self.watch = watch
        self.count = 0
        self.first = array("i", [0]) * 17
        self.words = array("i", [0]) * 64
        self.mixed = array("Q", [0]) * 16
        self.slots = array("i", [-1]) * 32

    def intern(self, words, length):
        """The number of the sequence of the first `length` words, a new one if it was not known."""
        mixed: cython.ulonglong = length
        for i in range(length):
            mixed = ((mixed ^ words[i]) * MIX) & MASK
            mixed ^= mixed >> 32
        mask = len(self.slots) - 1
        slot = mixed & mask
        while True:
            number = self.slots[slot]
            if number < 0:
                break
            if self.mixed[number] == mixed and self._is_same(number, words, length):
                return number
            slot = (slot + 1) & mask
        number = self.count
        begin = self.first[number]
        if begin + length > MOST:
            raise LimitReached("size", "size: sets of states have more than 2^31 members")
        if begin + length > len(self.words):
            self.words = grown(self.words, begin, begin + length, 0, self.watch)
        for i in range(length):
            self.words[begin + i] = words[i]
        self.slots[slot] = number
        self.mixed[number] = mixed
        self.first[number + 1] = begin + length
        self.count = number + 1
        if self.count == len(self.mixed):
            self._grow()
        return number

    def clear(self):
        """Forget all sequences, but keep their room."""
        mask = len(self.slots) - 1
        for number in range(self.count):
            slot = self.mixed[number] & mask
            while self.slots[slot] >= 0:  # what was in the way has gone, or goes now
                self.slots[slot] = -1
                slot = (slot + 1) & mask
        self.count = 0
        return 0

    def _is_same(self, number, words, length):
        begin = self.first[number]
        if self.first[number + 1] - begin != length:
            return False
        for i in range(length):
            if self.words[begin + i] != words[i]:
                return False
        return True

    def _grow(self):
        """Twice the room for numbers, each in its new slot."""
        count = self.count
        self.watch.check_room(40 * count)
        self.first = grown(self.first, count + 1, count + 1, 0, self.watch)
        mixed: cython.ulonglong[::1] = array("Q", [0]) * (2 * count)
        mixed[:count] = self.mixed[:count]
        self.mixed = mixed
        self.slots = array("i", [-1]) * (4 * count)
        mask = len(self.slots) - 1
        for number in range(count):
            slot = mixed[number] & mask
            while self.slots[slot] >= 0:
                slot = (slot + 1) & mask
            self.slots[slot] = number
        return 0


def sort_words(words, length):
    """Sort the first `length` words (Shell 1959, with the gaps of Gonnet and Baeza-Yates 1991); most rows are short."""
    gap = length if length > 12 else 2
    while gap > 1:
        gap = max(1, gap * 5 // 11)
        for i in range(gap, length):
            word = words[i]
            j = i
            while j >= gap and words[j - gap] > word:
                words[j] = words[j - gap]
                j -= gap
            words[j] = word
    return 0
