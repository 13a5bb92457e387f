"""Progress of work that takes longer than two seconds, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from threading import Timer
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.status import Status
from rich.text import Text

__all__ = ["Progress"]

PATIENCE = 2.0


class Progress:
    """A listener for `symag.limits.Watch`: after two seconds it shows the current stage."""

    def __init__(self, stage: str = "reading", seconds: float | None = None) -> None:
        self.started = time.monotonic()
        self.limit = "" if seconds is None else f" of {seconds:g} s"
        self.iteration = ""
        self.status = Status(Text(stage), console=Console(file=sys.stderr))
        self.timer = Timer(PATIENCE, self.status.start)
        self.timer.daemon = True

    def __enter__(self) -> Progress:
        if sys.stderr is not None and sys.stderr.isatty():
            self.timer.start()
        return self

    def __call__(self, stage: str, count: int) -> None:
        """Show a report of the watch."""
        so_far = f": {count:,}" if count else ""
        elapsed = f"{time.monotonic() - self.started:.0f} s{self.limit}"
        self.status.update(Text(f"{self.iteration}{stage}{so_far} · {elapsed}"))

    def show_iteration(self, entry: Mapping[str, Any]) -> None:
        """Show that an iteration of a refinement, or a conjecture of a learner, is complete."""
        sizes = entry["assumptions"] if "assumptions" in entry else [entry["conjecture"]]
        self.iteration = f"iteration {entry['iteration'] + 1} · |A| = {', '.join(map(str, sizes))} · "

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.timer.cancel()
        self.status.stop()
