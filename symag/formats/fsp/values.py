"""Values of expressions: integers, and for an index that runs over a set, labels. As in LTSA, 0 is false.

The syntax of expressions and labels, each part with its position.

`free` are the names that a part needs from outside, so that two states which differ in other names only are one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from symag.formats.positions import Position
from symag.limits import Watch

__all__ = [
    "MAX_INTEGER",
    "NOTHING",
    "Environment",
    "Free",
    "FspChain",
    "FspExpression",
    "FspScope",
    "FspUnary",
    "FspValue",
    "Index",
    "Label",
    "Labels",
    "Name",
    "Numeral",
    "Piece",
    "Set",
    "Word",
    "evaluate_fsp",
    "integer",
    "is_true",
    "label_text",
]

Free = frozenset[str]
NOTHING: Free = frozenset()


@dataclass(slots=True)
class Numeral:
    """`3`."""

    value: int
    position: Position
    depth: int = 1
    free: Free = NOTHING


@dataclass(slots=True)
class Name:
    """A constant, a parameter or an index; in brackets, perhaps a range or a set."""

    name: str
    position: Position
    free: Free
    depth: int = 1


@dataclass(slots=True)
class FspUnary:
    """`-x`, `+x`, `!x`."""

    sign: str
    operand: FspExpression
    position: Position
    depth: int
    free: Free


@dataclass(slots=True)
class FspChain:
    """Operators of one level, from left to right: `a - b + c`."""

    first: FspExpression
    rest: list[tuple[str, Position, FspExpression]]
    depth: int
    free: Free

    @property
    def position(self) -> Position:
        """Where it begins."""
        return self.first.position


FspExpression = Numeral | Name | FspUnary | FspChain


@dataclass(slots=True)
class Word:
    """`a`, in a label."""

    word: str
    position: Position
    depth: int = 1
    free: Free = NOTHING


@dataclass(slots=True)
class Set:
    """`{a, b[0..2]}`, or the name of a set."""

    members: list[Labels]
    name: str
    position: Position
    depth: int
    free: Free


@dataclass(slots=True)
class Index:
    """`[e]`, `[low..high]`, `[{a, b}]`, `[T]`; with a variable, `[i:0..3]`."""

    variable: str
    low: FspExpression | None
    high: FspExpression | None
    within: Set | None
    position: Position
    depth: int
    free: Free


Piece = Word | Set | Index


@dataclass(slots=True)
class Labels:
    """`a.{b, c}[i:0..3]`: one action or many. `bound` are the variables that it gives values to."""

    pieces: list[Piece]
    position: Position
    depth: int
    free: Free
    bound: Free


Label = tuple[str | int, ...]
"""An action in its parts: `a[1].b` is `("a", 1, "b")`."""
FspValue = int | Label
Environment = Mapping[str, FspValue]

MAX_INTEGER = 10**18
SHIFT = 60


@dataclass(frozen=True)
class FspScope:
    """The names that hold for all of a process: constants with the parameters, ranges and sets of the file."""

    watch: Watch
    constants: Mapping[str, int] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    sets: Mapping[str, Sequence[Label]] = field(default_factory=dict)

    def within(self, parameters: Mapping[str, int]) -> FspScope:
        """This scope with values for parameters, which hide constants of the same name."""
        return FspScope(self.watch, {**self.constants, **parameters}, self.ranges, self.sets)


def label_text(label: Label) -> str:
    """As it is written in FSP: `a[1].b`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in label)
    return text.removeprefix(".")


def evaluate_fsp(expression: FspExpression, environment: Environment, scope: FspScope) -> FspValue:
    """The value; recursive, because the parser bounded the depth."""
    if isinstance(expression, Numeral):
        return expression.value
    if isinstance(expression, Name):
        return _named(expression, environment, scope)
    if isinstance(expression, FspUnary):
        operand = integer(expression.operand, environment, scope)
        return int(not operand) if expression.sign == "!" else -operand if expression.sign == "-" else operand
    return _chain(expression, environment, scope)


def integer(expression: FspExpression, environment: Environment, scope: FspScope) -> int:
    """The value, which must be an integer."""
    value = evaluate_fsp(expression, environment, scope)
    if not isinstance(value, int):
        raise expression.position.error(f"this is the label {label_text(value)!r}, and a number is needed here")
    return value


def is_true(expression: FspExpression, environment: Environment, scope: FspScope) -> bool:
    """Is it anything but 0?"""
    return integer(expression, environment, scope) != 0


def _named(expression: Name, environment: Environment, scope: FspScope) -> FspValue:
    name = expression.name
    value = environment.get(name)
    if value is None:
        value = scope.constants.get(name)
    if value is None:
        if name in scope.ranges or name in scope.sets:
            raise expression.position.error(f"{name!r} is a {'range' if name in scope.ranges else 'set'}, not a number")
        kind = "no constant and no parameter" if name[0].isupper() else "no index"
        raise expression.position.error(f"{name!r} is not defined here: it is {kind} (define it before it is used)")
    return value


def _chain(chain: FspChain, environment: Environment, scope: FspScope) -> FspValue:
    value = evaluate_fsp(chain.first, environment, scope)
    for sign, position, operand in chain.rest:
        if sign in ("&&", "||"):
            left = _number(value, chain.first.position)
            if bool(left) == (sign == "||"):
                return int(bool(left))
            value = int(is_true(operand, environment, scope))
            continue
        right = evaluate_fsp(operand, environment, scope)
        if sign in ("==", "!="):
            value = int((value == right) == (sign == "=="))
            continue
        value = _operated(sign, position, _number(value, chain.first.position), _number(right, operand.position))
        if not -MAX_INTEGER < value < MAX_INTEGER:
            raise position.error(f"{sign} gives a number of more than 18 digits")
    return value


def _number(value: FspValue, position: Position) -> int:
    if not isinstance(value, int):
        raise position.error(f"this is the label {label_text(value)!r}, and a number is needed here")
    return value


def _operated(sign: str, position: Position, left: int, right: int) -> int:
    if sign in ("/", "%"):
        if right == 0:
            raise position.error(f"{left} {sign} 0: division by zero")
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)  # towards zero, as in LTSA
        return quotient if sign == "/" else left - quotient * right
    if sign in ("<<", ">>") and not 0 <= right <= SHIFT:
        raise position.error(f"a shift by {right} is not read: shift by 0 to {SHIFT}")
    return int(OPERATIONS[sign](left, right))


OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "|": lambda left, right: left | right,
    "^": lambda left, right: left ^ right,
    "&": lambda left, right: left & right,
    "<<": lambda left, right: left << right,
    ">>": lambda left, right: left >> right,
}
