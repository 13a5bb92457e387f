"""Expressions over numbers as functions, for processes of many states: each expression is looked at once.

A function gives the number that `evaluate_fsp` gives, or None where there is more to say: about labels, unknown names,
large numbers, division by zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import eq, ne

from symag.formats.fsp.terms import FspChain, FspExpression, FspUnary, Name, Numeral
from symag.formats.fsp.values import (
    MAX_INTEGER,
    OPERATIONS,
    Environment,
    FspScope,
    FspValue,
    evaluate_fsp,
    integer,
)

__all__ = ["PlainValues"]

Plain = Callable[[Environment], int | None]


class PlainValues:
    """The values of the expressions of one process."""

    def __init__(self, scope: FspScope) -> None:
        self.scope = scope
        self._plain: dict[int, tuple[FspExpression, Plain]] = {}

    def value(self, expression: FspExpression, environment: Environment) -> FspValue:
        """The value, as `evaluate_fsp` gives it."""
        found = self._function(expression)(environment)
        return evaluate_fsp(expression, environment, self.scope) if found is None else found

    def is_true(self, expression: FspExpression, environment: Environment) -> bool:
        """Is it anything but 0?"""
        found = self._function(expression)(environment)
        return (integer(expression, environment, self.scope) if found is None else found) != 0

    def _function(self, expression: FspExpression) -> Plain:
        known = self._plain.get(id(expression))
        if known is None:  # the expression is kept, so that no other one gets its identity
            known = self._plain[id(expression)] = expression, _plain(expression, self.scope.constants)
        return known[1]


def _plain(expression: FspExpression, constants: Mapping[str, FspValue]) -> Plain:
    """Recursive, because the parser bounded the depth."""
    if isinstance(expression, Numeral):
        return _constant(expression.value)
    if isinstance(expression, Name):
        return _named(expression.name, constants.get(expression.name))
    if isinstance(expression, FspUnary):
        return _unary(expression.sign, _plain(expression.operand, constants))
    if not isinstance(expression, FspChain):
        return _unknown
    value = _plain(expression.first, constants)
    for sign, _, operand in expression.rest:
        right = _plain(operand, constants)
        value = _joined(sign == "||", value, right) if sign in ("&&", "||") else _binary(sign, value, right)
    return value


def _unknown(environment: Environment) -> int | None:
    return None


def _constant(number: int) -> Plain:
    return lambda environment: number


def _named(name: str, constant: FspValue | None) -> Plain:
    def value(environment: Environment) -> int | None:
        found = environment.get(name, constant)
        return found if isinstance(found, int) else None

    return value


def _unary(sign: str, operand: Plain) -> Plain:
    def value(environment: Environment) -> int | None:
        found = operand(environment)
        if found is None:
            return None
        return int(found <= 0) if sign == "!" else -found if sign == "-" else found

    return value


def _joined(decisive: bool, left: Plain, right: Plain) -> Plain:
    """`&&` and `||`: what is on the right counts if the left is not decisive."""

    def value(environment: Environment) -> int | None:
        found = left(environment)
        if found is None:
            return None
        if bool(found) == decisive:
            return int(decisive)
        found = right(environment)
        return None if found is None else int(found != 0)

    return value


def _divided(left: int, right: int) -> int | None:
    """Towards zero, as in LTSA."""
    if right == 0:
        return None
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


def _remainder(left: int, right: int) -> int | None:
    quotient = _divided(left, right)
    return None if quotient is None else left - quotient * right


OPERATORS: Mapping[str, Callable[[int, int], int | None]] = {
    **{sign: operate for sign, operate in OPERATIONS.items() if sign not in ("<<", ">>")},
    "==": eq,
    "!=": ne,
    "/": _divided,
    "%": _remainder,
}


def _binary(sign: str, left: Plain, right: Plain) -> Plain:
    operate = OPERATORS.get(sign)
    if operate is None:
        return _unknown

    def value(environment: Environment) -> int | None:
        one = left(environment)
        if one is None:
            return None
        other = right(environment)
        if other is None:
            return None
        found = operate(one, other)
        return int(found) if found is not None and -MAX_INTEGER < found < MAX_INTEGER else None

    return value
