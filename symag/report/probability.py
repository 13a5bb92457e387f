"""Probabilities as people read them: exact, with a decimal beside a long fraction."""

from __future__ import annotations

import re
from decimal import ROUND_DOWN, Decimal, localcontext
from fractions import Fraction

__all__ = ["answer", "decimal", "exactly", "with_short_fractions"]

SHORT = 3
"""Characters of a fraction that needs no decimal beside it."""
LONGEST = 20
"""Characters of a fraction; of a longer one only the decimal is shown."""
FRACTION = re.compile(r"(?<![\w.])(\d+)/(\d+)(?![\w.])")
DIGITS = 4
LONGEST_ANSWER, DIGITS_OF_ANSWER = 100, 10
"""Of a probability that was asked for."""
MOST_DIGITS = 40


def exactly(value: Fraction, apart_from: Fraction | None = None) -> str:
    """A probability: `7/25 = 0.28`; of a long fraction, only `≈ 0.2834`, with more digits if these are needed to see
    that it is greater than another one."""
    text, short = _text(value), decimal(value, apart_from)
    return short if len(text) > LONGEST else _both(text, short)


def answer(value: Fraction) -> str:
    """The probability that was asked for: the fraction, if a line has room for it, and a decimal of more digits."""
    text, short = _text(value, LONGEST_ANSWER), decimal(value, digits=DIGITS_OF_ANSWER)
    if len(text) > LONGEST_ANSWER:
        return f"{short}, a fraction that is too long to be shown: it is the value in --json"
    return _both(text, short)


def _both(text: str, short: str) -> str:
    if len(text) <= SHORT:
        return text
    return f"{text} {short}" if short.startswith("≈") else f"{text} = {short}"


def with_short_fractions(text: str) -> str:
    """A text in which the first digits of a decimal, `0.2834…`, stand for each long fraction."""
    return FRACTION.sub(lambda found: found[0] if len(found[0]) <= LONGEST else _first_digits(found), text)


def _first_digits(found: re.Match[str]) -> str:
    with localcontext() as context:
        context.prec, context.rounding, context.Emin, context.Emax = DIGITS, ROUND_DOWN, -(10**9), 10**9
        shown = Decimal(found[1]) / Decimal(found[2])
    return f"{_plain(shown)}…" if shown.adjusted() >= -6 else "…e".join(f"{shown:.{DIGITS - 1}e}".split("e"))


def decimal(value: Fraction, apart_from: Fraction | None = None, digits: int = DIGITS) -> str:
    """A decimal: `0.28` if that is exact, otherwise `≈ 0.2834`."""
    shown = _rounded(value, digits)
    while apart_from is not None and shown == _rounded(apart_from, digits) != value and digits < MOST_DIGITS:
        digits += DIGITS
        shown = _rounded(value, digits)
    return f"{'' if Fraction(shown) == value else '≈ '}{_plain(shown)}"


def _text(value: Fraction, longest: int = LONGEST) -> str:
    """The fraction, unless it has thousands of digits."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > 4 * longest:
        return " " * (longest + 1)
    return str(value)


def _rounded(value: Fraction, digits: int) -> Decimal:
    with localcontext() as context:
        context.prec, context.Emin, context.Emax = digits, -(10**9), 10**9
        return Decimal(value.numerator) / Decimal(value.denominator)


def _plain(shown: Decimal) -> str:
    return f"{shown.normalize():f}" if shown == 0 or shown.adjusted() >= -6 else f"{shown.normalize():.{DIGITS}g}"
