# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A table that gives short sequences of 64-bit words dense numbers: 0, 1, 2, … in the order of their first arrival.

It is the one hash table of the compiled modules: product states, product distributions, rows of the simulation and
memoised answers all live in one. Open addressing over flat arrays, no Python object per key. A slot has the number and
32 bits of the hash: most keys that differ are found to differ without a look at them, and a larger table is filled
without one. The types are in the `.pxd` beside this file, so that other compiled modules can call it without passing
through Python.
"""

from array import array

import cython

__all__ = ["Interner"]

MIX = 0x9E3779B97F4A7C15  # 2^64 / golden ratio: spreads keys that differ in few bits
MASK = 0xFFFFFFFFFFFFFFFF
LOW = 0xFFFFFFFF
NOTHING = array("Q", [0])


class Interner:
    """Keys of `width` words. Fill `probe`, then call `intern`: it adds the key if it is new.

    `keys` holds the key of number `n` at `n * width`; `values[n]` is an int of the caller's, -1 at first. The watch is
    asked for room before the table grows. What only reads, several threads may do at once, while nothing is added.
    """

    def __init__(self, width, watch):
        self.width = width
        self.watch = watch
        self.count = 0
        self.probe = array("Q", [0]) * max(width, 1)
        self.kept = array("Q", [0]) * (16 * max(width, 1))
        self.keys = self.kept
        self.values = array("i", [-1]) * 16
        self.slots = array("Q", [0]) * 32  # the hash, and below it the number plus one; 0 is free

    def intern(self):
        """The number of the key in `probe`, a new one if it was not known."""
        mixed = 0
        for i in range(self.width):
            mixed = ((mixed ^ self.probe[i]) * MIX) & MASK
            mixed ^= mixed >> 32
        mixed &= LOW
        mask = len(self.slots) - 1
        slot = mixed & mask
        while True:
            entry = self.slots[slot]
            if entry == 0:
                break
            if entry >> 32 == mixed:
                base = ((entry & LOW) - 1) * self.width
                same = True
                for i in range(self.width):
                    if self.keys[base + i] != self.probe[i]:
                        same = False
                        break
                if same:
                    return (entry & LOW) - 1
            slot = (slot + 1) & mask
        if self.count == len(self.values):
            self._grow()
            slot = self._free(mixed)
        base = self.count * self.width
        for i in range(self.width):
            self.keys[base + i] = self.probe[i]
        self.count += 1
        self.slots[slot] = (mixed << 32) | self.count
        return self.count - 1

    def intern_at(self, words, at):
        """The number of the key that begins at `words[at]`."""
        for i in range(self.width):
            self.probe[i] = words[at + i]
        return self.intern()

    def clear(self):
        """Forget all keys, in time that depends on how many there are: a table that was far larger starts anew."""
        if self.count * 16 < len(self.slots):
            self.kept = array("Q", [0]) * (16 * max(self.width, 1))
            self.keys = self.kept
            self.values = array("i", [-1]) * 16
            self.slots = array("Q", [0]) * 32
        else:
            for slot in range(len(self.slots)):
                self.slots[slot] = 0
            for number in range(self.count):
                self.values[number] = -1
        self.count = 0

    def guess(self, word):
        """The number in the first slot for a key of one word, or -1: mostly right, and the caller compares keys. Reads
        only; and then the slot is in the processor's caches."""
        mixed = (word * MIX) & MASK
        mixed ^= mixed >> 32
        return (self.slots[mixed & (len(self.slots) - 1)] & LOW) - 1

    def find_word(self, word):
        """The number of a key of one word; -1 if it is not known. Reads only."""
        mixed = (word * MIX) & MASK
        mixed ^= mixed >> 32
        mixed &= LOW
        mask = len(self.slots) - 1
        slot = mixed & mask
        while True:
            entry = self.slots[slot]
            if entry == 0:
                return -1
            if entry >> 32 == mixed and self.keys[(entry & LOW) - 1] == word:
                return (entry & LOW) - 1
            slot = (slot + 1) & mask

    def find_words(self, words, begin, end, found):
        """The numbers of many keys of one word.

        A look into the table misses the processor's caches nearly always. To look at all places first lets the misses
        overlap instead of waiting for one after the other.
        """
        slots: cython.ulonglong[::1] = self.slots
        keys: cython.ulonglong[::1] = self.keys
        mask = len(slots) - 1
        for k in range(begin, end):
            mixed = (words[k] * MIX) & MASK
            mixed ^= mixed >> 32
            found[k - begin] = slots[mixed & mask] & 1
        for k in range(begin, end):
            mixed = (words[k] * MIX) & MASK
            mixed ^= mixed >> 32
            mixed &= LOW
            slot = mixed & mask
            entry = slots[slot]
            while entry != 0 and entry >> 32 != mixed:
                slot = (slot + 1) & mask
                entry = slots[slot]
            found[k - begin] = (entry & LOW) - 1
        for k in range(begin, end):
            number = found[k - begin]
            if number >= 0 and keys[number] != words[k]:
                found[k - begin] = self.find_word(words[k])

    def find(self, words, at):
        """The number of the key that begins at `words[at]`; -1 if it is not known. Reads only."""
        mixed = 0
        for i in range(self.width):
            mixed = ((mixed ^ words[at + i]) * MIX) & MASK
            mixed ^= mixed >> 32
        mixed &= LOW
        mask = len(self.slots) - 1
        slot = mixed & mask
        while True:
            entry = self.slots[slot]
            if entry == 0:
                return -1
            if entry >> 32 == mixed:
                base = ((entry & LOW) - 1) * self.width
                same = True
                for i in range(self.width):
                    if self.keys[base + i] != words[at + i]:
                        same = False
                        break
                if same:
                    return (entry & LOW) - 1
            slot = (slot + 1) & mask

    def _free(self, mixed):
        """The free slot where a key with this hash belongs."""
        mask = len(self.slots) - 1
        slot = mixed & mask
        while self.slots[slot] != 0:
            slot = (slot + 1) & mask
        return slot

    def all_keys(self):
        """A copy of the keys, one after the other."""
        self.watch.check_room(8 * self.count * self.width)
        return self.kept[: self.count * self.width]

    def _grow(self):
        """Twice the room, every key in its new slot."""
        count = self.count
        self.watch.check_room(8 * max(count * self.width, 16) + 36 * count)  # of keys, values and slots
        values: cython.int[::1] = array("i", [-1]) * (2 * count)
        values[:count] = self.values[:count]
        slots: cython.ulonglong[::1] = self.slots
        self.keys = NOTHING  # nothing looks at the keys while they are lengthened where they are
        try:
            self.kept *= 2
        except BufferError:  # but for a caller, who keeps a part of the old ones
            self.kept = self.kept * 2
        self.keys = self.kept
        self.values = values
        self.slots = array("Q", [0]) * (4 * count)
        for slot in range(len(slots)):
            entry = slots[slot]
            if entry != 0:
                self.slots[self._free(entry >> 32)] = entry
