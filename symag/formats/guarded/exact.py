"""The exact value of a term, for what the machine cannot do and for constants. No float is ever made.

Typed expressions, ready to be evaluated: names are resolved, constants folded, intervals known.

A term whose integers stay within 62 bits, whatever the variables are, has bounds (`low`, `high`) and can be given to
the machine. All others have none, and are evaluated exactly, in Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from symag.formats.positions import Position
from symag.model.rational import MAX_EXACT, MAX_EXACT_DIGITS, shown

__all__ = [
    "MACHINE_LIMIT",
    "MAX_SIZE",
    "MAX_TERM_DEPTH",
    "MAX_TOTAL",
    "Bounds",
    "ExactValue",
    "Term",
    "bounded",
    "evaluate_exactly",
    "said",
]

ExactValue = bool | int | Fraction
Bounds = tuple[int, int] | None

MACHINE_LIMIT = 1 << 62
"""Of the machine's integers: sums of two fit in 64 bits."""
MAX_TERM_DEPTH = 128
"""Of an expression with the formulas that it mentions."""
MAX_SIZE = 1_000_000
"""Of an expression with the formulas that it mentions, each as often as it is mentioned."""
MAX_TOTAL = 10_000_000
"""Of all expressions of a module."""


@dataclass(slots=True, eq=False)
class Term:
    """One node, which nobody changes: a frozen one takes three times as long to make. `signs` are the operators of a
    chain, or the name of a function; `value` is that of a constant, or the number of a variable."""

    kind: str
    type: str
    position: Position
    args: tuple[Term, ...] = ()
    signs: tuple[str, ...] = ()
    value: ExactValue = 0
    bounds: Bounds = None
    variables: frozenset[int] = frozenset()
    depth: int = 1
    size: int = 1

    @staticmethod
    def constant(value: ExactValue, type_: str, position: Position) -> Term:
        """A known value."""
        bounds = None
        if value == int(value) and abs(int(value)) < MACHINE_LIMIT:
            bounds = (int(value), int(value))
        return Term("constant", type_, position, value=value, bounds=bounds)

    @staticmethod
    def variable(number: int, type_: str, bounds: Bounds, position: Position) -> Term:
        """A variable of the module."""
        return Term("variable", type_, position, value=number, bounds=bounds, variables=frozenset([number]))

    @staticmethod
    def node(kind: str, type_: str, position: Position, args: Sequence[Term], signs: Sequence[str] = ()) -> Term:
        """An operation."""
        depth = 1 + max(arg.depth for arg in args)
        size = 1 + sum(arg.size for arg in args)
        if depth > MAX_TERM_DEPTH:
            raise position.error(f"the expression, with its formulas, is nested deeper than {MAX_TERM_DEPTH}")
        if size > MAX_SIZE:
            raise position.error(f"the expression, with its formulas, has more than {MAX_SIZE:,} parts")
        variables = frozenset[int]().union(*(arg.variables for arg in args))
        bounds = bounded(kind, tuple(signs), args)
        return Term(kind, type_, position, tuple(args), tuple(signs), 0, bounds, variables, depth, size)


def bounded(kind: str, signs: tuple[str, ...], args: Sequence[Term]) -> Bounds:
    """The interval of an operation, if the machine can do it without leaving its range."""
    if kind == "call" and signs[0] in ("floor", "ceil") and _is_quotient(args[0]):
        return _of_quotient(signs[0], args[0].args)
    intervals = [arg.bounds for arg in args]
    known = [interval for interval in intervals if interval is not None]
    if len(known) < len(intervals):
        return None
    if kind == "not":
        return (0, 1)
    if kind == "negative":
        return (-known[0][1], -known[0][0])
    if kind == "choice":
        values = [*known[1::2], known[-1]]
        return (min(low for low, _ in values), max(high for _, high in values))
    return _of_chain(signs, known) if kind == "chain" else _of_call(signs[0], known)


