# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The successors of packed states of a composition of plain LTSs, compiled.

A state is a code: the number of each component's state sits in bits of its own, in one or more words. A move of one
component from `s` to `t` adds `(t - s) << shift` to the code, whatever the others do: this sum is kept with the move.
Actions are numbered by their leader, as in `symag.operators.explorer`: the leader's moves are tried, and those of the
other participants are looked up.

The last component may be a *monitor*, a safety LTS that forbids what it has no move for. It never leads.
"""

from array import array

import cython

if not cython.compiled:
    from symag.operators.synchroniser import Synchroniser

__all__ = ["Successors"]


class Successors:
    """Fill a code and call `expand`: the successors are `codes`, `used` of them, with their `labels`."""

    def __init__(self, flat, layout, movers, forbids, watch, keeps_loops=False):
        """The first `movers` components move by themselves. If it `forbids`, the last component is a monitor. A move of
        one component that leads nowhere else is left out, unless the successors are to have its label, too."""
        self.watch = watch
        self.width = layout.words
        self.count = len(layout.word)
        self.movers = movers
        self.forbids = forbids
        self.keeps_loops = keeps_loops
        self.word, self.shift = array("i", layout.word), array("i", layout.shift)
        self.mask = array("Q", layout.mask)
        self.base, self.first, self.action = flat.state_base, flat.first, flat.action
        self.taking_first, self.taking = flat.taking_first, flat.taking
        self.together = Synchroniser(flat, self.count)
        self.current, self.chosen = self.together.current, self.together.chosen
        self.codes = array("Q", [0]) * (64 * self.width)
        self.labels = array("i", [0]) * 64
        self.used = 0
        self.moves = 0
        self.delta = array("q", [0]) * len(flat.action)
        self.kind = array("i", [0]) * len(flat.action)
        self._prepare(flat.target)

    def _prepare(self, target):
        """What each move adds to the code, and who takes part in it."""
        for i in range(self.count):
            end = self.base[i + 1] if i + 1 < self.count else len(self.first) - 1
            unit = 1
            unit <<= self.shift[i]
            for s in range(self.base[i], end):
                for t in range(self.first[s], self.first[s + 1]):
                    self.delta[t] = (target[t] - (s - self.base[i])) * unit
                    label = self.action[t]
                    begin = self.taking_first[label]
                    if label == 0 or self.taking_first[label + 1] - begin == 1:
                        self.kind[t] = 0
                    else:
                        self.kind[t] = 1 if self.taking[begin] == i else 2

    def expand(self, code, at):
        """Append the successors of the state with the code at `at`. If the monitor forbids a move, return its label at
        once: the last successor is the state after it, the monitor left where it is."""
        for i in range(self.count):
            self.current[i] = (code[at + self.word[i]] >> self.shift[i]) & self.mask[i]
        for i in range(self.movers):
            s = self.base[i] + self.current[i]
            for t in range(self.first[s], self.first[s + 1]):
                kind = self.kind[t]
                if kind == 0:
                    self.moves += 1
                    if self.delta[t] != 0 or self.keeps_loops:
                        self._add(code, at, self.action[t])
                        self.codes[(self.used - 1) * self.width + self.word[i]] += self.delta[t]
                elif kind == 1 and self._is_forbidden(code, at, i, t):
                    return self.action[t]
        return -1

    def _add(self, code, at, label):
        """Append the code itself, with the label."""
        width = self.width
        if self.used == len(self.labels):
            with cython.gil:
                self._grow()
        if self.used & 0xFFFF == 0xFFFF:  # one state alone may have millions of successors
            with cython.gil:
                self.watch.tick(4096)
        base = self.used * width
        for k in range(width):
            self.codes[base + k] = code[at + k]
        self.labels[self.used] = label
        self.used += 1

    def _grow(self):
        """Twice the room."""
        used = self.used
        words = used * self.width
        self.watch.check_room(16 * words + 8 * used)
        codes = array("Q", [0]) * (2 * words)
        codes[:words] = self.codes[:words]
        labels = array("i", [0]) * (2 * used)
        labels[:used] = self.labels[:used]
        self.codes, self.labels = codes, labels

    def _is_forbidden(self, code, at, leader, t):
        """Does the monitor forbid this move of the leader? If not, and no participant blocks it, append the successors:
        every combination of the others' moves."""
        label = self.action[t]
        begin = self.taking_first[label] + 1
        stop = self.taking_first[label + 1]
        k = self.together.choose(begin, stop, label)
        if k < stop:
            if not self.forbids or self.taking[k] < self.count - 1:
                return False
            self._add_chosen(code, at, leader, t, begin, k)
            return True
        while True:
            self._add_chosen(code, at, leader, t, begin, stop)
            if not self.together.turn(begin, stop):
                return False

    def _add_chosen(self, code, at, leader, t, begin, stop):
        """Append the successor by the chosen moves."""
        self.moves += 1
        self._add(code, at, self.action[t])
        base = (self.used - 1) * self.width
        self.codes[base + self.word[leader]] += self.delta[t]
        for k in range(begin, stop):
            i = self.taking[k]
            self.codes[base + self.word[i]] += self.delta[self.chosen[i]]
