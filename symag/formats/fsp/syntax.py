"""The syntax of an FSP file: processes and their parts, each with its position."""

from __future__ import annotations

from dataclasses import dataclass, field

from symag.formats.fsp.values import Free, FspExpression, Index, Labels, Set
from symag.formats.positions import Position

__all__ = [
    "Body",
    "Branch",
    "Choice",
    "Composite",
    "Condition",
    "Definition",
    "Either",
    "FspFile",
    "Instance",
    "Local",
    "Parallel",
    "Primitive",
    "Reference",
    "Relabel",
    "Replicated",
    "Target",
    "Visible",
]


@dataclass(slots=True)
class Reference:
    """`Q[i+1]`, `STOP`, `ERROR`."""

    name: str
    indices: list[FspExpression]
    position: Position
    free: Free


@dataclass(slots=True)
class Branch:
    """`when (i<N) a[i] -> …`."""

    guard: FspExpression | None
    labels: Labels
    target: Target
    position: Position
    free: Free


@dataclass(slots=True, eq=False)
class Choice:
    """`(a -> P | b -> Q)`. The branches are in the order of the text. `owner` and `number` name its states: number 0 is
    where a local process begins."""

    branches: list[Branch]
    position: Position
    free: Free
    owner: str = ""
    number: int = 0
    kept: tuple[str, ...] = ()


@dataclass(slots=True)
class Condition:
    """`if B then P else Q`; without `else`, STOP."""

    test: FspExpression
    then: Target
    otherwise: Target | None
    position: Position
    free: Free


Target = Reference | Choice | Condition


@dataclass(slots=True)
class Local:
    """`Q[i:0..N] = …`."""

    name: str
    indices: list[Index]
    body: Target
    position: Position


@dataclass(slots=True)
class Relabel:
    """`new/old`, or `forall[i:1..N] {new[i]/old[i], …}`."""

    new: Labels | None
    old: Labels | None
    indices: list[Index]
    inner: list[Relabel]
    position: Position
    depth: int


@dataclass(slots=True)
class Visible:
    """`\\{a}` or `@{a}`."""

    sign: str
    actions: Set
    position: Position


@dataclass(slots=True)
class Primitive:
    """`P(N=3) = …, Q[i:0..N] = … +{a} /{b/c} \\{d}.`, perhaps a property. The first local process is its beginning."""

    name: str
    parameters: list[tuple[str, FspExpression]]
    locals: list[Local]
    extension: Set | None
    relabels: list[Relabel]
    visible: Visible | None
    is_property: bool
    position: Position


@dataclass(slots=True)
class Instance:
    """`P(3)`."""

    name: str
    arguments: list[FspExpression]
    position: Position
    depth: int = 1


@dataclass(slots=True)
class Parallel:
    """`{a,b}::c:(P || Q)/{new/old}`."""

    share: Labels | None
    prefix: Labels | None
    members: list[Body]
    relabels: list[Relabel]
    position: Position
    depth: int


@dataclass(slots=True)
class Replicated:
    """`forall[i:1..N] …`."""

    indices: list[Index]
    body: Body
    position: Position
    depth: int


@dataclass(slots=True)
class Either:
    """`if B then … else …` between compositions."""

    test: FspExpression
    then: Body
    otherwise: Body | None
    position: Position
    depth: int


Body = Instance | Parallel | Replicated | Either


@dataclass(slots=True)
class Composite:
    """`||S(N=2) = (P || Q)\\{a}.`"""

    name: str
    parameters: list[tuple[str, FspExpression]]
    body: Body
    visible: Visible | None
    position: Position


@dataclass(slots=True)
class Definition:
    """`const N = 3`, `range T = 0..N`, `set S = {a, b}`."""

    kind: str
    name: str
    low: FspExpression | None
    high: FspExpression | None
    members: Set | None
    position: Position


@dataclass(slots=True)
class FspFile:
    """A whole file: definitions and processes in their order."""

    definitions: list[Definition] = field(default_factory=list)
    processes: dict[str, Primitive | Composite] = field(default_factory=dict)
