"""Rational expressions as quotients of integer ones, so that the machine can do them: `x/5 < 0.5` is `2*x < 5`.

A term that may divide by zero, or would leave 62 bits, stays as it is and is computed exactly, in Python. Terms are
only rewritten here: errors still name the terms of the text.

Which commands to try in a state: those whose guards do not need another value of one variable.

A file that some tool wrote has a command per transition, `[a] s=17 -> …`, and trying all of them in every state would
take quadratic time. So the commands are listed by the values of the variable that most guards compare with a constant.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from math import lcm
from typing import NamedTuple

from symag.errors import InputError
from symag.formats.prism.exact import MACHINE_LIMIT, Term
from symag.formats.prism.modules import StateVariable, TypedCommand
from symag.formats.prism.syntax import Position

__all__ = ["Candidates", "candidates", "over_integers", "weights"]

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


ROOM = 4
"""The list may have so many entries per command."""


class Candidates(NamedTuple):
    """The commands to try, by the value of one variable; -1: all of them, always."""

    variable: int
    first: array[int]
    command: array[int]


def candidates(commands: Sequence[TypedCommand], variables: Sequence[StateVariable]) -> Candidates:
    """Find the variable that most guards compare with a constant, and list the commands by its values, if that pays."""
    wanted = [_asked(command.guard) for command in commands]
    popular = Counter(variable for asked in wanted for variable in asked)
    for variable, count in popular.most_common(1):
        span = variables[variable].high - variables[variable].low + 1
        if span * (len(commands) - count) + count > ROOM * len(commands) + span or span > ROOM * len(commands) + 64:
            break
        rows: list[list[int]] = [[] for _ in range(span)]
        for at, asked in enumerate(wanted):
            value = asked.get(variable)
            for row in range(span) if value is None else [value - variables[variable].low]:
                if 0 <= row < span:
                    rows[row].append(at)
        first, command = array("i", [0]), array("i")
        for listed in rows:
            command.extend(listed)
            first.append(len(command))
        return Candidates(variable, first, command)
    return Candidates(-1, array("i", [0, len(commands)]), array("i", range(len(commands))))


def _asked(guard: Term) -> dict[int, int]:
    """Which variables must have which values for the guard to be true."""
    parts = guard.args if guard.kind == "chain" and guard.signs[0] == "&" else (guard,)
    found: dict[int, int] = {}
    for part in parts:
        if part.kind == "chain" and part.signs == ("=",):
            one, two = part.args if part.args[0].kind == "variable" else part.args[::-1]
            if one.kind == "variable" and two.kind == "constant" and two.bounds is not None:
                found.setdefault(int(one.value), int(two.value))
    return found
