# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Weight functions (CAV'12, Def. 4) in machine words: can masses be carried to rooms along allowed pairs?

A maximal flow by shortest augmenting paths, of any width: a mask over the rooms has as many words as it needs, and the
search for a path takes all rooms of a mask at once that were not reached before. What a room has taken is a list of
entries, so that nothing has the size of masses times rooms.

Numbers are natural and have one or more limbs of 62 bits, the lowest first; they are added, subtracted and compared,
nothing else. So one file decides small numbers in single words and large ones in several. The types are in the `.pxd`
beside this file; `symag.simulation.exact_flow` is its oracle in the tests.
"""

from array import array

import cython

__all__ = ["LIMB", "LOWEST", "IntegerFlow"]

TICK = 4096
"""Steps of the search after which the watch gets the work; sixteen of them count as one unit."""
if not cython.compiled:
    LIMB = 62  # compiled, it is a constant in the .pxd
"""Bits of a limb: two limbs and a carry fit in a word."""
WORD = 0x3FFFFFFFFFFFFFFF
BIAS = 0x4000000000000000
ALL = 0xFFFFFFFFFFFFFFFF

LOWEST = array("i", [0]) * 67
"""Index of the lowest bit: every power of two below 2^64 has its own remainder modulo 67."""
for _bit in range(64):
    LOWEST[(1 << _bit) % 67] = _bit


class IntegerFlow:
    """Call `begin`, fill `mask`; call `clear_numbers`, fill `number`; then ask `fits`.

    Masses that may go to few rooms are best given first, and rooms that few masses may go to, too: it saves paths.
    The limbs of mass x are at `x * limbs` of `number`, those of room y at `(masses + y) * limbs`; both are consumed.
    The words of mass x are at `x * words` of `mask`: bit y is set if it may go to room y.
    """

    def __init__(self, watch):
        self.watch = watch
        self.work = 0
        self.lowest = LOWEST
        self.masses = self.rooms = self.words = self.limbs = 0
        self.mask = array("Q", [0])
        self.number = array("Q", [0])
        # rooms with room left, and rooms that the search has not reached
        self.open = array("Q", [0])
        self.fresh = array("Q", [0])
        # the entries of a room: whose mass it took, how much (`amounts + entry` of `number`), and the next one
        self.taken = array("i", [-1])
        self.taker = array("i", [0])
        self.following = array("i", [0])
        self.entries = self.amounts = 0
        self.entries_room = self.number_room = 1
        self.spare = -1
        # the search: the mass from which a room was reached, the room and its entry from which a mass was reached
        self.reached_from = array("i", [0])
        self.reached_by = array("i", [0])
        self.entry_of = array("i", [0])
        self.queue = array("i", [0])

    def begin(self, masses, rooms):
        """A question with so many masses and rooms: fill the words of `mask`."""
        self.masses, self.rooms = masses, rooms
        self.words = (rooms + 63) // 64
        self.amounts = masses + rooms + 1
        if masses * self.words > len(self.mask):
            self.watch.check_room(16 * masses * self.words)
            self.mask = array("Q", [0]) * (2 * masses * self.words)
        if self.words > len(self.open):
            self.open = array("Q", [0]) * (2 * self.words)
            self.fresh = array("Q", [0]) * (2 * self.words)
        if rooms > len(self.taken):
            self.taken = array("i", [-1]) * (2 * rooms)
            self.reached_from = array("i", [0]) * (2 * rooms)
        if masses > len(self.queue):
            self.reached_by = array("i", [0]) * (2 * masses)
            self.entry_of = array("i", [0]) * (2 * masses)
            self.queue = array("i", [0]) * (2 * masses)
        return 0

    def clear_numbers(self, limbs):
        """Numbers of so many limbs, all zero: fill them. The masks stay as they are."""
        self.limbs = limbs
        self.entries = 0
        self.spare = -1
        if self.amounts > self.entries_room or 2 * self.amounts * limbs > self.number_room:
            self._make_entries(self.amounts)
        for i in range(self.amounts * limbs):
            self.number[i] = 0
        return 0

    def _make_entries(self, wanted):
        """Room for so many entries, and for their amounts."""
        size: cython.Py_ssize_t = (self.amounts + wanted) * self.limbs
        have: cython.Py_ssize_t
        if wanted > self.entries_room:
            have = self.entries_room
            self.watch.check_room(16 * wanted)
            taker: cython.int[::1] = array("i", [0]) * (2 * wanted)
            following: cython.int[::1] = array("i", [0]) * (2 * wanted)
            taker[:have] = self.taker[:have]
            following[:have] = self.following[:have]
            self.taker = taker
            self.following = following
            self.entries_room = 2 * wanted
        if size > self.number_room:
            have = self.number_room
            self.watch.check_room(16 * size)
            number: cython.ulonglong[::1] = array("Q", [0]) * (2 * size)
            number[:have] = self.number[:have]
            self.number = number
            self.number_room = 2 * size
        return 0

    def fits(self):
        """Can all masses be carried? Each straight to open rooms first, and what is left of it along paths."""
        one: cython.ulonglong = 1
        for w in range(self.words):
            self.open[w] = 0
        for y in range(self.rooms):
            self.taken[y] = -1
            if not self._is_zero(self.masses + y):
                self.open[y >> 6] |= one << (y & 63)
        for x in range(self.masses):
            self._fill(x)
            while not self._is_zero(x):
                if not self._augment(x):
                    return False
        return True

    def _fill(self, x):
        """Carry what can be carried of mass `x` straight to open rooms."""
        base = x * self.words
        self.tick(1 + self.words)
        for w in range(self.words):
            left = self.mask[base + w] & self.open[w]
            while left:
                if self._is_zero(x):
                    return 0
                low = left & -left
                left ^= low
                y = 64 * w + self.lowest[low % 67]
                self._copy(self._least(x, self.masses + y))
                self._enter(x, y)
                self._subtract(x)
                self._close(y)
        return 0

    def _augment(self, source):
        """Carry some of what is left of `source` along a shortest path, breadth first over the masses."""
        for x in range(self.masses):
            self.reached_by[x] = -1
        self.reached_by[source] = self.rooms
        for w in range(self.words):
            self.fresh[w] = ~self.open[w] & ALL
        self.queue[0] = source
        head = 0
        tail = 1
        while head < tail:
            x = self.queue[head]
            head += 1
            base = x * self.words
            self.tick(1 + self.words)
            for w in range(self.words):
                left = self.mask[base + w] & self.fresh[w]
                self.fresh[w] ^= left
                while left:
                    low = left & -left
                    left ^= low
                    y = 64 * w + self.lowest[low % 67]
                    self.reached_from[y] = x
                    entry = self.taken[y]
                    while entry >= 0:
                        other = self.taker[entry]
                        if self.reached_by[other] < 0:
                            self.reached_by[other] = y
                            self.entry_of[other] = entry
                            end = self._open_room(other)
                            if end >= 0:
                                self.reached_from[end] = other
                                self._carry(source, end)
                                return True
                            self.queue[tail] = other
                            tail += 1
                        entry = self.following[entry]
        return False

    def _open_room(self, x):
        """An open room to which mass `x` may go, or -1."""
        base = x * self.words
        for w in range(self.words):
            left = self.mask[base + w] & self.open[w]
            if left:
                low = left & -left
                return 64 * w + self.lowest[low % 67]
        return -1

    def _carry(self, source, end):
        """Find how much the path that was found to `end` can take, then take it."""
        amount = self._least(source, self.masses + end)
        x = self.reached_from[end]
        while x != source:
            self.tick(1 + self.limbs)
            amount = self._least(amount, self.amounts + self.entry_of[x])
            x = self.reached_from[self.reached_by[x]]
        self._copy(amount)
        y = end
        while True:
            x = self.reached_from[y]
            entry = self.entry_of[x]
            self._take(x, y)
            if x == source:
                break
            y = self.reached_by[x]
            self._subtract(self.amounts + entry)
            if self._is_zero(self.amounts + entry):
                self._drop(entry, y)
        self._subtract(source)
        self._close(end)
        return 0

    def _take(self, x, y):
        """Room `y` takes the amount in hand of mass `x`, of which it may have taken some before."""
        entry = self.taken[y]
        while entry >= 0 and self.taker[entry] != x:
            entry = self.following[entry]
        if entry < 0:
            self._enter(x, y)
        else:
            self._add(self.amounts + entry)
        return 0

    def _enter(self, x, y):
        """Room `y` takes the amount in hand of mass `x`, of which it has taken nothing before."""
        if self.spare >= 0:
            entry = self.spare
            self.spare = self.following[entry]
        else:
            entry = self.entries
            self.entries += 1
            if self.entries > self.entries_room or (self.amounts + self.entries) * self.limbs > self.number_room:
                self._make_entries(self.entries)
        self.taker[entry] = x
        self.following[entry] = self.taken[y]
        self.taken[y] = entry
        self._put(self.amounts + entry)
        return 0

    def _drop(self, entry, y):
        """Forget an entry of room `y` of which nothing is left."""
        before = self.taken[y]
        if before == entry:
            self.taken[y] = self.following[entry]
        else:
            while self.following[before] != entry:
                before = self.following[before]
            self.following[before] = self.following[entry]
        self.following[entry] = self.spare
        self.spare = entry

    def _close(self, y):
        """Room `y` has taken the amount in hand."""
        one: cython.ulonglong = 1
        self._subtract(self.masses + y)
        if self._is_zero(self.masses + y):
            self.open[y >> 6] &= ~(one << (y & 63))

    def tick(self, work):
        """So much work was done: pass it to the watch when it is enough."""
        self.work += work
        if self.work >= TICK:
            self.watch.tick(self.work // 16)
            self.work = 0
        return 0

    # numbers: the amount in hand is the one behind the rooms

    def _is_zero(self, a):
        for i in range(a * self.limbs, (a + 1) * self.limbs):
            if self.number[i]:
                return False
        return True

    def _least(self, a, b):
        """The one of two numbers that is not greater."""
        i = self.limbs - 1
        one = a * self.limbs
        other = b * self.limbs
        while i > 0 and self.number[one + i] == self.number[other + i]:
            i -= 1
        return a if self.number[one + i] <= self.number[other + i] else b

    def _copy(self, a):
        """Take a number in hand."""
        hand = (self.amounts - 1) * self.limbs
        for i in range(self.limbs):
            self.number[hand + i] = self.number[a * self.limbs + i]

    def _put(self, a):
        """Set a number to the amount in hand."""
        hand = (self.amounts - 1) * self.limbs
        for i in range(self.limbs):
            self.number[a * self.limbs + i] = self.number[hand + i]

    def _add(self, a):
        """Add the amount in hand."""
        hand = (self.amounts - 1) * self.limbs
        base = a * self.limbs
        carry = 0
        for i in range(self.limbs):
            carry += self.number[base + i] + self.number[hand + i]
            self.number[base + i] = carry & WORD
            carry >>= LIMB

    def _subtract(self, a):
        """Subtract the amount in hand, which is not greater."""
        hand = (self.amounts - 1) * self.limbs
        base = a * self.limbs
        borrow = 0
        for i in range(self.limbs):
            borrow = BIAS + self.number[base + i] - self.number[hand + i] - borrow
            self.number[base + i] = borrow & WORD
            borrow = 1 - (borrow >> LIMB)
