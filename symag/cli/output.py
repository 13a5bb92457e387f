"""The files that a command writes: which ones it refuses, and how it writes and names them.

A command prints its answer even if it cannot write a file.

What a shell expects of a program: signals that end it in order, and standard streams that a reader may close.

SIGTERM and SIGHUP end the program as Ctrl-C does, by an exception, so that all cleanup runs.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

from symag.errors import InputError, LimitReached
from symag.formats import check_suffix, check_writable, split_process
from symag.limits import Listener, within_memory
from symag.model import printable

__all__ = [
    "STDOUT",
    "OutputFiles",
    "ending_in_order",
    "kept_open",
    "print_notes",
    "print_written",
    "refuse_output",
    "refuse_overwriting",
]

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


def print_notes(notes: Iterable[str]) -> None:
    """Print what the readers of the files noticed, one per line, on standard error."""
    for note in notes:
        print(f"note: {printable(note)}", file=sys.stderr)


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


SIGNALS = [signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if name in signal.Signals.__members__]


class _EndRequest(BaseException):
    """A request to end the program. Not an `Exception`: only `ending_in_order` catches it."""


def _raise(number: int, frame: FrameType | None) -> None:
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)  # a second signal would interrupt the cleanup
    raise _EndRequest(number)


@contextmanager
def ending_in_order() -> Iterator[None]:
    """On one of the signals, exit with 128 plus its number, as shells do. An ignored signal stays ignored: nohup."""
    for one in SIGNALS:
        if signal.getsignal(one) is signal.SIG_DFL:
            signal.signal(one, _raise)
    try:
        yield
    except _EndRequest as request:
        (number,) = request.args
        print(f"symag: ended by {signal.Signals(number).name}", file=sys.stderr)
        sys.exit(128 + number)


class _Output(io.FileIO):
    """A standard stream whose failure does not change the exit code: if its reader closes it, the rest is dropped."""

    failure: OSError | None = None

    def write(self, data: Any, /) -> int:
        """Write, or remember the failure."""
        if self.failure is None:
            try:
                return super().write(data)
            except OSError as error:
                self.failure = error
        return len(data)


def kept_open(stream: TextIO | None, by_line: bool) -> tuple[TextIO, _Output]:
    """The stream as an `_Output`; what is written to a closed stream is dropped."""
    raw = _Output(os.devnull, "w") if stream is None else _Output(stream.fileno(), "w", closefd=False)
    encoding = "utf-8" if stream is None else stream.encoding
    # backslashreplace: for ≼ on a terminal that lacks the sign
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, "backslashreplace", line_buffering=by_line), raw
