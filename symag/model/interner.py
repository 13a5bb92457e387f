# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A table that gives short sequences of 64-bit words dense numbers: 0, 1, 2, … in the order of their first arrival.

It is the one hash table of the compiled modules: product states, product distributions, rows of the simulation and
memoised answers all live in one. Open addressing over flat arrays, no Python object per key. The types are in the
`.pxd` beside this file, so that other compiled modules can call it without passing through Python.
"""

from array import array

import cython

__all__ = ["Interner"]

MIX = 0x9E3779B97F4A7C15  # 2^64 / golden ratio: spreads keys that differ in few bits
MASK = 0xFFFFFFFFFFFFFFFF


class Interner:
    """Keys of `width` words. Fill `probe`, then call `intern`: it adds the key if it is new.

    `keys` holds the key of number `n` at `n * width`; `values[n]` is an int of the caller's, -1 at first. The watch is
    asked for room before the table grows.
    """

    def __init__(self, width, watch):
        self.width = width
        self.watch = watch
        self.count = 0
        self.probe = array("Q", [0]) * max(width, 1)
        self.keys = array("Q", [0]) * (16 * max(width, 1))
        self.values = array("i", [-1]) * 16
        self.slots = array("i", [-1]) * 32

    def intern(self):
        """The number of the key in `probe`, a new one if it was not known."""
        slot = self._slot()
        number = self.slots[slot]
        if number >= 0:
            return number
        number = self.count
        if number == len(self.values):
            self._grow()
            slot = self._slot()
        base = number * self.width
        for i in range(self.width):
            self.keys[base + i] = self.probe[i]
        self.slots[slot] = number
        self.count = number + 1
        return number

    def intern_at(self, words, at):
        """The number of the key that begins at `words[at]`."""
        for i in range(self.width):
            self.probe[i] = words[at + i]
        return self.intern()

    def clear(self):
        """Forget all keys, in time that depends on how many there are: a table that was far larger starts anew."""
        if self.count * 16 < len(self.slots):
            self.keys = array("Q", [0]) * (16 * max(self.width, 1))
            self.values = array("i", [-1]) * 16
            self.slots = array("i", [-1]) * 32
        else:
            for slot in range(len(self.slots)):
                self.slots[slot] = -1
            for number in range(self.count):
                self.values[number] = -1
        self.count = 0

    def guess(self, word):
        """The number in the first slot for a key of one word, or -1: mostly right, and the caller compares keys."""
        mixed = (word * MIX) & MASK
        mixed ^= mixed >> 32
        return self.slots[mixed & (len(self.slots) - 1)]

    def _slot(self):
        """The slot that holds the key in `probe`, or the free one where it belongs."""
        width = self.width
        mask = len(self.slots) - 1
        mixed = 0
        for i in range(width):
            mixed = ((mixed ^ self.probe[i]) * MIX) & MASK
            mixed ^= mixed >> 32
        slot = mixed & mask
        while True:
            number = self.slots[slot]
            if number < 0:
                return slot
            base = number * width
            same = True
            for i in range(width):
                if self.keys[base + i] != self.probe[i]:
                    same = False
                    break
            if same:
                return slot
            slot = (slot + 1) & mask

    def _grow(self):
        """Twice the room, every key in its new slot."""
        count = self.count
        width = self.width
        words = count * width
        self.watch.check_room(16 * max(words, 16) + 24 * count)  # of keys, values and slots
        keys: cython.ulonglong[::1] = array("Q", [0]) * (2 * max(words, 16))
        keys[:words] = self.keys[:words]
        values: cython.int[::1] = array("i", [-1]) * (2 * count)
        values[:count] = self.values[:count]
        wanted: cython.ulonglong[::1] = array("Q", [0]) * max(width, 1)
        wanted[:width] = self.probe[:width]
        self.keys = keys
        self.values = values
        self.slots = array("i", [-1]) * (4 * count)
        for number in range(count):
            base = number * width
            for i in range(width):
                self.probe[i] = keys[base + i]
            self.slots[self._slot()] = number
        self.probe[:width] = wanted[:width]
