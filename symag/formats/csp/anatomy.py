"""The anatomy of processes: an operator, the numbers of its operands, and what else it has.

A process is a number here, so that equal processes are compared and hashed at no cost, however deep they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from symag.formats.csp.process import (
    Alphabetised,
    Chaos,
    Event,
    Events,
    Except,
    ExternalChoice,
    Hiding,
    InternalChoice,
    Interrupt,
    Linked,
    Parallel,
    Prefix,
    Process,
    Renaming,
    Run,
    Sequential,
    Skip,
    Sliding,
    Stop,
    SynchronisingChoice,
    SynchronisingInterrupt,
    Terminated,
)

__all__ = ["ANATOMY", "HIDDEN", "Anatomy", "EventRelation", "Move", "Offers", "ProcessNode", "ProcessTable"]

HIDDEN: Event = ""
"""The hidden event; no script can name it."""

ALL = 1 << 30
"""All operands are active."""

Move = tuple[Event, int]
"""An event, and the number of the process after it."""

Offers = Mapping[Event, Sequence[int]]
"""The moves of a process, by event."""


class ProcessNode(NamedTuple):
    """An operator with the numbers of its operands; `data` is what else it has, such as a set of events."""

    operator: type[object]
    operands: tuple[int, ...]
    data: Any = None


class ProcessTable(Protocol):
    """Processes by number."""

    def node(self, number: int) -> ProcessNode:
        """The operator and its operands."""

    def number(self, node: ProcessNode) -> int:
        """The number of an operator with these operands."""

    def canonical(self, number: int) -> int:
        """The number of the same process with the calls among its active operands replaced by what they stand for."""


class EventRelation:
    """Pairs of events, by the first of them."""

    def __init__(self, pairs: frozenset[tuple[Event, Event]]) -> None:
        self.pairs = pairs

    @cached_property
    def images(self) -> Mapping[Event, Sequence[Event]]:
        """What an event is related to; events that are not there are in no pair."""
        found: dict[Event, list[Event]] = {}
        for one, other in sorted(self.pairs):
            found.setdefault(one, []).append(other)
        return found

    @cached_property
    def seconds(self) -> Events:
        """The events on the right of some pair."""
        return frozenset(other for _, other in self.pairs)

    def then(self, later: EventRelation) -> EventRelation:
        """The renaming by this one and then by the later one: events in no pair keep their names."""
        return EventRelation(
            frozenset(
                (event, last)
                for event in self.images.keys() | later.images.keys()
                for middle in self.images.get(event, (event,))
                for last in later.images.get(middle, (middle,))
            )
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EventRelation) and self.pairs == other.pairs

    def __hash__(self) -> int:
        return hash(self.pairs)


class Anatomy(NamedTuple):
    """How a term of an operator is taken apart, and written for people."""

    parts: Callable[[Any], tuple[Sequence[Process], object]]
    """From a term to its operands and its data."""
    active: int
    """So many operands, the first ones, can move at once; the others wait."""
    text: str
    """Stands between the operands."""


def _pair(term: Any) -> tuple[Sequence[Process], object]:
    return (term.first, term.second), None


def _pair_on_events(term: Any) -> tuple[Sequence[Process], object]:
    return (term.first, term.second), term.events


ANATOMY: Mapping[type[object], Anatomy] = {
    Stop: Anatomy(lambda term: ((), None), 0, "STOP"),
    Skip: Anatomy(lambda term: ((), None), 0, "SKIP"),
    Terminated: Anatomy(lambda term: ((), None), 0, "Ω"),
    Chaos: Anatomy(lambda term: ((), term.events), 0, "CHAOS"),
    Run: Anatomy(lambda term: ((), term.events), 0, "RUN"),
    Prefix: Anatomy(
        lambda term: ([one.process for one in term.branches], tuple(one.event for one in term.branches)), 0, " -> "
    ),
    ExternalChoice: Anatomy(lambda term: (term.operands, None), ALL, " [] "),
    InternalChoice: Anatomy(lambda term: (term.operands, None), 0, " |~| "),
    Sequential: Anatomy(_pair, 1, " ; "),
    Sliding: Anatomy(_pair, 1, " [> "),
    Interrupt: Anatomy(_pair, 2, " /\\ "),
    Except: Anatomy(_pair_on_events, 1, " [|…|> "),
    Parallel: Anatomy(lambda term: (term.operands, term.events), ALL, " [|…|] "),
    Alphabetised: Anatomy(
        lambda term: ([process for process, _ in term.operands], tuple(events for _, events in term.operands)),
        ALL,
        " || ",
    ),
    Linked: Anatomy(lambda term: ((term.first, term.second), EventRelation(term.links)), 2, " [<->] "),
    Hiding: Anatomy(lambda term: ((term.process,), term.events), 1, " \\ …"),
    Renaming: Anatomy(lambda term: ((term.process,), EventRelation(term.pairs)), 1, "[[…]]"),
    SynchronisingChoice: Anatomy(_pair_on_events, 2, " [+…+] "),
    SynchronisingInterrupt: Anatomy(_pair_on_events, 2, " /+…+\\ "),
}
