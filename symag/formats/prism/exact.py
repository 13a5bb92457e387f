"""The exact value of a term, for what the machine cannot do and for constants. No float is ever made."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from symag.formats.prism.syntax import Position
from symag.formats.prism.terms import ExactValue, Term
from symag.model.rational import MAX_EXACT, MAX_EXACT_DIGITS, shown

__all__ = ["evaluate_exactly", "said"]

Known = dict[int, ExactValue]
"""Values of terms, by their identity."""
BITS_PER_DIGIT = Fraction(10, 3)


def said(value: ExactValue) -> str:
    """A value in a message, as PRISM writes it."""
    return str(value).lower() if isinstance(value, bool) else shown(Fraction(value))


def evaluate_exactly(term: Term, values: Sequence[int]) -> ExactValue:
    """The value where the variables have these values."""
    return _value(term, values, {})


def _value(term: Term, values: Sequence[int], known: Known) -> ExactValue:
    """The same; terms that are shared, as formulas are, are looked at once. Their depth is bounded, so recursion is."""
    if not term.args:
        return _computed(term, values, known)
    if id(term) not in known:
        known[id(term)] = _computed(term, values, known)
    return known[id(term)]


def _computed(term: Term, values: Sequence[int], known: Known) -> ExactValue:
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


def _chain(term: Term, values: Sequence[int], known: Known) -> ExactValue:
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
            result = not result or _value(arg, values, known)
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
        raise position.error(f"the power {said(base)} to {said(exponent)} is not rational: the exponent must be whole")
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
