"""Tasks as `symag.check` makes them, for tests of what it calls."""

from __future__ import annotations

from collections.abc import Sequence

from symag.assume import RunLog, Task
from symag.limits import Watch
from symag.model import LPTS
from symag.options import IterationListener
from symag.relations import SIMULATION, Relation
from symag.simulation import get_backend

__all__ = ["direct_task"]


def direct_task(
    components: Sequence[LPTS],
    specification: LPTS,
    strategy: str = "improved",
    listener: IterationListener | None = None,
    relation: Relation = SIMULATION,
) -> Task:
    """Every component is a side, and none is reduced."""
    sides = tuple((component,) for component in components)
    log = RunLog(listener)
    return Task(sides, specification, relation, get_backend("fixpoint"), Watch(), log, strategy=strategy, reduce=False)
