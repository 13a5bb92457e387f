# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Enumerates one PRISM module: breadth first from its initial state, no Python object per state.

Commands come sorted by action, so rows come sorted. Which commands are tried in a state, `candidates` says by the value
of one variable. `outside` computes what the machine cannot, and raises the errors.
"""

from array import array

import cython

if not cython.compiled:
    from symag.formats.prism.distributions import Distributions
    from symag.formats.prism.machine import Machine
    from symag.model.interner import Interner

__all__ = ["Enumerator"]

WORK = 1 << 12
"""Guards and outcomes after which the watch counts the work; sixteen of them count as one unit."""


@cython.cfunc
def _doubled(old: cython.int[::1], used: cython.Py_ssize_t, watch) -> cython.int[::1]:
    watch.check_room(8 * len(old))
    new: cython.int[::1] = array("i", [0]) * (2 * len(old))
    new[:used] = old[:used]
    return new


def _filled(numbers):
    """Never empty: the compiled code takes views."""
    return numbers or array(numbers.typecode, [0])


@cython.final
@cython.cclass
class Enumerator:
    """`run` enumerates, `arrays` gives what was found. With `single`, no action may be enabled twice in a state."""

    machine: Machine
    distributions: Distributions
    outside: object
    watch: object
    single: cython.bint
    # the program
    guard: cython.longlong[::1]
    action: cython.int[::1]
    chance: cython.int[::1]
    whole: cython.longlong[::1]
    outcome_first: cython.int[::1]
    share: cython.int[::1]
    weight: cython.longlong[::1]
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
    max_states: cython.Py_ssize_t
    work: cython.Py_ssize_t
    # the weights of the outcomes of one command
    weighed: cython.longlong[::1]

    def __init__(self, program, machine, distributions, candidates, outside, single, watch):
        self.machine, self.distributions, self.outside = machine, distributions, outside
        self.watch, self.single = watch, single
        self.guard, self.action = _filled(program.guard), _filled(program.action)
        self.chance, self.whole = _filled(program.chance), _filled(program.whole)
        self.outcome_first, self.assign_first = program.outcome_first, program.assign_first
        self.share, self.weight = _filled(program.share), _filled(program.weight)
        self.assigned, self.assign = _filled(program.assigned), _filled(program.assign)
        self.low, self.high, self.word = _filled(program.low), _filled(program.high), _filled(program.word)
        self.shift, self.mask = _filled(program.shift), _filled(program.mask)
        self.selector = candidates.variable
        self.candidate_first, self.candidate = candidates.first, _filled(candidates.command)
        self.states = Interner(program.words, watch)
        self.expanded, self.out_count, self.work = 0, 0, 0
        self.out_first, self.out_action, self.out_target = (array("i", [0]) * 64 for _ in range(3))
        limit = watch.limits.max_states
        self.max_states = (1 << 31) - 2 if limit is None else min(limit, (1 << 31) - 2)
        self.weighed = array("q", [0]) * program.widest
        for word, code in enumerate(program.packing.pack([program.initial])):
            self.states.probe[word] = code
        self.states.intern()

    def run(self):
        """Expand every state in the order of discovery."""
        self.watch.check("enumerating")
        while self.expanded < self.states.count:
            self._tick(1)
            self._expand(self.expanded)
            self.expanded += 1
            if self.states.count > self.max_states:
                self.watch.check_states(self.states.count, "enumerating")
                raise OverflowError("a model can have at most 2^31 - 2 states")

    def arrays(self):
        """Copies of all that was found, but for the distributions."""
        known: cython.Py_ssize_t = self.states.count
        self.out_first[known] = self.out_count
        return {
            "first": _as_array("i", self.out_first[: known + 1]),
            "action": _as_array("i", self.out_action[: self.out_count]),
            "target": _as_array("i", self.out_target[: self.out_count]),
            "codes": _as_array("Q", self.states.keys[: known * self.states.width]),
        }

    @cython.cfunc
    def _tick(self, work: cython.Py_ssize_t) -> cython.int:
        """So much work was done: pass it on to the watch when it is enough."""
        self.work += work
        if self.work >= WORK:
            self.watch.tick(self.work // 16, self.states.count)
            self.work = 0
        return 0

    @cython.cfunc
    def _expand(self, state: cython.Py_ssize_t) -> cython.int:
        i: cython.Py_ssize_t
        c: cython.Py_ssize_t
        row: cython.Py_ssize_t = 0
        fired: cython.Py_ssize_t = -1
        if state + 2 >= len(self.out_first):
            self.out_first = _doubled(self.out_first, state, self.watch)
        self.out_first[state] = self.out_count
        for i in range(self.states.width):
            self.machine.state[i] = self.states.keys[state * self.states.width + i]
        self.machine.unpack()
        if self.selector >= 0:
            row = self.machine.values[self.selector] - self.low[self.selector]
        for i in range(self.candidate_first[row], self.candidate_first[row + 1]):
            self._tick(1)
            c = self.candidate[i]
            if not self.machine.run(self.guard[c]):
                continue
            if self.single and fired >= 0 and self.action[fired] == self.action[c]:
                self.outside.overlap(fired, c, self.machine.valuation())
            fired = c
            self._emit(state, self.action[c], self._target(c))
        return 0

    @cython.cfunc
    def _target(self, c: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the command leads: a state, or `~d` for a distribution."""
        o: cython.Py_ssize_t
        begin: cython.Py_ssize_t = self.outcome_first[c]
        end: cython.Py_ssize_t = self.outcome_first[c + 1]
        share: cython.int
        whole: cython.longlong = 0
        answer: cython.Py_ssize_t = -1
        if self.whole[c] >= 0:
            whole = self._weigh(c)
        elif self.chance[c] >= 0:
            answer = self.machine.recall(self.chance[c])
        elif end - begin == 1:
            return self._goal(begin)
        self.distributions.start()
        for o in range(begin, end):
            self._tick(4)
            if whole > 0:
                share = self.distributions.ratio(self.weighed[o - begin], whole)
            elif answer >= 0:
                share = self.machine.answers[answer + o - begin]
            else:
                share = self.share[o]
            if share != 0:
                self.distributions.add(self._goal(o), share)
        return self.distributions.target()

    @cython.cfunc
    def _weigh(self, c: cython.Py_ssize_t) -> cython.longlong:
        """Probabilities in integers: the weights of the outcomes into `weighed`, and what they sum to."""
        o: cython.Py_ssize_t
        whole: cython.longlong
        total: cython.longlong = 0
        negative: cython.bint = False
        begin: cython.Py_ssize_t = self.outcome_first[c]
        self.machine.run(self.whole[c])
        whole = self.machine.result
        for o in range(begin, self.outcome_first[c + 1]):
            self.machine.run(self.weight[o])
            self.weighed[o - begin] = self.machine.result
            total += self.machine.result
            if self.machine.result < 0:
                negative = True
        if negative or total != whole:
            self.outside.unfit(c, self.machine.valuation())
        return whole

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
                self.outside.leaves(i, self.machine.valuation())
            code = value - self.low[v]
            hole = self.mask[v] << self.shift[v]
            self.states.probe[self.word[v]] = self.states.probe[self.word[v]] & ~hole | code << self.shift[v]
        return self.states.intern()

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
            self.out_action = _doubled(self.out_action, self.out_count, self.watch)
            self.out_target = _doubled(self.out_target, self.out_count, self.watch)
        self.out_action[self.out_count] = label
        self.out_target[self.out_count] = target
        self.out_count += 1
        return 0


def _as_array(code, view):
    """An array of its own with the content of a view."""
    copied = array(code)
    copied.frombytes(memoryview(view).cast("B") if len(view) else b"")
    return copied
