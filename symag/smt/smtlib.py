"""A formula as SMT-LIB 2 text. Booleans are called `b1`, `b2`, … and Reals `w1`, `w2`, … unless names are given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from symag.smt.formula import SolverFormula, Sum

__all__ = ["Names", "clause_text", "declarations", "rational", "real_text", "sum_text"]


class Names:
    """What Booleans and Reals are called."""

    def boolean(self, number: int) -> str:
        """The name of a Boolean."""
        return f"b{number}"

    def real(self, number: int) -> str:
        """The name of a Real."""
        return f"w{number}"


def declarations(names: Names, booleans: Sequence[int], reals: Sequence[int]) -> Iterator[str]:
    """Declare so many variables."""
    for boolean in booleans:
        yield f"(declare-const {names.boolean(boolean)} Bool)"
    for real in reals:
        yield f"(declare-const {names.real(real)} Real)"


def clause_text(clause: Sequence[int], names: Names) -> str:
    """A clause, as an implication if it says what follows from one Boolean."""
    positive = [names.boolean(literal) for literal in clause if literal > 0]
    negative = [names.boolean(-literal) for literal in clause if literal < 0]
    head = _joined("or", positive, "false")
    if not negative:
        return head
    if not positive:
        return _joined("or", [f"(not {name})" for name in negative], "false")
    return f"(=> {_joined('and', negative, 'true')} {head})"


def sum_text(total: Sum, names: Names) -> str:
    """If the guard is true, the Reals add up."""
    terms = _joined("+", [names.real(term) for term in total.terms], "0.0")
    return f"(=> {names.boolean(total.guard)} (= {terms} {rational(total.total)}))"


def real_text(formula: SolverFormula, real: int, names: Names) -> str:
    """A Real is not negative, and if it is positive then its carrier is true."""
    name = names.real(real)
    return f"(and (>= {name} 0.0) (=> (> {name} 0.0) {names.boolean(formula.carriers[real])}))"


def rational(number: Fraction) -> str:
    """An exact number in SMT-LIB's decimals."""
    if number.denominator == 1:
        return f"{number.numerator}.0"
    return f"(/ {number.numerator}.0 {number.denominator}.0)"


def _joined(operator: str, parts: Sequence[str], neutral: str) -> str:
    if len(parts) < 2:
        return parts[0] if parts else neutral
    return f"({operator} {' '.join(parts)})"
