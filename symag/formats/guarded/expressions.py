"""Expressions over integers, rationals and booleans, as a parser builds them; each part has its position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symag.formats.positions import Position

__all__ = [
    "Application",
    "Chain",
    "Conditional",
    "Expression",
    "FunctionCall",
    "Identifier",
    "Literal",
    "Unary",
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
class Unary:
    """`-x` or `!x`."""

    operator: str
    operand: Expression
    position: Position
    depth: int


@dataclass(slots=True)
class Chain:
    """Operators of one level, from left to right: `a - b + c`. Operator `i` stands before operand `i + 1`."""

    operands: list[Expression]
    operators: list[tuple[str, Position]]
    depth: int

    @property
    def position(self) -> Position:
        """Where it begins."""
        return self.operands[0].position


@dataclass(slots=True)
class Conditional:
    """`a ? x : b ? y : z`. The cases stand backwards, so that the parser, which sees the last first, can append."""

    backwards: list[tuple[Expression, Expression]]
    otherwise: Expression
    position: Position
    depth: int


@dataclass(slots=True)
class FunctionCall:
    """`min(x, y)`."""

    function: str
    arguments: list[Expression]
    position: Position
    depth: int


@dataclass(slots=True)
class Application(Identifier):
    """A function that the model defines, with its arguments; or one that the language has and that is written out."""

    arguments: Sequence[Expression] = ()
    is_predefined: bool = False


Expression = Literal | Identifier | Unary | Chain | Conditional | FunctionCall


def mentioned(expressions: list[Expression]) -> Iterator[Identifier]:
    """Every name in these expressions, as often as it stands there."""
    for part in _parts(expressions):
        if isinstance(part, Identifier):
            yield part


def _parts(expressions: list[Expression]) -> Iterator[Expression]:
    """All parts of these expressions, the whole ones among them."""
    waiting = list(expressions)
    while waiting:
        expression = waiting.pop()
        yield expression
        if isinstance(expression, Unary):
            waiting.append(expression.operand)
        elif isinstance(expression, Chain):
            waiting.extend(expression.operands)
        elif isinstance(expression, Conditional):
            waiting.append(expression.otherwise)
            waiting.extend(part for case in expression.backwards for part in case)
        elif isinstance(expression, FunctionCall | Application):
            waiting.extend(expression.arguments)
