"""Values of expressions: integers, and labels. As in LTSA, 0 is false, and a label that is a number is that number.

From written labels to actions: every combination of the members of sets and ranges, with values for variables. The two
need each other: `a[i+1]` is a label with an expression in it, `x == 'a[1]` an expression with a label in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from symag.formats.fsp.terms import (
    FspChain,
    FspExpression,
    FspUnary,
    Index,
    Labels,
    LabelTerm,
    Name,
    Numeral,
    Piece,
    Set,
    SetSize,
    Word,
)
from symag.formats.positions import Position
from symag.limits import Watch

__all__ = [
    "MAX_INTEGER",
    "MAX_LABELS",
    "MAX_VALUES",
    "Environment",
    "FspScope",
    "FspValue",
    "Label",
    "actions",
    "evaluate_fsp",
    "indexed",
    "instances",
    "integer",
    "is_true",
    "label_text",
    "members",
    "parts_of",
    "range_of",
    "value_text",
    "values",
]

Label = tuple[str | int, ...]
"""An action in its parts: `a[1].b` is `("a", 1, "b")`."""
FspValue = int | Label
Environment = Mapping[str, FspValue]

MAX_INTEGER = 10**18
SHIFT = 60
MAX_LABELS = 100_000
"""The actions that one set or label stands for."""
MAX_VALUES = 1_000_000
"""The combinations of values for the indices of one process or composition."""


@dataclass(frozen=True)
class FspScope:
    """The names that hold for all of a process: constants with the parameters, ranges and sets of the file."""

    watch: Watch
    constants: Mapping[str, FspValue] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    sets: Mapping[str, Sequence[Label]] = field(default_factory=dict)

    def within(self, parameters: Mapping[str, FspValue]) -> FspScope:
        """This scope with values for parameters, which hide constants of the same name."""
        return FspScope(self.watch, {**self.constants, **parameters}, self.ranges, self.sets)


def label_text(label: Label) -> str:
    """As it is written in FSP: `a[1].b`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in label)
    return text.removeprefix(".")


def parts_of(value: FspValue) -> Label:
    """A number is a label of one part."""
    return (value,) if isinstance(value, int) else value


def value_text(value: FspValue) -> str:
    """`3`, `a.b`, as LTSA writes it."""
    return ".".join(map(str, parts_of(value)))


def indexed(name: str, values_: Sequence[FspValue]) -> str:
    """`Q[2][red]`."""
    return name + "".join(f"[{value_text(value)}]" for value in values_)


def evaluate_fsp(expression: FspExpression, environment: Environment, scope: FspScope) -> FspValue:
    """The value; recursive, because the parser bounded the depth."""
    if isinstance(expression, Numeral):
        return expression.value
    if isinstance(expression, Name):
        return _named(expression, environment, scope)
    if isinstance(expression, FspChain):
        return _chain(expression, environment, scope)
    if isinstance(expression, FspUnary):
        operand = integer(expression.operand, environment, scope)
        if expression.sign == "!":
            return int(operand <= 0)  # as in LTSA, which takes -1 for true everywhere but here
        return -operand if expression.sign == "-" else operand
    found = [label for label, _ in actions(expression.labels, environment, scope)]
    if isinstance(expression, SetSize):
        return len(found)
    if isinstance(expression, LabelTerm):
        if len(found) != 1:
            raise expression.position.error(f"these are {len(found)} labels, and one is needed here")
        return _plain(found[0])
    place = integer(expression.place, environment, scope)
    if not 0 <= place < len(found):
        raise expression.position.error(f"the set has {len(found)} members, and there is none at {place}")
    return _plain(found[place])


def _plain(label: Label) -> FspValue:
    """A label that is only a number, `[3]`, is that number."""
    return label[0] if len(label) == 1 and isinstance(label[0], int) else label


def integer(expression: FspExpression, environment: Environment, scope: FspScope) -> int:
    """The value, which must be an integer."""
    return _number(evaluate_fsp(expression, environment, scope), expression.position)


def is_true(expression: FspExpression, environment: Environment, scope: FspScope) -> bool:
    """Is it anything but 0?"""
    return integer(expression, environment, scope) != 0


