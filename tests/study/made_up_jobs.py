"""Functions for jobs of tests: each works, hangs, eats, or crashes, and says so where the test can see it."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from symag.limits import Limits
from symag.study import ChildProcesses, InThisProcess, Job, Store, do_jobs

__all__ = ["announced_job", "obeying_job", "square_job", "study_in_a_loop"]


def square(number: int) -> dict[str, Any]:
    """Figures of no use."""
    return {"square": number * number}


def squares(number: int) -> Iterator[dict[str, Any]]:
    """The same after something was loaded."""
    yield {}
    yield square(number)


def hanging(file: str) -> None:
    """Announce the process, and never end."""
    Path(file + ".new").write_text(str(os.getpid()))
    os.rename(file + ".new", file)
    waiting_for_ever()


def waiting_for_ever() -> None:
    """Never end."""
    while True:
        time.sleep(0.1)


def waiting(folder: str, name: str) -> dict[str, Any]:
    """Announce the process, and end when there is a file `go`."""
    Path(folder, f"{name}.{os.getpid()}").touch()
    while not Path(folder, "go").exists():
        time.sleep(0.02)
    return {"name": name}


def ending_its_worker() -> None:
    """End the process that has started the one that forked this one."""
    stat = Path(f"/proc/{os.getppid()}/stat").read_text()
    os.kill(int(stat.rpartition(")")[2].split()[1]), signal.SIGKILL)
    waiting_for_ever()


def eating() -> None:
    """Take more and more memory."""
    eaten = []
    while True:
        eaten.append(bytearray(b"x") * 2**24)
        time.sleep(0.01)


def leaving() -> None:
    """End without an answer."""
    print("I leave", file=sys.stderr, flush=True)
    os._exit(7)


def raising() -> None:
    """Fail."""
    raise ValueError("no such\nlogic")


def crashing() -> None:
    """End by a signal."""
    signal.signal(signal.SIGSEGV, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGSEGV)


def obeying(limits: Limits) -> dict[str, Any]:
    """A function that takes its limits."""
    return {"limit": "timeout", "allowed": limits.seconds}


def counted(file: str, number: int) -> dict[str, Any]:
    """Leave a mark for each call."""
    with open(file, "a") as stream:
        stream.write(f"{number}\n")
    return square(number)


def in_environment(name: str) -> dict[str, Any]:
    """A variable of the process."""
    return {"value": os.environ.get(name)}


def square_job(number: int, **options: Any) -> Job:
    """The job that squares a number."""
    return Job(f"square of {number}", square, (number,), **options)


def obeying_job(seconds: float | None) -> Job:
    """The job that ends by its limit."""
    return Job("obeying", obeying, (), Limits(seconds), obeys=True)


def announced_job(file: Path) -> Job:
    """The job that hangs."""
    return Job(f"hanging, {file.name}", hanging, (str(file),))


def study_in_a_loop(path: str) -> None:
    """Append results for ever: for a process that is killed."""
    with Store(path) as store:
        for number in range(10**9):
            for _ in do_jobs([square_job(number)], InThisProcess(), store):
                pass


def hang_in_processes(folder: str) -> None:
    """Two jobs that hang, side by side."""
    jobs = [announced_job(Path(folder) / name) for name in ("one", "two")]
    list(ChildProcesses(2).run(jobs))
