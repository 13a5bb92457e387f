# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The kernel that enumerates one PRISM module: breadth first from its initial state, no Python object per state.

Commands come sorted by action, so rows come sorted. If many guards ask for the value of one variable (`s=3 & …`),
the commands are found by that value (`candidates`), and a file with a command per transition is read in linear time.
A distribution is interned by its states and the numbers of its probabilities; adding two of those is exact, in Python,
and remembered.
"""

from array import array

import cython

if not cython.compiled:
    from symag.formats.prism.machine import Machine
    from symag.model.interner import Interner

__all__ = ["Enumerator"]

WORK = 1 << 16
"""Guards between two looks at the watch."""


@cython.cfunc
def _doubled(old: cython.int[::1], used: cython.Py_ssize_t) -> cython.int[::1]:
    new: cython.int[::1] = array("i", [0]) * (2 * len(old))
    new[:used] = old[:used]
    return new


def _filled(numbers):
    """Never empty: the kernel takes views."""
    return numbers or array(numbers.typecode, [0])


@cython.final
@cython.cclass
class Enumerator:
    """`run` enumerates, `arrays` gives what was found. `outside` computes what is exact, and raises the errors."""

    machine: Machine
    outside: object
    watch: object
    single: cython.bint
    # the program
    guard: cython.longlong[::1]
    action: cython.int[::1]
    chance: cython.int[::1]
    outcome_first: cython.int[::1]
    share: cython.int[::1]
    assign_first: cython.int[::1]
    assigned: cython.int[::1]
    assign: cython.longlong[::1]
    low: cython.longlong[::1]
    high: cython.longlong[::1]
    word: cython.int[::1]
    shift: cython.int[::1]
    mask: cython.ulonglong[::1]
    # the commands to try, by the value of one variable
    selector: cython.Py_ssize_t
    candidate_first: cython.int[::1]
    candidate: cython.int[::1]
    # what was found
    states: Interner
    expanded: cython.Py_ssize_t
    out_first: cython.int[::1]
    out_action: cython.int[::1]
    out_target: cython.int[::1]
    out_count: cython.Py_ssize_t
    spread: cython.int[::1]
    support: cython.int[::1]
    support_count: cython.Py_ssize_t
    vector: cython.int[::1]
    distributions: cython.Py_ssize_t
    tables: dict
    vector_tables: dict
    sums: Interner
    max_states: cython.Py_ssize_t
    work: cython.Py_ssize_t
    # the outcomes of one command
    goal: cython.int[::1]
    chosen: cython.int[::1]

    def __init__(self, program, machine, candidates, outside, single, watch):
        self.machine, self.outside, self.watch, self.single = machine, outside, watch, single
        self.guard, self.action = _filled(program.guard), _filled(program.action)
        self.chance, self.outcome_first = _filled(program.chance), program.outcome_first
        self.share, self.assign_first = _filled(program.share), program.assign_first
        self.assigned, self.assign = _filled(program.assigned), _filled(program.assign)
        self.low, self.high, self.word = _filled(program.low), _filled(program.high), _filled(program.word)
        self.shift, self.mask = _filled(program.shift), _filled(program.mask)
        self.selector = candidates.variable
        self.candidate_first, self.candidate = candidates.first, _filled(candidates.command)
        self.states = Interner(program.words)
        self.expanded, self.out_count, self.support_count, self.distributions = 0, 0, 0, 0
        self.out_first, self.out_action, self.out_target = (array("i", [0]) * 64 for _ in range(3))
        self.spread, self.support, self.vector = (array("i", [0]) * 64 for _ in range(3))
        self.tables, self.vector_tables, self.sums = {}, {}, Interner(2)
        limit = watch.limits.max_states
        self.max_states = (1 << 31) - 2 if limit is None else min(limit, (1 << 31) - 2)
        self.work = 0
        self.goal, self.chosen = array("i", [0]) * program.widest, array("i", [0]) * program.widest
        for word, code in enumerate(program.packing.pack([program.initial])):
            self.states.probe[word] = code
        self.states.intern()

    def run(self):
        """Expand every state in the order of discovery."""
        while self.expanded < self.states.count:
            if self.work <= 0:
                self.watch.check("enumerating", self.states.count)
                self.work = WORK
            self._expand(self.expanded)
            self.expanded += 1
            if self.states.count > self.max_states:
                self.watch.check_states(self.states.count, "enumerating")
                raise OverflowError("a model can have at most 2^31 - 2 states")

    def arrays(self):
        """Copies of all that was found."""
        known: cython.Py_ssize_t = self.states.count
        self.out_first[known] = self.out_count
        return {
            "first": _as_array("i", self.out_first[: known + 1]),
            "action": _as_array("i", self.out_action[: self.out_count]),
            "target": _as_array("i", self.out_target[: self.out_count]),
            "spread": _as_array("i", self.spread[: self.distributions + 1]),
            "support": _as_array("i", self.support[: self.support_count]),
            "vector": _as_array("i", self.vector[: self.distributions]),
            "codes": _as_array("Q", self.states.keys[: known * self.states.width]),
        }

    @cython.cfunc
    def _expand(self, state: cython.Py_ssize_t) -> cython.int:
        i: cython.Py_ssize_t
        c: cython.Py_ssize_t
        row: cython.Py_ssize_t = 0
        fired: cython.Py_ssize_t = -1
        if state + 2 >= len(self.out_first):
            self.out_first = _doubled(self.out_first, state)
        self.out_first[state] = self.out_count
        for i in range(self.states.width):
            self.machine.state[i] = self.states.keys[state * self.states.width + i]
        self.machine.unpack()
        if self.selector >= 0:
            row = self.machine.values[self.selector] - self.low[self.selector]
        self.work -= 1 + self.candidate_first[row + 1] - self.candidate_first[row]
        for i in range(self.candidate_first[row], self.candidate_first[row + 1]):
            c = self.candidate[i]
            if not self.machine.run(self.guard[c]):
                continue
            if self.single and fired >= 0 and self.action[fired] == self.action[c]:
                self.outside.overlap(fired, c, self._valuation())
            fired = c
            self._emit(state, self.action[c], self._target(c))
        return 0

    @cython.cfunc
    def _valuation(self) -> list:
        return [self.machine.values[i] for i in range(self.machine.variables)]

    @cython.cfunc
    def _target(self, c: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the command leads: a state, or `~d` for a distribution."""
        o: cython.Py_ssize_t
        k: cython.Py_ssize_t
        begin: cython.Py_ssize_t = self.outcome_first[c]
        end: cython.Py_ssize_t = self.outcome_first[c + 1]
        share: cython.int
        state: cython.int
        count: cython.Py_ssize_t = 0
        answer: cython.Py_ssize_t = -1
        if self.chance[c] >= 0:
            answer = self.machine.recall(self.chance[c])
        elif end - begin == 1:
            return self._goal(begin)
        for o in range(begin, end):
            share = self.share[o] if answer < 0 else self.machine.answers[answer + o - begin]
            if share == 0:
                continue
            state = self._goal(o)
            k = count
            while k > 0 and self.goal[k - 1] > state:
                k -= 1
            if k > 0 and self.goal[k - 1] == state:
                self.chosen[k - 1] = self._sum(self.chosen[k - 1], share)
            else:
                self._insert(k, count, state, share)
                count += 1
        return self.goal[0] if count == 1 else ~self._distribution(count)

    @cython.cfunc
    def _insert(
        self, at: cython.Py_ssize_t, count: cython.Py_ssize_t, state: cython.int, share: cython.int
    ) -> cython.int:
        k: cython.Py_ssize_t
        for k in range(count, at, -1):
            self.goal[k] = self.goal[k - 1]
            self.chosen[k] = self.chosen[k - 1]
        self.goal[at] = state
        self.chosen[at] = share
        return 0

    @cython.cfunc
    def _goal(self, o: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The state that an outcome leads to."""
        i: cython.Py_ssize_t
        v: cython.Py_ssize_t
        value: cython.longlong
        code: cython.ulonglong
        hole: cython.ulonglong
        for i in range(self.states.width):
            self.states.probe[i] = self.machine.state[i]
        for i in range(self.assign_first[o], self.assign_first[o + 1]):
            v = self.assigned[i]
            self.machine.run(self.assign[i])
            value = self.machine.result
            if value < self.low[v] or value > self.high[v]:
                self.outside.leaves(i, self._valuation())
            code = value - self.low[v]
            hole = self.mask[v] << self.shift[v]
            self.states.probe[self.word[v]] = self.states.probe[self.word[v]] & ~hole | code << self.shift[v]
        return self.states.intern()

    @cython.cfunc
    def _sum(self, one: cython.int, two: cython.int) -> cython.int:
        """The number of the sum of two probabilities."""
        known: cython.Py_ssize_t = self.sums.count
        number: cython.Py_ssize_t
        self.sums.probe[0], self.sums.probe[1] = one, two
        number = self.sums.intern()
        if number == known:
            self.sums.values[number] = self.outside.total(one, two)
        return self.sums.values[number]

    @cython.cfunc
    def _distribution(self, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number of the distribution in `goal` and `chosen`."""
        k: cython.Py_ssize_t
        number: cython.Py_ssize_t
        known: cython.Py_ssize_t
        state: cython.ulonglong
        share: cython.ulonglong
        table: Interner = self._table(self.tables, count)
        for k in range(count):
            state = self.goal[k]
            share = self.chosen[k]
            table.probe[k] = state << 31 | share
        known = table.count
        number = table.intern()
        if number < known:
            return table.values[number]
        table.values[number] = self.distributions
        if self.distributions + 2 >= len(self.spread):
            self.spread = _doubled(self.spread, self.distributions + 1)
            self.vector = _doubled(self.vector, self.distributions)
        while self.support_count + count > len(self.support):
            self.support = _doubled(self.support, self.support_count)
        for k in range(count):
            self.support[self.support_count] = self.goal[k]
            self.support_count += 1
        self.vector[self.distributions] = self._vector(count)
        self.distributions += 1
        self.spread[self.distributions] = self.support_count
        return self.distributions - 1

    @cython.cfunc
    def _vector(self, count: cython.Py_ssize_t) -> cython.int:
        k: cython.Py_ssize_t
        table: Interner = self._table(self.vector_tables, count)
        known: cython.Py_ssize_t = table.count
        number: cython.Py_ssize_t
        for k in range(count):
            table.probe[k] = self.chosen[k]
        number = table.intern()
        if number == known:
            table.values[number] = self.outside.vector([self.chosen[k] for k in range(count)])
        return table.values[number]

    @cython.cfunc
    def _table(self, tables: dict, width: cython.Py_ssize_t) -> Interner:
        if width not in tables:
            tables[width] = Interner(width)
        return tables[width]

    @cython.cfunc
    def _emit(self, state: cython.Py_ssize_t, label: cython.int, target: cython.Py_ssize_t) -> cython.int:
        """A transition, unless the state has it already."""
        t: cython.Py_ssize_t = self.out_count - 1
        while t >= self.out_first[state] and self.out_action[t] == label:
            if self.out_target[t] == target:
                return 0
            t -= 1
        if self.out_count == len(self.out_action):
            if self.out_count > 1 << 30:
                raise OverflowError("a model can have at most 2^31 transitions")
            self.out_action = _doubled(self.out_action, self.out_count)
            self.out_target = _doubled(self.out_target, self.out_count)
        self.out_action[self.out_count] = label
        self.out_target[self.out_count] = target
        self.out_count += 1
        return 0


def _as_array(code, view):
    """An array of its own with the content of a view."""
    copied = array(code)
    copied.frombytes(memoryview(view).cast("B") if len(view) else b"")
    return copied
