"""Rational expressions as quotients of integer ones, so that the machine can do them: `x/5 < 0.5` is `2*x < 5`.

A term that may divide by zero, or would leave 62 bits, stays as it is and is computed exactly, in Python. Terms are
only rewritten here: errors still name the terms of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import lcm

from symag.errors import InputError
from symag.formats.guarded.exact import MACHINE_LIMIT, Term
from symag.formats.positions import Position

__all__ = ["over_integers", "weights"]

Quotient = tuple[Term, Term]
"""Numerator and denominator; the second is positive, and the machine can do both."""

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
FACTORS = 62
"""More of them would leave 62 bits, but for those that are one."""
LARGEST = 1000
"""A term of more parts is not rewritten: formulas may share them, and it would be walked through as if they did not."""
GROWTH = 8
"""A rewritten term has at most so many times as many parts."""


def over_integers(term: Term) -> Term:
    """A term with the same value that the machine can do, or the term itself."""
    if term.bounds is not None:
        return term
    try:
        found = _rewritten(term)
    except InputError:  # deeper or larger than terms may be
        return term
    return found if found.size <= GROWTH * (term.size + 8) else term


def weights(probabilities: Sequence[Term | None], position: Position) -> tuple[list[Term], Term] | None:
    """Integer terms in the proportion of the probabilities, and the one that they must sum to; None if that fails."""
    one = Term.constant(1, "int", position)
    try:
        quotients = [_quotient(one if probability is None else probability) for probability in probabilities]
        known = [quotient for quotient in quotients if quotient is not None]
        if len(known) < len(quotients):
            return None
        numerators, whole = _common(known)
        total = Term.node("chain", "int", position, [*numerators, whole], "+" * len(numerators))
    except InputError:
        return None
    size = sum(1 if probability is None else probability.size for probability in probabilities)
    fits = total.bounds is not None and total.size <= GROWTH * len(numerators) * (size + 8)
    return (numerators, whole) if fits else None


def _rewritten(term: Term) -> Term:
    args = term.args
    if term.kind == "chain" and term.signs[0] in COMPARISONS and args[0].type != "bool" and len(args) == 2:
        one, two = _quotient(args[0]), _quotient(args[1])
        if one is None or two is None:
            return term
        numerators, _ = _common([one, two])
        return _kept(Term.node("chain", "bool", term.position, numerators, term.signs), term)
    if term.kind == "call" and term.signs[0] in ("floor", "ceil", "round"):
        return _rounded(term)
    if term.kind in ("constant", "variable") or (term.kind == "chain" and "/" in term.signs):
        return term
    return _kept(Term.node(term.kind, term.type, term.position, [over_integers(arg) for arg in args], term.signs), term)


def _kept(new: Term, old: Term) -> Term:
    """The new one, if it can be done, wholly or in its logical parts."""
    return new if new.bounds is not None or new.type == "bool" else old


def _rounded(term: Term) -> Term:
    quotient = _quotient(term.args[0])
    if quotient is None:
        return term
    above, below, function = *quotient, term.signs[0]
    if function == "round":  # down from a half more
        two = Term.constant(2, "int", term.position)
        above, below = Term.node("chain", "int", term.position, [_times(above, two), below], "+"), _times(below, two)
        function = "floor"
    inner = Term.node("chain", "double", term.position, [above, below], "/")
    return _kept(Term.node("call", "int", term.position, [inner], [function]), term)


def _quotient(term: Term) -> Quotient | None:
    one = Term.constant(1, "int", term.position)
    if term.bounds is not None:
        return term, one
    if term.size > LARGEST:
        return None
    if term.kind == "constant":
        above, below = term.value.as_integer_ratio()
        return _able(Term.constant(above, "int", term.position), Term.constant(below, "int", term.position))
    if term.type == "int":
        return _able(over_integers(term), one)
    if term.kind == "negative":
        inner = _quotient(term.args[0])
        return None if inner is None else _able(Term.node("negative", "int", term.position, [inner[0]]), inner[1])
    if term.kind == "chain":
        return _of_chain(term)
    return _of_choice(term) if term.kind == "choice" else None


def _able(above: Term, below: Term) -> Quotient | None:
    return (above, below) if above.bounds is not None and below.bounds is not None else None


def _of_chain(term: Term) -> Quotient | None:
    result = _quotient(term.args[0])
    for sign, arg in zip(term.signs, term.args[1:], strict=True):
        other = _quotient(arg)
        if result is None or other is None:
            return None
        if sign in "+-":
            numerators, below = _common([result, other])
            result = _able(Term.node("chain", "int", term.position, numerators, sign), below)
        elif sign == "*":
            result = _able(_times(result[0], other[0]), _times(result[1], other[1]))
        else:
            bounds = other[0].bounds
            if bounds is None or bounds[0] < 1:  # it may be zero
                return None
            result = _able(_times(result[0], other[1]), _times(result[1], other[0]))
    return result


def _of_choice(term: Term) -> Quotient | None:
    quotients = [_quotient(value) for value in (*term.args[1:-1:2], term.args[-1])]
    known = [quotient for quotient in quotients if quotient is not None]
    tests = [over_integers(test) for test in term.args[:-1:2]]
    if len(known) < len(quotients) or any(test.bounds is None for test in tests):
        return None
    numerators, below = _common(known)
    args = [part for pair in zip(tests, numerators, strict=False) for part in pair]
    return _able(Term.node("choice", "int", term.position, [*args, numerators[-1]]), below)


def _common(quotients: Sequence[Quotient]) -> tuple[list[Term], Term]:
    """The numerators over one denominator: the least common multiple of the known ones, times the others."""
    position = quotients[0][0].position
    known = 1
    for _, below in quotients:
        known = lcm(known, int(below.value)) if below.kind == "constant" else known
        if known >= MACHINE_LIMIT:
            raise position.error("too large for the machine")
    factors: list[Term] = []
    for _, below in quotients:
        if below.kind != "constant" and not any(_same(below, factor) for factor in factors):
            factors.append(below)
            if len(factors) > FACTORS:
                raise position.error("too large for the machine")
    numerators = []
    for above, below in quotients:
        missing = known // int(below.value) if below.kind == "constant" else known
        scaled = _times(above, Term.constant(missing, "int", position))
        for factor in factors:
            scaled = scaled if _same(factor, below) else _times(scaled, factor)
        numerators.append(scaled)
    return numerators, reduce(_times, factors, Term.constant(known, "int", position))


def _times(one: Term, two: Term) -> Term:
    for factor, other in ((one, two), (two, one)):
        if factor.kind == "constant" and factor.value == 1:
            return other
    if one.kind == two.kind == "constant":
        return Term.constant(int(one.value) * int(two.value), "int", one.position)
    return Term.node("chain", "int", one.position, [one, two], "*")


def _same(one: Term, two: Term) -> bool:
    """Are they the same expression?"""
    if one is two:
        return True
    if (one.kind, one.signs, one.value, one.size) != (two.kind, two.signs, two.value, two.size):
        return False
    return all(map(_same, one.args, two.args))
