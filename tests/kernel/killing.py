"""All that a kernel must pass; a mutant that fails a part of it is killed."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from unittest.mock import patch

from symag.kernel import audit as kernel
from tests.kernel.cases import CASES
from tests.kernel.cases_endings import SIMULATED_ENDINGS, WITHOUT_MEMORY
from tests.kernel.cases_search import LIES
from tests.kernel.expectations import doubts, is_as_expected
from tests.kernel.mutants import Mutants, load

KERNEL = Path(kernel.__file__)


def without(reason: str) -> ModuleType:
    """The kernel without the condition of that reason."""
    found = mutants()
    (change,) = [change for change in found.changes if change.label.endswith(f", {reason!r}) → pass")]
    return load(found.code(change))


class TooLong(BaseException):
    """Not an `Exception`, which the kernel would take for malformed evidence."""


@contextlib.contextmanager
def cpu_seconds(limit: float) -> Iterator[None]:
    """Interrupt what computes for longer, however busy the machine is."""

    def interrupt(signum: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, limit, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextlib.contextmanager
def standard_files(file: Path) -> Iterator[None]:
    """Standard input is the file, standard output goes nowhere; whatever happens to them, they come back."""
    kept = [os.dup(descriptor) for descriptor in (0, 1)]
    for descriptor, path in ((0, file), (1, Path(os.devnull))):
        opened = os.open(path, os.O_RDWR)
        os.dup2(opened, descriptor)
        os.close(opened)
    try:
        yield
    finally:
        for descriptor, copy in enumerate(kept):
            os.dup2(copy, descriptor)
            os.close(copy)


def ends_as_expected(code: CodeType, folder: Path, what: str) -> bool:
    """As a script, by its exit code and what it prints."""
    arguments, status, output = SIMULATED_ENDINGS[what]
    before, sys.argv = sys.argv, ["audit.py", *(str(folder / word) if "." in word else word for word in arguments)]
    try:
        failing = WITHOUT_MEMORY.get(what)
        memory = patch(failing, side_effect=MemoryError) if failing else contextlib.nullcontext()
        with standard_files(folder / "good.json"), contextlib.redirect_stdout(io.StringIO()) as printed, memory:
            load(code, "__main__")
    except SystemExit as ended:
        return ended.code == status and printed.getvalue().startswith(output)
    finally:
        sys.argv = before
    return False


def checks(code: CodeType, folder: Path) -> Iterator[Callable[[], bool]]:
    """All that a kernel must pass, one by one."""
    modules = [load(code, name) for name in ("audit", "AUDIT")]  # neither of them is __main__
    for _, text, accepted, why in CASES:
        yield partial(is_as_expected, modules[0], text, accepted, why)
    for lie in LIES:
        yield partial(doubts, modules[0], lie)
    for what in SIMULATED_ENDINGS:
        yield partial(ends_as_expected, code, folder, what)


def is_killed(code: CodeType, folder: Path) -> bool:
    """Does it fail a check, or break down, or go on for ever?"""
    try:
        for check in checks(code, folder):
            with cpu_seconds(1):
                if not check():
                    return True
    except (Exception, SystemExit, TooLong):
        return True
    return False


def mutants() -> Mutants:
    return Mutants(KERNEL.read_text(encoding="utf-8"))
