"""How `auto` selects a road: the one that should be at its end first goes on, for a hundredth of a second.

The system as it is begins: it is searched on the fly, or composed. What that should take is estimated again and again
(`symag.assume.roads`, `symag.assume.composed_road`). The roads by parts should take, together, some times what they
have taken: so while a search comes to its end, they get at most a part of what is left of it (for traces, about a
quarter); and a search that has no end in sight gets what the parts leave. Components are reduced when that, and
searching a small part of the system, should take less than any open road.

A limit that stops one road leaves the others open.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, prod

from symag.assume.roads import Costs, PartsRoad, Road, RoadTable, WholeRoad
from symag.assume.split import NotSplit
from symag.assume.task import Answer, Task
from symag.errors import LimitReached

__all__ = ["by_roads"]


def by_roads(task: Task, table: RoadTable, costs: Costs) -> Answer:
    """The answer of the road that has one first. The specification must be normal."""
    selection = _Selection(task, table, costs)
    try:
        return selection.answer()
    finally:
        for road in selection.roads:
            road.close()


class _Selection:
    """The roads that are open, what was predicted for each, and what was spent."""

    def __init__(self, task: Task, table: RoadTable, costs: Costs) -> None:
        self.task, self.table, self.costs = task, table, costs
        self.search: WholeRoad | None = table.whole(task, costs, False)
        self.parts: list[PartsRoad] = []
        self.given = 0.0
        """Microseconds spent on the given system, once the reduced one has taken its place."""
        self.states = 0
        """How many states the given system should have."""
        self.is_split = False
        """Is the specification?"""
        self.predicted: dict[str, float] = {}
        self.spent: dict[str, float] = {}
        self.stopped: LimitReached | None = None
        """The limit that stopped a road last."""
        self.reducing = costs.to_reduce(task.components) if task.reduce else inf
        """What reducing should cost, if that is still to be decided."""

    @property
    def roads(self) -> list[Road]:
        """Those that are open."""
        return [*(() if self.search is None else (self.search,)), *self.parts]

    def answer(self) -> Answer:
        """Go on until there is one."""
        road = self.roads[0]
        answer = self._go(road, self.costs.first) if self.costs.first else None
        if answer is None:
            self._open_parts()
        while answer is None:
            road, left = self._next()
            searching = 0.0 if self.search is None or self._decides_parts(road) else self.search.left
            if self.reducing + self.costs.shrinks * searching < left:
                self._reduce()
            else:
                answer = self._go(road, self.costs.turn)
        return self._selected(answer, road)

    def _open_parts(self) -> None:
        if not self.parts and len(self.task.components) > 1:
            self.parts = self.table.parts(self.task, self.costs, self._by_whole)

    def _decides_parts(self, road: Road) -> bool:
        """Was the specification split, and are its parts decided? What that takes is not known: so the reduced system
        is tried first, whatever searching it should take."""
        return self.is_split and isinstance(road, PartsRoad) and road.guess.is_known

    def _by_whole(self, task: Task) -> Answer:
        """The answer about one of the properties that the specification was split into."""
        self.is_split = True
        return by_roads(task, self.table, replace(self.costs, parts=()))

    def _next(self) -> tuple[Road, float]:
        """The road that should be at its end first, and what is left of it."""
        if self.search is not None:
            if not self.parts or self.given + self.search.spent < self.costs.before_parts:
                return self.search, self.search.left
            doubted = self.costs.doubt * min(self.search.spent, self.search.left)
            for road in self.parts:
                if road.guess.is_known and road.left < doubted:
                    return road, road.left
        part = min(self.parts, key=lambda road: road.left)
        together = sum(road.spent for road in self.parts)
        left = max(part.left, (self.costs.grows - 1) * together)
        if self.search is not None and self.search.left <= left:
            return self.search, self.search.left
        return part, left

    def _go(self, road: Road, microseconds: float) -> Answer | None:
        """A turn of a road. A limit closes it, if there is another one."""
        try:
            answer = road.go(microseconds)
        except LimitReached as reached:
            if road is self.search:
                self._open_parts()
            self.spent[road.name] = road.spent
            if not isinstance(reached, NotSplit):
                self.stopped = reached
            if reached.kind == "timeout" or (len(self.roads) == 1 and self.reducing == inf):
                raise (self.stopped or reached) from None
            self._close(road)
            if not self.roads:
                self._reduce()
            return None
        self.spent[road.name] = road.spent
        if answer is None:
            self.predicted[road.name] = max(self.predicted.get(road.name, 0.0), road.spent + road.left)
            if self.search is not None and road is self.search and not self.search.is_reduced:
                self.states = max(self.states, self.search.expected_states)
        return answer

    def _close(self, road: Road) -> None:
        road.close()
        if road is self.search:
            self.search = None
        self.parts = [other for other in self.parts if other is not road]

    def _reduce(self) -> None:
        """Reduce the components. If that makes the product much smaller, the reduced system is searched."""
        task, cost = self.task, self.reducing
        self.reducing, self.predicted["reducing"], self.spent["reducing"] = inf, cost, cost
        small = task.small_components
        for road in self.parts:
            road.least -= cost if road.reduces else 0.0
        pairs = zip(task.components, small, strict=True)
        shrunk = prod((after.num_states / before.num_states for before, after in pairs), start=1.0)
        if shrunk <= self.costs.pays or not self.roads:
            if self.search is not None:
                self.given = self.search.spent
                self._close(self.search)
            self.search = self.table.whole(task, self.costs, True)

    def _selected(self, answer: Answer, road: Road) -> Answer:
        """The answer, whose figures say how it was found, what was predicted and what it cost, in seconds."""
        reduces = isinstance(road, PartsRoad) and road.reduces
        answer.log.figures |= {
            "selection": f"{self.table.words[road.name]}: {self._why()}",
            "reduced": road.name == "reduced" or reduces,
            "predicted": _in_seconds(self.predicted),
            "spent": _in_seconds(self.spent),
        }
        return answer

    def _why(self) -> str:
        if not self.states:
            return "the system is small"
        cost = " + ".join(f"{name} {cost / 1e6:.2g} s" for name, cost in self.spent.items() if cost >= 500)
        return f"about {self.states:,} states were expected; cost: {cost}"


def _in_seconds(costs: dict[str, float]) -> dict[str, float]:
    return {name: round(cost / 1e6, 6) for name, cost in costs.items()}
