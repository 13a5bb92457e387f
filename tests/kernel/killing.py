"""All that a kernel must pass; a mutant that fails a part of it is killed."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import NamedTuple
from unittest.mock import patch

import symag.kernel
from symag.kernel import audit as kernel
from symag.kernel import formula, minimality
from tests.kernel.cases import (
    CASES,
    CASES_OF_MINIMALITY,
    CASES_OF_PROBABILITY,
    Text,
)
from tests.kernel.cases_endings import (
    ENDINGS_OF_MINIMALITY,
    ENDINGS_OF_PROBABILITY,
    SIMULATED_ENDINGS,
    WITHOUT_MEMORY,
    Ending,
)
from tests.kernel.cases_search import LIES
from tests.kernel.equivalent import (
    EQUIVALENT,
    EQUIVALENT_OF_MINIMALITY,
    EQUIVALENT_OF_PROBABILITY,
)
from tests.kernel.expectations import doubts, is_as_expected, keeps_braces, names_formulas
from tests.kernel.mutants import Mutants, load
from tests.kernel.parts_of_minimality import PARTS

KERNEL = Path(kernel.__file__)
SECOND = Path(formula.__file__)


class KernelFile(NamedTuple):
    """A file of the kernel, and all that it must pass."""

    file: Path
    cases: list[Text]
    parts: Sequence[Callable[[ModuleType], bool]]
    """What its functions must pass."""
    endings: dict[str, Ending]
    equivalent: dict[str, str]
    """Mutants that no test can distinguish from it, each with the reason."""


FILES = {
    "audit": KernelFile(
        KERNEL,
        CASES,
        [*(partial(doubts, lie=lie) for lie in LIES), names_formulas, keeps_braces],
        SIMULATED_ENDINGS,
        EQUIVALENT,
    ),
    "formula": KernelFile(SECOND, CASES_OF_PROBABILITY, [], ENDINGS_OF_PROBABILITY, EQUIVALENT_OF_PROBABILITY),
    "minimality": KernelFile(
        Path(minimality.__file__), CASES_OF_MINIMALITY, PARTS, ENDINGS_OF_MINIMALITY, EQUIVALENT_OF_MINIMALITY
    ),
}


def without(reason: str) -> ModuleType:
    """The kernel without the condition of that reason."""
    found = mutants(FILES["audit"])
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


def ends_as_expected(code: CodeType, of: KernelFile, folder: Path, what: str) -> bool:
    """As a script, by its exit code and what it prints."""
    arguments, status, output = of.endings[what]
    before, path = sys.argv, list(sys.path)
    sys.path.insert(0, str(folder / "decoy"))  # with an audit.py that is not the one beside the file
    sys.argv = [of.file.name, *(str(folder / word) if "." in word else word for word in arguments)]
    try:
        failing = WITHOUT_MEMORY.get(what)
        memory = patch(failing, side_effect=MemoryError) if failing else contextlib.nullcontext()
        alone = patch.dict(sys.modules, {"symag.kernel": None})
        with standard_files(folder / "good.json"), contextlib.redirect_stdout(io.StringIO()) as printed, memory, alone:
            for name in ("audit", "formula"):
                sys.modules.pop(name, None)
            load(code, "__main__", __file__=str(of.file))
    except SystemExit as ended:
        return ended.code == status and printed.getvalue().startswith(output)
    finally:
        sys.argv, sys.path[:] = before, path
    return False


def second(first: ModuleType) -> ModuleType:
    """The second file of the kernel, if this is the first one."""
    with patch.object(symag.kernel, "audit", first):
        return load(compile(SECOND.read_text(encoding="utf-8"), "", "exec"), "other", __package__="symag.kernel")


def checks(code: CodeType, of: KernelFile, folder: Path) -> Iterator[Callable[[], bool]]:
    """All that a kernel must pass, one by one."""
    modules = [load(code, name, __package__="symag.kernel") for name in ("audit", "AUDIT")]  # neither is __main__
    for _, text, accepted, why in of.cases:
        yield partial(is_as_expected, modules[0], text, accepted, why)
    if of.file == KERNEL:
        other = second(modules[0])
        for _, text, accepted, why in CASES_OF_PROBABILITY:
            yield partial(is_as_expected, other, text, accepted, why)
    for part in of.parts:
        yield partial(part, modules[0])
    for what in of.endings:
        yield partial(ends_as_expected, code, of, folder, what)


def is_killed(code: CodeType, of: KernelFile, folder: Path) -> bool:
    """Does it fail a check, or break down, or go on for ever?"""
    try:
        for check in checks(code, of, folder):
            with cpu_seconds(1):
                if not check():
                    return True
    except (Exception, SystemExit, TooLong):
        return True
    return False


def mutants(of: KernelFile) -> Mutants:
    return Mutants(of.file.read_text(encoding="utf-8"))
