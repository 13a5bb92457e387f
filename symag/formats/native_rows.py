# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The transitions of a native model between arrays and objects of JSON, where nothing has to be said about them.

A row that is not at once seen to be right is left to the reader that says what is wrong with it.
"""

from array import array

import cython

__all__ = ["take_rows", "transition_objects"]

TICK = 500
"""Units of work, at least, from one call of the watch to the next."""


def transition_objects(model, states, vectors, watch):
    """All transitions as objects of JSON. `states` are the labels of the states, `vectors` the texts of the vectors."""
    first: cython.const[cython.int][::1] = model.first
    action: cython.const[cython.int][::1] = model.action
    target: cython.const[cython.int][::1] = model.target
    spread: cython.const[cython.int][::1] = model.spread
    support: cython.const[cython.int][::1] = model.support
    vector: cython.const[cython.int][::1] = model.vector
    actions = model.actions
    rows: list = []
    work: cython.Py_ssize_t = 0
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    at: cython.Py_ssize_t
    start: cython.Py_ssize_t
    chosen: cython.Py_ssize_t
    for s in range(len(first) - 1):
        source = states[s]
        for t in range(first[s], first[s + 1]):
            work += 1
            if target[t] >= 0:
                rows.append({"from": source, "action": actions[action[t]], "to": states[target[t]]})
            else:
                chosen = ~target[t]
                start = spread[chosen]
                shares = vectors[vector[chosen]]
                work += spread[chosen + 1] - start
                to: dict = {}
                for at in range(start, spread[chosen + 1]):
                    to[states[support[at]]] = shares[at - start]
                rows.append({"from": source, "action": actions[action[t]], "to": to})
            if work >= TICK:
                watch.tick(work)
                work = 0
    watch.tick(work)
    return rows


def take_rows(rows, start, most, states, actions, closed, vectors, assembler):
    """Give the assembler at most so many rows from a start; the position of the first one that is not taken.

    `states` and `actions` are the known numbers of labels; there may be new states unless these are `closed`. `vectors`
    has, for the texts of the probabilities by state, the number of the vector that was made of them, or -1 if it has
    one outcome.
    """
    begin: cython.Py_ssize_t = start
    end: cython.Py_ssize_t = min(begin + most, len(rows))
    is_closed: cython.bint = closed
    sources = array("i", bytes(4 * (end - begin)))
    labels = array("i", bytes(4 * (end - begin)))
    targets = array("i", bytes(4 * (end - begin)))
    source: cython.int[::1] = sources
    label: cython.int[::1] = labels
    target: cython.int[::1] = targets
    position: cython.Py_ssize_t
    taken: cython.Py_ssize_t = 0
    number: cython.int
    for position in range(begin, end):
        row = rows[position]
        if type(row) is not dict or len(row) != 3:
            break
        number = _number(row.get("from"), states, is_closed)
        if number < 0:
            break
        source[taken] = number
        number = _number(row.get("action"), actions, True)
        if number < 0:
            break
        label[taken] = number
        to = row.get("to")
        if type(to) is dict:
            encoded = _spread(to, states, is_closed, vectors, assembler)
            if encoded is None:
                break
            target[taken] = encoded
        else:
            number = _number(to, states, is_closed)
            if number < 0:
                break
            target[taken] = number
        taken += 1
    assembler.extend(sources[:taken], labels[:taken], targets[:taken])
    return begin + taken


@cython.cfunc
def _number(label: object, known: dict, closed: cython.bint) -> cython.int:
    """The number of a label; a new one if that is plain text, and may be new; otherwise -1."""
    if type(label) is not str:
        return -1
    found = known.get(label)
    if found is None:
        if closed or not label or not label.isascii():
            return -1
        found = len(known)
        known[label] = found
    return found


@cython.cfunc
def _spread(to: dict, states: dict, closed: cython.bint, vectors: dict, assembler: object) -> object:
    """The encoding of a distribution whose probabilities were read before; None if they were not, or are not right."""
    outcomes: list = []
    number: cython.int
    for state, share in to.items():
        number = _number(state, states, closed)
        if number < 0 or not isinstance(share, str):
            return None
        outcomes.append((number, share))
    outcomes.sort()  # all states differ
    vector = vectors.get(tuple([share for _, share in outcomes]))
    if vector is None:
        return None
    return outcomes[0][0] if vector < 0 else assembler.spread(tuple([state for state, _ in outcomes]), vector)
