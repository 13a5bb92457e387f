"""Concurrent programs as data: tasks that meet in rendezvous and share variables.

>>> from symag.flow import Accept, Call, FlowProgram, Task
>>> lamp = Task("lamp", [Accept("on"), Accept("off")])
>>> hand = Task("hand", [Call("lamp", "on"), Call("lamp", "off")])
>>> print(FlowProgram([lamp, hand]).model())
flow graph: 3 states, 2 transitions, alphabet {off, on}
→ start
    on → hand:1 lamp.on, lamp:1 accept on
  hand:1 lamp.on, lamp:1 accept on
    off → hand:2 lamp.off, lamp:2 accept off
  hand:2 lamp.off, lamp:2 accept off
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symag.errors import InputError
from symag.flow.expressions import Constant, FlowExpression, FlowValue, Look
from symag.model.labels import check_label

__all__ = [
    "Accept",
    "Alternative",
    "Annotation",
    "Assign",
    "Call",
    "Case",
    "Exit",
    "FlowVariable",
    "If",
    "Loop",
    "Select",
    "Statement",
    "Task",
    "condition",
    "value_text",
]

Line = int | None
"""Of the text, from 1 on; None of a statement that was made in Python."""


@dataclass(frozen=True)
class Annotation:
    """Something happens: `--# event open`."""

    event: str
    line: Line = None


@dataclass(frozen=True)
class Assign:
    """`x := e`."""

    variable: str
    value: FlowExpression | FlowValue
    line: Line = None


@dataclass(frozen=True)
class Call:
    """An entry call, `car.open_doors`."""

    task: str
    entry: str
    line: Line = None


@dataclass(frozen=True)
class Accept:
    """`accept open_doors do … end`: the caller waits until the body is done."""

    entry: str
    body: Sequence[Statement] = ()
    line: Line = None


@dataclass(frozen=True)
class If:
    """`if x then … else … end if`; the condition may be the name of a Boolean variable."""

    condition: FlowExpression | str
    then: Sequence[Statement]
    otherwise: Sequence[Statement] = ()
    line: Line = None


@dataclass(frozen=True)
class Case:
    """The first arm with the value of the expression, which is evaluated once."""

    expression: FlowExpression | str
    arms: Sequence[tuple[frozenset[FlowValue] | None, Sequence[Statement]]]
    """Each with its values; None is any value."""
    line: Line = None


@dataclass(frozen=True)
class Loop:
    """Forever, until an `Exit`."""

    body: Sequence[Statement]
    line: Line = None


@dataclass(frozen=True)
class Exit:
    """Leave the innermost loop, or so many loops."""

    line: Line = None
    loops: int = 1


@dataclass(frozen=True)
class Alternative:
    """Of a `Select`: statements that begin with an `Accept`, or with a `Call`; with anything else they can be chosen at
    any time, as `else` is. `ends` says that the task ends, as `terminate` does."""

    body: Sequence[Statement]
    guard: FlowExpression | str | None = None
    ends: bool = False


@dataclass(frozen=True)
class Select:
    """One of the alternatives whose guards are true."""

    alternatives: Sequence[Alternative]
    line: Line = None


Statement = Annotation | Assign | Call | Accept | If | Case | Loop | Exit | Select


@dataclass(frozen=True)
class Task:
    """A task: a name and what it does."""

    name: str
    body: Sequence[Statement]

    def __post_init__(self) -> None:
        check_label(self.name, "a task")


@dataclass(frozen=True)
class FlowVariable:
    """What values a variable can have, and which one it begins with; None if that is not known."""

    values: Sequence[FlowValue] = (False, True)
    initial: FlowValue | None = None

    def __post_init__(self) -> None:
        if self.initial is not None and self.initial not in self.values:
            raise InputError(f"the initial value {value_text(self.initial)} is none of the values of the variable")


def condition(given: FlowExpression | FlowValue, variables: Mapping[str, FlowVariable]) -> FlowExpression:
    """An expression; of a text, the variable of that name."""
    if isinstance(given, str) and given in variables:
        return Look(given)
    return Constant(given) if isinstance(given, bool | int | str) else given


def value_text(value: FlowValue) -> str:
    """A value as a program has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
