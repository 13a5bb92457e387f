"""The roads of `auto` for simulation, and for solvers, and what is expected of each.

- *composed*: the system as it is, composed and decided in larger and larger parts. It begins, and is kept.
- *reduced*: the components reduced, and the system that they make composed. If that makes the product much smaller, it
  takes the place of the first one.
- *agar*: by parts, by abstraction refinement with ASYM-N, over few actions.

`symag.assume.selection` chooses between them as it does for traces; costs are units of work by measurement.
"""

from __future__ import annotations

from dataclasses import replace

from symag.assume.agar import Agar
from symag.assume.mono import answer_composed
from symag.assume.orders import alike_first, in_turns, states_of_groups, with_partner
from symag.assume.roads import Costs, PartsGuess, PartsRoad, RoadTable
from symag.assume.rules import ASYM_N
from symag.assume.sides import Sides, hub_first
from symag.assume.split import Decide
from symag.assume.task import Answer, Task
from symag.limits import Watch

__all__ = ["COMPOSED", "COMPOSING_COSTS", "SOLVING_COSTS", "ComposedRoad", "refining_roads"]

COMPOSING_COSTS = Costs(
    reducing=1.2,
    first=6_000.0,
    before_parts=50_000.0,
    grows=2.5,
    parts=(PartsGuess("agar", 100_000.0, 2.5, unit=0.5),),
)
"""Of symag's own engine. A unit of work took 0.8 to 1.5 µs of composing, 0.2 to 0.6 µs of deciding, and 0.4 to 1.4 µs
of refining, the less the larger the system."""
SOLVING_COSTS = replace(COMPOSING_COSTS, deciding=4.5, parts=(PartsGuess("agar", 200_000.0, 2.5, unit=2.5),))
"""Of Z3: deciding took 2 to 5.5 µs for a unit, refining 2 to 5 µs."""

REFINING = 2_000.0
"""What refining should take at first, for the square of the number of components, beside what it should take anyway."""
TOGETHER = 8_192
"""States that a side may have, if it is made of several components."""
CHUNK = 16
"""So many states, and a part of those that are known, are composed before the work is counted again."""


class ComposedRoad:
    """The given or the reduced components, composed and decided step by step."""

    def __init__(self, task: Task, costs: Costs, is_reduced: bool) -> None:
        self.name = "reduced" if is_reduced else "composed"
        self.task, self.costs, self.is_reduced = replace(task, reduce=is_reduced), costs, is_reduced
        self.composing = self.deciding = 0
        """Units of work."""
        components, specification = self.task.small_components, self.task.small_specification
        composing, deciding = task.watch.metered(self._composed), task.watch.metered(self._decided)
        self.check = task.relation.start(components, specification, task.backend, composing)
        self.check.watch = deciding  # the composition has the other one
        self.composing = 0  # preparing it is over, and says nothing about what is left

    def _composed(self, units: int) -> None:
        self.composing += units

    def _decided(self, units: int) -> None:
        self.deciding += units

    @property
    def spent(self) -> float:
        """See `Road`."""
        return self.costs.composing * self.composing + self.costs.deciding * self.deciding

    @property
    def expected_states(self) -> int:
        """See `WholeRoad`."""
        return self.check.expected_states

    @property
    def left(self) -> float:
        """See `Road`."""
        expanded = self.check.composition.expanded
        return self.spent / expanded * (self.expected_states - expanded) if expanded else self.costs.turn

    def go(self, microseconds: float) -> Answer | None:
        """See `Road`."""
        until = self.spent + microseconds
        while self.spent < until:
            decided = self.check.advance(self.check.known + self.check.known // CHUNK + CHUNK)
            if decided is not None:
                return answer_composed(self.task, *decided)
        return None

    def close(self) -> None:
        """See `Road`."""
        del self.check  # another road may need the memory


def _refine(task: Task) -> Answer:
    return in_turns(task, _orders(task), lambda one: Agar(one, merge=False))


def _orders(task: Task) -> list[Sides]:
    """As the sides are; where few actions pay, in their place those that put components together and are not large."""
    if len(task.sides) < 3 or not task.relation.favours_few_actions:
        return [task.sides]
    grouped = [with_partner(task.sides), alike_first(task.sides)]
    small = [sides for sides in grouped if sides is not None and states_of_groups(task, sides) <= TOGETHER]
    return small or [task.sides]


def refining_roads(task: Task, costs: Costs, decide: Decide) -> list[PartsRoad]:
    """Abstraction refinement, with the component first that shares most actions, or components together, by turns;
    over few actions where that pays. The specification is not split."""
    few = task.relation.favours_few_actions and task.reduce
    ordered = replace(task, sides=hub_first(task.sides), rule=ASYM_N, alphabet_refinement=few)
    least = costs.to_reduce(task.components) if task.reduce else 0.0
    more = REFINING * len(task.components) ** 2

    def road(guess: PartsGuess) -> PartsRoad:
        guess = guess._replace(at_first=guess.at_first + more)
        log = task.log.attempt()

        def run(watch: Watch) -> Answer:
            return _refine(replace(ordered, watch=watch, log=log))

        return PartsRoad(run, task.watch, guess, least, task.reduce)

    return [road(guess) for guess in costs.parts]


COMPOSED = RoadTable(
    ComposedRoad,
    refining_roads,
    {
        "composed": "composed",
        "reduced": "reduced, composed",
        "agar": "by abstraction refinement (asym-n)",
    },
)
"""For simulation, and for traces with a solver."""
