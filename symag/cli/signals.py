"""SIGTERM and SIGHUP end the program as Ctrl-C does: by an exception, so that everything is cleaned up on the way."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["ending_in_order"]

SIGNALS = [signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if name in signal.Signals.__members__]


class _Asked(BaseException):
    """The program is asked to end. Not an `Exception`: nothing but `ending_in_order` catches it."""


def _raise(number: int, frame: FrameType | None) -> None:
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)  # a second signal would interrupt the cleaning up
    raise _Asked(number)


@contextmanager
def ending_in_order() -> Iterator[None]:
    """If one of the signals comes, exit with 128 and its number, as shells have it. What is ignored stays so: nohup."""
    for one in SIGNALS:
        if signal.getsignal(one) is signal.SIG_DFL:
            signal.signal(one, _raise)
    try:
        yield
    except _Asked as asked:
        (number,) = asked.args
        print(f"symag: ended by {signal.Signals(number).name}", file=sys.stderr)
        sys.exit(128 + number)
