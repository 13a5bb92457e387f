# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The transitions of a model in rows: sorted by state, action and target, equal ones made one.

Sorted digit by digit (Knuth, volume 3, section 5.2.5), stable and from the last digit: by target, by action, by state.
A model that is in order already, as most files are, is copied.

Also what is asked of all rows of a model, and of its integers, before every question.
"""

from array import array

import cython

__all__ = ["has_hidden", "is_reactive", "shifted", "sort_rows", "sources_of", "translated"]

TICK = 1 << 12
"""Transitions after which the watch gets the work; sixteen of them count as one unit."""
ROW_BYTES = 20
"""Of a transition while it is sorted: its place, before and after, and what the model keeps of it."""


def sort_rows(source, action, target, states, actions, distributions, watch):
    """`first`, `action` and `target` of a model with so many states, actions and distributions (see `LPTS`).

    The arguments are arrays of one length; there is a state, an action and a target at least.
    """
    count = len(source)
    watch.check_room(ROW_BYTES * count + 8 * (states + actions + distributions))
    first = array("i", [0]) * (states + 1)
    if count == 0:
        return first, array("i"), array("i")
    states_: cython.int = states
    actions_: cython.int = actions
    distributions_: cython.int = distributions
    sources: cython.int[::1] = source
    labels: cython.int[::1] = action
    goals: cython.int[::1] = target
    order: cython.int[::1] = array("i", [0]) * count
    i: cython.Py_ssize_t
    for i in range(count):
        order[i] = i
        if not 0 <= sources[i] < states_ or not 0 <= labels[i] < actions_ or not -distributions_ <= goals[i] < states_:
            raise IndexError(f"no such transition: {sources[i]}, {labels[i]}, {goals[i]}")
    if not _is_sorted(sources, labels, goals):
        spare: cython.int[::1] = array("i", [0]) * count
        _sort_by(goals, order, spare, distributions, distributions + states, watch)
        _sort_by(labels, spare, order, 0, actions, watch)
        _sort_by(sources, order, spare, 0, states, watch)
        order = spare
    new_action = array("i", [0]) * count
    new_target = array("i", [0]) * count
    used = _fill(sources, labels, goals, order, first, new_action, new_target)
    return first, new_action[:used], new_target[:used]


@cython.cfunc
def _is_sorted(sources: cython.int[::1], labels: cython.int[::1], goals: cython.int[::1]) -> cython.bint:
    i: cython.Py_ssize_t
    for i in range(1, len(sources)):
        if sources[i - 1] != sources[i]:
            if sources[i - 1] > sources[i]:
                return False
        elif labels[i - 1] != labels[i]:
            if labels[i - 1] > labels[i]:
                return False
        elif goals[i - 1] > goals[i]:
            return False
    return True


@cython.cfunc
def _sort_by(
    digits: cython.int[::1],
    order: cython.int[::1],
    sorted_order: cython.int[::1],
    shift: cython.int,
    size: cython.Py_ssize_t,
    watch,
) -> cython.void:
    """The transitions in their order, stably sorted by a digit, which is from `-shift` to `size - shift - 1`."""
    place: cython.int[::1] = array("i", [0]) * (size + 1)
    i: cython.Py_ssize_t
    digit: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(order)
    for i in range(count):
        place[digits[i] + shift + 1] += 1
    for digit in range(size):
        place[digit + 1] += place[digit]
    for i in range(count):
        digit = digits[order[i]] + shift
        sorted_order[place[digit]] = order[i]
        place[digit] += 1
        if i % TICK == 0:
            watch.tick(TICK >> 4)


@cython.cfunc
def _fill(
    sources: cython.int[::1],
    labels: cython.int[::1],
    goals: cython.int[::1],
    order: cython.int[::1],
    first: cython.int[::1],
    new_action: cython.int[::1],
    new_target: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write the rows; how many transitions there are, each counted once."""
    used: cython.Py_ssize_t = 0
    state: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    is_same: cython.bint
    for i in range(len(order)):
        at = order[i]
        is_same = used > first[state] and sources[at] == state and new_action[used - 1] == labels[at]
        if is_same and new_target[used - 1] == goals[at]:
            continue
        while state < sources[at]:
            state += 1
            first[state] = used
        new_action[used] = labels[at]
        new_target[used] = goals[at]
        used += 1
    for i in range(state + 1, len(first)):
        first[i] = used
    return used


def is_reactive(first, action):
    """Does no row have an action twice? Rows are sorted by action."""
    starts: cython.const[cython.int][::1] = first
    labels: cython.const[cython.int][::1] = action
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    for s in range(len(starts) - 1):
        for t in range(starts[s] + 1, starts[s + 1]):
            if labels[t - 1] == labels[t]:
                return False
    return True


def has_hidden(action):
    """Is the hidden action, 0, among these?"""
    labels: cython.const[cython.int][::1] = action
    t: cython.Py_ssize_t
    for t in range(len(labels)):
        if labels[t] == 0:
            return True
    return False


def shifted(values, offset):
    """A copy of the integers, each with the offset added."""
    given: cython.const[cython.int][::1] = values
    found = array("i", [0]) * len(values)
    view: cython.int[::1] = found
    by: cython.int = offset
    i: cython.Py_ssize_t
    for i in range(len(given)):
        view[i] = given[i] + by
    return found


def translated(values, table):
    """For each integer, what the table has at that place."""
    given: cython.const[cython.int][::1] = values
    new: cython.int[::1] = table
    found = array("i", [0]) * len(values)
    view: cython.int[::1] = found
    i: cython.Py_ssize_t
    for i in range(len(given)):
        view[i] = new[given[i]]
    return found


def sources_of(first):
    """The state of each transition."""
    starts: cython.const[cython.int][::1] = first
    states: cython.Py_ssize_t = len(starts) - 1
    found = array("i", [0]) * starts[states]
    view: cython.int[::1] = found
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    for s in range(states):
        for t in range(starts[s], starts[s + 1]):
            view[t] = s
    return found
