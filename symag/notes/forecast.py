"""What a method would do with a question, why, and what that should cost, from a short look at the question.

The figures are rough, microseconds by measurement on the case studies. Where the number of states is a guess, so is the
cost; and what a proof by parts costs is not known beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from symag.assume import Method, Task
from symag.assume.composed_road import COMPOSED, COMPOSING_COSTS, REFINING, SOLVING_COSTS
from symag.assume.roads import COSTS, SEARCHED, Costs, RoadTable
from symag.model import LPTS, counted
from symag.notes.growth import Growth, growth_of, spread
from symag.simulation import capabilities_of

__all__ = ["Forecast", "forecast"]

DECIDED = 0.3
"""Microseconds for a state or a transition that symag's own engine composes and decides, below a specification of up to
64 states; other costs are those of `auto`."""
SOLVED = 90.0
"""The same, by a solver."""
WORD_BITS = 64
ROUGHLY = 3.0
"""A range of seconds is wider than the range of states by this factor, down and up: the machine is not measured."""
FEW, FAR = 25_000, 100
"""Where fewer states were explored and layers still grow fast, `auto` is taken to expect so many times the guess."""
BEYOND = 10**15
"""States for which seconds are not computed."""
BY_PARTS, UNKNOWN = 20.0, 50.0
"""A range of seconds goes up to so many times the guess for a proof by parts, and for a reduced system that was not
looked at."""


@dataclass(frozen=True)
class Forecast:
    """What a method would do. Figures are None where they cannot be foreseen."""

    method: str
    """The name of the method."""
    way: str
    """What it would do first or only, in a few words."""
    reasons: tuple[str, ...]
    """Why."""
    roads: tuple[str, ...] = ()
    """Of `auto`: how a verdict would name what it did (`statistics["selection"]`), one of these."""
    states: int | None = None
    """About how many states it would explore."""
    seconds: float | None = None
    """About how long it would take."""
    states_range: tuple[int, int] | None = None
    """The states should be between these."""
    seconds_range: tuple[float, float] | None = None
    """The seconds should be between these."""

    def to_json(self) -> dict[str, Any]:
        """As `symag explain --json` prints it."""
        return {
            "method": self.method,
            "way": self.way,
            "roads": list(self.roads),
            "reasons": list(self.reasons),
            "states": self.states,
            "seconds": self.seconds,
            "states_range": self.states_range and list(self.states_range),
            "seconds_range": self.seconds_range and list(self.seconds_range),
        }


def forecast(
    method: Method, task: Task, growth: Growth, reduced: Growth | None, projections: Sequence[LPTS] = ()
) -> Forecast:
    """What the method would do with the task; `reduced` is the growth of the reduced components, if it is known. The
    specification, if it is one model, splits into these projections."""
    kind = task.relation.specification
    if task.relation.splits and kind.model(task.specification) is None:
        return _property_by_property(method, task, kind.properties(task.specification))
    if method.name != "auto":
        return _by_choice(method, task, growth)
    if _is_searched(task) and len(task.components) == 1 and not task.relation.is_normal(task.specification):
        reason = "one component, and a specification that is not deterministic"
        name = "searched on the fly, with antichains"
        return _foreseen(_Way(name, (name,), growth, _each(task, growth)), (reason,))
    return _by_roads(task, growth, reduced, projections)


def _is_searched(task: Task) -> bool:
    return task.relation.search is not None and capabilities_of(task.backend).is_explicit


def _by_choice(method: Method, task: Task, growth: Growth) -> Forecast:
    reason = f"{method.name} was chosen: {method.help}"
    if method.uses_rule:
        return Forecast(method.name, "proved by parts", (reason, "what assumptions cost is not known beforehand"))
    way = _Way("composed", (), growth, _each(task, growth), _reducing(task, COSTS) if task.reduce else 0.0)
    return replace(_foreseen(way, (reason,)), method=method.name)


@dataclass(frozen=True)
class _Way:
    """One way to decide: the whole system of such a growth, or by parts."""

    name: str
    roads: tuple[str, ...]
    """Of `auto`, as `Forecast` has them."""
    growth: Growth | None
    """None by parts."""
    each: float = 0.0
    """Microseconds of a state."""
    before: float = 0.0
    """Microseconds before it begins with its own work; by parts, all that it should take at first."""
    is_searched: bool = False
    is_parts: bool = False

    @property
    def cost(self) -> float:
        """Microseconds, by the guess at the states that `auto` itself has."""
        if self.growth is None:
            return self.before
        guess = (self.growth.waiting if self.is_searched else self.growth.expected) or 0
        if self.growth.grows_fast and (self.growth.states or 0) < FEW:
            guess = min(FAR * guess, self.growth.bound)
        return self.before + self.each * min(guess, BEYOND)


def _by_roads(task: Task, growth: Growth, reduced: Growth | None, projections: Sequence[LPTS]) -> Forecast:
    """What should be at its end first, as `auto` would choose (`symag.assume.selection`)."""
    costs, table = _costs(task), _table(task)
    word = table.words["search" if _is_searched(task) else "composed"]
    whole = _Way(word, (word,), growth, _each(task, growth), is_searched=_is_searched(task))
    reasons = [f"the composition has {_about(growth)}"]
    if growth.expected is None or (whole.cost <= costs.first and not growth.grows_fast):
        return _foreseen(whole, reasons)
    ways, parts = [whole], _by_parts(task, costs)
    least = min([whole.cost, *(way.cost for way in parts)])
    if task.reduce and _reducing(task, costs) + costs.shrinks * whole.cost < least:
        ways = [_reduced(task, whole, reduced, costs)]
        if reduced is None:
            reasons.append("what reducing would leave was not looked at, as the components are large")
        elif reduced.bound / growth.bound <= costs.pays:
            reasons.append(f"with reduced components, it has {_about(reduced)}")
        else:
            ways = [whole]
            reasons.append("reducing makes the components hardly smaller")
    elif reduced is not None and reduced.bound / growth.bound <= costs.pays:
        reasons.append(f"with reduced components, it has {_about(reduced)}")
    split = _split(task, projections, ways[0], costs)
    ways += [way for way in parts if ways[0].cost > costs.before_parts]
    ways += [] if split is None else [split]
    best = split or min(ways, key=lambda way: way.cost)
    reasons += [f"{way.name}, it should take {_time(way.cost / 1e6)}" for way in ways if way is not best]
    if len(ways) > 1:
        reasons.append("roads take turns: the one that should be at its end first goes on")
    return _foreseen(best, reasons)


def _reduced(task: Task, whole: _Way, reduced: Growth | None, costs: Costs) -> _Way:
    """The reduced system; if it is not known, it should be a small part of the given one."""
    name, before = _table(task).words["reduced"], _reducing(task, costs)
    if reduced is None or reduced.expected is None:
        return _Way(name, (name,), None, 0.0, before + costs.shrinks * whole.cost)
    return _Way(name, (name,), reduced, _each(task, reduced), before, whole.is_searched)


def _split(task: Task, projections: Sequence[LPTS], whole: _Way, costs: Costs) -> _Way | None:
    """Property by property, if `auto` would do so: what that takes is known, and what is left of the search of the
    whole system is doubted, the more the longer it has taken. None otherwise."""
    model = task.relation.specification.model(task.specification)
    guess = next((guess for guess in costs.parts if guess.name == "split"), None)
    if guess is None or model is None or not projections or model.num_states <= costs.worth_splitting:
        return None
    name, splitting = _table(task).words["split"], costs.checking * model.num_transitions
    cost = guess.at_first + splitting + costs.to_reduce(task.components)
    halfway = (whole.cost - whole.before) / 2  # where the least of what is spent and what is left is largest
    if not 1 < len(task.components) <= costs.splits_up_to or cost >= costs.doubt * halfway:
        return None
    return _Way(name, (name,), None, before=cost, is_parts=True)


def _by_parts(task: Task, costs: Costs) -> list[_Way]:
    """The ways by parts that `auto` has for the relation, but for splitting; what it expects of them at first."""
    if len(task.components) == 1:
        return []
    at_first = {guess.name: guess.at_first for guess in costs.parts if guess.name != "split"}
    roads = tuple(_table(task).words[name] for name in at_first)
    if not _is_searched(task):
        more = REFINING * len(task.components) ** 2
        return [_Way(roads[0], roads, None, before=at_first["agar"] + more, is_parts=True)]
    name = "by parts: weakest assumptions, learning or abstraction refinement (asym-n)"
    more = costs.eliminating * _transitions(task)
    return [_Way(name, roads, None, before=at_first["weakest"] + more, is_parts=True)]


def _foreseen(way: _Way, reasons: Sequence[str]) -> Forecast:
    """The forecast of a way, with ranges by what is known of the states."""
    found = Forecast("auto", way.name, tuple(reasons), way.roads)
    if way.growth is None:
        guess, most = way.cost / 1e6, BY_PARTS if way.is_parts else UNKNOWN
        if way.is_parts:
            reasons = (*reasons, "by parts, it can take much longer, which is not known beforehand")
        return replace(found, reasons=tuple(reasons), seconds=guess, seconds_range=(guess / ROUGHLY, most * guess))
    if way.growth.expected is None or way.growth.range is None:
        return found
    least, most = way.growth.range[0], min(way.growth.range[1], BEYOND)
    seconds = ((way.before + way.each * least) / 1e6 / ROUGHLY, ROUGHLY * (way.before + way.each * most) / 1e6)
    return replace(
        found,
        states=way.growth.expected,
        seconds=way.cost / 1e6,
        states_range=way.growth.range,
        seconds_range=seconds,
    )


def _property_by_property(method: Method, task: Task, properties: Sequence[LPTS]) -> Forecast:
    """Each property is decided with the components that know its actions; more join where these do not suffice."""
    near = [tuple(model for model in task.components if model.alphabet & one.alphabet) for one in properties]
    hardest = max(near, key=lambda models: (len(models), sum(model.num_states for model in models)))
    growth = growth_of(hardest, task.watch)[0] if hardest else Growth(1, 1, 0, 1, (1,))
    reasons = (
        f"{counted(len(properties), 'property')}, each with the components that know its actions: "
        f"at most {len(hardest):,} of {len(task.components):,}",
        f"the composition of the largest of these parts has {_about(growth)}",
        "where a part does not suffice, more components join it",
    )
    way, many = _Way("decided property by property", (), growth, _each(task, growth)), len(properties)
    found = _foreseen(way, reasons)
    return replace(
        found,
        method=method.name,
        states=found.states and many * found.states,
        seconds=found.seconds and many * found.seconds,
        states_range=found.states_range and (many * found.states_range[0], many * found.states_range[1]),
        seconds_range=found.seconds_range and (many * found.seconds_range[0], many * found.seconds_range[1]),
    )


def _transitions(task: Task) -> int:
    return sum(component.num_transitions for component in task.components)


def _costs(task: Task) -> Costs:
    if not capabilities_of(task.backend).is_explicit:
        return SOLVING_COSTS
    return COSTS if _is_searched(task) else COMPOSING_COSTS


def _table(task: Task) -> RoadTable:
    return SEARCHED if _is_searched(task) else COMPOSED


def _reducing(task: Task, costs: Costs) -> float:
    return costs.to_reduce(task.components)


def _each(task: Task, growth: Growth) -> float:
    """Microseconds of a state, with its moves."""
    moves = (growth.transitions or 0) / max(growth.expanded, 1)
    if _is_searched(task):
        return COSTS.state + COSTS.move * moves
    model = task.relation.specification.model(task.specification)
    words = 1 + (0 if model is None else model.num_states // WORD_BITS)
    explicit = capabilities_of(task.backend).is_explicit
    return (DECIDED if explicit else SOLVED) * words * (1 + moves)


def _about(growth: Growth) -> str:
    """The number of states, as far as it is known."""
    if growth.expected is None:
        return "a number of states that was not looked at, as the components are large"
    if growth.complete:
        return counted(growth.expected, "state")
    unit = 10 ** max(0, len(str(growth.expected)) - 2)
    assert growth.range is not None
    return f"about {counted(growth.expected // unit * unit, 'state')} ({spread(*growth.range)})"


def _time(seconds: float) -> str:
    return f"about {seconds:.1g} s" if seconds < 1 else f"about {seconds:,.0f} s"
