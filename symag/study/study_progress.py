"""How far a study is, and how long the rest should take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from symag.model import counted

__all__ = ["StudyProgress"]

SHOWN = 3
"""Running jobs that are named."""


@dataclass
class StudyProgress:
    """Counts jobs. Those whose results were there say nothing about the time that the others take."""

    total: int
    clock: Callable[[], float] = time.monotonic
    done: int = 0
    """With a result, new or old."""
    known: int = 0
    """Whose results were there before."""
    failed: int = 0
    running: dict[str, None] = field(default_factory=dict)
    """The names of jobs that are at work, as far as we heard."""

    def __post_init__(self) -> None:
        self.started = self.clock()

    def hear(self, name: str) -> None:
        """This job is running."""
        self.running[name] = None

    def count(self, name: str, failed: bool, known: bool) -> None:
        """This job is done."""
        self.running.pop(name, None)
        self.done += 1
        self.known += known
        self.failed += failed
        if known and self.done == self.known:
            self.started = self.clock()

    @property
    def seconds_left(self) -> float | None:
        """At the pace so far; None if there is none yet."""
        new = self.done - self.known
        return (self.total - self.done) * (self.clock() - self.started) / new if new else None

    def __str__(self) -> str:
        said = [f"{self.done:,} of {counted(self.total, 'job')}"]
        if self.failed:
            said.append(f"{self.failed:,} failed")
        if self.seconds_left is not None:
            said.append(f"about {_duration(self.seconds_left)} left")
        names = list(self.running)
        said += ["; ".join([*names[:SHOWN], *(["…"] if len(names) > SHOWN else [])])] if names else []
        return " · ".join(said)


def _duration(seconds: float) -> str:
    """In two units at most, as exact as an estimate can be."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 100:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min" if minutes < 48 * 60 else f"{minutes // 1440} days"
