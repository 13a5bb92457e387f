# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Writes the rows of an `.aut` file: bytes from arrays, no Python object per row."""

from array import array

import cython

__all__ = ["print_rows"]

NUMBER = 10
"""Digits of a state, at most."""
SIGNS = 5
"""Of a row, beside its parts: brackets, commas, and the end of the line."""


def print_rows(model, labels, spreads, fresh):
    """The rows of the model, but for those of the state `fresh`, which does not count.

    `labels` are the texts of its actions, `spreads` those of its distributions.
    """
    first: cython.const[cython.int][::1] = model.first
    action: cython.const[cython.int][::1] = model.action
    target: cython.const[cython.int][::1] = model.target
    skipped: cython.int = fresh
    text: cython.const[cython.uchar][::1] = b"".join([b" ", *labels, *spreads])
    starts: cython.longlong[::1] = _starts(labels, spreads)
    actions: cython.Py_ssize_t = len(labels)
    size: cython.Py_ssize_t = 0
    t: cython.Py_ssize_t
    s: cython.Py_ssize_t
    part: cython.Py_ssize_t
    for t in range(len(action)):
        size += starts[action[t] + 1] - starts[action[t]] + 2 * NUMBER + SIGNS
        if target[t] < 0:
            part = actions + ~target[t]
            size += starts[part + 1] - starts[part]
    written = bytearray(size + 1)
    out: cython.uchar[::1] = written
    at: cython.Py_ssize_t = 0
    for s in range(len(first) - 1):
        if s == skipped:
            continue
        for t in range(first[s], first[s + 1]):
            out[at] = 40  # (
            at = _number(out, at + 1, s - 1 if s > skipped else s)
            out[at] = 44  # ,
            at = _copied(out, at + 1, text, starts[action[t]], starts[action[t] + 1])
            out[at] = 44
            if target[t] >= 0:
                at = _number(out, at + 1, target[t] - 1 if target[t] > skipped else target[t])
            else:
                part = actions + ~target[t]
                at = _copied(out, at + 1, text, starts[part], starts[part + 1])
            out[at] = 41  # )
            out[at + 1] = 10
            at += 2
    return bytes(memoryview(written)[:at])


def _starts(labels, spreads):
    """Where each text begins, and where the last one ends, one place after the other."""
    starts = array("q", [1])
    for text in (*labels, *spreads):
        starts.append(starts[len(starts) - 1] + len(text))
    return starts


@cython.cfunc
@cython.exceptval(check=False)
def _number(out: cython.uchar[::1], at: cython.Py_ssize_t, number: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Write the digits of a number; the place after them."""
    size: cython.Py_ssize_t = 1
    rest: cython.Py_ssize_t = number // 10
    while rest:
        size += 1
        rest //= 10
    for rest in range(at + size - 1, at - 1, -1):
        out[rest] = 48 + number % 10
        number //= 10
    return at + size


@cython.cfunc
@cython.exceptval(check=False)
def _copied(
    out: cython.uchar[::1],
    at: cython.Py_ssize_t,
    text: cython.const[cython.uchar][::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Write a part of the text; the place after it."""
    i: cython.Py_ssize_t
    for i in range(start, stop):
        out[at] = text[i]
        at += 1
    return at
