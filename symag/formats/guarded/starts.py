# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The valuations that a conjunction allows: variable by variable, each part of it tried as soon as it can be."""

from array import array

import cython

if not cython.compiled:
    from symag.formats.guarded.machine import Machine

__all__ = ["Starts"]


@cython.final
@cython.cclass
class Starts:
    """The variable `order[k]` takes the values `least[k] ..  most[k]`; then the programs `tests[test_first[k] ..]`,
    which only need it and those before it, must give true."""

    machine: Machine
    order: cython.int[::1]
    least: cython.longlong[::1]
    most: cython.longlong[::1]
    test_first: cython.int[::1]
    tests: cython.longlong[::1]
    low: cython.longlong[::1]
    word: cython.int[::1]
    shift: cython.int[::1]
    mask: cython.ulonglong[::1]
    value: cython.longlong[::1]
    levels: cython.Py_ssize_t
    watch: object

    def __init__(self, program, machine, order, least, most, test_first, tests, watch):
        self.machine, self.watch, self.levels = machine, watch, len(order)
        self.order, self.test_first = array("i", [*order, 0]), array("i", test_first)
        self.least, self.most, self.tests = (array("q", [*numbers, 0]) for numbers in (least, most, tests))
        self.low, self.word, self.shift, self.mask = (
            array(seen.typecode, [*seen, 0]) for seen in (program.low, program.word, program.shift, program.mask)
        )
        self.value = array("q", [0]) * (self.levels + 1)

    def codes(self):
        """The packed states."""
        found = array("Q")
        level: cython.Py_ssize_t = 0
        if self.levels == 0:
            found.extend(list(self.machine.state))
            return found
        self.value[0] = self.least[0]
        while level >= 0:
            if self.value[level] > self.most[level]:
                level -= 1
                if level >= 0:
                    self.value[level] += 1
                continue
            self.watch.tick()
            if not self._fits(level):
                self.value[level] += 1
            elif level == self.levels - 1:
                found.extend(list(self.machine.state))
                if not len(found) & 0xFFFF:
                    self.watch.check_room(2 * 8 * len(found))
                self.watch.check_states(len(found) // len(self.machine.state), "looking for the initial states")
                self.value[level] += 1
            else:
                level += 1
                self.value[level] = self.least[level]
        return found

    @cython.cfunc
    def _fits(self, level: cython.Py_ssize_t) -> cython.bint:
        """Give the variable its value; are the tests true?"""
        i: cython.Py_ssize_t
        v: cython.Py_ssize_t = self.order[level]
        w: cython.Py_ssize_t = self.word[v]
        code: cython.ulonglong = self.value[level] - self.low[v]
        hole: cython.ulonglong = self.mask[v] << self.shift[v]
        self.machine.values[v] = self.value[level]
        self.machine.state[w] = self.machine.state[w] & ~hole | code << self.shift[v]
        for i in range(self.test_first[level], self.test_first[level + 1]):
            if not self.machine.run(self.tests[i]):
                return False
        return True
