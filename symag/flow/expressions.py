"""Expressions over variables, read one after the other.

Another task may change a variable between two looks at it, so every occurrence of a variable is looked at by itself:
`evaluate` says which occurrence comes next, or what the value is when all that matter are known. Operands are looked at
from left to right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from symag.errors import InputError

__all__ = ["UNDEFINED", "Constant", "FlowExpression", "FlowValue", "Look", "Operation", "equals", "evaluate", "looks"]

FlowValue = bool | int | str
"""Of a Boolean, an integer, an enumeration."""


@dataclass(frozen=True, eq=False)
class Constant:
    """`3`, `true`, `red`."""

    value: FlowValue


@dataclass(frozen=True, eq=False)
class Look:
    """One occurrence of a variable."""

    variable: str


@dataclass(frozen=True, eq=False)
class Operation:
    """`x and y and z`, `n + 1`, `not x`."""

    operator: str
    operands: tuple[FlowExpression, ...]


FlowExpression = Constant | Look | Operation


class _Undefined:
    """The value of `1 / 0`: the program raises an exception."""


UNDEFINED = _Undefined()


def _divided(a: int, b: int) -> int:
    """Towards zero, as in Ada."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _product(values: Sequence[int]) -> int:
    result = 1
    for value in values:
        result *= value
    return result


_OPERATORS: Mapping[str, Callable[..., FlowValue]] = {
    "not": lambda a: not a,
    "negate": lambda a: -a,
    "=": lambda a, b: a == b,
    "/=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "in": lambda a, low, high: low <= a <= high,
    "+": lambda *values: sum(values),
    "*": lambda *values: _product(values),
    "/": _divided,
    "mod": lambda a, b: a % b,
    "rem": lambda a, b: a - b * _divided(a, b),
    "and": lambda *values: all(values),
    "or": lambda *values: any(values),
    "xor": lambda *values: sum(values) % 2 == 1,
}
_SHORT: Mapping[str, bool] = {"and then": False, "or else": True}
"""The value that decides, so that the rest is not looked at."""


def equals(variable: str, value: FlowValue) -> Operation:
    """`variable = value`."""
    return Operation("=", (Look(variable), Constant(value)))


def evaluate(expression: FlowExpression, known: Mapping[Look, FlowValue]) -> FlowValue | Look | _Undefined:
    """The value; or the next occurrence to look at, if its value is not known."""
    if isinstance(expression, Constant):
        return expression.value
    if isinstance(expression, Look):
        return known.get(expression, expression)
    decisive = _SHORT.get(expression.operator)
    values: list[FlowValue] = []
    for operand in expression.operands:
        value = evaluate(operand, known)
        if isinstance(value, Look | _Undefined):
            return value
        if decisive is not None and value == decisive:
            return decisive
        values.append(value)
    if decisive is not None:
        return not decisive
    try:
        return _OPERATORS[expression.operator](*values)
    except ZeroDivisionError:
        return UNDEFINED


def looks(expression: FlowExpression) -> Iterator[Look]:
    """The occurrences of variables."""
    if isinstance(expression, Look):
        yield expression
    elif isinstance(expression, Operation):
        if expression.operator not in _OPERATORS and expression.operator not in _SHORT:
            raise InputError(f"the operator {expression.operator!r} is not known")
        for operand in expression.operands:
            yield from looks(operand)
