"""The roads of `auto` for traces, and what is expected of each. `symag.assume.selection` chooses between them.

For simulation there are others (`symag.assume.composed_road`); a `RoadTable` has what a question can take.

- *search*: the system as it is, on the fly. It begins, and is kept while other roads are tried.
- *reduced*: the components reduced, and searched on the fly. If that makes the product much smaller, this search takes
  the place of the first one.
- *split*: a specification that is one model of several states, property by property, if its projections onto a few
  letters make it up; each with the components that matter for it, by the first two roads.
- *weakest*, *learn*, *agar*: by parts, with ASYM-N; learning and AGAR with alphabet refinement.

What is left of a search is estimated from how many of the known states wait to be expanded. What reducing costs is
known from the transitions of the components. What a road by parts costs is not known beforehand: at first it should
take some hundredths of a second, and later a multiple of what it has taken.

Costs are microseconds by measurement, computed from states, moves and units of work that were counted: time plays no
part, and the same question always takes the same road.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import NamedTuple, Protocol

from symag.assume.lane import Lane
from symag.assume.learning import by_learning
from symag.assume.reduction import searched_proof
from symag.assume.rules import ASYM_N
from symag.assume.sides import alphabet_of, hub_first
from symag.assume.split import Decide, in_projections
from symag.assume.task import Answer, Task
from symag.assume.trace_agar import TraceAgar
from symag.assume.weakest import by_weakest
from symag.evidence import ReachedPairs, model_of
from symag.limits import Watch, within_memory
from symag.model import LPTS
from symag.traces import ErrorSearch, replay, trace_of

__all__ = [
    "COSTS",
    "SEARCHED",
    "Costs",
    "PartsGuess",
    "PartsRoad",
    "Road",
    "RoadTable",
    "SearchRoad",
    "WholeRoad",
    "roads_by_parts",
]


class PartsGuess(NamedTuple):
    """What a road by parts should take."""

    name: str
    at_first: float
    """Microseconds, before anything is known about it."""
    grows: float
    """Later, so many times what it has taken."""
    unit: float = 0.16
    """A unit of work, in microseconds."""
    is_known: bool = False
    """Is that computed from the sizes of the models? Then it may be a better guess than that of a search."""


@dataclass(frozen=True)
class Costs:
    """What roads cost, in microseconds on one core, and when they are tried."""

    state: float = 0.25
    """Of a search."""
    move: float = 0.06
    """Of a search."""
    reducing: float = 0.6
    """A transition of a component, or of the specification."""
    component: float = 300.0
    """Reducing a component, however small."""
    eliminating: float = 4.0
    """A transition of a component or of the specification, by weakest assumptions."""
    checking: float = 0.06
    """A transition of the specification, to check that its projections make it up."""
    composing: float = 1.2
    """A unit of work of composing."""
    deciding: float = 0.35
    """A unit of work of deciding what was composed."""
    first: float = 20_000.0
    """Searched before any other road is thought of."""
    before_parts: float = 0.0
    """Spent on the whole system, with what came first, before a road by parts begins: many violations are near."""
    turn: float = 10_000.0
    """Of a road, before the choice is made again."""
    parts: tuple[PartsGuess, ...] = (
        PartsGuess("split", 10_000.0, 1.5, is_known=True),
        PartsGuess("weakest", 60_000.0, 4.0),
        PartsGuess("learn", 100_000.0, 3.0),
        PartsGuess("agar", 300_000.0, 6.0),
    )
    worth_splitting: int = 8
    """A specification with more states may be split."""
    splits_up_to: int = 64
    """Components of a system whose specification is split: with more, a state costs more than these figures say."""
    doubt: float = 5.0
    """A search takes up to so many times what is expected of it."""
    grows: float = 5.0
    """The roads by parts together should take so many times what they have taken."""
    shrinks: float = 0.05
    """What a reduced system should be of the given one, before it is known."""
    pays: float = 0.5
    """A reduced system is searched if its product is at most such a part of the given one's."""

    def to_reduce(self, components: Sequence[LPTS]) -> float:
        """What reducing the components should cost."""
        return sum(self.component + self.reducing * component.num_transitions for component in components)


COSTS = Costs()


class Road(Protocol):
    """A way to the answer that can be gone in turns."""

    name: str

    @property
    def spent(self) -> float:
        """Microseconds so far."""

    @property
    def left(self) -> float:
        """Microseconds that it should take from here; it never has less than none."""

    def go(self, microseconds: float) -> Answer | None:
        """Go on for about so long; the answer, if there is one now."""

    def close(self) -> None:
        """It is not gone on."""


class WholeRoad(Road, Protocol):
    """A way that looks at the states of the whole system."""

    is_reduced: bool
    """Are they those of the reduced components?"""

    @property
    def expected_states(self) -> int:
        """A guess at how many there are."""


