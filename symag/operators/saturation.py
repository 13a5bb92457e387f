# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Cycles of moves, and what can be done after silent moves, compiled.

Strongly connected components of a graph, without recursion: Tarjan (1972). They are numbered so that those that can be
reached from one come before it. So the moves of a component are its own, and those of components that are known.
"""

from array import array

import cython

from symag.errors import LimitReached

if not cython.compiled:
    from symag.model.growth import grown
    from symag.model.interner import Interner
    from symag.model.sequences import sort_words

__all__ = ["saturate", "silent_graph", "strong_components"]

TICK = 4096
"""Moves and outcomes after which the watch gets the work; sixteen of them count as one unit."""
MOST = (1 << 31) - 1


def silent_graph(model, silent, watch):
    """Where silent moves lead from each state: `goals[starts[s]] .. goals[starts[s + 1] - 1]`."""
    first: cython.const[cython.int][::1] = model.first
    action: cython.const[cython.int][::1] = model.action
    target: cython.const[cython.int][::1] = model.target
    spread: cython.const[cython.int][::1] = model.spread
    support: cython.const[cython.int][::1] = model.support
    is_silent: cython.uchar[::1] = silent
    states: cython.Py_ssize_t = len(first) - 1
    starts = array("i", [0]) * (states + 1)
    start: cython.int[::1] = starts
    goals: cython.int[::1] = array("i", [0]) * 64
    used: cython.Py_ssize_t = 0
    work: cython.Py_ssize_t = 0
    width: cython.Py_ssize_t
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for s in range(states):
        for t in range(first[s], first[s + 1]):
            work += 1
            if not is_silent[action[t]]:
                continue
            width = 1 if target[t] >= 0 else spread[~target[t] + 1] - spread[~target[t]]
            if used + width > len(goals):
                goals = grown(goals, used, used + width, 0, watch)
            if target[t] >= 0:
                goals[used] = target[t]
            else:
                for i in range(width):
                    goals[used + i] = support[spread[~target[t]] + i]
            used += width
            work += width
        start[s + 1] = used
        if work >= TICK:
            watch.tick(work >> 4)
            work = 0
    return starts, array("i", goals[:used])


def strong_components(starts, goals, watch):
    """The number of each state's component, and how many there are."""
    start: cython.int[::1] = starts
    goal: cython.int[::1] = goals
    states: cython.Py_ssize_t = len(start) - 1
    watch.check_room(24 * states)
    found = array("i", [-1]) * states
    component_of: cython.int[::1] = found
    met: cython.int[::1] = array("i", [-1]) * states  # when a state was first met
    low: cython.int[::1] = array("i", [0]) * states
    left: cython.int[::1] = array("i", [0]) * states  # the move of each state that is next
    path: cython.int[::1] = array("i", [0]) * states
    waiting: cython.int[::1] = array("i", [0]) * states
    depth: cython.Py_ssize_t
    waits: cython.Py_ssize_t = 0
    count: cython.int = 0
    components: cython.int = 0
    work: cython.Py_ssize_t = 0
    source: cython.Py_ssize_t
    s: cython.Py_ssize_t
    other: cython.Py_ssize_t
    for source in range(states):
        if met[source] >= 0:
            continue
        path[0] = source
        depth = 1
        while depth > 0:
            s = path[depth - 1]
            work += 1
            if met[s] < 0:
                met[s] = low[s] = count
                count += 1
                left[s] = start[s]
                waiting[waits] = s
                waits += 1
            while left[s] < start[s + 1]:
                other = goal[left[s]]
                work += 1
                if met[other] < 0:
                    path[depth] = other
                    depth += 1
                    break
                if component_of[other] < 0 and low[other] < low[s]:
                    low[s] = low[other]
                left[s] += 1
            else:
                depth -= 1
                if low[s] == met[s]:
                    while True:
                        waits -= 1
                        other = waiting[waits]
                        component_of[other] = components
                        if other == s:
                            break
                    components += 1
            if work >= TICK:
                watch.tick(work >> 4)
                work = 0
    return found, components


def saturate(model, silent, starts, goals, component_of, components, action_of, target_of, distributions, watch):
    """`first`, `action` and `target` of the model of the components, each with all that can be done after silent moves.

    `action_of` and `target_of` give actions and distributions their new numbers; there are so many new distributions.
    """
    closure = _Closure(model, silent, starts, goals, component_of, components, action_of, target_of, watch)
    return closure.close(components, distributions)


