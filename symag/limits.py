"""Limits that the user sets, and the watch that keeps them while the work goes on.

Every long loop calls `Watch.check` now and then: it stops the work when a limit is reached, lets Ctrl-C through
and tells whoever listens how far the work has come.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from symag.errors import InputError, LimitReached

if sys.platform != "win32":  # Windows tells neither the peak nor the size of the machine: no limit on memory there
    import resource

__all__ = ["Limits", "Watch", "memory_mb_of", "peak_memory_mb"]

YEAR = 365 * 24 * 3600.0

Listener = Callable[[str, int], None]


@dataclass(frozen=True)
class Limits:
    """What one question may cost. `None` means no limit, but for memory: then nine tenths of the machine's."""

    seconds: float | None = None
    """Of time, from the start of the question."""
    max_states: int | None = None
    """Of any model that is built."""
    memory_mb: float | None = None
    """Of the whole process."""

    def __post_init__(self) -> None:
        limits = {"timeout": self.seconds, "max-states": self.max_states, "memory": self.memory_mb}
        for name, value in limits.items():
            if value is None:
                continue
            if not isinstance(value, int if name == "max-states" else int | float):
                raise InputError(f"the limit {name} must be a number, not {value!r}")
            if not value > 0:
                raise InputError(f"the limit {name} must be greater than zero, not {value}")


class Watch:
    """A started clock with the limits in its hand."""

    def __init__(self, limits: Limits | None = None, listener: Listener | None = None) -> None:
        self.limits = limits or Limits()
        self.listener = listener
        self.started = time.monotonic()
        self.memory_mb = self.limits.memory_mb or 0.9 * machine_memory_mb()

    def elapsed(self) -> float:
        """Seconds since the watch was started."""
        return time.monotonic() - self.started

    def remaining(self) -> float | None:
        """Seconds until the time is up, if it is limited."""
        if self.limits.seconds is None or self.limits.seconds > YEAR:
            return None
        return self.limits.seconds - self.elapsed()

    def check(self, stage: str, count: int = 0) -> None:
        """Raise `LimitReached` if time or memory is used up; otherwise report `count` done in this stage."""
        if self.limits.seconds is not None and self.elapsed() > self.limits.seconds:
            raise LimitReached(f"timeout: {self.limits.seconds:g} s were used up while {stage}")
        used = memory_mb()
        if used > self.memory_mb:
            raise LimitReached(f"memory: {used:.0f} MB of {self.memory_mb:.0f} MB are in use while {stage}")
        if self.listener is not None:
            self.listener(stage, count)

    def check_room(self, size: int, stage: str) -> None:
        """Raise `LimitReached` if so many bytes more would be too many."""
        wanted = memory_mb() + size / 2**20
        if wanted > self.memory_mb:
            raise LimitReached(f"memory: {wanted:.0f} MB would be needed, of {self.memory_mb:.0f} MB, while {stage}")

    def check_states(self, states: int, stage: str) -> None:
        """Raise `LimitReached` if a model would have more states than allowed."""
        limit = self.limits.max_states
        if limit is not None and states > limit:
            raise LimitReached(f"max-states: more than {limit} states while {stage}")


def machine_memory_mb() -> float:
    """The memory of this machine."""
    if sys.platform == "win32":
        return float("inf")
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20


def memory_mb() -> float:
    """The memory that this process uses now (its peak, where the system does not tell)."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return peak_memory_mb()


def memory_mb_of(process: int) -> float:
    """The memory that another process uses now; 0 if it has ended, or where the system does not tell."""
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
