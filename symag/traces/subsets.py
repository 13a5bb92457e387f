# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Where the words of an interface lead, compiled: sets of states of a composition that is explored as words ask for it.

The set after a word has the states that the components and P_err may be in while the others do the word, hidden moves
included. Sets are numbered, and the set after a letter is computed once, so that a query is a walk through numbers. A
set that has the error state is the number -1. A state gets its moves when a set has it for the first time: what no word
leads to is never composed. States with the error are not kept: a move to one of them leads to -1. Nor are states from
which P_err cannot come to the error any more: no word can make them matter. P_err is the last component of
`symag.traces.successors`. The types are in the `.pxd` beside this file.
"""

from array import array

import cython

from symag.errors import LimitReached

if not cython.compiled:
    from symag.model.growth import grown
    from symag.model.interner import Interner

__all__ = ["Subsets"]

TICK = 4096
"""Moves and members after which the watch gets the work; sixteen of them count as one unit."""
MIX = 0x9E3779B97F4A7C15  # 2^64 / golden ratio
MASK = 0xFFFFFFFFFFFFFFFF
ERROR = -1
UNKNOWN = -2
OPEN, LOST, SAFE = 0, 1, 2
"""The fate of a state of P_err: it may come to the error, it is the error, or it cannot come to the error."""


class Subsets:
    """Holds the sets and the states that they are made of, as far as words have led."""

    def __init__(self, successors, layout, initial, fate, letter_of, foreign, watch):
        """`initial` is a code; `fate` has, for each state of P_err, one of the three. Each action has a letter, 0 if it
        is hidden; a letter is `foreign` if no component knows it."""
        self.successors = successors
        last = len(layout.word) - 1
        self.last_word, self.last_shift, self.last_mask = layout.word[last], layout.shift[last], layout.mask[last]
        self.fate = fate
        self.letter_of, self.foreign = letter_of, foreign
        self.letters = len(foreign)
        self.watch = watch
        self.work = 0
        limit = watch.limits.max_states
        self.max_states = (1 << 31) - 2 if limit is None else min(limit, (1 << 31) - 2)
        self.states = Interner(layout.words, watch)
        self.moves_first = array("i", [-1]) * 64
        self.moves_end = array("i", [-1]) * 64
        self.stamp = array("i", [0]) * 64
        self.move_letter = array("i", [0]) * 64
        self.move_goal = array("i", [0]) * 64
        self.move_count = 0
        self.sets = 0
        self.set_first = array("i", [0]) * 64
        self.members_of = array("i", [0]) * 64
        self.after = array("i", [UNKNOWN]) * (64 * max(self.letters, 1))
        self.known = {}
        self.same = []
        self.now = 0
        self.found = array("i", [0]) * 64
        self.found_count = 0
        self.code = initial
        self.now = 1
        if self._fate(self.code, 0) == OPEN:
            self._add(self.states.intern_at(self.code, 0))
        self.start = self._closed()

    def explored(self):
        """How many states and moves there are so far."""
        return self.states.count, self.move_count

    def walk(self, word):
        """The number of the set after a word; -1 if it has the error state."""
        return self.walk_from(self.start, word)

    def places(self, word: tuple):
        """The number of the set after a word, and after the word with each letter."""
        letter: cython.Py_ssize_t
        goal: cython.Py_ssize_t
        here: cython.Py_ssize_t = self.walk_from(self.start, word)
        found = [here]
        for letter in range(1, self.letters + 1):
            goal = ERROR
            if here >= 0:
                goal = self.after[here * self.letters + letter - 1]
                if goal == UNKNOWN:
                    goal = self._next(here, letter)
            found.append(goal)
        return found

    def rows(self, word: tuple, suffixes: list):
        """A bit for each suffix: may it follow the word?"""
        row = 0
        here: cython.Py_ssize_t = self.walk_from(self.start, word)
        chunk: cython.ulonglong = 0
        bit: cython.int = 0
        base: cython.Py_ssize_t = 0
        suffix: tuple
        if here < 0:
            return 0
        for suffix in suffixes:
            if self.walk_from(here, suffix) >= 0:
                chunk |= cython.cast(cython.ulonglong, 1) << bit
            bit += 1
            if bit == 32:
                row |= int(chunk) << base
                base, bit, chunk = base + 32, 0, 0
        return row | int(chunk) << base

    def walk_from(self, number, word):
        """The number of the set after a word from a set on; -1 if it, or one on the way, has the error state."""
        letter: cython.Py_ssize_t
        goal: cython.Py_ssize_t
        for letter in word:
            if number < 0:
                break
            goal = self.after[number * self.letters + letter - 1]
            number = goal if goal != UNKNOWN else self._next(number, letter)
        return number

    def _next(self, number, letter):
        """The set after a letter, for the first time."""
        k: cython.Py_ssize_t
        goal: cython.Py_ssize_t = number
        if not self.foreign[letter - 1]:
            self.now += 1
            self.found_count = 0
            goal = 0
            for k in range(self.set_first[number], self.set_first[number + 1]):
                goal = self._follow(self.members_of[k], letter)
                if goal < 0:
                    break
            if goal >= 0:
                goal = self._closed()
        self.after[number * self.letters + letter - 1] = goal
        return goal

    def _closed(self):
        """The number of the set of what was found, closed under hidden moves; -1 if it has the error state."""
        k: cython.Py_ssize_t = 0
        while k < self.found_count:
            if self._follow(self.found[k], 0) < 0:
                return ERROR
            k += 1
        return self._number()

    def _follow(self, state, letter):
        """Add what a letter leads to from a state; -1 if that is the error state."""
        t: cython.Py_ssize_t
        if state >= len(self.moves_first) or self.moves_first[state] < 0:
            self._expand(state)
        self._tick(1 + self.moves_end[state] - self.moves_first[state])
        for t in range(self.moves_first[state], self.moves_end[state]):
            if self.move_letter[t] == letter:
                if self.move_goal[t] < 0:
                    return ERROR
                self._add(self.move_goal[t])
        return 0

    def _add(self, state):
        if state >= len(self.stamp):
            self.stamp = grown(self.stamp, len(self.stamp), state + 1, 0, self.watch)
        if self.stamp[state] != self.now:
            self.stamp[state] = self.now
            if self.found_count == len(self.found):
                self.found = grown(self.found, self.found_count, self.found_count, 0, self.watch)
            self.found[self.found_count] = state
            self.found_count += 1
        return 0

    def _number(self):
        """The number of the set that was found; a new one if it is new."""
        k: cython.Py_ssize_t
        mixed: cython.ulonglong
        total: cython.ulonglong = 0
        for k in range(self.found_count):
            mixed = (self.found[k] + 1) * MIX & MASK
            mixed = (mixed ^ mixed >> 32) * MIX & MASK
            total = (total + mixed) & MASK
        self._tick(self.found_count)
        number: cython.Py_ssize_t = self.known.get(total, -1)
        while number >= 0:
            if self._is_found(number):
                return number
            number = self.same[number]
        number = self.sets
        self.same.append(self.known.get(total, -1))
        self.known[total] = number
        self._keep()
        return number

    def _is_found(self, number):
        """Is this set the one that was found? Every state of that has the stamp of now."""
        k: cython.Py_ssize_t
        if self.set_first[number + 1] - self.set_first[number] != self.found_count:
            return False
        for k in range(self.set_first[number], self.set_first[number + 1]):
            if self.stamp[self.members_of[k]] != self.now:
                return False
        return True

    def _keep(self):
        """Make what was found the next set."""
        number: cython.Py_ssize_t = self.sets
        begin: cython.Py_ssize_t = self.set_first[number]
        end: cython.Py_ssize_t = begin + self.found_count
        k: cython.Py_ssize_t
        if end >= (1 << 31) - 1:
            raise LimitReached("size", "size: the sets of states that words lead to have more than 2^31 members")
        if number + 2 > len(self.set_first):
            self.set_first = grown(self.set_first, number + 1, number + 2, 0, self.watch)
        if end > len(self.members_of):
            self.members_of = grown(self.members_of, begin, end, 0, self.watch)
        if (number + 1) * self.letters > len(self.after):
            self.after = grown(self.after, number * self.letters, (number + 1) * self.letters, UNKNOWN, self.watch)
        for k in range(self.found_count):
            self.members_of[begin + k] = self.found[k]
        self.set_first[number + 1] = end
        self.sets = number + 1
        return 0

    def _tick(self, work):
        self.work += work
        if self.work >= TICK:
            self.watch.tick(self.work // 16, self.states.count)
            self.work = 0
        return 0

    def _expand(self, state):
        """Find the moves of a state."""
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        fate: cython.int
        goal: cython.Py_ssize_t
        width: cython.Py_ssize_t = self.states.width
        used: cython.Py_ssize_t = len(self.moves_first)
        if state >= used:
            self.moves_first = grown(self.moves_first, used, state + 1, -1, self.watch)
            self.moves_end = grown(self.moves_end, used, state + 1, -1, self.watch)
        self.successors.used = 0
        for k in range(width):
            self.code[k] = self.states.keys[state * width + k]
        self.successors.expand(self.code, 0)
        self._tick(self.successors.used)
        used = self.move_count + self.successors.used
        if used > len(self.move_letter):
            self.move_letter = grown(self.move_letter, self.move_count, used, 0, self.watch)
            self.move_goal = grown(self.move_goal, self.move_count, used, 0, self.watch)
        self.moves_first[state] = self.move_count
        for k in range(self.successors.used):
            at = k * width
            fate = self._fate(self.successors.codes, at)
            if fate == SAFE:
                continue
            self.move_letter[self.move_count] = self.letter_of[self.successors.labels[k]]
            goal = ERROR if fate == LOST else self.states.intern_at(self.successors.codes, at)
            self.move_goal[self.move_count] = goal
            self.move_count += 1
        self.moves_end[state] = self.move_count
        if self.states.count > self.max_states:
            self.watch.check_states(self.states.count, "following words")
            raise LimitReached("size", "size: a model can have at most 2^31 - 2 states")
        return 0

    def _fate(self, codes, at):
        return self.fate[(codes[at + self.last_word] >> self.last_shift) & self.last_mask]
