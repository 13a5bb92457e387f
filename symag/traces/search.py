# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Breadth-first search that keeps the visited states only, compiled: no transition is stored.

Visited codes are in a table with open addressing, and once more in the order of discovery, which is the frontier and
what is left of the search when it ends. Successors are looked up by hundreds: a look into a large table misses the
processor's caches, and so the misses overlap instead of waiting for one another.

Predecessors are not stored either. The path to a state is found backwards, level by level: the first state of the
level before that has it as a successor. That is at most one more exploration, without the table.
"""

from array import array
from mmap import mmap

import cython

if not cython.compiled:
    from symag.traces.successors import Successors

__all__ = ["Search"]

BATCH = 1024
"""Successors that are looked up together."""
CHUNK = 256
"""States that are expanded together, if they have few successors."""
MIX = 0x9E3779B97F4A7C15  # 2^64 / golden ratio: spreads codes that differ in few bits
MASK = 0xFFFFFFFFFFFFFFFF
LOOK = 1000
"""Units of work after which the watch gets them."""
HUGE = 1 << 24
"""Bytes from which a table asks for large pages."""


def _zeros(words):
    """So many words. Large tables come from the operating system, in large pages where it has them: then a look into
    the table does not miss the table of pages, too."""
    if 8 * words < HUGE:
        return array("Q", [0]) * words
    try:
        memory = mmap(-1, 8 * words)
    except OSError:
        raise MemoryError from None
    advise, huge = getattr(memory, "madvise", None), _HUGE_PAGES
    if advise is not None and huge is not None:
        advise(huge)
    return memoryview(memory).cast("Q")


def _huge_pages():
    import mmap as module

    return getattr(module, "MADV_HUGEPAGE", None)


_HUGE_PAGES = _huge_pages()


@cython.final
@cython.cclass
class Search:
    """`run(cap)` goes on until a violation is found, `cap` states are known, or none is left to expand.

    A violation is a move that the monitor forbids; or, with a `goal`, a move to a state with the last component there.
    """

    successors: Successors
    width: cython.Py_ssize_t
    # key + 1 of each visited state; 0 is a free slot
    table: cython.ulonglong[::1]
    slots: cython.Py_ssize_t
    bits: cython.int
    count: cython.Py_ssize_t
    expanded: cython.Py_ssize_t
    level_end: cython.Py_ssize_t
    order: object
    codes: cython.ulonglong[::1]
    # where each level begins in the order
    levels: cython.longlong[::1]
    depth: cython.Py_ssize_t
    # the violation: the state before it, by its place in the order, the one after it, and the action
    found_at: cython.Py_ssize_t
    found_code: object
    found_label: cython.int
    found_successor: cython.Py_ssize_t
    goal: cython.longlong
    goal_word: cython.Py_ssize_t
    goal_shift: cython.int
    goal_mask: cython.ulonglong
    watch: object
    max_states: cython.Py_ssize_t
    # work that the watch has not got yet
    work: cython.Py_ssize_t
    # scratch
    slot: cython.ulonglong[::1]
    guess: cython.ulonglong[::1]

    def __init__(self, successors, layout, initial, goal, watch):
        """`initial` is the code to start from; `goal` a state of the last component, or -1."""
        self.successors = successors
        self.width = layout.words
        self.bits = 8
        self.slots = 1 << 8
        self.table = array("Q", [0]) * (self.slots * self.width)
        self.count, self.expanded, self.level_end = 1, 0, 1
        self.order = array("Q", initial)
        self.codes = self.order
        self.levels, self.depth = array("q", [0]) * 64, 1
        self.found_at, self.found_label, self.found_successor = -1, -1, -1
        self.work = 0
        last = len(layout.word) - 1
        self.goal, self.goal_word = goal, layout.word[last]
        self.goal_shift, self.goal_mask = layout.shift[last], layout.mask[last]
        self.watch = watch
        limit = watch.limits.max_states
        self.max_states = (1 << 62) if limit is None else limit
        self.slot = array("Q", [0]) * BATCH
        self.guess = array("Q", [0]) * BATCH
        self.found_code = self.order[:]
        self._insert(self.codes, 0, self._slot_of(self.codes, 0))

    def run(self, cap: cython.Py_ssize_t):
        """Search on. Is there a violation? The interpreter lock is taken only where the watch gets work, and where
        arrays grow: meanwhile, other threads go on."""
        is_found: cython.int
        self.watch.check("searching", self.count)
        if self._is_goal(self.codes, 0):
            return True
        with cython.nogil:
            is_found = self._run(cap)
        self._tick()
        return self._found() if is_found else False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _run(self, cap: cython.Py_ssize_t) -> cython.int:
        k: cython.Py_ssize_t
        stop: cython.Py_ssize_t
        before: cython.Py_ssize_t
        while self.expanded < self.count and self.count < cap:
            if self.expanded == self.level_end:
                self._begin_level()
            stop = min(self.level_end - self.expanded, CHUNK)
            self.successors.used = 0
            k = 0
            while k < stop and self.successors.used < BATCH:
                before = self.successors.used
                self.found_label = self.successors.expand(self.codes, (self.expanded + k) * self.width)
                if self.found_label >= 0:
                    self.found_at, self.found_successor = self.expanded + k, self.successors.used - 1
                    return 1
                while self.goal >= 0 and before < self.successors.used:
                    if self._is_goal(self.successors.codes, before * self.width):
                        self.found_at, self.found_successor = self.expanded + k, before
                        return 1
                    before += 1
                k += 1
            self.expanded += k
            self.work += 4 + (k + self.successors.used) // 16
            if self.work >= LOOK:
                self._tick()
            self._settle()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _begin_level(self) -> cython.int:
        """The states that were discovered last are a level."""
        if self.depth == len(self.levels):
            with cython.gil:
                self.watch.check_room(16 * self.depth)
                levels: cython.longlong[::1] = array("q", [0]) * (2 * self.depth)
                levels[: self.depth] = self.levels
                self.levels = levels
        self.levels[self.depth] = self.expanded
        self.depth += 1
        self.level_end = self.count
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _tick(self) -> cython.int:
        with cython.gil:
            self.watch.tick(self.work, self.count)
        self.work = 0
        return 0

    def known(self):
        """How many states were discovered, how many of them were expanded, and how many moves they have."""
        return self.count, self.expanded, self.successors.moves

    def visited(self):
        """The codes of all states, in the order of discovery. The search ends with this: its table is given up."""
        self.table = array("Q", [0]) * self.width
        self.codes = self.found_code
        del self.order[self.count * self.width :]
        self.codes = self.order
        return self.order

    def path(self):
        """How the search came to the violation: the codes of the states, and the actions."""
        if self.found_at < 0:
            return self.found_code, []
        level: cython.Py_ssize_t = self.depth - 1
        state, labels = self.found_at, [self.found_label]
        states = [state]
        self.watch.check("tracing back", self.count)
        while level > 0:
            level -= 1
            state, label = self._predecessor(self.levels[level], self.levels[level + 1], state)
            states.append(state)
            labels.append(label)
        codes = array("Q")
        for state in reversed(states):
            codes += self.order[state * self.width : (state + 1) * self.width]
        return codes + self.found_code, labels[::-1]

    def _predecessor(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, state: cython.Py_ssize_t):
        """The first state from `begin` to `end` with this successor, and the action."""
        k: cython.Py_ssize_t
        j: cython.Py_ssize_t
        w: cython.Py_ssize_t
        width: cython.Py_ssize_t = self.width
        wanted: cython.ulonglong[::1] = self.codes[state * width : (state + 1) * width]
        while begin < end:
            for k in range(min(CHUNK, end - begin)):
                self.successors.used = 0
                self.successors.expand(self.codes, (begin + k) * width)
                for j in range(self.successors.used):
                    w = 0
                    while w < width and self.successors.codes[j * width + w] == wanted[w]:
                        w += 1
                    if w == width:
                        return begin + k, self.successors.labels[j]
                self.watch.tick(1 + self.successors.used // 16)
            begin += CHUNK
        raise AssertionError("a state that was discovered has no predecessor")

    def _found(self):
        """Keep the code of the successor that is the violation."""
        self.found_label = self.successors.labels[self.found_successor]
        self.found_code = array("Q")
        w: cython.Py_ssize_t
        for w in range(self.width):
            self.found_code.append(self.successors.codes[self.found_successor * self.width + w])
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_goal(self, codes: cython.ulonglong[::1], at: cython.Py_ssize_t) -> cython.bint:
        """Is the last component at the goal?"""
        place: cython.longlong = (codes[at + self.goal_word] >> self.goal_shift) & self.goal_mask
        return place == self.goal

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _slot_of(self, codes: cython.ulonglong[::1], at: cython.Py_ssize_t) -> cython.ulonglong:
        """Where the code belongs, if nothing else is there."""
        w: cython.Py_ssize_t
        mixed: cython.ulonglong = codes[at]
        mixed = (mixed * MIX) & MASK
        for w in range(1, self.width):
            mixed = (((mixed ^ (mixed >> 32)) ^ codes[at + w]) * MIX) & MASK
        return mixed >> (64 - self.bits)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _insert(self, codes: cython.ulonglong[::1], at: cython.Py_ssize_t, slot: cython.ulonglong) -> cython.bint:
        """Put the code into the table, from this slot on. Is it new?"""
        w: cython.Py_ssize_t
        width: cython.Py_ssize_t = self.width
        base: cython.Py_ssize_t
        key: cython.ulonglong = codes[at] + 1
        while True:
            base = slot * width
            if self.table[base] == 0:
                self.table[base] = key
                for w in range(1, width):
                    self.table[base + w] = codes[at + w]
                return True
            if self.table[base] == key:
                w = 1
                while w < width and self.table[base + w] == codes[at + w]:
                    w += 1
                if w == width:
                    return False
            slot = (slot + 1) & (self.slots - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _settle(self) -> cython.int:
        """Discover those successors that are new."""
        begin: cython.Py_ssize_t = 0
        while begin < self.successors.used:
            self._settle_batch(begin, min(begin + BATCH, self.successors.used))
            begin += BATCH
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _settle_batch(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        k: cython.Py_ssize_t
        w: cython.Py_ssize_t
        fresh: cython.Py_ssize_t = 0
        width: cython.Py_ssize_t = self.width
        codes: cython.ulonglong[::1] = self.successors.codes
        while 4 * (self.count + end - begin) > 3 * self.slots:
            with cython.gil:
                self._grow()
        for k in range(end - begin):
            self.slot[k] = self._slot_of(codes, (begin + k) * width)
        for k in range(end - begin):
            self.guess[k] = self.table[self.slot[k] * width]
        for k in range(end - begin):
            if width == 1 and self.guess[k] == codes[begin + k] + 1:
                continue
            if self._insert(codes, (begin + k) * width, self.slot[k]):
                for w in range(width):
                    codes[(begin + fresh) * width + w] = codes[(begin + k) * width + w]
                fresh += 1
        if fresh:
            if (self.count + fresh) * width > len(self.codes):
                with cython.gil:
                    self._make_room(fresh)
            for k in range(fresh * width):
                self.codes[self.count * width + k] = codes[begin * width + k]
            self.count += fresh
            if self.count > self.max_states:
                with cython.gil:
                    self.watch.check_states(self.count, "searching")
        return 0

    @cython.cfunc
    def _make_room(self, fresh: cython.Py_ssize_t) -> cython.int:
        """Room for so many more states, and a part of those that are known. The array can grow while nobody has a view
        of it."""
        more = fresh + self.count // 16 + BATCH
        self.codes = self.found_code
        self.order.frombytes(bytes(8 * more * self.width))
        self.codes = self.order
        return 0

    @cython.cfunc
    def _grow(self) -> cython.int:
        """Twice the slots, every code in its new one."""
        at: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        self.table = array("Q", [0]) * self.width  # the order has all of it: the old table need not wait for the new
        self.watch.check_room(16 * self.slots * self.width, "searching")
        self.slots *= 2
        self.bits += 1
        self.table = _zeros(self.slots * self.width)
        while at < self.count:
            for k in range(at, min(at + 16 * BATCH, self.count)):
                self._insert(self.codes, k * self.width, self._slot_of(self.codes, k * self.width))
            at += 16 * BATCH
            self.watch.tick(BATCH)
        return 0
