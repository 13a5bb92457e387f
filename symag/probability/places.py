# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What a scheduler can choose on the way to a goal, as flat arrays: places, choices and their outcomes. Compiled.

A *place* is a state of the system, together with a state of the safety LTS that watches it, if there is one. A choice
is a transition; each of its outcomes is the number of a place, `GOAL`, or `LOST` if the goal is not reached that way.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.growth import grown

__all__ = ["choices_of"]

GOAL = -1
LOST = -2
TICK = 1 << 12
"""Outcomes after which the watch gets the work; sixteen of them count as one unit."""


@cython.final
@cython.cclass
class _FoundPlaces:
    """The places that were found, each with its number, and the choices and outcomes of those that are done."""

    number: cython.int[::1]
    """By state and the monitor's state; -1 if it is not found."""
    columns: cython.Py_ssize_t
    state: cython.int[::1]
    watched: cython.int[::1]
    choice_first: cython.int[::1]
    transition: cython.int[::1]
    outcome_first: cython.int[::1]
    outcome: cython.int[::1]
    known: cython.Py_ssize_t
    done: cython.Py_ssize_t
    choices: cython.Py_ssize_t
    outcomes: cython.Py_ssize_t
    watch: object

    def __init__(self, system, columns: cython.Py_ssize_t, watch):
        """All states of the system, if there is one column; otherwise the initial state."""
        states: cython.Py_ssize_t = len(system.first) - 1
        moves: cython.Py_ssize_t = len(system.target)
        i: cython.Py_ssize_t
        watch.check_room(4 * states * columns + 24 * states)
        self.watch, self.columns = watch, columns
        self.number = array("i", [-1]) * (states * columns)
        self.state, self.watched = array("i", [0]) * max(states, 16), array("i", [0]) * max(states, 16)
        self.choice_first = array("i", [0]) * (max(states, 16) + 1)
        self.transition, self.outcome_first = array("i", [0]) * max(moves, 16), array("i", [0]) * max(moves + 1, 16)
        self.outcome = array("i", [0]) * max(moves + len(system.support), 16)
        self.known = self.done = self.choices = self.outcomes = 0
        if columns == 1:
            for i in range(states):
                self.add_place(cython.cast(cython.int, i), 0)
        else:
            self.add_place(system.initial, 0)

    @cython.cfunc
    @cython.exceptval(-1)
    def add_place(self, state: cython.int, watched: cython.int) -> cython.bint:
        """One that was not found before."""
        at: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, state) * self.columns + watched
        if self.known == len(self.state):
            self.state = grown(self.state, self.known, self.known, 0, self.watch)
            self.watched = grown(self.watched, self.known, self.known, 0, self.watch)
            self.choice_first = grown(self.choice_first, self.done + 1, self.known + 1, 0, self.watch)
        self.state[self.known], self.watched[self.known] = state, watched
        self.number[at] = cython.cast(cython.int, self.known)
        self.known += 1
        return True

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def has_room(self, outcomes: cython.Py_ssize_t) -> cython.bint:
        """For one more choice with so many outcomes."""
        choices_fit: cython.bint = self.choices + 2 <= min(len(self.transition), len(self.outcome_first))
        return choices_fit and self.outcomes + outcomes <= len(self.outcome)

    @cython.cfunc
    def make_room(self, outcomes: cython.Py_ssize_t):
        """For one more choice with so many outcomes."""
        if self.choices + 2 > len(self.transition):
            self.transition = grown(self.transition, self.choices, self.choices + 2, 0, self.watch)
        if self.choices + 2 > len(self.outcome_first):
            self.outcome_first = grown(self.outcome_first, self.choices + 1, self.choices + 2, 0, self.watch)
        if self.outcomes + outcomes > len(self.outcome):
            self.outcome = grown(self.outcome, self.outcomes, self.outcomes + outcomes, 0, self.watch)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def end_choice(self, transition: cython.int, outcomes: cython.Py_ssize_t) -> cython.void:
        """The outcomes since the last choice, up to so many, are those of this transition."""
        self.outcomes = outcomes
        self.transition[self.choices] = transition
        self.choices += 1
        self.outcome_first[self.choices] = cython.cast(cython.int, self.outcomes)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def end_place(self) -> cython.void:
        """The choices since the last place are those of the next one."""
        self.done += 1
        self.choice_first[self.done] = cython.cast(cython.int, self.choices)

    @cython.cfunc
    def arrays(self):
        """As `choices_of` gives them."""
        return (
            self.state[: self.known],
            self.watched[: self.known],
            self.choice_first[: self.known + 1],
            self.transition[: self.choices],
            self.outcome_first[: self.choices + 1],
            self.outcome[: self.outcomes],
        )


def choices_of(system, mode, good, alive, monitor, watched, watch):
    """The places, and their choices.

    `mode[a]` has bit 1 if the goal may be reached by action `a` (in a state that is `good`), and bit 2 if the way may
    go on by it. In states that are not `alive` there are no choices. `monitor[u * actions + a]` is where the monitor,
    which begins in 0 and has `watched` states, goes; -1 if it does not allow the action, and that is the goal, too.

    Without a monitor, each state of the system is a place, with its own number; otherwise those that can be reached
    are, breadth first. The result: the state and the monitor's state of each place; its first choice; for each choice
    its transition, and its first outcome; and the outcomes.
    """
    first: cython.const[cython.int][::1] = system.first
    action: cython.const[cython.int][::1] = system.action
    target: cython.const[cython.int][::1] = system.target
    spread: cython.const[cython.int][::1] = system.spread
    support: cython.const[cython.int][::1] = system.support
    modes: cython.const[cython.uchar][::1] = mode
    goods: cython.const[cython.uchar][::1] = good
    lives: cython.const[cython.uchar][::1] = alive
    after: cython.const[cython.int][::1] = monitor
    actions: cython.Py_ssize_t = len(system.actions)
    columns: cython.Py_ssize_t = watched
    found: _FoundPlaces = _FoundPlaces(system, columns, watch)
    number: cython.int[::1] = found.number
    outcomes: cython.Py_ssize_t
    at: cython.Py_ssize_t
    goal: cython.int
    work: cython.Py_ssize_t = 0
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    state: cython.int
    to: cython.int
    u: cython.int
    v: cython.int
    kind: cython.int
    while found.done < found.known:
        state, u = found.state[found.done], found.watched[found.done]
        for t in range(first[state], first[state + 1]) if lives[state] else range(0):
            kind, v = modes[action[t]], after[u * actions + action[t]]
            if kind == 0 and v >= 0:
                continue
            goal = target[t]
            begin, end = 0, 1
            if goal < 0:
                begin, end = spread[~goal], spread[~goal + 1]
            if not found.has_room(end - begin):
                found.make_room(end - begin)
            outcomes = found.outcomes
            for i in range(begin, end):
                to = goal if goal >= 0 else support[i]
                if v < 0 or (kind & 1 and goods[to]):
                    found.outcome[outcomes] = GOAL
                elif not kind & 2:
                    found.outcome[outcomes] = LOST
                else:
                    at = cython.cast(cython.Py_ssize_t, to) * columns + v
                    if number[at] < 0:
                        found.add_place(to, v)
                    found.outcome[outcomes] = number[at]
                outcomes += 1
            work += end - begin
            found.end_choice(cython.cast(cython.int, t), outcomes)
        found.end_place()
        work += 1
        if work >= TICK:
            watch.tick(work >> 4, found.known)
            work = 0
    return found.arrays()