@cython.final
@cython.cclass
class _Closure:
    """The moves of components, each numbered."""

    first: cython.const[cython.int][::1]
    action: cython.const[cython.int][::1]
    target: cython.const[cython.int][::1]
    silent: cython.uchar[::1]
    starts: cython.int[::1]
    goals: cython.int[::1]
    component_of: cython.int[::1]
    member_first: cython.int[::1]
    member: cython.int[::1]
    action_of: cython.int[::1]
    target_of: cython.int[::1]
    moves: Interner
    stamp: cython.int[::1]
    joined: cython.int[::1]
    row_first: cython.int[::1]
    row: cython.int[::1]
    used: cython.Py_ssize_t
    watch: object
    work: cython.Py_ssize_t

    def __init__(self, model, silent, starts, goals, component_of, components, action_of, target_of, watch):
        self.first, self.action, self.target = model.first, model.action, model.target
        self.silent, self.starts, self.goals = silent, starts, goals
        self.component_of, self.action_of, self.target_of = component_of, action_of, target_of
        self.moves = Interner(1, watch)
        self.stamp, self.joined = array("i", [-1]) * 64, array("i", [-1]) * components
        self.row_first, self.row = array("i", [0]) * (components + 1), array("i", [0]) * 64
        self.used = self.work = 0
        self.watch = watch
        states = len(component_of)
        self.member_first, self.member = array("i", [0]) * (components + 1), array("i", [0]) * states
        s: cython.Py_ssize_t
        for s in range(states):
            self.member_first[self.component_of[s]] += 1
        for s in range(components):
            self.member_first[s + 1] += self.member_first[s]
        for s in range(states - 1, -1, -1):
            self.member_first[self.component_of[s]] -= 1
            self.member[self.member_first[self.component_of[s]]] = s

    def close(self, components: cython.Py_ssize_t, distributions: cython.longlong):
        """The rows, sorted; component after component."""
        c: cython.Py_ssize_t
        k: cython.Py_ssize_t
        count: cython.Py_ssize_t
        longest: cython.Py_ssize_t = 0
        for c in range(components):
            for k in range(self.member_first[c], self.member_first[c + 1]):
                self._collect(c, self.member[k], distributions)
            self.row_first[c + 1] = self.used
            longest = max(longest, self.used - self.row_first[c])
        self.watch.check_room(12 * self.used)
        actions, targets = array("i", [0]) * self.used, array("i", [0]) * self.used
        new_action: cython.int[::1] = actions
        new_target: cython.int[::1] = targets
        codes: cython.ulonglong[::1] = array("Q", [0]) * (longest + 1)
        for c in range(components):
            count = self.row_first[c + 1] - self.row_first[c]
            for k in range(count):
                codes[k] = self.moves.keys[self.row[self.row_first[c] + k]]
            sort_words(codes, count)
            for k in range(count):
                new_action[self.row_first[c] + k] = codes[k] >> 32
                new_target[self.row_first[c] + k] = cython.cast(cython.longlong, codes[k] & 0xFFFFFFFF) - distributions
            self._tick(count)
        return array("i", self.row_first), actions, targets

    @cython.cfunc
    def _collect(self, c: cython.Py_ssize_t, s: cython.Py_ssize_t, distributions: cython.longlong) -> cython.int:
        """The moves of a state, and those of the components that its silent moves lead to."""
        t: cython.Py_ssize_t
        k: cython.Py_ssize_t
        below: cython.Py_ssize_t
        goal: cython.longlong
        label: cython.ulonglong
        self._tick(1 + self.first[s + 1] - self.first[s])
        for t in range(self.first[s], self.first[s + 1]):
            if self.silent[self.action[t]]:
                continue
            goal = self.target[t]
            goal = self.component_of[goal] if goal >= 0 else self.target_of[~goal]
            label = self.action_of[self.action[t]]
            self.moves.probe[0] = label << 32 | (goal + distributions)
            self._add(c, self.moves.intern())
        for t in range(self.starts[s], self.starts[s + 1]):
            below = self.component_of[self.goals[t]]
            if below != c and self.joined[below] != c:
                self.joined[below] = c
                for k in range(self.row_first[below], self.row_first[below + 1]):
                    self._add(c, self.row[k])
                self._tick(1 + self.row_first[below + 1] - self.row_first[below])
        return 0

    @cython.cfunc
    def _add(self, c: cython.Py_ssize_t, move: cython.Py_ssize_t) -> cython.int:
        if move >= len(self.stamp):
            self.stamp = grown(self.stamp, len(self.stamp), move + 1, -1, self.watch)
        if self.stamp[move] == c:
            return 0
        self.stamp[move] = c
        if self.used == len(self.row):
            if self.used > MOST // 4:
                raise LimitReached("size", "size: the component has more than 2^29 moves after silent ones")
            self.row = grown(self.row, self.used, self.used, 0, self.watch)
        self.row[self.used] = move
        self.used += 1
        return 0

    @cython.cfunc
    def _tick(self, work: cython.Py_ssize_t) -> cython.int:
        self.work += work
        if self.work >= TICK:
            self.watch.tick(self.work // 16)
            self.work = 0
        return 0
