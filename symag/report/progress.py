"""Progress for work that takes longer than two seconds; silent where nobody is watching."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.status import Status

__all__ = ["Progress"]

PATIENCE = 2.0


class Progress:
    """A listener for `symag.limits.Watch`: after two seconds it shows, on a terminal, what is going on."""

    def __init__(self) -> None:
        self.console = Console(file=sys.stderr)
        self.started = time.monotonic()
        self.status: Status | None = None

    def __enter__(self) -> Progress:
        return self

    def __call__(self, stage: str, count: int) -> None:
        """What the watch reports."""
        elapsed = time.monotonic() - self.started
        if elapsed < PATIENCE or not self.console.is_terminal:
            return
        message = f"{stage}: {count:,} · {elapsed:.0f} s"
        if self.status is None:
            self.status = self.console.status(message)
            self.status.start()
        self.status.update(message)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.status is not None:
            self.status.stop()