def _named(expression: Name, environment: Environment, scope: FspScope) -> FspValue:
    name = expression.name
    value = environment.get(name)
    if value is None:
        value = scope.constants.get(name)
    if value is None:
        if name in scope.ranges or name in scope.sets:
            raise expression.position.error(f"{name!r} is a {'range' if name in scope.ranges else 'set'}, not a number")
        kind = "no constant and no parameter" if name[0].isupper() else "no index"
        raise expression.position.error(f"{name!r} is not defined here: it is {kind} (define it before it is used)")
    return value


def _chain(chain: FspChain, environment: Environment, scope: FspScope) -> FspValue:
    value = evaluate_fsp(chain.first, environment, scope)
    for sign, position, operand in chain.rest:
        if sign in ("&&", "||"):
            left = _number(value, chain.first.position)
            if bool(left) == (sign == "||"):
                return int(bool(left))
            value = int(is_true(operand, environment, scope))
            continue
        right = evaluate_fsp(operand, environment, scope)
        if sign in ("==", "!="):
            value = int((value == right) == (sign == "=="))
            continue
        value = _operated(sign, position, _number(value, chain.first.position), _number(right, operand.position))
        if not -MAX_INTEGER < value < MAX_INTEGER:
            raise position.error(f"{sign} gives a number of more than 18 digits")
    return value


def _number(value: FspValue, position: Position) -> int:
    if not isinstance(value, int):
        raise position.error(f"this is the label {label_text(value)!r}, and a number is needed here")
    return value


def _operated(sign: str, position: Position, left: int, right: int) -> int:
    if sign in ("/", "%"):
        if right == 0:
            raise position.error(f"{left} {sign} 0: division by zero")
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)  # towards zero, as in LTSA
        return quotient if sign == "/" else left - quotient * right
    if sign in ("<<", ">>") and not 0 <= right <= SHIFT:
        raise position.error(f"a shift by {right} is not read: shift by 0 to {SHIFT}")
    return int(OPERATIONS[sign](left, right))


OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "|": lambda left, right: left | right,
    "^": lambda left, right: left ^ right,
    "&": lambda left, right: left & right,
    "<<": lambda left, right: left << right,
    ">>": lambda left, right: left >> right,
}


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
    found = _members(set_, environment, scope)
    if set_.without is not None:
        gone = frozenset(members(set_.without, environment, scope, may_be_empty=True))
        found = [label for label in found if label not in gone]
    if not found and not may_be_empty:
        raise set_.position.error("the set is empty: there is no action to take")
    return found


def _members(set_: Set, environment: Environment, scope: FspScope) -> Sequence[Label]:
    if set_.name:
        if set_.name not in scope.sets:
            raise set_.position.error(f"there is no set {set_.name!r}: define it before it is used")
        return scope.sets[set_.name]
    found: dict[Label, None] = {}
    for member in set_.members:
        found |= dict.fromkeys(label for label, _ in actions(member, environment, scope))
        if len(found) > MAX_LABELS:
            raise set_.position.error(f"this set has more than {MAX_LABELS:,} members")
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
        if name and name in scope.ranges and name not in scope.sets:
            return range(scope.ranges[name][0], scope.ranges[name][1] + 1)
        if name and name not in scope.sets:
            raise index.within.position.error(f"{name!r} is no range and no set: define it before it is used")
        return [_plain(label) for label in members(index.within, environment, scope)]
    assert index.low is not None
    if isinstance(index.low, Name) and index.low.name not in environment:
        name = index.low.name
        if name in scope.ranges:
            return range(scope.ranges[name][0], scope.ranges[name][1] + 1)
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
    if isinstance(piece, Set):
        found: Sequence[FspValue] = members(piece, environment, scope, may_be_empty=piece.without is not None)
    else:
        found = values(piece, environment, scope)
    variable = piece.variable if isinstance(piece, Index) else ""
    for value in found:
        after = (*before, value) if whole or isinstance(value, int) else (*before, *value)
        yield after, {**environment, variable: value} if variable else environment
