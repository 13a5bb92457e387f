"""What a method would do with a question, why, and what that should cost, from a short look at the question.

The figures are rough, microseconds by measurement on the case studies. Where the number of states is a guess, so is the
cost; and what a proof by parts costs is not known beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from symag.assume import Method, Task
from symag.assume.composed_road import COMPOSING_COSTS, REFINING, SOLVING_COSTS
from symag.assume.roads import COSTS, Costs
from symag.model import LPTS, counted
from symag.notes.growth import Growth, growth_of, spread
from symag.simulation import capabilities_of

__all__ = ["Forecast", "forecast"]

COMPOSED = 0.3
"""Microseconds for a state or a transition that symag's own engine composes and decides, below a specification of up to
64 states; other costs are those of `auto`."""
SOLVED = 90.0
"""The same, by a solver."""
WORD_BITS = 64
ROUGHLY = 3.0
"""By this factor seconds are off even where all states are known: for traces, that is a search or a proof by parts; the
machine is not measured."""
FEW, FAR = 25_000, 100
"""Where fewer states were explored and layers still grow fast, there are so many times more than a guess has."""
BEYOND = 10**15
"""States for which seconds are not computed."""
BY_PARTS, UNKNOWN = 20.0, 50.0
"""The same for a proof by parts, and for a reduced system that was not looked at."""


@dataclass(frozen=True)
class Forecast:
    """What a method would do. Figures are None where they cannot be foreseen."""

    method: str
    """The name of the method."""
    way: str
    """What it would do first or only, in a few words."""
    reasons: tuple[str, ...]
    """Why."""
    states: int | None = None
    """About how many states it would explore."""
    seconds: float | None = None
    """About how long it would take."""
    states_range: tuple[int, int] | None = None
    """The states of most case studies were between these, for such a guess."""
    seconds_range: tuple[float, float] | None = None
    """The same for the seconds."""

    def to_json(self) -> dict[str, Any]:
        """As `symag explain --json` prints it."""
        return {
            "method": self.method,
            "way": self.way,
            "reasons": list(self.reasons),
            "states": self.states,
            "seconds": self.seconds,
            "states_range": self.states_range and list(self.states_range),
            "seconds_range": self.seconds_range and list(self.seconds_range),
        }


def forecast(method: Method, task: Task, growth: Growth, reduced: Growth | None) -> Forecast:
    """What the method would do with the task; `reduced` is the growth of the reduced components, if it is known."""
    kind = task.relation.specification
    if task.relation.splits and kind.model(task.specification) is None:
        return _property_by_property(method, task, kind.properties(task.specification))
    if method.name != "auto":
        return _by_choice(method, task, growth)
    if _is_searched(task) and len(task.components) == 1 and not task.relation.is_normal(task.specification):
        reason = "one component, and a specification that is not deterministic"
        return _foreseen(_Way("searched on the fly, with antichains", growth, _each(task, growth)), (reason,))
    return _by_roads(task, growth, reduced)


def _is_searched(task: Task) -> bool:
    return task.relation.search is not None and capabilities_of(task.backend).is_explicit


def _by_choice(method: Method, task: Task, growth: Growth) -> Forecast:
    reason = f"{method.name} was chosen: {method.help}"
    if method.uses_rule:
        return Forecast(method.name, "proved by parts", (reason, "what assumptions cost is not known beforehand"))
    way = _Way("composed", growth, _each(task, growth), _reducing(task, COSTS) if task.reduce else 0.0)
    return replace(_foreseen(way, (reason,)), method=method.name)


@dataclass(frozen=True)
class _Way:
    """One way to decide: the whole system of such a growth, or by parts."""

    name: str
    growth: Growth | None
    """None by parts."""
    each: float = 0.0
    """Microseconds of a state."""
    before: float = 0.0
    """Microseconds before it begins with its own work; by parts, all that it should take at first."""
    is_searched: bool = False

    @property
    def cost(self) -> float:
        """Microseconds, by the guess at the states that `auto` itself has."""
        if self.growth is None:
            return self.before
        guess = (self.growth.waiting if self.is_searched else self.growth.expected) or 0
        if self.growth.grows_fast and (self.growth.states or 0) < FEW:
            guess = min(FAR * guess, self.growth.bound)
        return self.before + self.each * min(guess, BEYOND)


def _by_roads(task: Task, growth: Growth, reduced: Growth | None) -> Forecast:
    """What should be at its end first, as `auto` would choose (`symag.assume.selection`)."""
    costs, word = _costs(task), "searched on the fly" if _is_searched(task) else "composed"
    whole = _Way(word, growth, _each(task, growth), is_searched=_is_searched(task))
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
    ways += [way for way in parts if ways[0].cost > costs.before_parts]
    best = min(ways, key=lambda way: way.cost)
    reasons += [f"{way.name}, it should take {_time(way.cost / 1e6)}" for way in ways if way is not best]
    if len(ways) > 1:
        reasons.append("roads take turns: the one that should be at its end first goes on")
    return _foreseen(best, reasons)


def _reduced(task: Task, whole: _Way, reduced: Growth | None, costs: Costs) -> _Way:
    """The reduced system; if it is not known, it should be a small part of the given one."""
    name, before = f"reduced, {whole.name}", _reducing(task, costs)
    if reduced is None or reduced.expected is None:
        return _Way(name, None, 0.0, before + costs.shrinks * whole.cost)
    return _Way(name, reduced, _each(task, reduced), before, whole.is_searched)


def _by_parts(task: Task, costs: Costs) -> list[_Way]:
    """The ways by parts that `auto` has for the relation; for each, what it expects of it at first.

    A new road of `auto` gets its line here."""
    if len(task.components) == 1:
        return []
    if not _is_searched(task):
        at_first = costs.parts[0].at_first + REFINING * len(task.components) ** 2
        return [_Way("by abstraction refinement (asym-n)", None, before=at_first)]
    at_first = costs.parts[0].at_first + costs.eliminating * _transitions(task)
    return [_Way("by parts: weakest assumptions, learning or abstraction refinement (asym-n)", None, before=at_first)]


def _foreseen(way: _Way, reasons: Sequence[str]) -> Forecast:
    """The forecast of a way, with ranges by what is known of the states."""
    if way.growth is None:
        low = way.cost / 1e6 / ROUGHLY
        later = "by parts, it can take much longer, which is not known beforehand"
        is_parts = way.name.startswith("by ")
        ranges = (low, BY_PARTS * way.cost / 1e6) if is_parts else (low, UNKNOWN * way.cost / 1e6)
        return Forecast(
            "auto", way.name, (*reasons, *([later] if is_parts else [])), None, way.cost / 1e6, None, ranges
        )
    if way.growth.expected is None or way.growth.range is None:
        return Forecast("auto", way.name, tuple(reasons))
    least, most = way.growth.range[0], min(way.growth.range[1], BEYOND)
    seconds = ((way.before + way.each * least) / 1e6 / ROUGHLY, ROUGHLY * (way.before + way.each * most) / 1e6)
    return Forecast("auto", way.name, tuple(reasons), way.growth.expected, way.cost / 1e6, way.growth.range, seconds)


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
    found, many = _foreseen(_Way("decided property by property", growth, _each(task, growth)), reasons), len(properties)
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
    return (COMPOSED if explicit else SOLVED) * words * (1 + moves)


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
