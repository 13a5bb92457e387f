"""The syntax of an FSP file: processes and their parts, each with its position."""

from __future__ import annotations

from dataclasses import dataclass, field

from symag.formats.fsp.terms import NOTHING, Free, FspExpression, Index, Labels, Set
from symag.formats.positions import Position

__all__ = [
    "Body",
    "Choice",
    "Composite",
    "Condition",
    "Definition",
    "Either",
    "FspFile",
    "GuardedBranch",
    "InOrder",
    "Instance",
    "Local",
    "ParallelParts",
    "Primitive",
    "Reference",
    "Relabel",
    "Replicated",
    "Skipped",
    "Target",
    "Visible",
]


@dataclass(slots=True, eq=False)
class Reference:
    """`Q[i+1]`, `STOP`, `END`, `ERROR`."""

    name: str
    indices: list[FspExpression]
    position: Position
    free: Free


@dataclass(slots=True)
class InOrder:
    """`A(1);B;Q[i]`: other processes one after the other, and when they ended, a local process."""

    processes: list[Instance]
    then: Reference
    position: Position
    free: Free


@dataclass(slots=True)
class GuardedBranch:
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

    branches: list[GuardedBranch]
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


Target = Reference | InOrder | Choice | Condition


@dataclass(slots=True)
class Local:
    """`Q[i:0..N] = …`."""

    name: str
    indices: list[Index]
    body: Target
    position: Position
    accepting: Position | None = None


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
    position: Position
    refused: Position | None = None
    """Where an accepting state `Q@` is defined, which symag does not read."""
    modifiers: frozenset[str] = NOTHING
    """Of `property`, `minimal`, `deterministic` and `compose`, those that stand before it."""

    @property
    def is_property(self) -> bool:
        """Does it say what is allowed?"""
        return "property" in self.modifiers


@dataclass(slots=True)
class Instance:
    """`P(3)`."""

    name: str
    arguments: list[FspExpression]
    position: Position
    depth: int = 1


@dataclass(slots=True)
class ParallelParts:
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


Body = Instance | ParallelParts | Replicated | Either


@dataclass(slots=True)
class Composite:
    """`||S(N=2) = (P || Q)\\{a}.`"""

    name: str
    parameters: list[tuple[str, FspExpression]]
    body: Body
    priority: Visible | None
    """`<<{a}` or `>>{a}`."""
    visible: Visible | None
    position: Position
    modifiers: frozenset[str] = NOTHING

    @property
    def is_property(self) -> bool:
        """Does it say what is allowed?"""
        return "property" in self.modifiers


@dataclass(slots=True)
class Skipped:
    """`progress G = …`, `assert A = …`: what is not checked, or a process that cannot be read, `import P = "p.aut"`."""

    kind: str
    name: str
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
    """A whole file: definitions and processes in their order. A process and a composite process may share a name."""

    definitions: list[Definition] = field(default_factory=list)
    processes: dict[str, Primitive] = field(default_factory=dict)
    composites: dict[str, Composite] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
