"""From written labels to actions: every combination of the members of sets and ranges, with values for variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from symag.formats.fsp.values import (
    Environment,
    FspExpression,
    FspScope,
    FspValue,
    Index,
    Label,
    Labels,
    Name,
    Piece,
    Set,
    Word,
    evaluate_fsp,
    integer,
    label_text,
)
from symag.formats.positions import Position

__all__ = ["MAX_LABELS", "MAX_VALUES", "actions", "indexed", "instances", "members", "range_of", "values"]

MAX_LABELS = 100_000
"""The actions that one set or label stands for."""
MAX_VALUES = 1_000_000
"""The combinations of values for the indices of one process or composition."""


def actions(labels: Labels, environment: Environment, scope: FspScope) -> Iterator[tuple[Label, Environment]]:
    """Every action that the labels stand for, with the values that their variables have then."""
    count = 0
    for count, found in enumerate(_run(labels.pieces, environment, scope), 1):
        if count > MAX_LABELS:
            raise labels.position.error(f"this stands for more than {MAX_LABELS:,} actions")
        scope.watch.tick(1, count)
        yield found


def members(set_: Set, environment: Environment, scope: FspScope, may_be_empty: bool = False) -> Sequence[Label]:
    """The members of a set, each once, in the order in which they are written."""
    if set_.name:
        if set_.name not in scope.sets:
            raise set_.position.error(f"there is no set {set_.name!r}: define it before it is used")
        return scope.sets[set_.name]
    found: dict[Label, None] = {}
    for member in set_.members:
        found |= dict.fromkeys(label for label, _ in actions(member, environment, scope))
        if len(found) > MAX_LABELS:
            raise set_.position.error(f"this set has more than {MAX_LABELS:,} members")
    if not found and not may_be_empty:
        raise set_.position.error("the set is empty: there is no action to take")
    return list(found)


def range_of(low: FspExpression, high: FspExpression, environment: Environment, scope: FspScope) -> range:
    """The numbers of a range that is not empty."""
    first, last = integer(low, environment, scope), integer(high, environment, scope)
    if last < first:
        raise low.position.error(f"the range {first}..{last} is empty")
    return range(first, last + 1)


def values(index: Index, environment: Environment, scope: FspScope) -> Sequence[FspValue]:
    """The values of an index: those of its range or set, or one value if it is an expression."""
    if index.low is not None and index.high is not None:
        return range_of(index.low, index.high, environment, scope)
    if index.within is not None:
        name = index.within.name
        if name and name in scope.ranges:
            return range(scope.ranges[name][0], scope.ranges[name][1] + 1)
        if name and name not in scope.sets:
            raise index.within.position.error(f"{name!r} is no range and no set: define it before it is used")
        return members(index.within, environment, scope)
    assert index.low is not None
    if isinstance(index.low, Name) and index.low.name not in environment:
        name = index.low.name
        if name in scope.ranges and name not in scope.constants:
            return range(scope.ranges[name][0], scope.ranges[name][1] + 1)
        if name in scope.sets and name not in scope.constants:
            return scope.sets[name]
    return (evaluate_fsp(index.low, environment, scope),)


def instances(
    indices: Sequence[Index], environment: Environment, scope: FspScope, position: Position, limit: int = MAX_VALUES
) -> Iterator[tuple[tuple[FspValue, ...], Environment]]:
    """Every combination of values for a row of indices, with the values of their variables."""
    if _count(indices, environment, scope, limit) > limit:  # before any work is done on them
        raise position.error(f"the indices run through more than {limit:,} values")
    yield from _run(indices, environment, scope, whole=True)


def _count(indices: Sequence[Index], environment: Environment, scope: FspScope, limit: int) -> int:
    """How many combinations there are; no longer exact beyond the limit."""
    if not indices:
        return 1
    found, rest = values(indices[0], environment, scope), indices[1:]
    if not rest or len(found) > limit:
        return len(found)
    total = 0
    for value in found:
        total += _count(rest, {**environment, indices[0].variable: value}, scope, limit)
        if total > limit:
            break
    return total


def _run(
    pieces: Sequence[Piece], environment: Environment, scope: FspScope, whole: bool = False
) -> Iterator[tuple[tuple[Any, ...], Environment]]:
    """Depth first through the pieces; not recursive. With `whole`, a label is one value."""
    start: tuple[tuple[Any, ...], Environment] = ((), environment)
    stack = [iter([start])]
    while stack:
        found = next(stack[-1], None)
        if found is None:
            stack.pop()
        elif len(stack) > len(pieces):
            yield found
        else:
            stack.append(_choices(pieces[len(stack) - 1], *found, scope, whole))


def _choices(
    piece: Piece, before: tuple[Any, ...], environment: Environment, scope: FspScope, whole: bool
) -> Iterator[tuple[tuple[Any, ...], Environment]]:
    """The pieces before, each with every value of the next piece."""
    if isinstance(piece, Word):
        yield (*before, piece.word), environment
        return
    found = members(piece, environment, scope) if isinstance(piece, Set) else values(piece, environment, scope)
    variable = piece.variable if isinstance(piece, Index) else ""
    for value in found:
        after = (*before, value) if whole or isinstance(value, int) else (*before, *value)
        yield after, {**environment, variable: value} if variable else environment


def indexed(name: str, values_: Sequence[FspValue]) -> str:
    """`Q[2][red]`."""
    return name + "".join(f"[{value if isinstance(value, int) else label_text(value)}]" for value in values_)
