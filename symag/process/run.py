"""One function call in a process of its own: with peak memory of its own, and stopped from outside if need be.

The process never outlives this one, however this one ends. The call goes to it through a pipe, and it ends when the
pipe closes: the system closes it even if this process is killed and cannot clean up. Answer and log go to files without
a name, which leave nothing behind. `symag.process.child` is the other end.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, Protocol

from symag.limits import memory_mb_of

__all__ = ["STARTUP", "Ended", "NewPython", "Started", "in_a_process", "kill", "start_python", "supervise"]

CHILD = str(Path(__file__).with_name("child.py"))
STARTUP = 60.0
"""Seconds that a process may take to begin, before its clock runs: on a busy machine Python itself takes some."""
POLL = 0.05
KEPT = 4000
"""Characters of the log that are kept."""


@dataclass(frozen=True)
class Ended:
    """How a process ended, and what it said until then."""

    answers: tuple[Any, ...]
    """What the function returned, or yielded."""
    code: int
    """Its exit code; the negative number of a signal."""
    log: str
    """The end of what it wrote to standard error."""
    seconds: float
    """Since it was started."""
    stopped: Literal["timeout", "memory"] | None = None
    """The limit that it was stopped at."""
    memory_mb: float = 0.0
    """The memory that it used then."""

    @property
    def how(self) -> str:
        """The end of a process that gave no answer, in words."""
        if self.code >= 0:
            how = f"it ended with exit code {self.code}"
        else:
            known = {one.value: one.name for one in signal.Signals}
            how = f"it was ended by {known.get(-self.code, f'signal {-self.code}')}"
        return f"{how}: {self.log.splitlines()[-1].strip()}" if self.log else f"{how} and said nothing"


def in_a_process(
    where: str,
    name: str,
    *arguments: object,
    isolated: bool = False,
    environment: Mapping[str, str] | None = None,
    seconds: float = math.inf,
    memory_mb: float = math.inf,
    tell: Callable[[], None] = lambda: None,
) -> Ended:
    """Call the function `name` of the module `where`, or of the file of that path, in a new Python, and wait for it.

    It finds the modules that this Python finds; if it is `isolated`, only those that are installed. It may take so many
    `seconds` from its first answer on, and so much memory. `tell` is called again and again while it runs.
    """

    def start(out: IO[bytes], log: IO[bytes]) -> Started:
        return NewPython(isolated, environment or {}, out, log)

    return supervise(start, pickle.dumps((where, name, arguments)), seconds, memory_mb, tell)


class Started(Protocol):
    """A process that was started to make a call."""

    number: int
    """Of the process, and of its group."""
    lifeline: IO[bytes]
    """Brings it the call; it ends when this is closed."""

    def has_ended(self, seconds: float) -> bool:
        """Has it ended, at the latest after these seconds?"""

    def finish(self) -> int:
        """Its exit code, when it has ended or was killed; the negative number of a signal. Call it once."""


class NewPython:
    """A Python of its own."""

    def __init__(self, isolated: bool, environment: Mapping[str, str], out: IO[bytes], log: IO[bytes]) -> None:
        self._process = start_python(isolated, environment, [], stdin=subprocess.PIPE, stdout=out, stderr=log)
        self.number = self._process.pid
        assert self._process.stdin is not None
        self.lifeline = self._process.stdin

    def has_ended(self, seconds: float) -> bool:
        """See `Started`."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def finish(self) -> int:
        """See `Started`."""
        return self._process.wait()


def start_python(
    isolated: bool, environment: Mapping[str, str], arguments: Sequence[str], **streams: Any
) -> subprocess.Popen[bytes]:
    """The program of `child.py`, in a new Python."""
    path = os.pathsep.join(os.path.abspath(folder) for folder in sys.path)
    return subprocess.Popen(
        [sys.executable, "-I" if isolated else "-P", CHILD, *arguments],
        env={**os.environ, "PYTHONPATH": path, "SYMAG_THREADS": "1", **environment},  # processes are many already
        start_new_session=True,  # Ctrl-C is for us; and what it starts can be stopped with it
        **streams,
    )


def supervise(
    start: Callable[[IO[bytes], IO[bytes]], Started],
    call: bytes,
    seconds: float,
    memory_mb: float,
    tell: Callable[[], None],
) -> Ended:
    """Start a process with files for its answers and its log, send it the call, and wait for it, within the limits."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as log:
        began = time.monotonic()
        process = start(out, log)
        feeder = threading.Thread(target=_feed, args=(process, call), daemon=True)
        has_ended = False
        try:
            feeder.start()
            stopped, used = _wait(process, out, seconds, memory_mb, tell)
            has_ended = stopped is None
        finally:  # whatever ends this process in an orderly way, too
            code = _stop(process, feeder, has_ended)
        return Ended(_answers(out), code, _last_words(log), time.monotonic() - began, stopped, used)


def _feed(process: Started, call: bytes) -> None:
    """Hand the call over, and leave the pipe open. This can take as long as the process takes to read it."""
    with suppress(OSError):  # it has ended
        process.lifeline.write(call)
        process.lifeline.flush()


def _wait(
    process: Started, out: IO[bytes], seconds: float, memory_mb: float, tell: Callable[[], None]
) -> tuple[Literal["timeout", "memory"] | None, float]:
    """Wait until the process ends, or until it must be stopped: then say why, and how much memory it uses."""
    started, has_begun = time.monotonic() + STARTUP, False
    while not process.has_ended(POLL):
        tell()
        if not has_begun and os.fstat(out.fileno()).st_size:
            started, has_begun = time.monotonic(), True
        used = memory_mb_of(process.number)
        if time.monotonic() > started + seconds:
            return "timeout", used
        if used > memory_mb:
            return "memory", used
    return None, 0.0


def _stop(process: Started, feeder: threading.Thread, has_ended: bool) -> int:
    """End the process and what it started, if it has not ended; its exit code."""
    if not has_ended:
        kill(process.number)
    code = process.finish()
    if feeder.ident is not None:
        feeder.join()
    with suppress(OSError):  # of what it did not read
        process.lifeline.close()
    return code


def kill(number: int) -> None:
    """End the processes of a group."""
    with suppress(ProcessLookupError, PermissionError):  # it has ended in this moment
        if sys.platform == "win32":
            os.kill(number, signal.SIGTERM)
        else:
            os.killpg(number, signal.SIGKILL)


def _answers(out: IO[bytes]) -> tuple[Any, ...]:
    """The lines of a process that ended whenever it did: the last one may be cut off."""
    out.seek(0)
    return tuple(json.loads(line) for line in out.read().split(b"\n")[:-1] if line)


def _last_words(log: IO[bytes]) -> str:
    log.seek(max(0, log.seek(0, os.SEEK_END) - 4 * KEPT))
    return log.read().decode(errors="replace").strip()[-KEPT:]
