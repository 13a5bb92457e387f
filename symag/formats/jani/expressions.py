"""Expressions of JANI in the syntax of guarded commands, which is typed and evaluated in one place for all languages.

JSON nests every operator: `a ∧ b ∧ c ∧ d` is three deep. So chains of one operator are flattened, and cases of `ite`
listed; what is left may be nested as deep as in other languages. Nothing here recurses: the text may be deeper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symag.errors import InputError
from symag.formats.guarded.expressions import (
    Application,
    Chain,
    Conditional,
    Expression,
    FunctionCall,
    Identifier,
    Literal,
    Unary,
)
from symag.formats.jani.document import JaniObject
from symag.formats.json_text import JsonNumber, brief, kind_of
from symag.formats.positions import MAX_JSON_NESTING, Position
from symag.model import parse_rational

__all__ = ["parse_expression"]

BINARY = {
    "∧": "&", "∨": "|", "⇒": "=>", "=": "=", "≠": "!=", "<": "<", "≤": "<=", ">": ">", "≥": ">=",
    "+": "+", "-": "-", "*": "*", "/": "/",
}  # fmt: skip
CALLS = {"%": "mod", "min": "min", "max": "max", "pow": "pow", "log": "log", "floor": "floor", "ceil": "ceil"}
APPLIED = ("abs", "sgn", "trc")
"""They mention their operand more than once."""
OPERANDS = {
    **dict.fromkeys((*BINARY, "%", "min", "max", "pow", "log"), ("left", "right")),
    **dict.fromkeys(("¬", "floor", "ceil", *APPLIED), ("exp",)),
    "ite": ("if", "then", "else"),
}
INEXACT = {
    "exp", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "acot", "asec", "acsc", "sinh", "cosh",
    "tanh", "coth", "sech", "csch", "asinh", "acosh", "atanh", "acoth", "asech", "acsch",
}  # fmt: skip
ARRAYS = ("aa", "ac", "av", "arr", "nullable", "de", "oset", "oget", "da", "dv", "empty")
GROUPS = {"&": "&", "|": "|", "+": "+-", "-": "+-", "*": "*/", "/": "*/"}
"""Operators that chain from left to right, with those of their level."""
FEW = 19
"""Digits that cannot be too many."""


def parse_expression(holder: JaniObject, *path: str) -> Expression:
    """The expression at this path in the object."""
    for step in path[:-1]:
        holder = holder.object(step)
    holder.needs("this object", path[-1])
    waiting: list[tuple[JaniObject, str | int | None, Any]] = [(holder, path[-1], holder[path[-1]])]
    done: list[Expression] = []
    while waiting:
        owner, key, value = waiting.pop()
        if key is None:
            _combine(owner, done)
        elif isinstance(value, JaniObject):
            waiting.append((value, None, None))
            waiting.extend(_operands(value))
        else:
            done.append(_leaf(owner, key, value))
    return done[0]


def _operands(node: JaniObject) -> Sequence[tuple[JaniObject, str | int, Any]]:
    """What it is made of, the last first. The operands of a call have their numbers as keys."""
    for key, what in (("constant", "number"), ("distribution", "distribution")):
        if key in node:
            raise node.error(f"the {what} {brief(node[key])} is not read: symag computes with exact fractions")
    node.needs("an expression", "op")
    operator = node["op"]
    if operator == "call":
        node.knows_only("a call", ("op", "function", "args"))
        node.text("function")
        return [(node, at, value) for at, value in enumerate(node.listed("args"))][::-1]
    keys = OPERANDS.get(operator) if isinstance(operator, str) else None
    if keys is None:
        raise node.error(_unread(operator), "op")
    if operator == "-" and "exp" in node:
        keys = ("exp",)
    node.needs(f"this {operator}", *keys)
    node.knows_only(f"this {operator}", ("op", *keys))
    return [(node, key, node[key]) for key in reversed(keys)]


def _unread(operator: object) -> str:
    if not isinstance(operator, str):
        return f"an operator is a string, and this is {kind_of(operator)}"
    if operator in INEXACT:
        return f"{brief(operator)} is not read: symag computes with exact fractions"
    if operator in ARRAYS:
        return f"{brief(operator)} is not read: it belongs to arrays or datatypes, and there are int and bool only"
    return f"the operator {brief(operator)} is not read: there are {' '.join(OPERANDS)} call"


def _leaf(holder: JaniObject, key: str | int, value: Any) -> Expression:
    if isinstance(value, bool):
        return Literal(value, holder.position)
    if isinstance(value, JsonNumber):
        if value.isdigit() and len(value) < FEW:
            return Literal(int(value), holder.position)
        try:
            number = parse_rational(value)
        except InputError as error:
            raise holder.error(error.message, *_path(key)) from None
        is_int = value.lstrip("-").isdigit()
        return Literal(int(number) if is_int else number, holder.position)
    if isinstance(value, str) and value:
        return Identifier(value, holder.position)
    found = kind_of(value) if value or value is None else "empty"
    raise holder.error(f"an expression is a number, a truth value, a name or an object; this is {found}", *_path(key))


def _path(key: str | int) -> tuple[str | int, ...]:
    return ("args", key) if isinstance(key, int) else (key,)


def _deeper(parts: Sequence[Expression], position: Position) -> int:
    depth = 1 + max((part.depth for part in parts), default=0)
    if depth > MAX_JSON_NESTING:
        raise position.error(f"the expression is nested deeper than {MAX_JSON_NESTING}: name parts of it by functions")
    return depth


def _combine(node: JaniObject, done: list[Expression]) -> None:
    """Replace the operands at the end of the list by the whole expression."""
    operator, position = node["op"], node.position
    count = len(node.listed("args")) if operator == "call" else len(node.keys() & {"left", "right", "exp"}) or 3
    parts = done[len(done) - count :]
    del done[len(done) - count :]
    if operator == "call" or operator in APPLIED:
        name = node["function"] if operator == "call" else operator
        done.append(Application(name, position, _deeper(parts, position), parts, operator != "call"))
    elif operator == "ite":
        done.append(_cases(parts, position))
    elif count == 1 and operator in ("¬", "-"):
        done.append(Unary("!" if operator == "¬" else "-", parts[0], position, _deeper(parts, position)))
    elif operator in CALLS:
        done.append(FunctionCall(CALLS[operator], parts, position, _deeper(parts, position)))
    else:
        done.append(_chain(parts[0], BINARY[operator], parts[1], position))


def _cases(parts: list[Expression], position: Position) -> Conditional:
    condition, then, otherwise = parts
    if isinstance(otherwise, Conditional):
        otherwise.backwards.append((condition, then))
        depth = max(otherwise.depth, _deeper([condition, then], position))
        return Conditional(otherwise.backwards, otherwise.otherwise, position, depth)
    return Conditional([(condition, then)], otherwise, position, _deeper(parts, position))


def _chain(left: Expression, sign: str, right: Expression, position: Position) -> Chain:
    """A new chain, or one more link of the left one; `a ∧ (b ∧ c)` is one chain, too."""
    level = GROUPS.get(sign, "")
    if isinstance(left, Chain) and left.operators[0][0] in level:
        left.operands.append(right)
        left.operators.append((sign, position))
        left.depth = max(left.depth, _deeper([right], position))
        return left
    if isinstance(right, Chain) and sign in "&|" and right.operators[0][0] == sign:
        right.operands.insert(0, left)
        right.operators.insert(0, (sign, position))
        right.depth = max(right.depth, _deeper([left], position))
        return right
    return Chain([left, right], [(sign, position)], _deeper([left, right], position))
