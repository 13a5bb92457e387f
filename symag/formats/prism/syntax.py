"""A PRISM file as it was written: the tree that the parser makes, every part with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symag.formats.places import Place

__all__ = [
    "MAX_NESTING",
    "Call",
    "Chain",
    "Choice",
    "Command",
    "Constant",
    "Expression",
    "Formula",
    "Identifier",
    "Literal",
    "Module",
    "Outcome",
    "Place",
    "Source",
    "Unary",
    "Variable",
    "mentioned",
]

MAX_NESTING = 64
"""Of expressions. Chains such as `a & b & c`, however long, are one level: they are kept and worked on as lists."""


@dataclass(slots=True)
class Literal:
    """A number or a truth value."""

    value: bool | int | Fraction
    place: Place
    depth: int = 1


@dataclass(slots=True)
class Identifier:
    """A constant, a formula or a variable, by name."""

    name: str
    place: Place
    depth: int = 1


@dataclass(slots=True)
class Unary:
    """`-x` or `!x`."""

    operator: str
    operand: Expression
    place: Place
    depth: int


@dataclass(slots=True)
class Chain:
    """Operators of one level, from left to right: `a - b + c`. Operator `i` stands before operand `i + 1`."""

    operands: list[Expression]
    operators: list[tuple[str, Place]]
    depth: int

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.operands[0].place


@dataclass(slots=True)
class Choice:
    """`a ? x : b ? y : z`. The cases stand backwards, so that the parser, which sees the last first, can append."""

    backwards: list[tuple[Expression, Expression]]
    otherwise: Expression
    place: Place
    depth: int


@dataclass(slots=True)
class Call:
    """`min(x, y)`."""

    function: str
    arguments: list[Expression]
    place: Place
    depth: int


Expression = Literal | Identifier | Unary | Chain | Choice | Call


def mentioned(expressions: list[Expression]) -> Iterator[Identifier]:
    """Every name in these expressions, as often as it stands there."""
    waiting = list(expressions)
    while waiting:
        expression = waiting.pop()
        if isinstance(expression, Identifier):
            yield expression
        elif isinstance(expression, Unary):
            waiting.append(expression.operand)
        elif isinstance(expression, Chain):
            waiting.extend(expression.operands)
        elif isinstance(expression, Choice):
            waiting.append(expression.otherwise)
            waiting.extend(part for case in expression.backwards for part in case)
        elif isinstance(expression, Call):
            waiting.extend(expression.arguments)


@dataclass(frozen=True, slots=True)
class Constant:
    """`const int K = 3;`, or without the value."""

    name: str
    type: str
    value: Expression | None
    place: Place


@dataclass(frozen=True, slots=True)
class Formula:
    """`formula busy = s>0;`."""

    name: str
    value: Expression
    place: Place


@dataclass(frozen=True, slots=True)
class Variable:
    """`x : [0..3] init 1;` or, without bounds, `b : bool;`."""

    name: str
    bounds: tuple[Expression, Expression] | None
    initial: Expression | None
    place: Place


@dataclass(frozen=True, slots=True)
class Outcome:
    """`1/2 : (x'=1) & (y'=2)`; no probability means one."""

    probability: Expression | None
    assignments: list[tuple[str, Expression, Place]]
    place: Place


@dataclass(frozen=True, slots=True)
class Command:
    """`[a] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2);`; the action `""` is the hidden one."""

    action: str
    guard: Expression
    outcomes: list[Outcome]
    place: Place

    def expressions(self) -> list[Expression]:
        """All that it is made of."""
        found = [self.guard]
        for outcome in self.outcomes:
            found += [] if outcome.probability is None else [outcome.probability]
            found += [value for _, value, _ in outcome.assignments]
        return found


@dataclass(frozen=True, slots=True)
class Module:
    """A module; one that was written as the renaming of another has that one's body and says how names change."""

    name: str
    variables: list[Variable]
    commands: list[Command]
    place: Place
    base: str = ""
    renaming: Mapping[str, str] = field(default_factory=dict)
    renamed_at: Mapping[str, Place] = field(default_factory=dict)


@dataclass(slots=True)
class Source:
    """A whole file; what symag has no use for (labels, rewards) was read and is not here."""

    kind: str = ""
    constants: list[Constant] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    globals: list[Variable] = field(default_factory=list)
    modules: list[Module] = field(default_factory=list)
