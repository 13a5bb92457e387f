"""The equations of the traces model, word for word on sets of tuples: for small sets, to check `traces.py`."""

from __future__ import annotations

from itertools import product

from tests.formats.csp_oracle.traces import TICK, Events, Pairs

Trace = tuple[str, ...]
TraceSet = frozenset[Trace]


def _up_to(traces: set[Trace], length: int) -> TraceSet:
    return frozenset(s for s in traces if len(s) <= length)


def _running(traces: TraceSet) -> TraceSet:
    """∩ Σ*."""
    return frozenset(s for s in traces if TICK not in s)


def sequential(one: TraceSet, other: TraceSet, length: int) -> TraceSet:
    ended = [s[:-1] for s in one if s[-1:] == (TICK,)]
    return _up_to({*_running(one), *(s + t for s in ended for t in other)}, length)


def interrupt(one: TraceSet, other: TraceSet, length: int) -> TraceSet:
    return _up_to({*one, *(s + t for s in _running(one) for t in other)}, length)


def throw(one: TraceSet, events: Events, other: TraceSet, length: int) -> TraceSet:
    thrown = [s for s in one if s and s[-1] in events and not events & set(s[:-1])]
    return _up_to({*(s for s in one if not events & set(s)), *(s + t for s in thrown for t in other)}, length)


def _merges(s: Trace, t: Trace, events: Events) -> set[Trace]:
    """s ∥_A t."""
    if not s and not t:
        return {()}
    found = set[Trace]()
    if s and t and s[0] == t[0] and s[0] in events:
        found |= {(s[0], *rest) for rest in _merges(s[1:], t[1:], events)}
    if s and s[0] not in events:
        found |= {(s[0], *rest) for rest in _merges(s[1:], t, events)}
    if t and t[0] not in events:
        found |= {(t[0], *rest) for rest in _merges(s, t[1:], events)}
    return found


def share(one: TraceSet, events: Events, other: TraceSet, length: int) -> TraceSet:
    return _up_to({u for s in one for t in other for u in _merges(s, t, events | {TICK})}, length)


def alphabetised(one: TraceSet, left: Events, right: Events, other: TraceSet, length: int) -> TraceSet:
    found = set[Trace]()
    for size in range(length + 1):
        for s in product(sorted(left | right | {TICK}), repeat=size):
            seen = [tuple(x for x in s if x in side or x == TICK) for side in (left, right)]
            if TICK not in s[:-1] and seen[0] in one and seen[1] in other:
                found.add(s)
    return frozenset(found)


def rename(traces: TraceSet, pairs: Pairs) -> TraceSet:
    def images(s: Trace) -> list[Trace]:
        return list(product(*[[y for old, y in pairs if old == x] or [x] for x in s]))

    return frozenset(t for s in traces for t in images(s))


def hide(traces: TraceSet, events: Events, length: int) -> TraceSet:
    return _up_to({tuple(x for x in s if x not in events) for s in traces}, length)
