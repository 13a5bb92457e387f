"""The files that a command writes: which ones it refuses, and how it writes and names them.

A command prints its answer even if it cannot write a file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from symag.errors import InputError, LimitReached
from symag.formats import check_suffix, check_writable, split_process
from symag.limits import Listener, within_memory
from symag.model import printable

__all__ = ["STDOUT", "OutputFiles", "print_written", "refuse_output", "refuse_overwriting"]

STDOUT = Path("-")
"""As a file to write: standard output."""


def refuse_output(output: Path | None, models: Sequence[Path], what: str, suffixes: tuple[str, ...]) -> None:
    """An InputError, before anything is decided, if the command could not write this file or must not overwrite it."""
    if output is not None:
        check_writable(output)
        refuse_overwriting(output, models, what)
        check_suffix(output, suffixes, what)


def refuse_overwriting(output: Path, models: Sequence[Path], what: str) -> None:
    """An InputError if the output is a file of a model."""
    if output.resolve() in {Path(split_process(model)[0]).resolve() for model in models}:
        raise InputError(f"is one of the models: write the {what} to another file", str(output))


def print_written(*files: Path) -> None:
    """Name the files that now exist, one per line, on standard error."""
    print(end="", flush=True)  # the answer comes first, also if both streams go to one file
    for file in files:
        print(f"written: {printable(str(file))}", file=sys.stderr)


class OutputFiles:
    """Writes files, and names them at the end. It raises failures only then."""

    def __init__(self, listener: Listener | None = None) -> None:
        self.listener = listener
        self.written: list[Path] = []
        self.failures: list[InputError | LimitReached] = []

    def save(self, stage: str, write: Callable[[], None], file: Path) -> None:
        """Call `write`, which writes the file."""
        if self.listener is not None:
            self.listener(stage, 0)
        try:
            within_memory(write)
        except (InputError, LimitReached) as error:
            self.failures.append(error)
        else:
            self.written.append(file)

    def finish(self) -> None:
        """Name the files that were written; raise what failed. Call it after the command has printed its answer."""
        print_written(*self.written)
        if self.failures:
            together = "; ".join(map(str, self.failures))
            limits = [failure.kind for failure in self.failures if isinstance(failure, LimitReached)]
            raise LimitReached(limits[0], together) if len(limits) == len(self.failures) else InputError(together)
