"""Limits that the user sets, and the watch that keeps them while the work goes on.

A stage of the work begins with `Watch.check`, which names it and looks at the clock. Every loop in it whose length
depends on a model calls `Watch.tick` with the work that it has done. That is cheap: the clock is read once in a
thousand units of work. Reading the memory costs as much as two hundred readings of the clock, and learning begins
thousands of stages a second: the memory is read at most once in 20 ms.
`Watch.check_room` is asked before an array of a size that depends on a model is made or doubled.

A unit of work is what one outcome, pair or transition costs in Python: about a microsecond, a hundred where its numbers
have thousands of digits. So the clock is read at least every tenth of a second. Compiled loops count sixteen as one.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import TypeVar

from symag.errors import InputError, LimitReached

if sys.platform != "win32":  # Windows reports neither the peak nor the size of the machine: no limit on memory there
    import resource

__all__ = ["LOOK_WORK", "Limits", "Watch", "available_threads", "memory_mb_of", "peak_memory_mb", "within_memory"]

YEAR = 365 * 24 * 3600.0
LOOK_WORK = 1000
"""Units of work between two looks at the clock."""
MEMORY_SECONDS = 0.02
"""Between two readings of the memory, and between two reports to the listener."""
SMALL_BYTES = 1 << 20
"""Less than that is made without asking for room: the next reading of the memory counts it."""

T = TypeVar("T")

Listener = Callable[[str, int], None]
Meter = Callable[[int], None]
"""Is called with units of work; may wait, or raise something."""


@dataclass(frozen=True)
class Limits:
    """What one question may cost. `None` means no limit, but for memory: then nine tenths of the machine's."""

    seconds: float | None = None
    """Of time, from the start of the question."""
    max_states: int | None = None
    """Of any model that is built."""
    memory_mb: float | None = None
    """Of the whole process."""
    threads: int | None = None
    """That work at the same time; `None` means `available_threads`. It changes no result."""
    spent: float = 0.0
    """Of the seconds, those that were used before the question: by reading, and by earlier questions of a file."""

    def __post_init__(self) -> None:
        limits: dict[str, float | None] = {"timeout": self.seconds, "memory": self.memory_mb}
        limits |= {"max-states": self.max_states, "threads": self.threads}
        for name, value in limits.items():
            if value is None:
                continue
            whole = name in ("max-states", "threads")
            if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
                raise InputError(f"the limit {name} must be a {'whole number' if whole else 'number'}, not {value!r}")
            if not value > 0:
                raise InputError(f"the limit {name} must be greater than zero, not {value}")