def _of_chain(signs: tuple[str, ...], known: list[tuple[int, int]]) -> Bounds:
    if signs[0] == "/":
        return None
    if signs[0] not in "+-*":
        return (0, 1)
    low, high = known[0]
    for sign, (least, most) in zip(signs, known[1:], strict=True):
        if sign == "/":
            return None
        if sign == "*":
            corners = [low * least, low * most, high * least, high * most]
            low, high = min(corners), max(corners)
        else:
            low, high = (low + least, high + most) if sign == "+" else (low - most, high - least)
        if low <= -MACHINE_LIMIT or high >= MACHINE_LIMIT:
            return None
    return low, high


def _of_call(function: str, known: list[tuple[int, int]]) -> Bounds:
    first, last = known[0], known[-1]
    if function in ("min", "max"):
        choose = min if function == "min" else max
        return choose(low for low, _ in known), choose(high for _, high in known)
    if function in ("floor", "ceil", "round"):
        return first
    if function == "mod" and last[0] >= 1:
        return (0, last[1] - 1)
    if function == "pow" and last[0] >= 0 and last[1] < 62:
        most = max(abs(first[0]), abs(first[1]), 1) ** last[1]
        return None if most >= MACHINE_LIMIT else (-most if first[0] < 0 else 0, most)
    return None


def _is_quotient(term: Term) -> bool:
    """Is it one division of integers by a positive one, of which the machine knows floor and ceiling?"""
    if term.kind != "chain" or term.signs != ("/",):
        return False
    above, below = (arg.bounds for arg in term.args)
    return above is not None and below is not None and below[0] >= 1


