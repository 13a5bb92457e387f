"""The log of a run: its iterations, its figures, and frames of the assumptions for pictures.

One log serves every method. A method that tries several ways (two orders, a learner that starts again) gives each way
an attempt of its own; the answer carries the log of the way that decided, and `check` makes the verdict from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from symag.evidence import IterationFrame, IterationLog, Searched
from symag.model import LPTS
from symag.options import IterationListener

__all__ = ["FIGURES", "RunLog"]

FIGURES = ("largest_composition", "largest_assumption", "states_explored", "transitions_explored", "queries")
"""Every verdict has these; None where the run did not get so far."""


class RunLog:
    """What a run has done so far."""

    def __init__(self, listener: IterationListener | None = None, marks: dict[str, Any] | None = None) -> None:
        self.listener = listener
        self.marks = marks or {}
        """What every entry says when the listener gets it, such as the side that comes first."""
        self.iterations: list[dict[str, Any]] = []
        """The figures of each iteration of a refinement, or of each conjecture of a learner."""
        self.figures: dict[str, Any] = {}
        """Sizes and counts, as `verdict.statistics` will have them."""
        self.pictures = IterationLog()
        self.attempts: list[RunLog] = []

    @property
    def frames(self) -> Sequence[IterationFrame]:
        """The assumptions of the first iterations, for pictures."""
        return self.pictures.frames

    def explore(self, system: Searched) -> None:
        """Count a composition."""
        self.count("states_explored", system.num_states)
        self.count("transitions_explored", system.num_transitions)
        self.grow("largest_composition", system.num_states)

    def count(self, figure: str, amount: int = 1) -> None:
        """Add to a figure."""
        self.figures[figure] = self.figures.get(figure, 0) + amount

    def grow(self, figure: str, *sizes: int) -> None:
        """Keep the largest."""
        self.figures[figure] = max(self.figures.get(figure, 0), *sizes)

    def end_iteration(self, entry: dict[str, Any], models: Sequence[LPTS], frame: Callable[[], IterationFrame]) -> None:
        """Log an iteration. Its frame, which is about these models, is made if there is room for it."""
        self.iterations.append(entry)
        self.pictures.offer(models, frame)
        if self.listener is not None:
            self.listener(entry | self.marks)

    def attempt(self, listener: IterationListener | None = None, **marks: Any) -> RunLog:
        """The log of one way to the answer, with the same listener unless another one is given."""
        attempt = RunLog(listener or self.listener, self.marks | marks)
        self.attempts.append(attempt)
        return attempt

    @property
    def longest(self) -> RunLog:
        """The log with most iterations: this one, or one of the attempts that have the marks of the first attempt."""
        logs = [log for log in self._all() if log.iterations]
        return max(
            (log for log in logs if log.marks == logs[0].marks), key=lambda log: len(log.iterations), default=self
        )

    def _all(self) -> Iterator[RunLog]:
        yield self
        for attempt in self.attempts:
            yield from attempt._all()
