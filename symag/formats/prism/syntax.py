"""The syntax of a PRISM file: the tree that the parser builds, each part with its position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symag.formats.positions import Position

__all__ = [
    "Call",
    "Command",
    "Conditional",
    "Constant",
    "Identifier",
    "Literal",
    "Module",
    "Position",
    "PrismChain",
    "PrismExpression",
    "PrismFile",
    "PrismFormula",
    "PrismUnary",
    "Update",
    "Variable",
    "mentioned",
]


@dataclass(slots=True)
class Literal:
    """A number or a truth value."""

    value: bool | int | Fraction
    position: Position
    depth: int = 1


@dataclass(slots=True)
class Identifier:
    """A constant, a formula or a variable, by name."""

    name: str
    position: Position
    depth: int = 1


@dataclass(slots=True)
class PrismUnary:
    """`-x` or `!x`."""

    operator: str
    operand: PrismExpression
    position: Position
    depth: int


@dataclass(slots=True)
class PrismChain:
    """Operators of one level, from left to right: `a - b + c`. Operator `i` stands before operand `i + 1`."""

    operands: list[PrismExpression]
    operators: list[tuple[str, Position]]
    depth: int

    @property
    def position(self) -> Position:
        """Where it begins."""
        return self.operands[0].position


@dataclass(slots=True)
class Conditional:
    """`a ? x : b ? y : z`. The cases stand backwards, so that the parser, which sees the last first, can append."""

    backwards: list[tuple[PrismExpression, PrismExpression]]
    otherwise: PrismExpression
    position: Position
    depth: int


@dataclass(slots=True)
class Call:
    """`min(x, y)`."""

    function: str
    arguments: list[PrismExpression]
    position: Position
    depth: int


PrismExpression = Literal | Identifier | PrismUnary | PrismChain | Conditional | Call


def mentioned(expressions: list[PrismExpression]) -> Iterator[Identifier]:
    """Every name in these expressions, as often as it stands there."""
    waiting = list(expressions)
    while waiting:
        expression = waiting.pop()
        if isinstance(expression, Identifier):
            yield expression
        elif isinstance(expression, PrismUnary):
            waiting.append(expression.operand)
        elif isinstance(expression, PrismChain):
            waiting.extend(expression.operands)
        elif isinstance(expression, Conditional):
            waiting.append(expression.otherwise)
            waiting.extend(part for case in expression.backwards for part in case)
        elif isinstance(expression, Call):
            waiting.extend(expression.arguments)


@dataclass(frozen=True, slots=True)
class Constant:
    """`const int K = 3;`, or without the value."""

    name: str
    type: str
    value: PrismExpression | None
    position: Position


@dataclass(frozen=True, slots=True)
class PrismFormula:
    """`formula busy = s>0;`."""

    name: str
    value: PrismExpression
    position: Position


@dataclass(frozen=True, slots=True)
class Variable:
    """`x : [0..3] init 1;` or, without bounds, `b : bool;`."""

    name: str
    bounds: tuple[PrismExpression, PrismExpression] | None
    initial: PrismExpression | None
    position: Position


@dataclass(frozen=True, slots=True)
class Update:
    """`1/2 : (x'=1) & (y'=2)`; no probability means one."""

    probability: PrismExpression | None
    assignments: list[tuple[str, PrismExpression, Position]]
    position: Position


@dataclass(frozen=True, slots=True)
class Command:
    """`[a] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2);`; the action `""` is the hidden one."""

    action: str
    guard: PrismExpression
    updates: list[Update]
    position: Position

    def expressions(self) -> list[PrismExpression]:
        """All that it is made of."""
        found = [self.guard]
        for update in self.updates:
            found += [] if update.probability is None else [update.probability]
            found += [value for _, value, _ in update.assignments]
        return found


@dataclass(frozen=True, slots=True)
class Module:
    """A module; one that was written as the renaming of another has that one's body and says how names change."""

    name: str
    variables: list[Variable]
    commands: list[Command]
    position: Position
    base: str = ""
    renaming: Mapping[str, str] = field(default_factory=dict)
    renamed_at: Mapping[str, Position] = field(default_factory=dict)


@dataclass(slots=True)
class PrismFile:
    """A whole file, without the parts that symag skips: labels and rewards."""

    kind: str = ""
    constants: list[Constant] = field(default_factory=list)
    formulas: list[PrismFormula] = field(default_factory=list)
    globals: list[Variable] = field(default_factory=list)
    modules: list[Module] = field(default_factory=list)
