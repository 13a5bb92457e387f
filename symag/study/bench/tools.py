"""Other tools beside symag in benchmarks: where their programs are, and what a run of one says and takes.

A run is stopped after so many seconds of CPU: what else the machine does is nothing to it.
"""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import which

from symag.errors import InputError

if sys.platform != "win32":
    import resource

__all__ = ["TOOLS", "program", "tool_run", "tool_seconds", "tools_from"]

Command = Sequence[str | os.PathLike[str]]
HOUR = 3600.0
WAITING = 30
"""Times as long as the CPU seconds that a tool may take, it may take of time."""
STOPPED = (signal.SIGKILL, signal.SIGXCPU) if sys.platform != "win32" else ()

TOOLS: Mapping[str, str] = {
    "flowsim": "the folder of its benchone programs",
    "ltscompare": "mCRL2's program, with ltsinfo beside it",
    "ltsa": "its jar, or the folder of its classes",
}
"""What can be named, and what the path is."""


def tools_from(given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """NAME=PATH as pairs; an InputError if there is no such tool, or nothing there."""
    pairs = []
    for one in given:
        name, equals, path = one.partition("=")
        if name not in TOOLS:
            raise InputError(f"--tool {one}: there is no tool {name!r}: NAME=PATH with a name of {', '.join(TOOLS)}")
        if not equals:
            raise InputError(f"--tool {one}: the path is missing: write {name}=PATH, {TOOLS[name]}")
        if not path or not Path(path).exists():
            raise InputError(f"--tool {one}: there is no {path!r}: for {name} it is {TOOLS[name]}")
        pairs.append((name, str(Path(path).absolute())))
    return tuple(pairs)


def program(name: str, named: str | None, beside: str | None = None) -> str | None:
    """The path of a program: in the folder that was named, or beside the program that was; otherwise on the path."""
    if named is None:
        return which(name)
    folder = Path(named).parent if beside else Path(named)
    return which(name, path=str(folder))


def tool_run(command: Command, seconds: float) -> str | None:
    """What a tool prints on its output; None if it was stopped, or failed."""
    done = _run(command, seconds)
    return done.stdout if done is not None and done.returncode == 0 else None


def tool_seconds(command: Command, repeat: int, seconds: float = HOUR, prints: str = "") -> float | None:
    """CPU seconds, the least of several runs; None if one was stopped. A run that fails, or does not print what it
    must, is an error."""
    best = math.inf
    for _ in range(repeat):
        before = _spent()
        done = _run(command, seconds)
        if done is None:
            return None
        best = min(best, _spent() - before)
        assert done.returncode == 0, done.stderr
        assert prints in done.stdout, done.stdout
    return best


def _run(command: Command, seconds: float) -> subprocess.CompletedProcess[str] | None:
    """None if it was stopped: the operating system does so; a run that waits is stopped after a longer time."""
    most = math.ceil(seconds)

    def limited() -> None:
        if sys.platform != "win32":
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))

    preexec = None if sys.platform == "win32" else limited
    try:
        done = subprocess.run(
            command, capture_output=True, check=False, timeout=WAITING * seconds, text=True, preexec_fn=preexec
        )
    except subprocess.TimeoutExpired:
        return None
    return None if -done.returncode in STOPPED else done


def _spent() -> float:
    """CPU seconds of all processes that were started and have ended."""
    if sys.platform == "win32":
        return sum(os.times()[2:4])
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
