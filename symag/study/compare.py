"""`compare`: the same question put to several backends, each in a process of its own.

So the peak memory of each is its own, none finds anything warm that another has left, one that crashes takes nobody
with it, and one that does not obey its limits is stopped from outside. They run one after the other: they are timed.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Any

from symag.check import Component, models_of
from symag.errors import InputError
from symag.limits import Limits, Listener, Watch, memory_mb_of
from symag.model import LPTS
from symag.simulation import backend_names, get_backend
from symag.study.comparison import Comparison, Row

__all__ = ["chosen", "compare"]

GRACE = 1.0
"""Seconds after the timeout, in which a backend may still stop by itself and say what it was doing."""
STARTUP = 30.0
"""Seconds that a process may take to load a solver, before its clock runs."""
SLACK_MB = 64.0
"""Memory beyond the limit that a backend may take before it is stopped, for the same reason."""
POLL = 0.05
KEPT = 4000
"""Characters of a failed backend's last words."""


def compare(
    components: Component,
    specification: LPTS,
    *,
    backends: Iterable[str] | None = None,
    timeout: float | None = None,
    max_states: int | None = None,
    memory: float | None = None,
    listener: Listener | None = None,
) -> Comparison:
    """Ask each backend whether the composition of the components is simulated by the specification.

    `backends=None` asks all that are there. The limits are those of `symag.check`, for each backend. A backend that
    fails, or does not come back in time, is a row like the others; one that is not there is an InputError at once.
    """
    limits = Limits(timeout, max_states, memory)
    parts, specification = models_of(components, specification)
    names = chosen(backends)
    modules = {name: type(get_backend(name)).__module__ for name in names}
    rows = []
    for number, name in enumerate(names, 1):
        question = {
            "backend": name,
            "module": modules[name],
            "components": parts,
            "specification": specification,
            "timeout": timeout,
            "max_states": max_states,
            "memory": memory,
        }
        tell = partial(listener or _nobody, f"{name}, {number} of {len(names)}", 0)
        rows.append(_row(question, limits, tell))
    return Comparison(parts, specification, tuple(rows), limits)


def _nobody(stage: str, count: int) -> None:
    """Who listens where nobody does."""


def chosen(backends: Iterable[str] | None) -> tuple[str, ...]:
    """The names of the backends that are to be asked; an InputError if one is there twice or not at all."""
    if isinstance(backends, str):
        raise InputError(f"backends must be a list of names, not {backends!r}: write [{backends!r}]")
    names = tuple(filter(_is_usable, backend_names()) if backends is None else backends)
    if not names:
        raise InputError(f"there is nobody to ask: choose from {', '.join(backend_names())}")
    for position, name in enumerate(names):
        get_backend(name)
        if name in names[:position]:
            raise InputError(f"the backend {name!r} is there twice")
    return names


def _is_usable(name: str) -> bool:
    """A solver may be installed and yet be good for nothing; whoever asks for it by name is told so."""
    try:
        get_backend(name)
    except InputError:
        return False
    return True


def _row(question: dict[str, Any], limits: Limits, tell: Callable[[], None]) -> Row:
    """Put the question to one backend."""
    with tempfile.TemporaryDirectory(prefix="symag-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "question"
        file.write_bytes(pickle.dumps(question))
        with open(Path(folder) / "answer", "w+b") as out, open(Path(folder) / "log", "w+b") as log:
            started = time.monotonic()
            process = _start(file, out, log)
            try:
                stopped = _wait(process, out, limits, tell)
            finally:  # Ctrl-C, too
                _stop(process)
            seconds = time.monotonic() - started
            answer, words = _answer(out), _last_words(log)
    name = question["backend"]
    if "unavailable" in answer:
        where = "it must be in a package, or in a module that can be imported"
        raise InputError(f"the backend {name!r} is known only in this process ({where}): {answer['unavailable']}")
    if not answer and stopped:
        return Row(name, "unknown", stopped, round(seconds, 6))
    if not answer:
        return Row(name, "failed", _obituary(process.returncode, words), log=words or None)
    return Row(name, **answer, log=words if answer["verdict"] == "failed" else None)


def _start(question: Path, out: IO[bytes], log: IO[bytes]) -> subprocess.Popen[bytes]:
    """A new Python that finds what this one finds. It ends when its standard input does, so it never outlives us."""
    path = os.pathsep.join(os.path.abspath(folder) for folder in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "symag.study.trial", str(question)],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=out,
        stderr=log,
        start_new_session=True,  # so that what it starts can be stopped with it
    )


def _wait(process: subprocess.Popen[bytes], out: IO[bytes], limits: Limits, tell: Callable[[], None]) -> str | None:
    """Wait until the process ends; or until it must be stopped, and then say why."""
    memory = Watch(limits).memory_mb
    seconds = float("inf") if limits.seconds is None else limits.seconds
    started, is_running = time.monotonic() + STARTUP, False
    while True:
        try:
            process.wait(POLL)
            return None
        except subprocess.TimeoutExpired:
            tell()
        if not is_running and os.fstat(out.fileno()).st_size:
            started, is_running = time.monotonic(), True
        if time.monotonic() > started + seconds + GRACE:
            return f"timeout: {seconds:g} s were used up, and the backend had to be stopped"
        used = memory_mb_of(process.pid)
        if used > memory + SLACK_MB:
            return f"memory: {used:.0f} MB of {memory:.0f} MB were in use, and the backend had to be stopped"


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the process and what it started, if it has not ended."""
    assert process.stdin is not None
    if process.poll() is None:
        if sys.platform == "win32":
            process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):  # it has ended in this moment
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    process.stdin.close()


def _answer(out: IO[bytes]) -> dict[str, Any]:
    """The last line, if it is an answer: whatever else is there is not ours."""
    out.seek(0)
    lines = out.read().split(b"\n")
    try:
        answer = json.loads(lines[-2])
    except (IndexError, ValueError):
        return {}
    return answer if isinstance(answer, dict) else {}


def _last_words(log: IO[bytes]) -> str:
    log.seek(max(0, log.seek(0, os.SEEK_END) - 4 * KEPT))
    return log.read().decode(errors="replace").strip()[-KEPT:]


def _obituary(code: int, words: str) -> str:
    """How a process ended that gave no answer."""
    try:
        how = f"it ended with exit code {code}" if code >= 0 else f"it was ended by {signal.Signals(-code).name}"
    except ValueError:
        how = f"it was ended by signal {-code}"
    return f"{how}: {words.splitlines()[-1].strip()}" if words else f"{how} and said nothing"
