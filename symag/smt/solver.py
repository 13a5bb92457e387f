"""What symag asks of a solver, and how it is kept within limits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from symag.errors import LimitReached
from symag.limits import Watch
from symag.smt.formula import Formula

__all__ = ["MakeSolver", "Solver", "interrupting"]

LOOK_SECONDS = 0.05


class Solver(Protocol):
    """One conversation with a solver. Formulas that are added share their variables by number."""

    def add(self, formula: Formula) -> None:
        """All of this must be true from now on."""

    def solve(self, assumed: Sequence[int] = ()) -> bool:
        """Can it be, if these variables are true? `LimitReached` if the solver does not know."""

    def true(self, variables: Iterable[int]) -> list[int]:
        """Those of the variables that are true in the model, after `solve` said yes."""

    def core(self) -> list[int]:
        """Assumed variables that cannot all be true, as few as the solver can make them, after `solve` said no."""


class MakeSolver(Protocol):
    """Starts a conversation in a logic of `Formula.logic`."""

    def __call__(self, logic: str, watch: Watch) -> Solver:
        """A solver without any formula."""


@contextmanager
def interrupting(watch: Watch, stage: str, interrupt: Callable[[], None]) -> Iterator[None]:
    """While a solver works and does not come back: keep looking at the watch, and interrupt it at a limit."""
    done = threading.Event()
    reached: list[LimitReached] = []

    def look() -> None:
        while not done.wait(LOOK_SECONDS):
            try:
                watch.check(stage)
            except LimitReached as limit:
                reached.append(limit)
                interrupt()

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        if reached:
            raise reached[0]
