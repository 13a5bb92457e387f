"""CSP processes as data: what a process expression of a script evaluates to, and what the operational semantics reads.

The evaluator makes these terms, one operator at a time: the operands of an operator are *suspended* until a transition
needs them, so a recursive process is a finite term. The operational semantics (Roscoe, "Understanding Concurrent
Systems", chapter 9) turns a term into transitions.

Events are texts: the dotted value as people write it, `c.1.red`. `TICK` is the event of successful termination; no
script can name it. All sets are sets of events. Every term is hashable, and equal terms behave in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

__all__ = [
    "OMEGA",
    "SKIP",
    "STOP",
    "TICK",
    "Alphabetised",
    "Branch",
    "Chaos",
    "Event",
    "Events",
    "Except",
    "ExternalChoice",
    "Hiding",
    "InternalChoice",
    "Interrupt",
    "Linked",
    "Parallel",
    "Prefix",
    "Process",
    "Renaming",
    "Run",
    "Sequential",
    "Skip",
    "Sliding",
    "Stop",
    "Suspended",
    "SynchronisingChoice",
    "SynchronisingInterrupt",
    "Term",
    "Terminated",
]

Event = str
Events = frozenset[str]

TICK: Event = "✓"
"""Successful termination. No name of a script contains this character."""


class Suspended(Protocol):
    """A process expression with the values of its free variables, not evaluated yet.

    Two suspended processes are equal if they are the same expression with the same values, or calls of the same process
    with equal arguments; then they have the same hash.
    """

    @property
    def label(self) -> str:
        """For people: `Cell(3)` if it is a call; otherwise something short."""

    @property
    def is_call(self) -> bool:
        """Is it a call of a process, with its arguments evaluated?"""

    def unfold(self) -> Term:
        """The outermost operator. An InputError with line and column if the expression is wrong; LimitReached if it
        does not end (`P = P`). The result is kept: to unfold again costs nothing."""

    def canonical(self) -> Process:
        """The call that this expression is, with its arguments evaluated, so that equal calls from different places of
        a script are equal; itself if it is not a call."""


@dataclass(frozen=True)
class Stop:
    """`STOP`."""


@dataclass(frozen=True)
class Skip:
    """`SKIP`: terminates by TICK."""


@dataclass(frozen=True)
class Terminated:
    """Ω, the state after TICK; no script writes it."""


@dataclass(frozen=True)
class Chaos:
    """`CHAOS(A)`: any of the events, or none; it does not terminate."""

    events: Events


@dataclass(frozen=True)
class Run:
    """`RUN(A)`: always all of the events."""

    events: Events


@dataclass(frozen=True)
class Branch:
    """An event and the process after it."""

    event: Event
    process: Process


@dataclass(frozen=True)
class Prefix:
    """`c?x!1 -> P`, with every input replaced by its values: an event may come up in several branches."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class ExternalChoice:
    """`P [] Q`, and the replicated form; with no operands, STOP."""

    operands: tuple[Process, ...]


@dataclass(frozen=True)
class InternalChoice:
    """`P |~| Q`, and the replicated form, which has an operand at least."""

    operands: tuple[Process, ...]


@dataclass(frozen=True)
class Sequential:
    """`P ; Q`; the replicated form is nested to the right, and SKIP if it is empty."""

    first: Process
    second: Process


@dataclass(frozen=True)
class Sliding:
    """`P [> Q`."""

    first: Process
    second: Process


@dataclass(frozen=True)
class Interrupt:
    """`P /\\ Q`."""

    first: Process
    second: Process


@dataclass(frozen=True)
class Except:
    """`P [|A|> Q`: an event of A in P leads to Q."""

    first: Process
    events: Events
    second: Process


@dataclass(frozen=True)
class Parallel:
    """`P [|A|] Q`, and the replicated form: the operands synchronise on A and on TICK. With the empty set, `P ||| Q`.

    With no operands (replicated interleaving over the empty set), SKIP.
    """

    operands: tuple[Process, ...]
    events: Events


@dataclass(frozen=True)
class Alphabetised:
    """`P [A || B] Q`, and the replicated form: each operand does events of its own alphabet only, and synchronises with
    those that have the event, too. All synchronise on TICK. With no operands, SKIP."""

    operands: tuple[tuple[Process, Events], ...]


@dataclass(frozen=True)
class Linked:
    """`P [a <-> b] Q`: events of P and of Q that are linked happen together, and are hidden."""

    first: Process
    links: frozenset[tuple[Event, Event]]
    second: Process


@dataclass(frozen=True)
class Hiding:
    """`P \\ A`."""

    process: Process
    events: Events


@dataclass(frozen=True)
class Renaming:
    """`P [[a <- b]]`: an event on the left of some pair becomes each event on the right; the others stay."""

    process: Process
    pairs: frozenset[tuple[Event, Event]]


@dataclass(frozen=True)
class SynchronisingChoice:
    """`P [+A+] Q` of FDR: an external choice whose operands synchronise on A until an event outside A decides."""

    first: Process
    events: Events
    second: Process


@dataclass(frozen=True)
class SynchronisingInterrupt:
    """`P /+A+\\ Q` of FDR: an interrupt whose operands synchronise on A."""

    first: Process
    events: Events
    second: Process


Term = (
    Stop
    | Skip
    | Terminated
    | Chaos
    | Run
    | Prefix
    | ExternalChoice
    | InternalChoice
    | Sequential
    | Sliding
    | Interrupt
    | Except
    | Parallel
    | Alphabetised
    | Linked
    | Hiding
    | Renaming
    | SynchronisingChoice
    | SynchronisingInterrupt
)
"""An operator with its operands."""

Process = Term | Suspended

STOP = Stop()
SKIP = Skip()
OMEGA = Terminated()
