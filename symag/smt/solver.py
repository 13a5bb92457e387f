"""What symag asks of a solver, and how it is kept within limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Protocol, TypeVar

from symag.limits import Watch
from symag.model.collector import no_collection
from symag.smt.formula import SolverFormula

__all__ = ["QUESTION", "MakeSolver", "Patience", "Solver"]

LOOK_SECONDS = 0.05
QUESTION = 100
"""Units of work that even a small question to a solver costs."""

T = TypeVar("T")


class Solver(Protocol):
    """One conversation with a solver. Formulas that are added share their variables by number."""

    def add(self, formula: SolverFormula) -> None:
        """All of this must be true from now on."""

    def solve(self, assumed: Sequence[int] = ()) -> bool:
        """Can it be, if these variables are true? `LimitReached` if the solver does not know."""

    def true(self, variables: Iterable[int]) -> list[int]:
        """Those of the variables that are true in the model, after `solve` said yes."""

    def core(self) -> list[int]:
        """Assumed variables that cannot all be true, as few as the solver can make them, after `solve` said no."""


class MakeSolver(Protocol):
    """Starts a conversation in a logic of `SolverFormula.logic`."""

    def __call__(self, logic: str, watch: Watch) -> Solver:
        """A solver without any formula."""


class Patience:
    """Lets a solver work in a thread of its own and keeps looking at the watch: it is interrupted at a limit, and by
    Ctrl-C, which Python would notice only when the solver comes back. The thread is there as long as the solver.
    """

    def __init__(self, watch: Watch, interrupt: Callable[[], None]) -> None:
        self.watch = watch
        self.interrupt = interrupt
        self.thread = ThreadPoolExecutor(1)

    def __call__(self, stage: str, work: Callable[[], T]) -> T:
        """What the work comes to.

        What earlier conversations left behind is not freed meanwhile: in pySMT they all share one context of Z3, which
        must not be touched by one thread while another works in it.
        """
        self.watch.tick(QUESTION)
        with no_collection():
            answer = self.thread.submit(work)
            try:
                while not wait([answer], LOOK_SECONDS).done:
                    self.watch.check(stage)
            except BaseException:
                while not answer.done():  # it may not have started yet
                    self.interrupt()
                    wait([answer], LOOK_SECONDS)
                raise
        return answer.result()