class SearchRoad:
    """The given or the reduced components, searched on the fly."""

    def __init__(self, task: Task, costs: Costs, is_reduced: bool) -> None:
        self.name = "reduced" if is_reduced else "search"
        self.task, self.costs, self.is_reduced = task, costs, is_reduced
        self.components = task.small_components if is_reduced else task.components
        self.specification = model_of(task.specification)
        self.search = ErrorSearch(self.components, self.specification, task.watch)
        self.bound = prod(component.num_states for component in self.components) * self.specification.num_states

    @property
    def spent(self) -> float:
        """See `Road`."""
        return self.costs.state * self.search.known + self.costs.move * self.search.moves

    @property
    def expected_states(self) -> int:
        """See `WholeRoad`: from how many of the states that are known wait to be expanded."""
        known, expanded = self.search.known, max(self.search.expanded, 1)
        return int(min(known * (known / expanded) ** 4, self.bound))

    @property
    def left(self) -> float:
        """See `Road`."""
        if not self.search.expanded:
            return self.costs.turn
        return self.spent * (self.expected_states / self.search.known - 1)

    def go(self, microseconds: float) -> Answer | None:
        """See `Road`."""
        each = self.spent / self.search.known if self.search.expanded else self.costs.state + 8 * self.costs.move
        found = within_memory(lambda: self.search.run(self.search.known + 1 + int(microseconds / each)))
        if found is None:
            return None
        tree, explored = found
        task, watch = self.task, self.task.watch
        task.log.explore(explored)
        task.log.grow("largest_assumption", 0)
        task.log.count("queries")
        if tree is None:
            reached = ReachedPairs(explored, self.specification)
            return task.answer(searched_proof(reached, task.reductions, watch) if self.is_reduced else reached)
        if self.is_reduced:
            tree = replay(task.components, trace_of(tree), alphabet_of(self.components), watch)
        return task.answer(tree=tree)

    def close(self) -> None:
        """See `Road`."""
        del self.search  # another road may need the memory


class PartsRoad:
    """A method by parts, in a lane of its own."""

    def __init__(
        self, run: Callable[[Watch], Answer], watch: Watch, guess: PartsGuess, least: float, reduces: bool
    ) -> None:
        self.name, self.guess = guess.name, guess
        self.least = least
        """What it takes in any case, before it begins with its own work."""
        self.reduces = reduces
        self.lane = Lane(guess.name, run, watch)

    @property
    def spent(self) -> float:
        """See `Road`."""
        return self.guess.unit * self.lane.spent

    @property
    def left(self) -> float:
        """See `Road`."""
        return max(self.least + self.guess.at_first, self.guess.grows * self.spent) - self.spent

    def go(self, microseconds: float) -> Answer | None:
        """See `Road`."""
        return self.lane.advance(1 + int(microseconds / self.guess.unit))

    def close(self) -> None:
        """See `Road`."""
        self.lane.close()


def _agar(task: Task) -> Answer:
    attempt = TraceAgar(task)
    while (answer := attempt.step()) is None:
        pass
    return answer


def roads_by_parts(task: Task, costs: Costs, decide: Decide) -> list[PartsRoad]:
    """In the order of the guesses. Two of them work with reduced components, if these are to be reduced. `decide` is
    for each of the properties that the specification is split into."""
    specification = model_of(task.specification)
    above = specification.num_transitions
    transitions = above + sum(component.num_transitions for component in task.components)
    hub = replace(task, sides=hub_first(task.sides), rule=ASYM_N, alphabet_refinement=True)
    given = replace(task, reduce=False, order="auto")
    reducing = costs.to_reduce(task.components) + costs.reducing * above if task.reduce else 0.0
    splitting = costs.to_reduce(task.components) + costs.checking * above
    ways: dict[str, tuple[Callable[[Task], Answer], Task, float]] = {
        "split": (partial(in_projections, decide=decide), task, splitting),
        "weakest": (by_weakest, given, costs.eliminating * transitions),
        "learn": (by_learning, hub, reducing),
        "agar": (_agar, hub, reducing),
    }
    is_wide = len(task.components) > costs.splits_up_to
    if task.split is False or is_wide or specification.num_states <= costs.worth_splitting:
        del ways["split"]

    def road(guess: PartsGuess) -> PartsRoad:
        method, own, least = ways[guess.name]
        log = task.log.attempt()

        def run(watch: Watch) -> Answer:
            return method(replace(own, watch=watch, log=log))

        return PartsRoad(run, task.watch, guess, least, own.reduce)

    return [road(guess) for guess in costs.parts if guess.name in ways]


@dataclass(frozen=True)
class RoadTable:
    """The roads that a question can take."""

    whole: Callable[[Task, Costs, bool], WholeRoad]
    """The system as it is, or reduced."""
    parts: Callable[[Task, Costs, Decide], list[PartsRoad]]
    """By parts; what decides each of the properties that a specification is split into is given."""
    words: Mapping[str, str]
    """How each road is called in a verdict."""


SEARCHED = RoadTable(
    SearchRoad,
    roads_by_parts,
    {
        "search": "searched on the fly",
        "reduced": "reduced, searched on the fly",
        "split": "split, property by property",
        "weakest": "by weakest assumptions",
        "learn": "by learning (asym-n)",
        "agar": "by abstraction refinement (asym-n)",
    },
)
"""For traces, with symag's own engine."""
