"""An FSP file as it was written: the tree that the parser makes, every part with its place.

`free` are the names that a part needs from outside, so that two states which differ in other names only are one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from symag.formats.places import Place

__all__ = [
    "MAX_NESTING",
    "Body",
    "Branch",
    "Chain",
    "Choice",
    "Composite",
    "Condition",
    "Definition",
    "Either",
    "Expression",
    "Index",
    "Instance",
    "Labels",
    "Local",
    "Name",
    "Number",
    "Parallel",
    "Piece",
    "Primitive",
    "Reference",
    "Relabel",
    "Replicated",
    "Set",
    "Source",
    "Target",
    "Unary",
    "Word",
]

MAX_NESTING = 64
"""Of expressions, sets, and parallel compositions. Prefixes, choices and conditions may be nested as deep as memory
allows: nothing recurses over them."""

Free = frozenset[str]
NOTHING: Free = frozenset()


@dataclass(slots=True)
class Number:
    """`3`."""

    value: int
    place: Place
    depth: int = 1
    free: Free = NOTHING


@dataclass(slots=True)
class Name:
    """A constant, a parameter or an index; in brackets, perhaps a range or a set."""

    name: str
    place: Place
    free: Free
    depth: int = 1


@dataclass(slots=True)
class Unary:
    """`-x`, `+x`, `!x`."""

    sign: str
    operand: Expression
    place: Place
    depth: int
    free: Free


@dataclass(slots=True)
class Chain:
    """Operators of one level, from left to right: `a - b + c`."""

    first: Expression
    rest: list[tuple[str, Place, Expression]]
    depth: int
    free: Free

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.first.place


Expression = Number | Name | Unary | Chain


@dataclass(slots=True)
class Word:
    """`a`, in a label."""

    word: str
    place: Place
    depth: int = 1
    free: Free = NOTHING


@dataclass(slots=True)
class Set:
    """`{a, b[0..2]}`, or the name of a set."""

    members: list[Labels]
    name: str
    place: Place
    depth: int
    free: Free


@dataclass(slots=True)
class Index:
    """`[e]`, `[low..high]`, `[{a, b}]`, `[T]`; with a variable, `[i:0..3]`."""

    variable: str
    low: Expression | None
    high: Expression | None
    within: Set | None
    place: Place
    depth: int
    free: Free


Piece = Word | Set | Index


@dataclass(slots=True)
class Labels:
    """`a.{b, c}[i:0..3]`: one action or many. `bound` are the variables that it gives values to."""

    pieces: list[Piece]
    place: Place
    depth: int
    free: Free
    bound: Free


@dataclass(slots=True)
class Reference:
    """`Q[i+1]`, `STOP`, `ERROR`."""

    name: str
    indices: list[Expression]
    place: Place
    free: Free


@dataclass(slots=True)
class Branch:
    """`when (i<N) a[i] -> …`."""

    guard: Expression | None
    labels: Labels
    target: Target
    place: Place
    free: Free


@dataclass(slots=True, eq=False)
class Choice:
    """`(a -> P | b -> Q)`. The branches stand as they were written. `owner` and `number` name its states: number 0 is
    where a local process begins."""

    branches: list[Branch]
    place: Place
    free: Free
    owner: str = ""
    number: int = 0
    kept: tuple[str, ...] = ()


@dataclass(slots=True)
class Condition:
    """`if B then P else Q`; without `else`, STOP."""

    test: Expression
    then: Target
    otherwise: Target | None
    place: Place
    free: Free


Target = Reference | Choice | Condition


@dataclass(slots=True)
class Local:
    """`Q[i:0..N] = …`."""

    name: str
    indices: list[Index]
    body: Target
    place: Place


@dataclass(slots=True)
class Relabel:
    """`new/old`, or `forall[i:1..N] {new[i]/old[i], …}`."""

    new: Labels | None
    old: Labels | None
    indices: list[Index]
    inner: list[Relabel]
    place: Place
    depth: int


@dataclass(slots=True)
class Visible:
    """`\\{a}` or `@{a}`."""

    sign: str
    actions: Set
    place: Place


@dataclass(slots=True)
class Primitive:
    """`P(N=3) = …, Q[i:0..N] = … +{a} /{b/c} \\{d}.`, perhaps a property. The first local process is its beginning."""

    name: str
    parameters: list[tuple[str, Expression]]
    locals: list[Local]
    extension: Set | None
    relabels: list[Relabel]
    visible: Visible | None
    is_property: bool
    place: Place


@dataclass(slots=True)
class Instance:
    """`P(3)`."""

    name: str
    arguments: list[Expression]
    place: Place
    depth: int = 1


@dataclass(slots=True)
class Parallel:
    """`{a,b}::c:(P || Q)/{new/old}`."""

    share: Labels | None
    prefix: Labels | None
    members: list[Body]
    relabels: list[Relabel]
    place: Place
    depth: int


@dataclass(slots=True)
class Replicated:
    """`forall[i:1..N] …`."""

    indices: list[Index]
    body: Body
    place: Place
    depth: int


@dataclass(slots=True)
class Either:
    """`if B then … else …` between compositions."""

    test: Expression
    then: Body
    otherwise: Body | None
    place: Place
    depth: int


Body = Instance | Parallel | Replicated | Either


@dataclass(slots=True)
class Composite:
    """`||S(N=2) = (P || Q)\\{a}.`"""

    name: str
    parameters: list[tuple[str, Expression]]
    body: Body
    visible: Visible | None
    place: Place


@dataclass(slots=True)
class Definition:
    """`const N = 3`, `range T = 0..N`, `set S = {a, b}`."""

    kind: str
    name: str
    low: Expression | None
    high: Expression | None
    members: Set | None
    place: Place


@dataclass(slots=True)
class Source:
    """A whole file: definitions and processes in their order."""

    definitions: list[Definition] = field(default_factory=list)
    processes: dict[str, Primitive | Composite] = field(default_factory=dict)
