# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A round of the refiner in several threads, without the interpreter lock, if L has no distributions.

A slice of the states is done in two steps. First its questions about P are collected, answered in threads, and the
answers become rows. Then what leaves the row of each state is found in threads, and becomes rows. Threads write to
buffers of their own, and rows get their numbers in the order of the questions and of the states: so nothing depends on
how many threads there are. The types are in the `.pxd` beside this file.
"""

from array import array
from functools import partial

import cython

if not cython.compiled:
    from symag.model.growth import grown
    from symag.simulation.answerer import WALK, Answerer
    from symag.simulation.preimages import Preimages
    from symag.simulation.row_table import RowTable
    from symag.simulation.shrinking_row import ShrinkingRow

__all__ = ["SharedRound"]

STATES = 4096
"""Of a slice, at most: fewer if rows are so large that their bitsets would take more than that many bytes together."""
BYTES = 1 << 24
WORK = 1 << 23
"""Transitions that the answers of a slice look at, at most, but for one state: the watch is not asked meanwhile."""
PIECE = 64
"""Questions or states that a thread does at a time, at least: with fewer of them, waking a thread is not worth it."""
PENDING = -2
"""The answer to a question that was collected."""


class Slice:
    """The states of a slice, and its questions: their numbers in the memo, and how each is answered."""

    def __init__(self, system, meaning, row, preimages: Preimages):
        self.first, self.action, self.target = system.first, system.action, system.target
        self.meaning, self.row = meaning, row
        self.preimages, self.changes, self.memo = preimages, preimages.changes, preimages.memo
        self.work = array("i", [0])
        self.asked = self.planned = 0
        self.number = array("i", [0]) * 64
        self.way = array("i", [0]) * 64


class Part:
    """What one thread finds of a slice: for each question or state a row, as a list of its states or as a bitset."""

    def __init__(self, whole: Slice, rows: RowTable, watch):
        self.whole, self.rows, self.watch = whole, rows, watch
        self.answerer = Answerer(whole.preimages.offers, rows, whole.changes)
        self.shrinking = ShrinkingRow(rows)
        self.scratch = array("i", [0]) * rows.states
        self.count = 0
        self.size = array("i", [0]) * 64
        self.at = array("q", [0]) * 64
        self.lists = array("i", [0]) * 1024
        self.bits = array("Q", [0]) * (4 * rows.words)
        self.lists_used = self.bits_used = 0

    def answer(self, begin, end):
        """Answer these questions of the slice."""
        self._begin(end - begin)
        with cython.nogil:
            self._answer(begin, end)

    def shrink(self, begin, end):
        """Find what leaves the rows of these states."""
        self._begin(end - begin)
        with cython.nogil:
            self._shrink(begin, end)

    def _begin(self, wanted):
        self.count = self.lists_used = self.bits_used = 0
        if wanted > len(self.size):
            self.size = array("i", [0]) * (2 * wanted)
            self.at = array("q", [0]) * (2 * wanted)
        return 0

    def _answer(self, begin, end):
        question: cython.Py_ssize_t
        key: cython.ulonglong
        low: cython.ulonglong = 0xFFFFFFFF
        for question in range(begin, end):
            key = self.whole.memo.keys[self.whole.number[question]]
            self.answerer.answer(
                self.whole.way[question],
                cython.cast(cython.int, key >> 32),
                cython.cast(cython.Py_ssize_t, key & low),
            )
            if self.answerer.size < 0:
                self._add_bits(self.answerer.bits)
            else:
                self._add_list(self.answerer.found, self.answerer.size)
        return 0

    def _shrink(self, begin, end):
        k: cython.Py_ssize_t
        count: cython.Py_ssize_t
        for k in range(begin, end):
            count = self._refine(self.whole.work[k])
            if count < 0:
                self._add_bits(self.shrinking.bits)
            elif self.shrinking.copied:
                self._add_list(self.shrinking.unpacked, count)
            else:
                self._add_list(self.shrinking.gone, count)
        return 0

    def _refine(self, s):
        """Find what leaves the row of a state: see `ShrinkingRow.find_gone`."""
        t: cython.Py_ssize_t
        meant: cython.int
        goal: cython.int
        change: cython.int
        answer: cython.int
        key: cython.ulonglong
        self.shrinking.start(self.whole.row[s])
        if self.whole.row[s] == 1:
            return 0
        for t in range(self.whole.first[s], self.whole.first[s + 1]):
            goal = self.whole.target[t]
            change = self.whole.changes.of[goal]
            if change < 0:
                continue
            meant = self.whole.meaning[self.whole.action[t]]
            if meant < 0:
                self.shrinking.keep(self.whole.row[goal])
                continue
            key = meant
            answer = self.whole.memo.values[self.whole.memo.find_word((key << 32) | change)]
            if answer >= 0:
                self.shrinking.take(answer)
            else:
                self.answerer.walk(self.shrinking, meant, self.whole.changes.new[change])
        return self.shrinking.find_gone()

    def _add_list(self, members, count):
        i: cython.Py_ssize_t
        if self.lists_used + count > len(self.lists):
            with cython.gil:
                self.lists = grown(self.lists, self.lists_used, self.lists_used + count, 0, self.watch)
        self.at[self.count] = self.lists_used
        self.size[self.count] = count
        for i in range(count):
            self.lists[self.lists_used + i] = members[i]
        self.lists_used += count
        self.count += 1
        return 0

    def _add_bits(self, bits):
        w: cython.Py_ssize_t
        count: cython.Py_ssize_t = self.rows.counted(bits)
        if count <= self.rows.sparse:
            self.rows.unpack_bits(bits, 0, self.scratch)
            return self._add_list(self.scratch, count)
        if self.bits_used + self.rows.words > len(self.bits):
            with cython.gil:
                self._double_bits()
        self.at[self.count] = self.bits_used
        self.size[self.count] = -1
        for w in range(self.rows.words):
            self.bits[self.bits_used + w] = bits[w]
        self.bits_used += self.rows.words
        self.count += 1
        return 0

    def _double_bits(self):
        self.watch.check_room(16 * self.bits_used)
        bits = array("Q", [0]) * (2 * self.bits_used)
        bits[: self.bits_used] = self.bits[: self.bits_used]
        self.bits = bits

    def row_at(self, place):
        """The number of the row that was found. It has one reference more, unless it is 1."""
        at: cython.Py_ssize_t = self.at[place]
        size: cython.Py_ssize_t = self.size[place]
        if size < 0:
            return self.rows.intern_bits(self.bits[at : at + self.rows.words])
        return self.rows.intern_list(self.lists[at : at + size], size) if size else 1


class SharedRound:
    """`refine` does a slice of the states of a round: then `gone` has the rows of what left theirs."""

    def __init__(self, system, meaning, row, preimages: Preimages, watch, crew):
        self.rows, self.preimages = preimages.rows, preimages
        self.watch, self.crew = watch, crew
        self.whole = Slice(system, meaning, row, preimages)
        watch.check_room(48 * crew.threads * self.rows.states)
        self.parts = [Part(self.whole, self.rows, watch) for _ in range(2 * crew.threads)]
        self.most = max(PIECE, min(STATES, BYTES // (8 * self.rows.words)))
        self.gone = array("i", [1]) * self.most

    def refine(self, work, begin, end):
        """Do some of the states from `work[begin]` on, at most up to `end`. How many?"""
        k: cython.Py_ssize_t
        self.whole.work = work
        self.whole.asked = self.whole.planned = 0
        k = begin
        while k < end and k - begin < self.most and self.whole.asked < self.most and self.whole.planned < WORK:
            self._collect(work[k])
            k += 1
        end = k
        self._share("answer", 0, self.whole.asked)
        self._share("shrink", begin, end)
        if self.preimages.is_full():
            self.preimages.forget()
        return end - begin

    def _collect(self, s):
        """Note the questions of a state that were not asked yet, but for those that are less work by a walk."""
        t: cython.Py_ssize_t
        number: cython.Py_ssize_t
        meant: cython.int
        change: cython.int
        way: cython.int
        self.rows.tick((1 + self.whole.first[s + 1] - self.whole.first[s]) * (1 + self.rows.words // 256))
        if self.whole.row[s] == 1:
            return 0
        for t in range(self.whole.first[s], self.whole.first[s + 1]):
            meant = self.whole.meaning[self.whole.action[t]]
            change = self.whole.changes.of[self.whole.target[t]]
            if change < 0 or meant < 0:
                continue
            number = self.preimages.question(meant, change)
            if self.whole.memo.values[number] != -1:
                continue
            way = self.preimages.way(self.whole.row[s], meant, change)
            if way != WALK:
                self.whole.memo.values[number] = PENDING
                if self.whole.asked == len(self.whole.number):
                    self.whole.number = grown(self.whole.number, self.whole.asked, self.whole.asked, 0, self.watch)
                    self.whole.way = grown(self.whole.way, self.whole.asked, self.whole.asked, 0, self.watch)
                self.whole.number[self.whole.asked] = number
                self.whole.way[self.whole.asked] = way
                self.whole.asked += 1
                self.whole.planned += self.preimages.answerer.work
        return 0

    def _share(self, step, begin, end):
        """Do a step of the slice in pieces, and number what they found."""
        count: cython.Py_ssize_t = end - begin
        pieces: cython.Py_ssize_t = max(1, min(count // PIECE, len(self.parts)))
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t = begin
        place: cython.Py_ssize_t
        part: Part
        cuts: list = [begin + i * count // pieces for i in range(pieces + 1)]
        self.crew.run([partial(getattr(self.parts[i], step), cuts[i], cuts[i + 1]) for i in range(pieces)])
        for i in range(pieces):
            part = self.parts[i]
            for place in range(part.count):
                if step == "answer":
                    self._remember(k, part.row_at(place))
                else:
                    self.gone[k - begin] = part.row_at(place)
                k += 1
        return 0

    def _remember(self, question, row):
        if row == 1:
            self.rows.acquire(1)
        self.preimages.remember(self.whole.number[question], self.whole.way[question], row)
        return 0
