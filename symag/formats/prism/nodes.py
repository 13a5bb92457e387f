"""Makes the nodes of expressions and updates. Both parsers call these functions, so that both make the same tree."""

from __future__ import annotations

from fractions import Fraction

from symag.errors import InputError
from symag.formats.guarded.expressions import Chain, Conditional, Expression, FunctionCall, Literal, Unary
from symag.formats.positions import MAX_NESTING, Position
from symag.formats.prism.syntax import Update
from symag.model import parse_rational

__all__ = ["LEVELS", "called", "chained", "chosen", "implied", "literal", "negated", "updated"]

_LEVELS = ("<=>", "|", "&", "", "= !=", "< <= > >=", "+ -", "* /")
LEVELS = {sign: level for level, signs in enumerate(_LEVELS) for sign in signs.split()}
"""How strong the operators bind that are chained from left to right; `!` stands where there are none."""
MAX_IMPLICATIONS = 10_000
FEW = 19
"""Digits that cannot be too many."""


def _deeper(depth: int, position: Position) -> int:
    if depth >= MAX_NESTING:
        raise position.error(f"the expression is nested deeper than {MAX_NESTING}: name parts of it by formulas")
    return depth + 1


def chained(left: Expression, sign: str, position: Position, right: Expression) -> Chain:
    """`a + b`; where `a` is a chain of the same level, one more link of it."""
    link = sign, position
    if isinstance(left, Chain) and LEVELS.get(left.operators[0][0]) == LEVELS[sign]:
        left.operands.append(right)
        left.operators.append(link)
        left.depth = max(left.depth, _deeper(right.depth, position))
        return left
    return Chain([left, right], [link], _deeper(max(left.depth, right.depth), position))


def implied(left: Expression, position: Position, right: Expression) -> Chain:
    """`a => b`; where `b` is a chain of implications, one more link of it."""
    link = "=>", position
    if isinstance(right, Chain) and right.operators[0][0] == "=>":
        if len(right.operators) >= MAX_IMPLICATIONS:  # each is put before all others, which takes time
            raise position.error(f"more than {MAX_IMPLICATIONS:,} implications follow each other")
        right.operands.insert(0, left)
        right.operators.insert(0, link)
        right.depth = max(right.depth, _deeper(left.depth, position))
        return right
    return Chain([left, right], [link], _deeper(max(left.depth, right.depth), position))


def chosen(condition: Expression, then: Expression, otherwise: Expression) -> Conditional:
    """`a ? x : y`; where `y` is a choice itself, one more case of it."""
    position, depth = condition.position, max(condition.depth, then.depth)
    if isinstance(otherwise, Conditional):
        otherwise.backwards.append((condition, then))
        depth = max(otherwise.depth, _deeper(depth, position))
        return Conditional(otherwise.backwards, otherwise.otherwise, position, depth)
    return Conditional([(condition, then)], otherwise, position, _deeper(max(depth, otherwise.depth), position))


def negated(sign: str, position: Position, operand: Expression) -> Unary:
    """`-x`, `!x`."""
    return Unary(sign, operand, position, _deeper(operand.depth, position))


def called(function: str, arguments: list[Expression], position: Position) -> FunctionCall:
    """`min(x, y)`, or `x ^ y`."""
    return FunctionCall(function, arguments, position, _deeper(max(argument.depth for argument in arguments), position))


def literal(text: str, position: Position) -> Literal:
    """An integer, or a decimal, which is exact: `0.1` is 1/10."""
    if len(text) < FEW and text.isdigit():
        return Literal(int(text), position)
    try:
        value = parse_rational("0" + text if text.startswith(".") else text)
    except InputError as error:
        raise position.error(error.message) from None
    return Literal(int(value) if text.isdigit() else Fraction(value), position)


def updated(
    probability: Expression | None, assignments: list[tuple[str, Expression, Position]], position: Position
) -> Update:
    """One outcome of a command."""
    if len(assignments) > 1:
        seen: set[str] = set()
        for name, _, at in assignments:
            if name in seen:
                raise at.error(f"the variable {name!r} is assigned twice in one update")
            seen.add(name)
    return Update(probability, assignments, position)
