"""`deadlock`: can the composition of the components get into a state without moves?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Literal

from symag.check import Component, limits_of, parts_of
from symag.errors import LimitKind, LimitReached
from symag.limits import Limits, Listener, Watch, peak_memory_mb, within_memory
from symag.model import names_of
from symag.model.presentation import present
from symag.traces import Run, find_deadlock

__all__ = ["DeadlockAnswer", "deadlock", "undecided"]

VERSION = version("symag")


@dataclass(frozen=True, repr=False)
class DeadlockAnswer:
    """Whether a composition can get into a state without moves. True in a condition if and only if it can.

    If the answer is `unknown`, a condition raises `LimitReached`: neither `if` nor `if not` would be right.
    """

    verdict: Literal["deadlock", "deadlock-free", "unknown"]
    """The answer."""
    components: tuple[str, ...]
    """The names of the components."""
    deadlock: Run | None = None
    """A shortest run to a state without moves."""
    livelock: Run | None = None
    """A shortest run to a state from where on only `tau` happens, for ever, if one was met."""
    complete: bool = False
    """Was every reachable state explored? If not, `livelock` is None where none was met so far."""
    reason: str | None = None
    """If it is `unknown`: the limit that was reached."""
    reason_kind: LimitKind | None = None
    """If it is `unknown`: which limit that is."""
    statistics: Mapping[str, Any] = field(default_factory=dict)
    """Seconds, memory, states and transitions that were explored; None where the search did not get so far."""

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
            "symag": VERSION,
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
    """Look for a state of the composition that has no moves, on the fly, and for a shortest way there.

    A system that ends as it should is stuck, too: look at the end of the run. Of probabilistic models, the run goes
    through outcomes of any probability. States where only `tau` is left for ever are not deadlocks, and are reported
    apart, as `livelock`. Every run was replayed on the components, by code that shares nothing with the search.

    Limits are as for `check`; when one is reached the answer is `unknown`, with the reason.
    """
    watch = Watch(limits_of(limits, timeout, max_states, memory), listener)
    parts = parts_of(components)
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
    """The answer when a limit was reached."""
    return DeadlockAnswer(
        "unknown", names, reason=str(reached), reason_kind=reached.kind, statistics=_statistics(watch, None, None)
    )


def _statistics(watch: Watch, states: int | None, transitions: int | None) -> dict[str, Any]:
    figures = {"seconds": round(watch.elapsed(), 6), "peak_memory_mb": round(peak_memory_mb(), 1)}
    return figures | {"states_explored": states, "transitions_explored": transitions}
