"""Files that a command writes beside what it prints: a file that cannot be written does not take the answer with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from symag.cli.app import tell_written
from symag.errors import InputError, LimitReached
from symag.limits import Listener, within_memory

__all__ = ["Saving"]


class Saving:
    """Writes files, and says at the end which of them there are. What failed is raised then, not before."""

    def __init__(self, listener: Listener | None = None) -> None:
        self.listener = listener
        self.written: list[Path] = []
        self.failures: list[InputError | LimitReached] = []

    def save(self, stage: str, write: Callable[[], None], file: Path) -> None:
        """Call `write`, which makes the file."""
        if self.listener is not None:
            self.listener(stage, 0)
        try:
            within_memory(write)
        except (InputError, LimitReached) as error:
            self.failures.append(error)
        else:
            self.written.append(file)

    def tell(self) -> None:
        """To be called when the answer has been printed."""
        tell_written(*self.written)
        if self.failures:
            together = "; ".join(map(str, self.failures))
            limits = [failure.kind for failure in self.failures if isinstance(failure, LimitReached)]
            raise LimitReached(limits[0], together) if len(limits) == len(self.failures) else InputError(together)
