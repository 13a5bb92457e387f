# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Enumerates a group of modules: breadth first from its initial states, no Python object per state.

Moves come sorted by label, so rows come sorted. Modules that move together are not multiplied out beforehand: in each
state, only the commands that are enabled in it are combined. `outside` computes what the machine cannot, and raises the
errors.
"""

from array import array

import cython

if not cython.compiled:
    from symag.formats.guarded.distributions import Distributions
    from symag.formats.guarded.machine import Machine
    from symag.formats.guarded.outcomes import Outcomes
    from symag.model.growth import doubled

__all__ = ["Enumerator"]

MOST_COMBINED = 1 << 22
"""So many combinations of commands, or of outcomes, may there be for one state and one vector."""


def _filled(numbers):
    """Never empty: the compiled code takes views."""
    return numbers or array(numbers.typecode, [0])


@cython.final
@cython.cclass
class Enumerator:
    """`run` enumerates, `arrays` gives what was found. Several initial states come after a fresh one, the first. If it
    is `uniform`, moves of one label that are enabled in one state become one, to each with the same probability."""

    machine: Machine
    distributions: Distributions
    outcomes: Outcomes
    outside: object
    watch: object
    uniform: cython.bint
    guard: cython.longlong[::1]
    low: cython.longlong[::1]
    # the moves
    solo_command: cython.int[::1]
    solo_label: cython.int[::1]
    joints: cython.Py_ssize_t
    joint_label: cython.int[::1]
    joint_first: cython.int[::1]
    part_list: cython.int[::1]
    selector: cython.int[::1]
    base: cython.int[::1]
    row_first: cython.int[::1]
    listed: cython.int[::1]
    # the commands of each part of a vector that are enabled: where they begin, and where their outcomes end
    enabled: cython.int[::1]
    enabled_first: cython.int[::1]
    chosen: cython.int[::1]
    made: cython.int[::1]
    # what was found
    started: cython.Py_ssize_t
    expanded: cython.Py_ssize_t
    out_first: cython.int[::1]
    out_action: cython.int[::1]
    out_target: cython.int[::1]
    out_count: cython.Py_ssize_t
    # of choices that become one
    is_mixing: cython.bint
    factor: cython.int
    mixed: cython.Py_ssize_t
    first_command: cython.Py_ssize_t
    first_label: cython.int
    uniform_choices: cython.Py_ssize_t

    def __init__(self, program, moves, machine, distributions, outcomes, outside, uniform, watch):
        self.machine, self.distributions, self.outcomes, self.outside = machine, distributions, outcomes, outside
        self.watch, self.uniform = watch, uniform
        self.guard, self.low = _filled(program.guard), _filled(program.low)
        self.solo_command, self.solo_label = _filled(moves.solo_command), _filled(moves.solo_label)
        self.joints, self.joint_label = len(moves.joint_label), _filled(moves.joint_label)
        self.joint_first, self.part_list = moves.joint_first, _filled(moves.part_list)
        self.selector, self.base = moves.selector, moves.base
        self.row_first, self.listed = moves.row_first, _filled(moves.listed)
        self.enabled, self.made = array("i", [0]) * (len(program.guard) + 1), array("i", [0]) * (len(program.guard) + 2)
        self.enabled_first, self.chosen = (array("i", [0]) * (moves.most_parts + 1) for _ in range(2))
        self.started, self.expanded, self.out_count = 0, 0, 0
        self.out_first, self.out_action, self.out_target = (array("i", [0]) * 64 for _ in range(3))
        self.is_mixing, self.factor, self.uniform_choices = False, 1, 0

    def start(self, codes):
        """Add the initial states; if there are several, after a fresh one, whose code is the first."""
        width: cython.Py_ssize_t = self.outcomes.states.width
        words: cython.ulonglong[::1] = codes
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        for at in range(0, len(codes), width):
            for i in range(width):
                self.outcomes.states.probe[i] = words[at + i]
            self.outcomes.states.intern()
        self.started = len(codes) // width
        self.outcomes.check_states()

    def run(self):
        """Expand every state in the order of discovery."""
        self.watch.check("enumerating")
        while self.expanded < self.outcomes.states.count:
            self.outcomes.tick(1)
            self._expand(self.expanded)
            self.expanded += 1
            if self.outcomes.states.count > self.outcomes.max_states:
                self.outcomes.check_states()

    def mixed_states(self):
        """In how many states was there a choice that became a uniform one?"""
        return self.uniform_choices

    def arrays(self):
        """Copies of all that was found, but for the distributions."""
        known: cython.Py_ssize_t = self.outcomes.states.count
        self.out_first[known] = self.out_count
        return {
            "first": _as_array("i", self.out_first[: known + 1]),
            "action": _as_array("i", self.out_action[: self.out_count]),
            "target": _as_array("i", self.out_target[: self.out_count]),
            "codes": _as_array("Q", self.outcomes.states.keys[: known * self.outcomes.states.width]),
        }

    @cython.cfunc
    def _expand(self, state: cython.Py_ssize_t) -> cython.int:
        i: cython.Py_ssize_t
        width: cython.Py_ssize_t = self.outcomes.states.width
        if state + 2 >= len(self.out_first):
            self.out_first = doubled(self.out_first, state, self.watch)
        self.out_first[state] = self.out_count
        if state == 0 and self.started > 1:
            for i in range(1, self.started):
                self._append(0, i)
            return 0
        for i in range(width):
            self.machine.state[i] = self.outcomes.states.keys[state * width + i]
        self.machine.unpack()
        if self.uniform and self._count() > 1:
            self.uniform_choices += 1
            self.factor, self.is_mixing = self.distributions.ratio(1, self.mixed), True
            self.distributions.start()
            self._moves(state)
            self.is_mixing = False
            self._emit(state, self.first_label, self.distributions.target())
        else:
            self._moves(state)
        return 0

    @cython.cfunc
    def _row(self, listed: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The row of a list of commands to try in this state."""
        variable: cython.Py_ssize_t = self.selector[listed]
        if variable < 0:
            return self.base[listed]
        return self.base[listed] + self.machine.values[variable] - self.low[variable]

    @cython.cfunc
    def _moves(self, state: cython.Py_ssize_t) -> cython.int:
        """All that is enabled in the state, by label."""
        i: cython.Py_ssize_t
        c: cython.Py_ssize_t
        label: cython.int
        j: cython.Py_ssize_t = 0
        row: cython.Py_ssize_t = self._row(0)
        for i in range(self.row_first[row], self.row_first[row + 1]):
            self.outcomes.tick(1)
            c = self.solo_command[self.listed[i]]
            if not self.machine.run(self.guard[c]):
                continue
            label = self.solo_label[self.listed[i]]
            while j < self.joints and self.joint_label[j] < label:
                self._join(state, j)
                j += 1
            if self.is_mixing:
                self.outcomes.spread(c, self.factor)
            else:
                self._emit(state, label, self.outcomes.target(c))
        while j < self.joints:
            self._join(state, j)
            j += 1
        return 0

    @cython.cfunc
    def _find(self, j: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Find the enabled commands of each part of a vector; how many combinations of them are there?"""
        i: cython.Py_ssize_t
        p: cython.Py_ssize_t
        row: cython.Py_ssize_t
        before: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        combined: cython.Py_ssize_t = 1
        for p in range(self.joint_first[j], self.joint_first[j + 1]):
            row = self._row(self.part_list[p])
            before = count
            self.enabled_first[p - self.joint_first[j]] = before
            for i in range(self.row_first[row], self.row_first[row + 1]):
                self.outcomes.tick(1)
                if self.machine.run(self.guard[self.listed[i]]):
                    self.enabled[count] = self.listed[i]
                    count += 1
            combined *= count - before
            if combined == 0:
                return 0
            if combined > MOST_COMBINED:
                raise OverflowError("more than 4 million combinations of commands are enabled in one state")
        self.enabled_first[self.joint_first[j + 1] - self.joint_first[j]] = count
        return combined

    @cython.cfunc
    def _join(self, state: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.int:
        """The moves of one vector: every combination of commands of its parts that are enabled."""
        e: cython.Py_ssize_t
        p: cython.Py_ssize_t
        parts: cython.Py_ssize_t = self.joint_first[j + 1] - self.joint_first[j]
        if self._find(j) == 0:
            return 0
        self.outcomes.forget()
        self.made[0] = 0
        for e in range(self.enabled_first[parts]):
            self.made[e + 1] = self.outcomes.make(self.enabled[e])
        for p in range(parts):
            self.chosen[p] = self.enabled_first[p]
        p = 0
        while p >= 0:
            self._combine(state, self.joint_label[j], parts)
            p = parts - 1
            while p >= 0:
                self.chosen[p] += 1
                if self.chosen[p] < self.enabled_first[p + 1]:
                    break
                self.chosen[p] = self.enabled_first[p]
                p -= 1
        return 0

    @cython.cfunc
    def _combine(self, state: cython.Py_ssize_t, label: cython.int, parts: cython.Py_ssize_t) -> cython.int:
        """The move by the chosen commands."""
        p: cython.Py_ssize_t
        width: cython.Py_ssize_t = 1
        for p in range(parts):
            self.outcomes.begin[p] = self.made[self.chosen[p]]
            self.outcomes.end[p] = self.made[self.chosen[p] + 1]
            width *= self.outcomes.end[p] - self.outcomes.begin[p]
            if width > MOST_COMBINED:
                raise OverflowError("a move has more than 4 million outcomes")
        if not self.is_mixing:
            self.distributions.start()
        self.outcomes.combine(parts, self.factor if self.is_mixing else 1)
        if not self.is_mixing:
            self._emit(state, label, self.distributions.target())
        return 0

    @cython.cfunc
    def _count(self) -> cython.Py_ssize_t:
        """How many moves are enabled? An error if their labels differ."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        c: cython.Py_ssize_t
        combined: cython.Py_ssize_t
        row: cython.Py_ssize_t = self._row(0)
        self.mixed = 0
        for i in range(self.row_first[row], self.row_first[row + 1]):
            c = self.solo_command[self.listed[i]]
            if self.machine.run(self.guard[c]):
                self._also(c, self.solo_label[self.listed[i]], 1)
        for j in range(self.joints):
            combined = self._find(j)
            if combined:
                self._also(self.enabled[0], self.joint_label[j], combined)
        return self.mixed

    @cython.cfunc
    def _also(self, c: cython.Py_ssize_t, label: cython.int, combined: cython.Py_ssize_t) -> cython.int:
        """So many moves by this command, and perhaps others, are enabled, too."""
        if self.mixed == 0:
            self.first_command, self.first_label = c, label
        elif label != self.first_label:
            self.outside.overlap(self.first_command, c, self.machine.valuation())
        self.mixed += combined
        return 0

    @cython.cfunc
    def _emit(self, state: cython.Py_ssize_t, label: cython.int, target: cython.Py_ssize_t) -> cython.int:
        """A transition, unless the state has it already."""
        t: cython.Py_ssize_t = self.out_count - 1
        while t >= self.out_first[state] and self.out_action[t] == label:
            if self.out_target[t] == target:
                return 0
            t -= 1
        self.outcomes.tick((self.out_count - t) >> 4)
        return self._append(label, target)

    @cython.cfunc
    def _append(self, label: cython.int, target: cython.Py_ssize_t) -> cython.int:
        if self.out_count == len(self.out_action):
            if self.out_count > 1 << 30:
                raise OverflowError("a model can have at most 2^31 transitions")
            self.out_action = doubled(self.out_action, self.out_count, self.watch)
            self.out_target = doubled(self.out_target, self.out_count, self.watch)
        self.out_action[self.out_count] = label
        self.out_target[self.out_count] = target
        self.out_count += 1
        return 0


def _as_array(code, view):
    """An array of its own with the content of a view."""
    copied = array(code)
    copied.frombytes(memoryview(view).cast("B") if len(view) else b"")
    return copied