class Watch:
    """A started clock with limits. `clock` and `memory` can be replaced by what a test counts."""

    def __init__(
        self,
        limits: Limits | None = None,
        listener: Listener | None = None,
        clock: Callable[[], float] = time.monotonic,
        memory: Callable[[], float] | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.listener = listener
        self.clock = clock
        self.memory = memory or memory_mb
        self.started = clock()
        self.memory_mb = self.limits.memory_mb or 0.9 * machine_memory_mb()
        self._deadline = self.started + (self.limits.seconds or math.inf) - self.limits.spent
        self._stage, self._count = "starting", 0
        self._work = 0
        self._full_look_due = self.started
        self._heard: tuple[str, int] | None = None
        self._meter: Meter | None = None

    @property
    def threads(self) -> int:
        """How many may work at the same time."""
        return self.limits.threads or available_threads()

    def metered(self, meter: Meter) -> Watch:
        """The same clock and limits; at every look at the clock, `meter` is called with the work since the last one."""
        watch = copy(self)
        watch._meter = meter
        watch._work = 0
        return watch

    def capped(self, max_states: int) -> Watch:
        """The same clock and limits, with at most so many states of any model."""
        watch = copy(self)
        watch.limits = replace(self.limits, max_states=max_states)
        return watch

    def elapsed(self) -> float:
        """Seconds since the watch was started."""
        return self.clock() - self.started

    def remaining(self) -> float | None:
        """Seconds until the time is up, if it is limited."""
        if self.limits.seconds is None or self.limits.seconds > YEAR:
            return None
        return self.limits.seconds - self.limits.spent - self.elapsed()

    def check(self, stage: str, count: int = 0) -> None:
        """Raise `LimitReached` if time or memory is used up; otherwise report `count` done in this stage."""
        self._stage, self._count = stage, count
        self._look()
        if self.listener is not None and self._heard != (stage, count):
            self._report()

    def tick(self, work: int = 1, count: int = 0) -> None:
        """So much work was done, in the stage that was checked last: look at the clock if it was enough since then."""
        self._work += work
        if self._work >= LOOK_WORK:
            self._count = count or self._count
            self._look()

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """The things, one after the other, each of them a unit of work."""
        for thing in things:
            self.tick()
            yield thing

    def _look(self) -> None:
        if self._meter is not None:
            self._meter(self._work)
        self._work = 0
        now = self.clock()
        if now > self._deadline:
            raise LimitReached("timeout", f"timeout: {self.limits.seconds:g} s were used up while {self._stage}")
        if now < self._full_look_due:
            return
        self._full_look_due = now + MEMORY_SECONDS
        used = self.memory()
        if used > self.memory_mb:
            raise LimitReached(
                "memory", f"memory: {used:.0f} MB of {self.memory_mb:.0f} MB are in use while {self._stage}"
            )
        if self.listener is not None:
            self._report()

    def _report(self) -> None:
        assert self.listener is not None
        self._heard = self._stage, self._count
        self.listener(*self._heard)

    def check_room(self, size: int, stage: str = "") -> None:
        """Raise `LimitReached` if so many bytes more would be too many."""
        if size < SMALL_BYTES:
            return
        wanted = self.memory() + size / 2**20
        if wanted > self.memory_mb:
            needed = f"{wanted:.0f} MB would be needed, of {self.memory_mb:.0f} MB,"
            raise LimitReached("memory", f"memory: {needed} while {stage or self._stage}")

    def check_states(self, states: int, stage: str) -> None:
        """Raise `LimitReached` if a model would have more states than allowed."""
        limit = self.limits.max_states
        if limit is not None and states > limit:
            raise LimitReached("max-states", f"max-states: more than {limit:,} state{'s' * (limit != 1)} while {stage}")


def within_memory(work: Callable[[], T]) -> T:
    """What the work comes to; `LimitReached` if the system has no memory left for it.

    The error is raised when `MemoryError` was handled: so it does not keep the frames of the work alive, nor their
    arrays, and there is memory again for what is done next.
    """
    try:
        return work()
    except MemoryError:
        pass
    raise LimitReached("memory", "memory: the operating system gives this process no more")


def available_threads() -> int:
    """What the variable SYMAG_THREADS says, which is 1 in child processes; otherwise a thread for each core."""
    said = os.environ.get("SYMAG_THREADS", "")
    if said:
        if not said.isascii() or not said.isdigit() or int(said) == 0:
            raise InputError(f"SYMAG_THREADS must be a whole number greater than zero, not {said!r}")
        return int(said)
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def machine_memory_mb() -> float:
    """The memory of this machine."""
    if sys.platform == "win32":
        return float("inf")
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20


def memory_mb() -> float:
    """The memory that this process uses now (its peak, where the system does not report it)."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return peak_memory_mb()


def memory_mb_of(process: int) -> float:
    """The memory that another process uses now; 0 if it has ended, or where the system does not report it."""
    try:
        with open(f"/proc/{process}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (OSError, IndexError):
        return 0.0


def peak_memory_mb() -> float:
    """The most memory that this process has used so far."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:  # getrusage counts what ran before exec, too
            return next(int(line.split()[1]) / 2**10 for line in file if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        pass
    if sys.platform == "win32":
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10
