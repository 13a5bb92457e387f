"""Trace sets up to a length, and the operators of CSP on them: Roscoe's traces model (The Theory and Practice of
Concurrency, chapters 1 to 6; Understanding Concurrent Systems for the exception operator).

A set of traces that is closed under prefixes is kept as a tree: what may come first, and the traces after it. Equal
sets are one object. ✓ comes last in a trace. Each operator is the equation of the book on these sets; `book.py` has the
same equations word for word on sets of tuples, for small sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

TICK = "✓"
Events = frozenset[str]
Pairs = frozenset[tuple[str, str]]
INFINITE = 10**9
MOST_RESULTS = 20_000


class TooLong(Exception):
    """Exact traces would need a bound that is too high, too many states or too many sets."""


@dataclass(frozen=True, eq=False)
class Traces:
    """The empty trace, and for each event the traces after it."""

    after: Mapping[str, Traces]

    def __contains__(self, trace: Iterable[str]) -> bool:
        here = self
        for event in trace:
            if event not in here.after:
                return False
            here = here.after[event]
        return True

    def listed(self) -> frozenset[tuple[str, ...]]:
        """All of them, for small sets."""
        longer = [(event, *rest) for event, follow in self.after.items() for rest in follow.listed()]
        return frozenset([(), *longer])


class TraceSets:
    """The trace sets of one computation, and what has been computed already."""

    def __init__(self) -> None:
        self._known: dict[frozenset[tuple[str, int]], Traces] = {}
        self._results: dict[tuple[object, ...], Traces] = {}
        self._numbers: dict[tuple[object, ...], int] = {}
        self.stop = self.first({})

    def first(self, after: Mapping[str, Traces]) -> Traces:
        """{⟨⟩} ∪ {⟨x⟩^t | t ∈ after(x)}."""
        key = frozenset((event, id(follow)) for event, follow in after.items())
        return self._known.setdefault(key, Traces(dict(after)))

    def _once(self, key: tuple[object, ...], compute: Callable[[], Traces]) -> Traces:
        found = self._results.get(key)
        if found is None:
            if len(self._results) > MOST_RESULTS:
                raise TooLong
            found = self._results[key] = compute()
        return found

    def union(self, *sets: Traces) -> Traces:
        """traces(P [] Q) = traces(P |~| Q) = traces(P [> Q) = traces(P) ∪ traces(Q)."""
        return reduce(self._union, sets, self.stop)

    def _union(self, one: Traces, other: Traces) -> Traces:
        if one is other or other is self.stop:
            return one
        if one is self.stop:
            return other

        def compute() -> Traces:
            found = dict(one.after)
            for event, follow in other.after.items():
                found[event] = self._union(found[event], follow) if event in found else follow
            return self.first(found)

        return self._once(("union", one, other), compute)

    def cut(self, traces: Traces, length: int) -> Traces:
        """Those up to this length."""
        if length == 0:
            return self.stop

        def compute() -> Traces:
            return self.first({event: self.cut(follow, length - 1) for event, follow in traces.after.items()})

        return self._once(("cut", traces, length), compute)

    def run(self, events: Events, length: int) -> Traces:
        """traces(RUN(A)) = traces(CHAOS(A)) = A*."""
        found = self.stop
        for _ in range(length):
            found = self.first(dict.fromkeys(events, found))
        return found

    def sequential(self, one: Traces, other: Traces, length: int) -> Traces:
        """(traces(P) ∩ Σ*) ∪ {s^t | s^⟨✓⟩ ∈ traces(P), t ∈ traces(Q)}."""
        if length == 0:
            return self.stop

        def compute() -> Traces:
            after = {x: self.sequential(s, other, length - 1) for x, s in one.after.items() if x != TICK}
            return self._union(self.first(after), self.cut(other, length) if TICK in one.after else self.stop)

        return self._once((";", one, other, length), compute)

    def interrupt(self, one: Traces, other: Traces, length: int) -> Traces:
        """traces(P) ∪ {s^t | s ∈ traces(P) ∩ Σ*, t ∈ traces(Q)}."""
        if length == 0:
            return self.stop

        def compute() -> Traces:
            after = {x: s if x == TICK else self.interrupt(s, other, length - 1) for x, s in one.after.items()}
            return self._union(self.first(after), self.cut(other, length))

        return self._once(("/\\", one, other, length), compute)

    def throw(self, one: Traces, events: Events, other: Traces, length: int) -> Traces:
        """{s ∈ traces(P) | no event of A in s} ∪ {s^⟨a⟩^t | s^⟨a⟩ ∈ traces(P), a ∈ A, none in s, t ∈ traces(Q)}."""
        if length == 0:
            return self.stop

        def compute() -> Traces:
            later = self.cut(other, length - 1)
            after = one.after.items()
            return self.first({x: later if x in events else self.throw(s, events, other, length - 1) for x, s in after})

        return self._once(("[|>", one, events, other, length), compute)

    def share(self, one: Traces, events: Events, other: Traces, length: int) -> Traces:
        """The merges of a trace of each that agree on A and on ✓: s ∥_A t by its definition on the heads of s and t."""
        if length == 0:
            return self.stop
        one, other = self.cut(one, length), self.cut(other, length)

        def compute() -> Traces:
            both, after = events | {TICK}, dict[str, Traces]()
            for x, s in one.after.items():
                if x not in both:
                    after[x] = self.share(s, events, other, length - 1)
                elif x in other.after:
                    after[x] = self.share(s, events, other.after[x], length - 1)
            for x, t in other.after.items():
                if x not in both:
                    after[x] = self._union(after.get(x, self.stop), self.share(one, events, t, length - 1))
            return self.first(after)

        return self._once(("[||]", one, events, other, length), compute)

    def alphabetised(self, one: Traces, left: Events, right: Events, other: Traces, length: int) -> Traces:
        """{s ∈ (A ∪ B ∪ {✓})* | s↾(A ∪ {✓}) ∈ traces(P), s↾(B ∪ {✓}) ∈ traces(Q)}."""
        if length == 0:
            return self.stop
        one, other = self.cut(one, length), self.cut(other, length)

        def compute() -> Traces:
            after = {}
            for x in left | right | {TICK}:
                s = one.after.get(x) if x == TICK or x in left else one
                t = other.after.get(x) if x == TICK or x in right else other
                if s is not None and t is not None:
                    after[x] = self.alphabetised(s, left, right, t, length - 1)
            return self.first(after)

        return self._once(("||", one, left, right, other, length), compute)

    def rename(self, traces: Traces, pairs: Pairs) -> Traces:
        """{t | s R* t for some s ∈ traces(P)}; R is the identity outside of its domain, and on ✓."""

        def compute() -> Traces:
            after = dict[str, Traces]()
            for x, s in traces.after.items():
                for y in [y for old, y in pairs if old == x] or [x]:
                    after[y] = self._union(after.get(y, self.stop), self.rename(s, pairs))
            return self.first(after)

        return self._once(("[[]]", traces, pairs), compute)

    def hide(self, traces: Traces, events: Events, length: int) -> Traces:
        """{s \\ A | s ∈ traces(P)} of this set, up to the length. The caller sees to it that the set is long enough."""

        def compute() -> Traces:
            seen = {x: s for x, s in traces.after.items() if x not in events} if length else {}
            shown = self.first({x: self.hide(s, events, length - 1) for x, s in seen.items()})
            hidden = [self.hide(s, events, length) for x, s in traces.after.items() if x in events]
            return self.union(shown, *hidden)

        return self._once(("\\", traces, events, length), compute)

    def fewest_outside(self, traces: Traces, events: Events, length: int) -> int:
        """The least number of events outside of A in a trace of exactly this length; INFINITE if there is none."""
        key = (traces, events, length)
        if length == 0:
            return 0
        if key not in self._numbers:
            self._numbers[key] = min(
                (self.fewest_outside(s, events, length - 1) + (x not in events) for x, s in traces.after.items()),
                default=INFINITE,
            )
        return self._numbers[key]

    def soonest(self, traces: Traces, events: Events) -> int:
        """The length of the shortest s with s^⟨x⟩ in the set for an x of these events; INFINITE if there is none."""
        key = (traces, events)
        if key not in self._numbers:
            later = (1 + self.soonest(s, events) for s in traces.after.values())
            self._numbers[key] = 0 if events & traces.after.keys() else min(later, default=INFINITE)
        return self._numbers[key]
