"""What a method would do with a question, why, and what that should cost, from a short look at the question.

The figures are rough: a state of a composition is taken to cost a microsecond, and a transition of a component that is
reduced 25 (measured on the case studies). Where the number of states is a guess, so is the cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symag.assume import Method, Task
from symag.assume.auto import LARGE, SMALL, SMALLISH
from symag.model import LPTS, counted
from symag.notes.growth import Growth, growth_of

__all__ = ["Forecast", "forecast"]

STATE_SECONDS = 1e-6
"""To compose a state and to decide about it."""
REDUCING_SECONDS = 25e-6
"""To reduce a component, for each of its transitions."""


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
        reasons = (f"{method.name} was chosen: {method.help}",)
        if method.uses_rule:
            return Forecast(method.name, "by parts", (*reasons, "what assumptions cost is not known beforehand"))
        return _composed(method.name, "composed", reasons, growth, task, task.reduce)
    return _by_auto(task, growth, reduced)


def _by_auto(task: Task, growth: Growth, reduced: Growth | None) -> Forecast:
    name = "auto"
    if not task.relation.is_normal(task.specification) and task.relation.search and len(task.components) == 1:
        reason = "one component, and a specification that is not deterministic"
        return _composed(name, "searched on the fly, with antichains", (reason,), growth, task, False)
    if growth.states is None or growth.expected is None:
        reason = "the components are so large that exploring their composition was left out here"
        return Forecast(name, "composed, up to a few thousand states; then reduced", (reason,))
    if growth.complete and growth.states <= SMALL:
        reason = f"the composition has {counted(growth.states, 'state')}"
        return _composed(name, "composed, as it is small", (reason,), growth, task, False)
    if growth.expected <= SMALLISH and not growth.grows_fast:
        reason = f"the composition has {_about(growth)}"
        return _composed(name, "composed, as it is small", (reason,), growth, task, False)
    reasons = [f"the composition has {_about(growth)}, too many to compose it as it is"]
    if task.reduce and reduced is None:
        reasons.append("how small reducing makes the components was left out here, as they are large")
        return Forecast(name, "reduced, then composed or by parts", tuple(reasons))
    size, first = (
        (reduced, "reduced") if reduced is not None and reduced.bound < growth.bound else (growth, "not reduced")
    )
    reasons.append(
        f"with reduced components, it has {_about(size)}" if size is reduced else "reducing makes no component smaller"
    )
    assert size.expected is not None
    if size.complete or size.expected <= LARGE:
        return _composed(name, f"{first}, composed", tuple(reasons), size, task, True)
    reasons.append("which of the two decides first, and at what cost, is not known beforehand")
    return Forecast(name, f"{first}, composed and by assumptions (asym-n) by turns", tuple(reasons))


def _about(growth: Growth) -> str:
    """The number of states, as far as it is known."""
    assert growth.expected is not None
    if growth.complete:
        return counted(growth.expected, "state")
    more = " or more" if growth.grows_fast else ""
    return f"about {counted(_rounded(growth.expected), 'state')}{more}"


def _rounded(number: int) -> int:
    """To two digits."""
    unit = 10 ** max(0, len(str(number)) - 2)
    return number // unit * unit


def _composed(name: str, way: str, reasons: tuple[str, ...], growth: Growth, task: Task, reducing: bool) -> Forecast:
    """The forecast if a composition of that size is decided."""
    if growth.expected is None:
        return Forecast(name, way, reasons)
    transitions = sum(component.num_transitions for component in task.components) if reducing else 0
    seconds = growth.expected * STATE_SECONDS + transitions * REDUCING_SECONDS
    return Forecast(name, way, reasons, growth.expected, seconds)


def _property_by_property(method: Method, task: Task, properties: tuple[LPTS, ...]) -> Forecast:
    """Each property is decided with the components that know its actions; more join where these do not suffice."""
    near = [tuple(model for model in task.components if model.alphabet & one.alphabet) for one in properties]
    hardest = max(near, key=lambda models: (len(models), sum(model.num_states for model in models)))
    growth = growth_of(hardest, task.watch)[0] if hardest else Growth(1, 1, 0, 1, (1,))
    reasons = [
        f"{counted(len(properties), 'property')}, each with the components that know its actions: "
        f"at most {len(hardest):,} of {len(task.components):,}"
    ]
    if growth.expected is not None:
        reasons.append(f"for the largest of these parts, the composition has {_about(growth)}")
    reasons.append("where a part does not suffice, more components join it")
    states = None if growth.expected is None else growth.expected * len(properties)
    return Forecast(
        method.name, "property by property", tuple(reasons), states, None if states is None else states * STATE_SECONDS
    )
