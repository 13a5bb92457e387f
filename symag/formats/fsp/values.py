"""Values of expressions: integers, and for an index that runs over a set, labels. As in LTSA, 0 is false."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from symag.formats.fsp.terms import Chain, Expression, Name, Number, Unary
from symag.formats.places import Place
from symag.limits import Watch

__all__ = ["LIMIT", "Environment", "Label", "Scope", "Value", "evaluate", "integer", "shown", "true"]

Label = tuple[str | int, ...]
"""An action in its parts: `a[1].b` is `("a", 1, "b")`."""
Value = int | Label
Environment = Mapping[str, Value]

LIMIT = 10**18
SHIFT = 60


@dataclass(frozen=True)
class Scope:
    """The names that hold for all of a process: constants with the parameters, ranges and sets of the file."""

    watch: Watch
    constants: Mapping[str, int] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    sets: Mapping[str, Sequence[Label]] = field(default_factory=dict)

    def within(self, parameters: Mapping[str, int]) -> Scope:
        """This scope with values for parameters, which hide constants of the same name."""
        return Scope(self.watch, {**self.constants, **parameters}, self.ranges, self.sets)


def shown(label: Label) -> str:
    """As it is written in FSP: `a[1].b`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in label)
    return text.removeprefix(".")


def evaluate(expression: Expression, environment: Environment, scope: Scope) -> Value:
    """The value; recursive, because the parser bounded the depth."""
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Name):
        return _named(expression, environment, scope)
    if isinstance(expression, Unary):
        operand = integer(expression.operand, environment, scope)
        return int(not operand) if expression.sign == "!" else -operand if expression.sign == "-" else operand
    return _chain(expression, environment, scope)


def integer(expression: Expression, environment: Environment, scope: Scope) -> int:
    """The value, which must be an integer."""
    value = evaluate(expression, environment, scope)
    if not isinstance(value, int):
        raise expression.place.wrong(f"this is the label {shown(value)!r}, and here a number is wanted")
    return value


def true(expression: Expression, environment: Environment, scope: Scope) -> bool:
    """Is it anything but 0?"""
    return integer(expression, environment, scope) != 0


def _named(expression: Name, environment: Environment, scope: Scope) -> Value:
    name = expression.name
    value = environment.get(name)
    if value is None:
        value = scope.constants.get(name)
    if value is None:
        if name in scope.ranges or name in scope.sets:
            raise expression.place.wrong(f"{name!r} is a {'range' if name in scope.ranges else 'set'}, not a number")
        kind = "no constant and no parameter" if name[0].isupper() else "no index"
        raise expression.place.wrong(f"{name!r} is not defined here: it is {kind} (define it before it is used)")
    return value


def _chain(chain: Chain, environment: Environment, scope: Scope) -> Value:
    value = evaluate(chain.first, environment, scope)
    for sign, place, operand in chain.rest:
        if sign in ("&&", "||"):
            left = _number(value, chain.first.place)
            if bool(left) == (sign == "||"):
                return int(bool(left))
            value = int(true(operand, environment, scope))
            continue
        right = evaluate(operand, environment, scope)
        if sign in ("==", "!="):
            value = int((value == right) == (sign == "=="))
            continue
        value = _operated(sign, place, _number(value, chain.first.place), _number(right, operand.place))
        if not -LIMIT < value < LIMIT:
            raise place.wrong(f"{sign} gives a number of more than 18 digits")
    return value


def _number(value: Value, place: Place) -> int:
    if not isinstance(value, int):
        raise place.wrong(f"this is the label {shown(value)!r}, and here a number is wanted")
    return value


def _operated(sign: str, place: Place, left: int, right: int) -> int:
    if sign in ("/", "%"):
        if right == 0:
            raise place.wrong(f"{left} {sign} 0: division by zero")
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)  # towards zero, as in LTSA
        return quotient if sign == "/" else left - quotient * right
    if sign in ("<<", ">>") and not 0 <= right <= SHIFT:
        raise place.wrong(f"a shift by {right} is not read: shift by 0 to {SHIFT}")
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
