"""Code for the operators on data: arithmetic, comparison, logic, and brackets of tuples, sequences, sets and maps."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TypeVar

from symag.formats.csp.code import Code, Compiling, CspEnvironment, CspScope
from symag.formats.csp.domains import Domain
from symag.formats.csp.operations import (
    ARITHMETIC,
    COMPARISONS,
    as_boolean,
    as_finite_set,
    as_integer,
    as_sequence,
    concatenated,
    integer_range,
    joined,
    wrong_value,
)
from symag.formats.csp.tokens import Place
from symag.formats.csp.tree import CspOperator
from symag.formats.csp.truth import FALSE, TRUE, truth
from symag.formats.csp.values import EndlessSequence, Value, mapped, nesting, tupled

__all__ = ["compile_operator"]

T = TypeVar("T", bound=Sequence[Value])


def compile_operator(compiler: Compiling, node: CspOperator, scope: CspScope) -> Code:
    """An operator on data: all operands are evaluated, but those that `and` and `or` do not need."""
    sign, place = node.sign, node.place
    if sign in ("and", "or"):
        return _logic(compiler, node, scope)
    parts = [compiler.data(one, scope) for one in node.operands]
    if sign in ARITHMETIC:
        return _arithmetic(parts, node)
    if sign in COMPARISONS:
        return _comparison(parts, node)
    if sign == "neg":
        (only,) = parts
        return lambda env: -as_integer(only(env), place)
    if sign == "not":
        (only,) = parts
        return lambda env: truth(not as_boolean(only(env), place))
    if sign == "()":
        return lambda env: tupled([part(env) for part in parts])
    if sign == "<>":
        return lambda env: _checked(tuple([part(env) for part in parts]))
    if sign == "{}":
        return lambda env: frozenset(_checked([_member(part(env), place) for part in parts]))
    if sign == ".":
        return lambda env: joined([part(env) for part in parts])
    if sign in ("{..}", "<..>"):
        return _range(parts, sign == "<..>", place)
    if sign == "#":
        (only,) = parts
        return lambda env: len(as_sequence(only(env), place))
    if sign == "^":
        return lambda env: _concatenated([part(env) for part in parts], place)
    if sign == "(|)":
        return lambda env: mapped((key(env), value(env)) for key, value in zip(parts[::2], parts[1::2], strict=True))
    raise place.error(f"{sign!r} is a pattern, and a value is expected here")


def _logic(compiler: Compiling, node: CspOperator, scope: CspScope) -> Code:
    parts = [(compiler.code(one, scope), one.place) for one in node.operands]
    decides = node.sign == "or"

    def value(env: CspEnvironment) -> Value:
        for part, place in parts:
            if as_boolean(part(env), place) is decides:
                return truth(decides)
        return truth(not decides)

    return value


def _checked(items: T) -> T:
    """The items of a sequence or a set, unless they are nested too deep."""
    nesting(items)
    return items


def _member(value: Value, place: Place) -> Value:
    """An element of a set: a type that is an element is written out."""
    return as_finite_set(value, place) if isinstance(value, Domain) else value


def _arithmetic(parts: list[Code], node: CspOperator) -> Code:
    place = node.place
    if len(parts) == 2:
        left, right = parts
        work = ARITHMETIC[node.signs[0]]

        def value(env: CspEnvironment) -> Value:
            a, b = left(env), right(env)
            if type(a) is int and type(b) is int:
                return work(a, b, place)
            raise wrong_value("an integer", b if type(a) is int else a, place)

        return value
    first, *rest = parts
    steps = list(zip([ARITHMETIC[sign] for sign in node.signs], rest, strict=True))

    def chain(env: CspEnvironment) -> Value:
        found = as_integer(first(env), place)
        for work, part in steps:
            found = work(found, as_integer(part(env), place), place)
        return found

    return chain


def _comparison(parts: list[Code], node: CspOperator) -> Code:
    (left, right), place, work = parts, node.place, COMPARISONS[node.sign]
    compare = _OF_INTEGERS[node.sign]

    def value(env: CspEnvironment) -> Value:
        a, b = left(env), right(env)
        if type(a) is int and type(b) is int:
            return TRUE if compare(a, b) else FALSE
        return work(a, b, place)

    return value


_OF_INTEGERS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def _range(parts: list[Code], is_sequence: bool, place: Place) -> Code:
    low = parts[0]
    high = parts[1] if len(parts) > 1 else None

    def value(env: CspEnvironment) -> Value:
        first = as_integer(low(env), place)
        return integer_range(first, None if high is None else as_integer(high(env), place), is_sequence)

    return value


def _concatenated(values: list[Value], place: Place) -> Value:
    if len(values) == 1 and type(values[0]) is EndlessSequence:
        return values[0]
    return concatenated("a sequence", (as_sequence(value, place) for value in values))
