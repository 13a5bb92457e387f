"""Running compiled code: calls, suspended values, and the explicit stack that makes any depth of recursion possible.

Code is Python functions that call each other, which is fast; the depth is counted. At a bound, `Deeper` leaves the
whole work with the call that was next. That call is then worked out alone, its value is kept, and the work before it is
begun again: now it finds the value. Everything is a pure function of its arguments, so nothing changes by doing it
twice; while this goes on all values of calls are kept, so nothing is done three times. Suspended arguments are compared
by their code and the values in it, so that work that is begun again finds them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symag.errors import InputError, LimitReached
from symag.formats.csp.values import Value
from symag.limits import Watch

__all__ = ["CspMachine", "Deeper"]

T = TypeVar("T")

MAX_DEPTH = 360
"""Of Python's frames, as estimated: it allows 1,000, and the caller has some of them."""
_TOO_DEEP = "size: functions or processes that are compared are nested too deep"
MAX_WAITING = 50_000
"""Calls that wait for a deeper one."""


class Deeper(Exception):
    """Not an error: this call has to be worked out first."""

    def __init__(self, key: object, work: Callable[[], Value]) -> None:
        super().__init__()
        self.key = key
        self.work = work


class CspMachine:
    """The depth of the calls, and the values that are kept while work is begun again."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.is_deep = False
        self._depth = 0
        self._is_running = False
        self._done: dict[object, Value] = {}
        self._failed: dict[object, InputError] = {}

    def nested(self, key: object, cost: int, work: Callable[..., Value], *arguments: Value) -> Value:
        """The value of work that is part of other work; `key` says which it is, `cost` how many frames it takes."""
        if self.is_deep:
            if key in self._done:
                return self._done[key]
            if key in self._failed:
                raise self._failed[key]
        self.watch.tick()
        depth = self._depth
        if depth + cost > MAX_DEPTH and depth:
            raise Deeper(key, lambda: work(*arguments))
        self._depth = depth + cost
        try:
            value = work(*arguments)
        finally:
            self._depth = depth
        if self.is_deep:
            self._done[key] = value
        return value

    def run(self, work: Callable[[], T]) -> T:
        """The value of work that is not part of other work, or is it so far unknown."""
        if self._is_running:
            return work()
        self._is_running, self._depth = True, 0
        try:
            return work()
        except Deeper as found:
            deeper = found
        except RecursionError:
            raise LimitReached("size", _TOO_DEEP) from None
        finally:
            self._is_running = False
        self._is_running = self.is_deep = True
        try:
            return self._run_deep(work, deeper)
        except RecursionError:
            raise LimitReached("size", _TOO_DEEP) from None
        finally:
            self._is_running = self.is_deep = False
            self.forget()

    def forget(self) -> None:
        """Drop what is kept while work is begun again."""
        self._done.clear()
        self._failed.clear()

    def _run_deep(self, work: Callable[[], T], deeper: Deeper) -> T:
        waiting: dict[object, Callable[[], Value]] = {deeper.key: deeper.work}
        while True:
            self._depth = 0
            key, current = next(reversed(waiting.items())) if waiting else (None, work)
            try:
                value = current()
            except Deeper as found:
                self._wait(waiting, found)
                continue
            except InputError as error:
                if not waiting:
                    raise
                self._failed[key] = error
                del waiting[key]
                continue
            if not waiting:
                return value
            self._done[key] = value
            del waiting[key]

    def _wait(self, waiting: dict[object, Callable[[], Value]], found: Deeper) -> None:
        self.watch.tick(20)
        if found.key in waiting:
            raise LimitReached("size", "size: a definition needs its own value, again and again: it has none")
        if len(waiting) >= MAX_WAITING:
            raise LimitReached(
                "size", f"size: calls are nested more than {MAX_WAITING:,} deep: does the recursion end?"
            )
        waiting[found.key] = found.work
