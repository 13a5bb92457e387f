"""May happen in parallel: which steps of different tasks may be the last ones that the tasks have done, at one time.

The data-flow algorithm of Naumovich and Avrunin (FSE 1998): sets of steps are propagated along the edges of control
flow; a rendezvous keeps what both partners have in their sets, and adds the partners to each other's; after each sweep
the relation is made symmetric. Never misses a pair. For two tasks it finds exactly the pairs that rendezvous allow;
for more, a pair may be impossible because of a third task.

The sets are rows of a matrix of bytes: a sweep costs an operation on rows for each edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symag.limits import Watch

__all__ = ["TaskSteps", "happen_in_parallel"]

BLOCK = 512
"""Rows and columns that are transposed at once, so that they stay in the cache."""


@dataclass(frozen=True)
class TaskSteps:
    """The steps of all tasks, numbered together."""

    before: Sequence[Sequence[int]]
    """For each step the steps of its task that it can follow."""
    begins: Sequence[int]
    """For each task the step that it begins with."""
    alone: Sequence[int]
    """The steps that a task does by itself, but for those in which it begins, in the order of the control flow."""
    meetings: Sequence[tuple[int, int]]
    """The steps that two tasks do together."""

    def ways(self, meeting: Sequence[int], parallel: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
        """The steps after which two tasks can meet."""
        first, second = meeting
        for one in self.before[first]:
            for other in self.before[second]:
                if parallel[one, other]:
                    yield one, other


def happen_in_parallel(steps: TaskSteps, watch: Watch) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The relation, as a matrix; and which steps can be done at all."""
    size = len(steps.before)
    watch.check("looking for what may happen in parallel")
    watch.check_room(2 * size * size)
    parallel = np.zeros((size, size), dtype=np.bool_)
    reached = np.zeros(size, dtype=np.bool_)
    reached[list(steps.begins)] = True
    for begin in steps.begins:
        parallel[begin, list(steps.begins)] = True
        parallel[begin, begin] = False
    changed = reached.copy()
    counts = parallel.sum(axis=1)
    while changed.any():
        _sweep(steps, parallel, reached, changed, watch)
        _make_symmetric(parallel, watch)
        now = parallel.sum(axis=1)
        changed |= now != counts
        counts = now
    return parallel, reached


def _sweep(
    steps: TaskSteps,
    parallel: NDArray[np.bool_],
    reached: NDArray[np.bool_],
    changed: NDArray[np.bool_],
    watch: Watch,
) -> None:
    """Propagate the rows that have changed; afterwards `changed` has the steps that a later sweep has to look at."""
    later = np.zeros_like(changed)
    weight = 1 + len(changed) // 1000
    for step in steps.alone:
        row = parallel[step]
        for one in steps.before[step]:
            if changed[one] and reached[one]:
                watch.tick(weight)
                count = np.count_nonzero(row)
                np.logical_or(row, parallel[one], out=row)
                if not reached[step] or np.count_nonzero(row) != count:
                    reached[step] = changed[step] = later[step] = True
    for first, second in steps.meetings:
        for one, other in steps.ways((first, second), parallel):
            if changed[one] or changed[other]:
                watch.tick(2 * weight)
                both = parallel[one] & parallel[other]
                for step, partner in ((first, second), (second, first)):
                    row = parallel[step]
                    count = np.count_nonzero(row)
                    np.logical_or(row, both, out=row)
                    row[partner] = True
                    if not reached[step] or np.count_nonzero(row) != count:
                        reached[step] = later[step] = True
    changed[:] = later


def _make_symmetric(parallel: NDArray[np.bool_], watch: Watch) -> None:
    size = len(parallel)
    for top in range(0, size, BLOCK):
        watch.tick(100)
        for left in range(0, top + 1, BLOCK):
            low, high = (
                parallel[top : top + BLOCK, left : left + BLOCK],
                parallel[left : left + BLOCK, top : top + BLOCK],
            )
            union = low | high.T
            low[:] = union
            high[:] = union.T
