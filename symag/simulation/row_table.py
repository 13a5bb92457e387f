# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The rows of the refiner: sets of P-states, each stored once, counted by reference, and forgotten when nobody has it.

A row with few states is a sorted list of them, any other a bitset: a list below one state in 32, where it takes less
memory. So equal rows have the same form. A row that nobody refers to leaves its number and its room to the next new
one: whatever is remembered by the number of a row must hold a reference, or be dropped first.

There are two arenas, one for bitsets and one for lists. They grow in place by an eighth: to double a table takes three
times its room. The types are in the `.pxd` beside this file.
"""

from array import array
from sys import byteorder

import cython

if not cython.compiled:
    from symag.model.growth import doubled

__all__ = ["RowTable"]

TICK = 4096
"""Pairs of outcomes after which the watch gets the work; sixteen of them count as one unit."""
SMALL = 1024
"""P-states below which all rows are bitsets: a list would hardly be smaller."""
MIX = 0x9E3779B97F4A7C15  # 2^64 / golden ratio: spreads keys that differ in few bits
STEP = 0xD1B54A32D192ED03  # odd: tells equal words apart that are in different places
MASK = 0xFFFFFFFFFFFFFFFF
LOWEST_BITS = 0x0218A392CD3D5DBF  # a de Bruijn sequence: its top six bits name the lowest bit that it is multiplied by

POSITION = array("i", [0]) * 64
for _bit in range(64):
    POSITION[((LOWEST_BITS << _bit) & MASK) >> 58] = _bit


class RowTable:
    """Rows by number. Row 0 has all states, row 1 none; both stay."""

    def __init__(self, states, watch):
        self.states = states
        self.words = (states + 63) // 64
        self.sparse = states // 32 if states >= SMALL else -1
        self.watch = watch
        self.work = 0
        self.questions = 0
        self.size = array("i", [0]) * 16
        self.references = array("i", [0]) * 16
        self.at = array("q", [0]) * 16
        self.mixed = array("Q", [0]) * 16
        self.slots = array("i", [-1]) * 32
        self.count = self.alive = self.most = 0
        self.free = -1
        self.position = POSITION
        self.bits_store, self.lists_store = array("Q"), array("i")
        self.bits, self.lists = self.bits_store, self.lists_store
        self.bits_used = self.lists_used = 0
        self.free_block = -1
        self._find_rooms()
        self.listed = array("i", [0]) * max(1, self.sparse + 1)
        self.unpacked = array("i", [0]) * states
        full = array("Q", [0]) * self.words
        for p in range(states):
            full[p >> 6] |= 1 << (p & 63)
        self.intern_bits(full)
        self.intern_bits(array("Q", [0]) * self.words)

    def _find_rooms(self):
        """The room of a list of each length: four sizes from one power of two to the next."""
        rooms = [4, 8, 12]
        power = 16
        while power < 2 * self.sparse:
            rooms += [power * part // 4 for part in (4, 5, 6, 7)]
            power *= 2
        self.room = array("i", rooms)
        self.free_list = array("i", [-1]) * len(rooms)
        self.kind = array("i", [0]) * max(1, self.sparse + 1)
        kind = 0
        for size in range(self.sparse + 1):
            kind += rooms[kind] < size
            self.kind[size] = kind

    def tick(self, work):
        """So much work was done: pass it to the watch when it is enough."""
        self.work += work
        if self.work >= TICK:
            self.watch.tick(self.work // 16, self.questions)
            self.work = 0
        return 0

    def is_list(self, row):
        return self.at[row] < 0

    def has(self, row, p):
        low: cython.Py_ssize_t = self.at[row]
        high: cython.Py_ssize_t
        middle: cython.Py_ssize_t
        if low >= 0:
            return (self.bits[low + (p >> 6)] >> (p & 63)) & 1
        low = ~low
        high = low + self.size[row]
        while low < high:
            middle = (low + high) // 2
            if self.lists[middle] < p:
                low = middle + 1
            else:
                high = middle
        return low < ~self.at[row] + self.size[row] and self.lists[low] == p

    def acquire(self, row):
        self.references[row] += 1

    def release(self, row):
        """One reference less; without any, the number and the room are free."""
        self.references[row] -= 1
        if self.references[row] == 0:
            self._unlink(row)
            self._give_back(row)
            self._free_number(row)

    def unpack(self, row, into):
        """The states of a row, in ascending order; how many there are."""
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t = self.at[row]
        if at >= 0:
            return self.unpack_bits(self.bits, at, into)
        for i in range(self.size[row]):
            into[i] = self.lists[~at + i]
        return self.size[row]

    def unpack_bits(self, bits, at, into):
        """The states of a bitset that begins at `bits[at]`, in ascending order; how many there are."""
        w: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        left: cython.ulonglong
        low: cython.ulonglong
        for w in range(self.words):
            left = bits[at + w]
            while left:
                low = left & (~left + 1)
                left ^= low
                into[count] = 64 * w + self.position[((low * LOWEST_BITS) & MASK) >> 58]
                count += 1
        return count

    def difference(self, old, new, into):
        """The states of `old` that are not in `new`, a part of it, in ascending order; how many there are."""
        w: cython.Py_ssize_t
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        end: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t = self.at[old]
        other: cython.Py_ssize_t = self.at[new]
        left: cython.ulonglong
        low: cython.ulonglong
        if at >= 0 and other >= 0:
            for w in range(self.words):
                left = self.bits[at + w] & ~self.bits[other + w]
                while left:
                    low = left & (~left + 1)
                    left ^= low
                    into[count] = 64 * w + self.position[((low * LOWEST_BITS) & MASK) >> 58]
                    count += 1
            return count
        end = self.unpack(old, into)
        j = ~other
        other = j + self.size[new]
        for i in range(end):
            if j < other and self.lists[j] == into[i]:
                j += 1
            else:
                into[count] = into[i]
                count += 1
        return count

    def intern_bits(self, bits):
        """The number of the row with these bits. It gets one reference more."""
        w: cython.Py_ssize_t
        mixed: cython.ulonglong = 0
        slot: cython.Py_ssize_t
        row: cython.Py_ssize_t
        size: cython.Py_ssize_t = self.counted(bits) if self.sparse >= 0 else -1  # then only if the row is new
        if size <= self.sparse and size >= 0:
            self.unpack_bits(bits, 0, self.listed)
            return self.intern_list(self.listed, size)
        for w in range(self.words):
            mixed += _mixed_word(bits[w], w)
        mixed &= MASK
        slot = _home(mixed, len(self.slots))
        while self.slots[slot] >= 0:
            row = self.slots[slot]
            if self.mixed[row] == mixed and self.is_bits(row, bits):
                self.references[row] += 1
                return row
            slot = (slot + 1) & (len(self.slots) - 1)
        row = self._new_row(mixed, size if size >= 0 else self.counted(bits))
        self.at[row] = self._block()
        for w in range(self.words):
            self.bits[self.at[row] + w] = bits[w]
        return row

    def intern_list(self, members, size):
        """The number of the row with these states, which are few and sorted. It gets one reference more."""
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        mixed: cython.ulonglong = size
        slot: cython.Py_ssize_t
        row: cython.Py_ssize_t
        for i in range(size):
            mixed = ((mixed ^ members[i]) * MIX) & MASK
            mixed ^= mixed >> 32
        slot = _home(mixed, len(self.slots))
        while self.slots[slot] >= 0:
            row = self.slots[slot]
            if self.mixed[row] == mixed and self.size[row] == size and self._is_listed(row, members):
                self.references[row] += 1
                return row
            slot = (slot + 1) & (len(self.slots) - 1)
        row = self._new_row(mixed, size)
        at = self._list_room(self.kind[size])
        self.at[row] = ~at
        for i in range(size):
            self.lists[at + i] = members[i]
        return row

    def without(self, row, gone, users):
        """The number of the row without what is in the row `gone`, a part of it. So many of the references to `row`
        become references to it; if these are all, a bitset becomes the new one where it is."""
        w: cython.Py_ssize_t
        at: cython.Py_ssize_t
        other: cython.Py_ssize_t
        size: cython.Py_ssize_t = self.size[row] - self.size[gone]
        mixed: cython.ulonglong
        alone: cython.bint = self.references[row] == users
        self.tick(1 + (self.words >> 4))
        if size <= self.sparse:
            self.difference(row, gone, self.unpacked)
            other = self.intern_list(self.unpacked, size)
            self.references[other] += users - 1
            self._leave(row, users)
            return other
        if alone:
            self._unlink(row)
            at = self.at[row]
        else:
            at = self._block()
            for w in range(self.words):
                self.bits[at + w] = self.bits[self.at[row] + w]
        mixed = self._take_out(at, gone, self.mixed[row])
        other = self._same(at, mixed, size)
        if other >= 0:
            self.references[other] += users
            self._free_bits(at)
            if alone:
                self._free_number(row)
            else:
                self._leave(row, users)
        elif alone:
            other = row
            self.size[row] = size
            self.mixed[row] = mixed
            self._put(row)
        else:
            other = self._new_row(mixed, size)
            self.at[other] = at
            self.references[other] = users
            self._leave(row, users)
        return other

    def _leave(self, row, users):
        """So many references less."""
        self.references[row] -= users - 1
        self.release(row)

    def _take_out(self, at, gone, mixed):
        """Clear the bits of the row `gone` in the bitset at `bits[at]`, which had this hash; what hash it has then."""
        w: cython.Py_ssize_t
        i: cython.Py_ssize_t = 0
        base: cython.Py_ssize_t = self.at[gone]
        end: cython.Py_ssize_t
        word: cython.ulonglong
        one: cython.ulonglong = 1
        if base >= 0:
            for w in range(self.words):
                word = self.bits[at + w] & ~self.bits[base + w]
                if word != self.bits[at + w]:
                    mixed += _mixed_word(word, w) - _mixed_word(self.bits[at + w], w)
                    self.bits[at + w] = word
            return mixed & MASK
        i = ~base
        end = i + self.size[gone]
        while i < end:
            w = self.lists[i] >> 6
            word = self.bits[at + w]
            while i < end and self.lists[i] >> 6 == w:
                word &= ~(one << (self.lists[i] & 63))
                i += 1
            mixed += _mixed_word(word, w) - _mixed_word(self.bits[at + w], w)
            self.bits[at + w] = word
        return mixed & MASK

    def _same(self, at, mixed, size):
        """The number of the row that has the bitset at `bits[at]`, or -1."""
        w: cython.Py_ssize_t
        base: cython.Py_ssize_t
        slot: cython.Py_ssize_t = _home(mixed, len(self.slots))
        row: cython.Py_ssize_t
        while self.slots[slot] >= 0:
            row = self.slots[slot]
            if self.mixed[row] == mixed and self.size[row] == size and self.at[row] >= 0:
                base = self.at[row]
                w = 0
                while w < self.words and self.bits[base + w] == self.bits[at + w]:
                    w += 1
                if w == self.words:
                    return row
            slot = (slot + 1) & (len(self.slots) - 1)
        return -1

    def counted(self, bits):
        """How many bits are set: bytes are summed up over 31 words at most, then the bytes of the sum."""
        w: cython.Py_ssize_t
        start: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t
        x: cython.ulonglong
        sums: cython.ulonglong
        count: cython.ulonglong = 0
        # bare literals of more than 31 bits are Python integers: typed names are not
        ones: cython.ulonglong = MASK // 3
        twos: cython.ulonglong = MASK // 5
        fours: cython.ulonglong = MASK // 17
        eights: cython.ulonglong = MASK // 257
        lowest: cython.ulonglong = MASK // 65535
        while start < self.words:
            end = min(start + 31, self.words)
            sums = 0
            for w in range(start, end):
                x = bits[w]
                x = x - ((x >> 1) & ones)
                x = (x & twos) + ((x >> 2) & twos)
                sums = sums + ((x + (x >> 4)) & fours)
            sums = (sums & eights) + ((sums >> 8) & eights)
            count += ((sums * lowest) & MASK) >> 48
            start = end
        return count

    def is_bits(self, row, bits):
        w: cython.Py_ssize_t
        at: cython.Py_ssize_t = self.at[row]
        if at < 0:
            return False
        for w in range(self.words):
            if self.bits[at + w] != bits[w]:
                return False
        return True

    def _is_listed(self, row, members):
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t = ~self.at[row]
        if at < 0:
            return False
        for i in range(self.size[row]):
            if self.lists[at + i] != members[i]:
                return False
        return True

    def _new_row(self, mixed, size):
        """A number for a row that is not in the table, with one reference, and in its slot."""
        row: cython.Py_ssize_t = self.free
        if 2 * self.alive >= len(self.slots):
            self._spread_out()
        if row >= 0:
            self.free = self.references[row]
        else:
            row = self.count
            if row == len(self.size):
                self._more_rows()
            self.count += 1
        self.alive += 1
        self.most = max(self.most, self.alive)
        self.references[row] = 1
        self.size[row] = size
        self.mixed[row] = mixed
        self._put(row)
        return row

    def _put(self, row):
        """Into the first free slot from its own on."""
        slot: cython.Py_ssize_t = _home(self.mixed[row], len(self.slots))
        while self.slots[slot] >= 0:
            slot = (slot + 1) & (len(self.slots) - 1)
        self.slots[slot] = row

    def _unlink(self, row):
        """Out of its slot; those after it move up (Knuth, The Art of Computer Programming 6.4, Algorithm R)."""
        mask: cython.Py_ssize_t = len(self.slots) - 1
        hole: cython.Py_ssize_t = _home(self.mixed[row], mask + 1)
        slot: cython.Py_ssize_t
        home: cython.Py_ssize_t
        while self.slots[hole] != row:
            hole = (hole + 1) & mask
        slot = (hole + 1) & mask
        while self.slots[slot] >= 0:
            home = _home(self.mixed[self.slots[slot]], mask + 1)
            if ((slot - home) & mask) >= ((slot - hole) & mask):
                self.slots[hole] = self.slots[slot]
                hole = slot
            slot = (slot + 1) & mask
        self.slots[hole] = -1

    def _spread_out(self):
        """Twice the slots."""
        old: cython.int[::1] = self.slots
        slot: cython.Py_ssize_t
        self.watch.check_room(8 * len(old))
        self.slots = array("i", [-1]) * (2 * len(old))
        for slot in range(len(old)):
            if old[slot] >= 0:
                self._put(old[slot])
        return 0

    def _more_rows(self):
        """Twice the numbers."""
        count: cython.Py_ssize_t = self.count
        at: cython.longlong[::1] = array("q", [0]) * (2 * count)
        mixed: cython.ulonglong[::1] = array("Q", [0]) * (2 * count)
        self.watch.check_room(48 * count)
        at[:count] = self.at[:count]
        mixed[:count] = self.mixed[:count]
        self.at = at
        self.mixed = mixed
        self.size = doubled(self.size, count, self.watch)
        self.references = doubled(self.references, count, self.watch)
        return 0

    def _block(self):
        """Room for a bitset."""
        at: cython.Py_ssize_t = self.free_block
        piece: cython.Py_ssize_t
        if at >= 0:
            self.free_block = cython.cast(cython.longlong, self.bits[at]) - 1
            return at
        at = self.bits_used
        if at + self.words > len(self.bits):
            piece = self.words * (16 + len(self.bits) // (8 * max(1, self.words)))
            self.watch.check_room(8 * (2 * piece + len(self.bits) // 16))
            self.bits = EMPTY_BITS  # an array that is looked at cannot grow
            self.bits_store.extend(array("Q", [0]) * piece)
            self.bits = self.bits_store
        self.bits_used += self.words
        return at

    def _list_room(self, kind):
        """Room for a list of this kind. Its place is a multiple of four, so links are quarters."""
        at: cython.Py_ssize_t = self.free_list[kind]
        piece: cython.Py_ssize_t
        if at >= 0:
            at *= 4
            self.free_list[kind] = self.lists[at]
            return at
        at = self.lists_used
        if at + self.room[kind] > len(self.lists):
            piece = 1024 + self.room[kind] + len(self.lists) // 8
            self.watch.check_room(4 * (2 * piece + len(self.lists) // 16))
            self.lists = EMPTY_LISTS
            self.lists_store.extend(array("i", [0]) * piece)
            self.lists = self.lists_store
        self.lists_used += self.room[kind]
        return at

    def _free_number(self, row):
        """The number of a row, to the next one."""
        self.references[row] = self.free
        self.free = row
        self.alive -= 1

    def _free_bits(self, at):
        """The room of a bitset, to the next one."""
        self.bits[at] = self.free_block + 1
        self.free_block = at

    def _give_back(self, row):
        """The room of a row, to the next one of its kind."""
        at: cython.Py_ssize_t = self.at[row]
        kind: cython.Py_ssize_t
        if at >= 0:
            self._free_bits(at)
        else:
            kind = self.kind[self.size[row]]
            self.lists[~at] = self.free_list[kind]
            self.free_list[kind] = ~at // 4

    def as_integer(self, row):
        """A row as one integer: bit p is set if P-state p is in it."""
        at = self.at[row]
        if at < 0:
            packed = bytearray(8 * self.words)
            for i in range(self.size[row]):
                p = self.lists[~at + i]
                packed[p >> 3] |= 1 << (p & 7)
            return int.from_bytes(packed, "little")
        words = array("Q")
        words.frombytes(memoryview(self.bits[at : at + self.words]).cast("B"))
        if byteorder == "big":
            words.byteswap()
        return int.from_bytes(words.tobytes(), "little")


def _mixed_word(word, w):
    """What the word `w` of a bitset adds to the hash: as this is a sum, a row that shrinks keeps most of it."""
    word = ((word + ((w * STEP) & MASK)) * MIX) & MASK
    return word ^ (word >> 29)


def _home(mixed, slots):
    """The slot where a row with this hash belongs."""
    mixed = (mixed * MIX) & MASK
    mixed ^= mixed >> 32
    return mixed & (slots - 1)


EMPTY_BITS = array("Q")
EMPTY_LISTS = array("i")
