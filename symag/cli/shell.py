"""What a shell expects of a program: signals that end it in order, and standard streams that a reader may close.

SIGTERM and SIGHUP end the program as Ctrl-C does, by an exception, so that all cleanup runs.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TextIO

__all__ = ["ending_in_order", "kept_open"]

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
