"""What a method would do with a question, why, and what that should cost, from a short look at the question.

The figures are rough, microseconds by measurement on the case studies. Where the number of states is a guess, so is the
cost; and what a proof by parts costs is not known beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from symag.assume import Method, Task
from symag.assume.auto import LARGE, SMALL, SMALLISH
from symag.assume.roads import COSTS
from symag.model import LPTS, counted
from symag.notes.growth import Growth, growth_of
from symag.simulation import capabilities_of

__all__ = ["Forecast", "forecast"]

DECIDED = 1.0
"""Microseconds for a state that is composed and decided by a backend; other costs are those of `auto`."""
WEAKEST = next(guess for guess in COSTS.parts if guess.name == "weakest")
"""What `auto` expects of weakest assumptions."""


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

    def to_json(self) -> dict[str, Any]:
        """As `symag explain --json` prints it."""
        return {
            "method": self.method,
            "way": self.way,
            "reasons": list(self.reasons),
            "states": self.states,
            "seconds": self.seconds,
        }


def forecast(method: Method, task: Task, growth: Growth, reduced: Growth | None) -> Forecast:
    """What the method would do with the task; `reduced` is the growth of the reduced components, if it is known."""
    kind = task.relation.specification
    if task.relation.splits and kind.model(task.specification) is None:
        return _property_by_property(method, task, kind.properties(task.specification))
    if method.name != "auto":
        return _by_choice(method, task, growth)
    is_searched = task.relation.search is not None and capabilities_of(task.backend).is_explicit
    if is_searched and len(task.components) == 1 and not task.relation.is_normal(task.specification):
        reason = "one component, and a specification that is not deterministic"
        return Forecast("auto", "searched on the fly, with antichains", (reason,), *_search(growth))
    return (_by_roads if is_searched else _by_steps)(task, growth, reduced)


def _by_choice(method: Method, task: Task, growth: Growth) -> Forecast:
    reason = f"{method.name} was chosen: {method.help}"
    if method.uses_rule:
        return Forecast(method.name, "proved by parts", (reason, "what assumptions cost is not known beforehand"))
    return Forecast(method.name, "composed", (reason,), *_decided(growth, _reducing(task) if task.reduce else 0.0))


def _by_roads(task: Task, growth: Growth, reduced: Growth | None) -> Forecast:
    """Of a relation that is searched on the fly: what should be at its end first."""
    searched = "searched on the fly"
    states, seconds = _search(growth)
    reasons = [f"the composition has {_about(growth)}"]
    if seconds is None or (seconds * 1e6 <= COSTS.first and not growth.grows_fast):
        return Forecast("auto", searched, tuple(reasons), states, seconds)
    ways = [_Way(searched, states, seconds, growth.grows_fast)]
    if task.reduce:
        small, searching = (None, COSTS.shrinks * seconds) if reduced is None else _search(reduced)
        if reduced is not None:
            reasons.append(f"with reduced components, it has {_about(reduced)}")
        reducing = _reducing(task) / 1e6
        is_more = growth.grows_fast if reduced is None else reduced.grows_fast
        expected = max(searching or 0.0, COSTS.shrinks * seconds)  # `auto` decides before it has reduced anything
        ways.append(_Way(f"reduced, and {searched}", small, reducing + expected, is_more))
    if len(task.components) > 1:
        cost = (WEAKEST.at_first + COSTS.eliminating * _transitions(task)) / 1e6
        ways.append(_Way("proved by parts, with weakest assumptions first", None, cost, False))
    best = min(ways, key=lambda way: (way.is_more, way.seconds))
    more = {True: "more than ", False: ""}
    reasons += [
        f"{way.name}, it should take {more[way.is_more]}{_time(way.seconds)}" for way in ways if way is not best
    ]
    reasons.append("methods take turns: the one that should be at its end first goes on")
    return Forecast("auto", best.name, tuple(reasons), best.states, best.seconds)


class _Way(NamedTuple):
    """One way to decide, and what it should cost; `is_more` if it may cost much more."""

    name: str
    states: int | None
    seconds: float
    is_more: bool


def _by_steps(task: Task, growth: Growth, reduced: Growth | None) -> Forecast:
    """Of other relations: what is small is composed; what is not is reduced, and then composed or proved by parts."""
    if growth.expected is None:
        reason = f"the composition has {_about(growth)}"
        return Forecast("auto", "composed, up to a few thousand states, and then reduced", (reason,))
    if (growth.complete and growth.expected <= SMALL) or (growth.expected <= SMALLISH and not growth.grows_fast):
        reason = f"the composition has {_about(growth)}"
        return Forecast("auto", "composed, as it is small", (reason,), *_decided(growth))
    reasons = [f"the composition has {_about(growth)}, too many to compose it as it is"]
    size, first, reducing = growth, "not reduced", 0.0
    if task.reduce and reduced is None:
        reasons.append("the components are large, so what reducing them would leave was not looked at")
        return Forecast("auto", "reduced, and then composed or proved by parts", tuple(reasons))
    if reduced is not None and reduced.expected is not None and reduced.bound < growth.bound:
        size, first, reducing = reduced, "reduced", _reducing(task)
        reasons.append(f"with reduced components, it has {_about(reduced)}")
    elif reduced is not None:
        reasons.append("reducing makes no component smaller")
    assert size.expected is not None
    if size.complete or len(task.components) == 1 or (size.expected <= LARGE and not size.grows_fast):
        return Forecast("auto", f"{first}, and composed", tuple(reasons), *_decided(size, reducing))
    reasons.append("which of the two decides first, and at what cost, is not known beforehand")
    return Forecast("auto", f"{first}, composed, and proved by parts (asym-n), by turns", tuple(reasons))


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
    states, seconds = _search(growth)
    many = len(properties)
    return Forecast(
        method.name, "decided property by property", reasons, states and many * states, seconds and many * seconds
    )


def _transitions(task: Task) -> int:
    return sum(component.num_transitions for component in task.components)


def _reducing(task: Task) -> float:
    return COSTS.to_reduce(task.components)


def _search(growth: Growth) -> tuple[int | None, float | None]:
    """The states of a search on the fly, and its seconds."""
    if growth.expected is None:
        return None, None
    moves = (growth.transitions or 0) / max(growth.expanded, 1)
    return growth.expected, growth.expected * (COSTS.state + COSTS.move * moves) / 1e6


def _decided(growth: Growth, reducing: float = 0.0) -> tuple[int | None, float | None]:
    """The states that are composed and decided, and the seconds, with those for reducing."""
    if growth.expected is None:
        return None, None
    return growth.expected, (growth.expected * DECIDED + reducing) / 1e6


def _about(growth: Growth) -> str:
    """The number of states, as far as it is known."""
    if growth.expected is None:
        return "a number of states that was not looked at, as the components are large"
    if growth.complete:
        return counted(growth.expected, "state")
    unit = 10 ** max(0, len(str(growth.expected)) - 2)
    more = " or more" if growth.grows_fast else ""
    return f"about {counted(growth.expected // unit * unit, 'state')}{more}"


def _time(seconds: float) -> str:
    return f"about {seconds:.1g} s" if seconds < 1 else f"about {seconds:,.0f} s"
