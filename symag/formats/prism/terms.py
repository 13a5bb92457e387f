"""Typed expressions, ready to be evaluated: names are resolved, constants folded, intervals known.

A term whose integers stay within 62 bits, whatever the variables are, has bounds (`low`, `high`) and can be given to
the machine. All others have none, and are evaluated exactly, in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symag.formats.prism.syntax import Position

__all__ = ["MACHINE_LIMIT", "MAX_SIZE", "MAX_TERM_DEPTH", "MAX_TOTAL", "Bounds", "ExactValue", "Term", "bounded"]

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


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """One node. `signs` are the operators of a chain, or the name of a function; `value` is that of a constant, or
    the number of a variable."""

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
