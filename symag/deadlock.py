"""`deadlock`: can the composition of the components reach a state without moves?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from symag.assume import Component, listed_components
from symag.errors import InputError, LimitKind, LimitReached
from symag.evidence.schema import symag_version
from symag.limits import Limits, Listener, Watch, peak_memory_mb, within_memory
from symag.model import names_of
from symag.model.presentation import present
from symag.question import limits_of
from symag.traces import Run, find_deadlock

__all__ = ["DeadlockAnswer", "deadlock", "undecided"]


@dataclass(frozen=True, repr=False)
class DeadlockAnswer:
    """Whether a composition can reach a state without moves. True in a condition if and only if it can.

    If the answer is `unknown`, a condition raises `LimitReached`: neither `if` nor `if not` would be right.
    """

    verdict: Literal["deadlock", "deadlock-free", "unknown"]
    """The answer."""
    components: tuple[str, ...]
    """The names of the components."""
    deadlock: Run | None = None
    """A shortest run to a state without moves."""
    livelock: Run | None = None
    """A shortest run to a state from which only `tau` happens, forever, if the search met one."""
    complete: bool = False
    """Has the search explored every reachable state? If not, `livelock` may be None although there is one."""
    reason: str | None = None
    """For `unknown`: the limit that the search reached, in words."""
    reason_kind: LimitKind | None = None
    """For `unknown`: the kind of this limit."""
    statistics: Mapping[str, Any] = field(default_factory=dict)
    """Seconds, memory, explored states and transitions; None where the search stopped before."""

    def __bool__(self) -> bool:
        if self.verdict == "unknown":
            assert self.reason_kind is not None, "an unknown answer names the limit"
            raise LimitReached(self.reason_kind, f"whether there is a deadlock is unknown: {self.reason}")
        return self.verdict == "deadlock"

    def __repr__(self) -> str:
        found = f"after {', '.join(self.deadlock.trace) or 'no step'}" if self.deadlock else self.reason
        return f"<DeadlockAnswer {self.verdict}: {' ‖ '.join(self.components)}{f' ({found})' if found else ''}>"

    def __str__(self) -> str:
        """The answer as text: the run, and what each component waits for at its end."""
        return present(self, "text")

    def to_json(self) -> dict[str, Any]:
        """The object that `symag deadlock --json` prints."""
        return {
            "symag": symag_version(),
            "verdict": self.verdict,
            "components": list(self.components),
            "deadlock": self.deadlock and self.deadlock.to_json(),
            "livelock": self.livelock and self.livelock.to_json(),
            "complete": self.complete,
            "reason": self.reason,
            "statistics": dict(self.statistics),
        }


def deadlock(
    components: Component,
    *,
    limits: Limits | None = None,
    timeout: float | None = None,
    max_states: int | None = None,
    memory: float | None = None,
    listener: Listener | None = None,
) -> DeadlockAnswer:
    """Search the composition on the fly for a state without moves, and for a shortest run to it.

    A system that terminates as intended has a deadlock, too: look at the end of the run. In probabilistic models, the
    run takes outcomes of any probability. States from which only `tau` happens forever are no deadlocks; the answer has
    them apart, as `livelock`. Code that is independent of the search replays every run on the components.

    Limits are as for `check`; if the search reaches one, the answer is `unknown`, with the reason.
    """
    watch = Watch(limits_of(limits, timeout, max_states, memory), listener)
    parts = listed_components(components)
    if any(model.conservative for model in parts):
        raise InputError("a flow graph has all traces of its program, and more: it cannot show where that stops")
    names = tuple(names_of(parts))
    try:
        found = within_memory(lambda: find_deadlock(parts, watch))
    except LimitReached as reached:
        return undecided(names, reached, watch)
    return DeadlockAnswer(
        "deadlock-free" if found.deadlock is None else "deadlock",
        names,
        found.deadlock,
        found.livelock,
        found.complete,
        statistics=_statistics(watch, found.states, found.transitions),
    )


def undecided(names: tuple[str, ...], reached: LimitReached, watch: Watch) -> DeadlockAnswer:
    """The answer if the search reached a limit."""
    return DeadlockAnswer(
        "unknown", names, reason=str(reached), reason_kind=reached.kind, statistics=_statistics(watch, None, None)
    )


def _statistics(watch: Watch, states: int | None, transitions: int | None) -> dict[str, Any]:
    figures = {"seconds": round(watch.elapsed(), 6), "peak_memory_mb": round(peak_memory_mb(), 1)}
    return figures | {"states_explored": states, "transitions_explored": transitions}
