"""The syntax of a program with tasks, each part with its position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from symag.formats.positions import Position

__all__ = [
    "AcceptPart",
    "AdaFile",
    "Arm",
    "ArrayPart",
    "AssignPart",
    "CallPart",
    "CasePart",
    "ConstantPart",
    "Declaration",
    "DelayPart",
    "EntryPart",
    "EventPart",
    "ExitPart",
    "IfPart",
    "LoopPart",
    "NamePart",
    "NullPart",
    "NumberPart",
    "ObjectPart",
    "OperationPart",
    "RangePart",
    "SelectPart",
    "StatementPart",
    "TaskBody",
    "TaskHead",
    "Term",
    "TypePart",
    "WayPart",
]


@dataclass(slots=True)
class NumberPart:
    """`3`."""

    value: int
    position: Position
    depth: int = 0


@dataclass(slots=True)
class NamePart:
    """`x`, `flag (i)`, `pumps (1).start`: names, each perhaps with an index."""

    parts: list[tuple[str, Term | None]]
    position: Position
    depth: int = 0


@dataclass(slots=True)
class OperationPart:
    """`x and y and z`, `not x`."""

    operator: str
    operands: list[Term]
    position: Position
    depth: int


Term = NumberPart | NamePart | OperationPart


@dataclass(slots=True)
class RangePart:
    """`1 .. n`, or a type."""

    low: Term
    high: Term | None
    position: Position


@dataclass(slots=True)
class NullPart:
    """`null;`, or a pragma without an event."""

    position: Position


@dataclass(slots=True)
class EventPart:
    """`--# event open`."""

    name: NamePart
    position: Position


@dataclass(slots=True)
class AssignPart:
    """`x := e;`."""

    variable: NamePart
    value: Term
    position: Position


@dataclass(slots=True)
class CallPart:
    """`car.open_doors;`."""

    entry: NamePart
    position: Position


@dataclass(slots=True)
class AcceptPart:
    """`accept open_doors do … end;`."""

    entry: NamePart
    body: Sequence[StatementPart]
    position: Position
    depth: int


@dataclass(slots=True)
class IfPart:
    """`if … elsif … else … end if;`."""

    arms: Sequence[tuple[Term, Sequence[StatementPart]]]
    otherwise: Sequence[StatementPart]
    position: Position
    depth: int


@dataclass(slots=True)
class Arm:
    """`when 1 | 2 => …`; no choices are `others`."""

    choices: Sequence[RangePart]
    body: Sequence[StatementPart]
    position: Position


@dataclass(slots=True)
class CasePart:
    """`case x is … end case;`."""

    term: Term
    arms: Sequence[Arm]
    position: Position
    depth: int


@dataclass(slots=True)
class LoopPart:
    """`loop`, `while c loop`, `for i in 1 .. 3 loop`."""

    test: Term | None
    variable: str
    range: RangePart | None
    backwards: bool
    body: Sequence[StatementPart]
    position: Position
    depth: int
    ends: str = ""
    """The name behind `end loop`."""
    name: str = ""


@dataclass(slots=True)
class ExitPart:
    """`exit when c;`, `exit outer;`."""

    test: Term | None
    name: str
    position: Position


@dataclass(slots=True)
class DelayPart:
    """`delay 1;`."""

    position: Position


@dataclass(slots=True)
class WayPart:
    """An alternative of `select`; `kind` is `when`, `else` or `terminate`."""

    kind: str
    guard: Term | None
    body: Sequence[StatementPart]
    position: Position


@dataclass(slots=True)
class SelectPart:
    """`select … or … else … end select;`."""

    ways: Sequence[WayPart]
    position: Position
    depth: int


StatementPart = (
    NullPart
    | EventPart
    | AssignPart
    | CallPart
    | AcceptPart
    | IfPart
    | CasePart
    | LoopPart
    | ExitPart
    | DelayPart
    | SelectPart
)


@dataclass(slots=True)
class ConstantPart:
    """`n : constant := 3;`."""

    names: list[str]
    type: str
    value: Term
    position: Position


@dataclass(slots=True)
class TypePart:
    """`type colour is (red, green);`, `subtype index is Integer range 1 .. 3;`."""

    name: str
    values: list[str]
    range: RangePart | None
    position: Position


@dataclass(slots=True)
class ArrayPart:
    """`array (1 .. n) of t`, `t range 1 .. 3`, `t (2)`."""

    index: RangePart | None
    type: str
    range: RangePart | None
    argument: Term | None
    position: Position


@dataclass(slots=True)
class ObjectPart:
    """`x, y : Boolean := false;`, `customers : array (1 .. n) of customer;`."""

    names: list[str]
    type: ArrayPart
    initial: Term | None
    position: Position


@dataclass(slots=True)
class EntryPart:
    """`entry pay (1 .. n);`."""

    name: str
    index: RangePart | None
    position: Position


@dataclass(slots=True)
class TaskHead:
    """`task car is entry sync; end car;`, `task type customer (id : index) is … end;`."""

    name: str
    is_type: bool
    discriminant: str
    entries: list[EntryPart]
    position: Position


@dataclass(slots=True)
class TaskBody:
    """`task body car is … begin … end car;`."""

    name: str
    declarations: list[Declaration]
    body: Sequence[StatementPart]
    position: Position


Declaration = ConstantPart | TypePart | ObjectPart | TaskHead | TaskBody


@dataclass(slots=True)
class AdaFile:
    """Declarations, and what the procedure around them does."""

    declarations: list[Declaration] = field(default_factory=list)
    main: TaskBody | None = None
