# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Reads the rows of an `.aut` file, `(0, "send", 1)`, from its bytes: no Python object per row.

It reads what tools write, and stops at every other line: `read.py` reads that one with regular expressions, finds out
what is wrong with it, and lets the scanner go on. What both read, they read alike (a test compares them).

A label is looked up by its bytes in a table of its own (open addressing): the file itself keeps the text of the first
occurrence.
"""

from array import array

import cython

__all__ = ["Scanner"]

READ = 0
"""A row was read."""
DISTRIBUTION = 1
"""A row was read but for its target, which has several states."""
ODD = 2
"""This is no row that the scanner reads."""

TICK = 1 << 12
"""Rows after which the watch gets the work; sixteen of them count as one unit."""
MIX = 0x9E3779B97F4A7C15
MASK = 0xFFFFFFFFFFFFFFFF
DIGITS = 18
"""Of a number: more do not fit, and mean no state."""
LONGEST = 1 << 40
"""No number of a state, but read as one."""


@cython.final
@cython.cclass
class Scanner:
    """`scan` reads rows as far as it can, `rows` has them, `names` their labels."""

    data: cython.const[cython.uchar][::1]
    end: cython.Py_ssize_t
    at = cython.declare(cython.Py_ssize_t, visibility="readonly")
    line = cython.declare(cython.Py_ssize_t, visibility="readonly")
    count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    states: cython.longlong
    watch: object
    # the row at hand: its outcome, the number that was read last, and where its parts are
    found: cython.int
    number: cython.longlong
    label_start: cython.Py_ssize_t
    label_stop: cython.Py_ssize_t
    goal_start: cython.Py_ssize_t
    goal_stop: cython.Py_ssize_t
    line_end: cython.Py_ssize_t
    # the rows
    source: cython.int[::1]
    action: cython.int[::1]
    target: cython.int[::1]
    # the labels: where each was met first, and what action it is
    hidden: object
    names = cython.declare(object, visibility="readonly")
    met: cython.int[::1]
    length: cython.int[::1]
    meaning: cython.int[::1]
    labels: cython.Py_ssize_t
    slots: cython.int[::1]

    def __init__(self, data, at, line, states, hidden, watch):
        """Read from `at`, the beginning of a line. The labels in `hidden` are the action 0."""
        self.data = data
        self.end = len(data)
        self.at = at
        self.line = line
        self.states = states
        self.watch = watch
        self.hidden = hidden
        self.names = []
        rows = (self.end - at) // 8 + 2  # the shortest row is (0,a,0)
        watch.check_room(12 * rows)
        self.source = array("i", [0]) * rows
        self.action = array("i", [0]) * rows
        self.target = array("i", [0]) * rows
        self.count = 0
        self.met = array("i", [0]) * 16
        self.length = array("i", [0]) * 16
        self.meaning = array("i", [0]) * 16
        self.slots = array("i", [-1]) * 32
        self.labels = 0

    def rows(self):
        """The rows so far: arrays of their sources, actions and targets."""
        columns = (self.source[: self.count], self.action[: self.count], self.target[: self.count])
        return tuple([array("i", bytes(column)) for column in columns])

    def add(self, source, label_start, label_stop, target):
        """Add a row whose label is this part of the bytes, and go on after its line."""
        self.source[self.count] = source
        self.target[self.count] = target
        self._accept(label_start, label_stop)
        self.skip_line()

    def distribution(self):
        """The target that the caller has to read: digits, blanks and strokes. None if it is the whole line."""
        return bytes(self.data[self.goal_start : self.goal_stop]) if self.found == DISTRIBUTION else None

    def complete(self, target):
        """The distribution was found: add the row, and go on after its line."""
        self.target[self.count] = target
        self._accept(self.label_start, self.label_stop)
        self.skip_line()

    def skip_line(self):
        """Go on after this line."""
        at: cython.Py_ssize_t = self.at
        while at < self.end and self.data[at] != 10:
            at += 1
        self.at = at + 1
        self.line += 1

    def scan(self):
        """Read rows from `at`, the beginning of a line; does it stop at a line that the caller has to read?"""
        at: cython.Py_ssize_t
        while self.at < self.end:
            at = self._blanks(self.at)
            if at < self.end and self.data[at] != 10:
                self.found = self._row(at)
                if self.found != READ:
                    return True
                self._accept(self.label_start, self.label_stop)
                if self.count % TICK == 0:
                    self.watch.tick(TICK >> 4, self.count)
                at = self.line_end
            self.at = at + 1
            self.line += 1
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _row(self, at: cython.Py_ssize_t) -> cython.int:
        """Read a row that begins here, to `line_end`."""
        if self.data[at] != 40:  # (
            return ODD
        at = self._natural(at + 1)
        if at == self.end or self.data[at] != 44 or self.number >= self.states:  # ,
            return ODD
        self.source[self.count] = cython.cast(cython.int, self.number)
        at = self._label(self._blanks(at + 1))
        if at == self.end or self.data[at] != 44 or self.label_start == self.label_stop:
            return ODD
        self.goal_start = at + 1
        at = self._natural(at + 1)
        found: cython.int = READ
        if at < self.end and 48 <= self.data[at] <= 57:
            found = DISTRIBUTION
            while at < self.end and (47 <= self.data[at] <= 57 or _is_blank(self.data[at])):  # digits and /
                at += 1
        elif self.number >= self.states:
            return ODD
        self.goal_stop = at
        if at == self.end or self.data[at] != 41:  # )
            return ODD
        if found == READ:
            self.target[self.count] = cython.cast(cython.int, self.number)
        self.line_end = self._blanks(at + 1)
        return found if self.line_end == self.end or self.data[self.line_end] == 10 else ODD

    @cython.cfunc
    @cython.exceptval(check=False)
    def _label(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The first place after a label and blanks; there is no label if it begins where it stops."""
        self.label_start = self.label_stop = at
        if at < self.end and self.data[at] == 34:  # "
            self.label_start = at + 1
            self.label_stop = self._until(at + 1, 34)
            return self._blanks(min(self.label_stop + 1, self.end))
        if at < self.end and (self.data[at] == 40 or self.data[at] == 41):  # ( and )
            return self.end
        after: cython.Py_ssize_t = self._until(at, 44)
        self.label_stop = after
        while self.label_stop > at and _is_blank(self.data[self.label_stop - 1]):
            self.label_stop -= 1
        return after

    @cython.cfunc
    def _accept(self, label_start: cython.Py_ssize_t, label_stop: cython.Py_ssize_t) -> cython.void:
        """The row is as it should be: now its label counts."""
        self.action[self.count] = self._action(label_start, label_stop)
        self.count += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _blanks(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The first place from here that is no blank."""
        while at < self.end and _is_blank(self.data[at]):
            at += 1
        return at

    @cython.cfunc
    @cython.exceptval(check=False)
    def _natural(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The first place after a number and the blanks around it; the number is in `number`."""
        at = self._blanks(at)
        first: cython.Py_ssize_t = at
        number: cython.longlong = 0
        while at < self.end and 48 <= self.data[at] <= 57:
            if number < LONGEST:
                number = 10 * number + self.data[at] - 48
            at += 1
        self.number = number if first < at <= first + DIGITS else LONGEST
        return self._blanks(at)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _until(self, at: cython.Py_ssize_t, mark: cython.uchar) -> cython.Py_ssize_t:
        """Where the next such byte of this line is; the end of the bytes if there is a quote, or nothing, before it."""
        while at < self.end and self.data[at] != mark:
            if self.data[at] == 10 or self.data[at] == 34:
                return self.end
            at += 1
        return at

    @cython.cfunc
    def _action(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """The action of the label with these bytes, a new one if it was not met before."""
        slot: cython.Py_ssize_t = self._slot(start, stop)
        if self.slots[slot] >= 0:
            return self.meaning[self.slots[slot]]
        if self.labels == len(self.met):
            self._grow()
            slot = self._slot(start, stop)
        label = bytes(self.data[start:stop])
        meaning = 0
        if label not in self.hidden:
            self.names.append(label)
            meaning = len(self.names)
        self.slots[slot] = cython.cast(cython.int, self.labels)
        self.met[self.labels] = cython.cast(cython.int, start)
        self.length[self.labels] = cython.cast(cython.int, stop - start)
        self.meaning[self.labels] = meaning
        self.labels += 1
        return meaning

    @cython.cfunc
    @cython.exceptval(check=False)
    def _slot(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The slot that holds a label with these bytes, or the free one where it belongs."""
        mixed: cython.ulonglong = stop - start
        mask: cython.Py_ssize_t = len(self.slots) - 1
        i: cython.Py_ssize_t
        for i in range(start, stop):
            mixed = ((mixed ^ self.data[i]) * MIX) & MASK
            mixed ^= mixed >> 32
        slot: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, mixed & cython.cast(cython.ulonglong, mask))
        label: cython.Py_ssize_t = self.slots[slot]
        while label >= 0 and not self._is_label(label, start, stop):
            slot = (slot + 1) & mask
            label = self.slots[slot]
        return slot

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_label(self, label: cython.Py_ssize_t, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        if self.length[label] != stop - start:
            return False
        met: cython.Py_ssize_t = self.met[label]
        while start < stop and self.data[met] == self.data[start]:
            met += 1
            start += 1
        return start == stop

    @cython.cfunc
    def _grow(self) -> cython.void:
        """Twice the room for labels, each in its new slot."""
        count: cython.Py_ssize_t = self.labels
        self.watch.check_room(56 * count)
        self.met = _doubled(self.met)
        self.length = _doubled(self.length)
        self.meaning = _doubled(self.meaning)
        self.slots = array("i", [-1]) * (4 * count)
        label: cython.Py_ssize_t
        start: cython.Py_ssize_t
        for label in range(count):
            start = self.met[label]
            self.slots[self._slot(start, start + self.length[label])] = cython.cast(cython.int, label)


@cython.cfunc
def _doubled(old: cython.int[::1]) -> cython.int[::1]:
    new: cython.int[::1] = array("i", [0]) * (2 * len(old))
    new[: len(old)] = old
    return new


@cython.cfunc
@cython.exceptval(check=False)
def _is_blank(byte: cython.uchar) -> cython.bint:
    """Space, tabulator, or the carriage return and the like; not the end of a line."""
    return byte == 32 or (9 <= byte <= 13 and byte != 10)
