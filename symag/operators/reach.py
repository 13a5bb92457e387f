# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Which states can be reached, and the arrays of a model that keeps only these. Every question begins here.

Also the transitions of a model as those between the blocks of a partition.
"""

from array import array

import cython

from symag.model.distribution import writable

__all__ = ["keep_states", "push_rows", "reach"]

TICK = 1 << 12
"""Transitions and outcomes after which the watch gets the work; sixteen of them count as one unit."""


def reach(model, watch):
    """The states that can be reached, breadth first from the initial one."""
    first: cython.const[cython.int][::1] = model.first
    target: cython.const[cython.int][::1] = model.target
    spread: cython.const[cython.int][::1] = model.spread
    support: cython.const[cython.int][::1] = model.support
    states: cython.Py_ssize_t = len(first) - 1
    watch.check_room(5 * states)
    order = array("i", [0]) * states
    queue: cython.int[::1] = order
    seen: cython.uchar[::1] = bytearray(states)
    goal: cython.int = model.initial
    queue[0] = goal
    seen[goal] = 1
    done: cython.Py_ssize_t = 0
    known: cython.Py_ssize_t = 1
    work: cython.Py_ssize_t = 0
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    while done < known:
        for t in range(first[queue[done]], first[queue[done] + 1]):
            goal = target[t]
            work += 1
            if goal >= 0:
                if not seen[goal]:
                    seen[goal] = 1
                    queue[known] = goal
                    known += 1
                continue
            for i in range(spread[~goal], spread[~goal + 1]):
                work += 1
                if not seen[support[i]]:
                    seen[support[i]] = 1
                    queue[known] = support[i]
                    known += 1
        done += 1
        work += 1
        if work >= TICK:
            watch.tick(work >> 4)
            work = 0
    return order[:known]


def keep_states(model, kept, watch):
    """The arrays of the model with these states alone, which are sorted and closed under its transitions.

    The distributions that are left keep their order; `vector` has the numbers that it had.
    """
    watch.check_room(4 * (2 * len(model.first) + 2 * len(model.target) + 3 * len(model.spread) + len(model.support)))
    number = _numbers(kept, len(model.first) - 1)
    used = _used(model, kept)
    first, action, target = _kept_rows(model, kept, number, _numbers(used, len(model.vector)), watch)
    spread, support, vector = _kept_spreads(model, used, number, watch)
    return {"first": first, "action": action, "target": target, "spread": spread, "support": support, "vector": vector}


def _numbers(kept, size):
    """From an old number to the new one; -1 for what is not kept. Never empty: compiled code takes views."""
    number = array("i", [-1]) * (size + 1)
    view: cython.int[::1] = number
    old: cython.int
    new: cython.int
    for new, old in enumerate(kept):
        view[old] = new
    return number


def _used(model, kept):
    """The distributions that the kept states lead to, in order."""
    first: cython.const[cython.int][::1] = model.first
    target: cython.const[cython.int][::1] = model.target
    used = bytearray(len(model.vector) + 1)
    marks: cython.uchar[::1] = used
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    for s in kept:
        for t in range(first[s], first[s + 1]):
            if target[t] < 0:
                marks[~target[t]] = 1
    return array("i", [d for d in range(len(used)) if used[d]])


def _kept_rows(model, kept, number, new_distribution, watch):
    old_first: cython.const[cython.int][::1] = model.first
    old_action: cython.const[cython.int][::1] = model.action
    old_target: cython.const[cython.int][::1] = model.target
    states: cython.int[::1] = kept
    state_number: cython.int[::1] = number
    distribution_number: cython.int[::1] = new_distribution
    first = array("i", [0]) * (len(kept) + 1)
    new_first: cython.int[::1] = first
    new: cython.Py_ssize_t
    for new in range(len(states)):
        new_first[new + 1] = new_first[new] + old_first[states[new] + 1] - old_first[states[new]]
    count: cython.Py_ssize_t = new_first[len(states)]
    action = array("i", [0]) * count
    target = array("i", [0]) * count
    new_action: cython.int[::1] = action
    new_target: cython.int[::1] = target
    t: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    goal: cython.int
    for new in range(len(states)):
        for t in range(old_first[states[new]], old_first[states[new] + 1]):
            goal = old_target[t]
            new_action[at] = old_action[t]
            new_target[at] = state_number[goal] if goal >= 0 else ~distribution_number[~goal]
            at += 1
            if at % TICK == 0:
                watch.tick(TICK >> 4)
    return first, action, target


def _kept_spreads(model, used, number, watch):
    old_spread: cython.const[cython.int][::1] = model.spread
    old_support: cython.const[cython.int][::1] = model.support
    state_number: cython.int[::1] = number
    spread = array("i", [0]) * (len(used) + 1)
    new_spread: cython.int[::1] = spread
    d: cython.Py_ssize_t
    new: cython.Py_ssize_t
    for new, d in enumerate(used):
        new_spread[new + 1] = new_spread[new] + old_spread[d + 1] - old_spread[d]
    support = array("i", [0]) * spread[len(used)]
    new_support: cython.int[::1] = support
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    for d in used:
        for i in range(old_spread[d], old_spread[d + 1]):
            new_support[at] = state_number[old_support[i]]
            at += 1
            if at % TICK == 0:
                watch.tick(TICK >> 4)
    return spread, support, array("i", [model.vector[d] for d in used])


def push_rows(model, block_of, pushed, watch):
    """The transitions between blocks, as three arrays: block, action, target; distribution `d` becomes `pushed[d]`."""
    first: cython.const[cython.int][::1] = model.first
    target: cython.const[cython.int][::1] = model.target
    blocks: cython.int[::1] = block_of
    distributions: cython.int[::1] = pushed
    count: cython.Py_ssize_t = len(target)
    watch.check_room(12 * count)
    source = array("i", [0]) * count
    goal = array("i", [0]) * count
    sources: cython.int[::1] = source
    goals: cython.int[::1] = goal
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    for s in range(len(blocks)):
        for t in range(first[s], first[s + 1]):
            sources[t] = blocks[s]
            goals[t] = blocks[target[t]] if target[t] >= 0 else distributions[~target[t]]
            if t % TICK == 0:
                watch.tick(TICK >> 4)
    return source, writable(model.action), goal
