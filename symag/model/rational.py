"""Exact rationals from text and numbers, within bounds: ten characters must never cost ten seconds."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from symag.errors import InputError, LimitReached

__all__ = [
    "MAX_DIGITS",
    "MAX_EXACT",
    "MAX_EXACT_DIGITS",
    "MAX_EXPONENT",
    "as_bound",
    "as_probability",
    "check_exact",
    "check_size",
    "check_sum",
    "exact_text",
    "parse_rational",
    "shown",
]

MAX_DIGITS = 1000
MAX_EXPONENT = 1000
MAX_EXACT_DIGITS = 4000
"""Of a sum or a product of probabilities: Python writes and reads no more than 4,300 at a time."""
MAX_EXACT = 10**MAX_EXACT_DIGITS
SHORT_DIGITS = 15
"""A decimal of so many digits survives being a float: it is what was typed."""
LIKELY = 1_000
"""The largest denominator of a fraction that a float is taken for."""
ROUNDING = 8
"""Units in the last place by which a few operations on floats may be off: 1 - 0.9 is off by 2."""

_FRACTION = re.compile(r"([+-]?)(\d+)\s*/\s*(\d+)", re.ASCII)
_DECIMAL = re.compile(r"([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?)(\d+))?", re.ASCII)


def parse_rational(text: str, most_digits: int = MAX_DIGITS) -> Fraction:
    """The exact value of `1/3`, `2`, `0.1` (that is 1/10) or `25e-2`; of what symag has computed and written, more
    digits are read."""
    stripped = text.strip()
    if len(stripped) > 3 * most_digits:
        raise InputError(f"a number of {len(stripped)} characters is too long: at most {most_digits} digits are read")
    if match := _FRACTION.fullmatch(stripped):
        sign, numerator, denominator = match.groups()
        _bound_digits(max(numerator, denominator, key=len), most_digits)
        if int(denominator) == 0:
            raise InputError(f"{text!r} divides by zero")
        return Fraction(int(sign + numerator), int(denominator))
    if match := _DECIMAL.fullmatch(stripped):
        sign, whole, decimals, exponent_sign, exponent = match.groups()
        digits = whole + (decimals or "")
        _bound_digits(digits, most_digits)
        if len(exponent or "") > 6 or int(exponent or 0) > MAX_EXPONENT:
            raise InputError(f"the exponent of {stripped[:60]!r} is out of bounds: at most {MAX_EXPONENT} in size")
        power = int((exponent_sign or "") + (exponent or "0")) - len(decimals or "")
        value = Fraction(int(digits)) * Fraction(10) ** power
        return -value if sign == "-" else value
    raise InputError(f"{text[:60]!r} is not a number: write a fraction such as '1/3' or a decimal such as '0.25'")


def check_exact(shares: Iterable[Fraction]) -> None:
    """`LimitReached` if a sum of probabilities has more digits than can be written down."""
    if max(share.denominator for share in shares) >= MAX_EXACT:
        raise LimitReached("digits", f"digits: a sum of probabilities has more than {MAX_EXACT_DIGITS} digits")


def _bound_digits(digits: str, most: int) -> None:
    if len(digits) > most:
        raise InputError(f"a number of {len(digits)} digits is too long: at most {most} digits are read")


def as_probability(value: object) -> Fraction:
    """The exact probability of an outcome that the user meant, in (0, 1]."""
    probability = _exactly(value)
    if probability <= 0:
        raise InputError(f"the probability {shown(probability)} is not greater than zero: leave the state out instead")
    if probability > 1:
        raise InputError(f"the probability {shown(probability)} is greater than one")
    return probability


def as_bound(value: object, most_digits: int = MAX_DIGITS) -> Fraction:
    """The exact bound on a probability that the user meant, in [0, 1]; of what symag has written, with more digits."""
    bound = parse_rational(value, most_digits) if isinstance(value, str) else _exactly(value)
    if not 0 <= bound <= 1:
        raise InputError(f"the bound {shown(bound)} is not a probability, from 0 to 1")
    return bound


def _exactly(value: object) -> Fraction:
    """The number that the user meant. Floats are refused: 0.1 as a float is not 1/10."""
    if isinstance(value, str):
        return parse_rational(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Decimal) and value.is_finite():
        return parse_rational(str(value))
    if isinstance(value, float):
        raise InputError(f"the probability {float(value)!r} is a float, which is not exact: {exact_text(value)}")
    raise InputError(f"{value!r} is not a probability: write '1/3', '0.25', an int or a Fraction")


def exact_text(value: float) -> str:
    """What to write instead of a float: the decimal that was typed, or the fraction that was computed."""
    if not math.isfinite(value):
        return "write a fraction such as '1/3' or a decimal such as '0.25'"
    typed = repr(float(value))
    likely = Fraction(value).limit_denominator(LIKELY)
    if len(Decimal(typed).as_tuple().digits) <= SHORT_DIGITS or likely in (0, 1):
        meant = typed
    elif abs(likely - Fraction(value)) <= ROUNDING * Fraction(math.ulp(value)):
        meant = str(likely)
    else:
        meant = typed
    return f"write '{meant}' or a Fraction"


def check_sum(probabilities: Iterable[Fraction]) -> None:
    """Refuse probabilities that do not sum to exactly one."""
    total = Fraction(0)
    for probability in probabilities:
        total = check_size(total + probability)
    if total != 1:
        raise InputError(f"the probabilities sum to {shown(total)}, not to 1")


def check_size(value: Fraction) -> Fraction:
    """Refuse numbers with more digits than can be written down."""
    if value.denominator >= MAX_EXACT:
        raise InputError(f"the probabilities have no common denominator of at most {MAX_EXACT_DIGITS} digits")
    return value


def shown(value: Fraction) -> str:
    """A rational for a message: cut where it would fill the screen."""
    if max(abs(value.numerator), value.denominator) >= MAX_EXACT:
        return f"a fraction of over {MAX_EXACT_DIGITS} digits"
    text = str(value)
    return text if len(text) <= 60 else f"{text[:40]}… ({len(text)} characters)"