def _of_quotient(function: str, args: Sequence[Term]) -> Bounds:
    above, below = (arg.bounds for arg in args)
    assert above is not None
    assert below is not None
    corners = [a // b if function == "floor" else -(-a // b) for a in above for b in below]
    return min(corners), max(corners)


Known = dict[int, ExactValue]
"""Values of terms, by their identity."""
BITS_PER_DIGIT = Fraction(10, 3)


def said(value: ExactValue) -> str:
    """A value in a message, as PRISM writes it."""
    return str(value).lower() if isinstance(value, bool) else shown(Fraction(value))


def evaluate_exactly(term: Term, values: Mapping[int, int]) -> ExactValue:
    """The value where the variables have these values."""
    return _value(term, values, {})


def _value(term: Term, values: Mapping[int, int], known: Known) -> ExactValue:
    """The same; terms that are shared, as formulas are, are looked at once. Their depth is bounded, so recursion is."""
    if not term.args:
        return _computed(term, values, known)
    if id(term) not in known:
        known[id(term)] = _computed(term, values, known)
    return known[id(term)]


def _computed(term: Term, values: Mapping[int, int], known: Known) -> ExactValue:
    kind, args = term.kind, term.args
    if kind == "constant":
        return term.value
    if kind == "variable":
        value = values[int(term.value)]
        return bool(value) if term.type == "bool" else value
    if kind == "not":
        return not _value(args[0], values, known)
    if kind == "negative":
        return -_value(args[0], values, known)
    if kind == "choice":
        for at in range(0, len(args) - 1, 2):
            if _value(args[at], values, known):
                return _value(args[at + 1], values, known)
        return _value(args[-1], values, known)
    if kind == "chain":
        return _chain(term, values, known)
    return _bounded(_call(term, [_value(arg, values, known) for arg in args], term.position), term.position)


def _chain(term: Term, values: Mapping[int, int], known: Known) -> ExactValue:
    args = iter(term.args)
    result = _value(next(args), values, known)
    for sign, arg in zip(term.signs, args, strict=True):
        if sign == "&":
            if not result:
                return False
            result = _value(arg, values, known)
        elif sign == "|":
            if result:
                return True
            result = _value(arg, values, known)
        elif sign == "=>":
            if not result:
                return True
            result = _value(arg, values, known)
        else:
            result = _bounded(_binary(sign, result, _value(arg, values, known), term.position), term.position)
    return result


def _binary(sign: str, one: ExactValue, two: ExactValue, position: Position) -> ExactValue:
    match sign:
        case "+":
            return one + two
        case "-":
            return one - two
        case "*":
            return one * two
        case "/":
            if two == 0:
                raise position.error(f"{said(one)} is divided by zero")
            return Fraction(one) / Fraction(two)
        case "<":
            return one < two
        case "<=":
            return one <= two
        case ">":
            return one > two
        case ">=":
            return one >= two
        case "!=":
            return one != two
    return one == two  # = and <=>


def _call(term: Term, args: list[ExactValue], position: Position) -> ExactValue:
    match term.signs[0]:
        case "min":
            return min(args)
        case "max":
            return max(args)
        case "floor":
            return floor(args[0])
        case "ceil":
            return ceil(args[0])
        case "round":
            return floor(args[0] + Fraction(1, 2))
        case "mod":
            if args[1] <= 0:
                raise position.error(f"mod needs a positive divisor, not {said(args[1])}")
            return args[0] % args[1]
        case "pow":
            return _power(args[0], args[1], term.type == "int", position)
    return _logarithm(Fraction(args[0]), Fraction(args[1]), position)


def _power(base: ExactValue, exponent: ExactValue, is_int: bool, position: Position) -> ExactValue:
    whole = int(exponent)
    if whole != exponent:
        above, below = Fraction(exponent).as_integer_ratio()
        return _power(_root(Fraction(base), below, exponent, position), above, False, position)
    if whole < 0 and is_int:
        raise position.error(f"the power {said(base)} to {said(exponent)} is no integer: write pow({said(base)}.0, …)")
    if whole < 0 and base == 0:
        raise position.error("zero to a negative power is a division by zero")
    parts = Fraction(base)
    bits = max(abs(parts.numerator).bit_length(), parts.denominator.bit_length()) - 1
    if bits * abs(whole) > MAX_EXACT_DIGITS * BITS_PER_DIGIT:
        raise position.error(_too_large())
    if bits == 0:  # 0, 1, -1: the exponent may be astronomic
        whole = 2 + whole % 2 if whole else 0
    return int(base) ** whole if is_int else parts**whole


def _root(base: Fraction, degree: int, exponent: ExactValue, position: Position) -> Fraction:
    """The root of this degree, if it is rational."""
    parts = [_whole_root(part, degree) for part in base.as_integer_ratio()] if base >= 0 else []
    if len(parts) < 2 or parts[0] is None or parts[1] is None:
        raise position.error(f"{said(base)} to the power {said(exponent)} is not rational, and symag is exact")
    return Fraction(parts[0], parts[1])


def _whole_root(value: int, degree: int) -> int | None:
    if degree >= value.bit_length():
        return value if value < 2 else None
    low, high = 0, 1 << (value.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < value:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == value else None


def _logarithm(value: Fraction, base: Fraction, position: Position) -> ExactValue:
    """The whole exponent that gives the value, if there is one."""
    if value <= 0 or base <= 0 or base == 1:
        raise position.error(f"log({said(value)}, {said(base)}) is not defined")
    grows = base > 1
    step, power = (base if grows == (value >= 1) else 1 / base), Fraction(1)
    for exponent in range(MAX_EXACT_DIGITS * 4):
        if power == value:
            return Fraction(exponent if grows == (value >= 1) else -exponent)
        if power.numerator > value.numerator or power.denominator > value.denominator:
            break  # both only grow, in lowest terms
        power *= step
    raise position.error(
        f"log({said(value)}, {said(base)}) is not a whole number, and symag computes with exact numbers"
    )


def _too_large() -> str:
    return f"a value here has more than {MAX_EXACT_DIGITS} digits"


def _bounded(value: ExactValue, position: Position) -> ExactValue:
    if isinstance(value, Fraction):
        if abs(value.numerator) >= MAX_EXACT or value.denominator >= MAX_EXACT:
            raise position.error(_too_large())
    elif abs(value) >= MAX_EXACT:
        raise position.error(_too_large())
    return value
