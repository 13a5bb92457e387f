"""Patterns: `_`, names, literals, tuples, sequences, sets, dotted values, and two patterns for one value."""

from __future__ import annotations

from symag.formats.csp.channels import Channel
from symag.formats.csp.code import CspEnvironment, CspScope, Matcher, Slot
from symag.formats.csp.runtime import Runtime
from symag.formats.csp.tree import CspLiteral, CspName, CspNode, CspOperator
from symag.formats.csp.values import (
    Constructor,
    Dot,
    Tup,
    Value,
    complete_values,
    dotted,
    in_order_of_values,
)

__all__ = ["compile_pattern", "constant_of"]


def constant_of(node: CspNode, scope: CspScope) -> Channel | Constructor | None:
    """The channel or constructor that a name in a pattern means; other names are bound."""
    return scope.namespace.constant(node.name) if isinstance(node, CspName) else None


def compile_pattern(node: CspNode, scope: CspScope, names: dict[str, Slot], machine: Runtime) -> Matcher:
    """A test of a value, which puts the parts that have names into their slots."""
    force = machine.force
    if isinstance(node, CspLiteral):
        literal = node.value
        return lambda value, _: bool(force(value) == literal)
    if isinstance(node, CspName):
        return _name(node, scope, names, machine)
    if isinstance(node, CspOperator):
        if node.sign == "()":
            return _tuple(node, scope, names, machine)
        if node.sign == ".":
            return _dots(node, scope, names, machine)
        if node.sign in ("<>", "^"):
            return _sequence(node, scope, names, machine)
        if node.sign == "{}" and len(node.operands) <= 1:
            return _set(node, scope, names, machine)
        if node.sign == "@@":
            first, second = (compile_pattern(one, scope, names, machine) for one in node.operands)
            return lambda value, env: first(value, env) and second(value, env)
        if node.sign == "neg" and isinstance(node.operands[0], CspLiteral):
            number = -node.operands[0].value  # type: ignore[operator]
            return lambda value, _: bool(force(value) == number)
    raise node.place.error("this is no pattern: names, literals, tuples, sequences, {}, {x} and dots are")


def _name(node: CspName, scope: CspScope, names: dict[str, Slot], machine: Runtime) -> Matcher:
    force = machine.force
    if node.name == "_":
        return lambda value, _: True
    constant = constant_of(node, scope)
    if constant is not None:
        return lambda value, _: force(value) is constant
    if node.name in names:
        raise node.place.error(f"{node.name!r} is bound twice in one pattern")
    slot = scope.fresh()
    names[node.name] = Slot(slot)

    def bind(value: Value, env: CspEnvironment) -> bool:
        env[slot] = value
        return True

    return bind


def _tuple(node: CspOperator, scope: CspScope, names: dict[str, Slot], machine: Runtime) -> Matcher:
    matchers = [compile_pattern(one, scope, names, machine) for one in node.operands]

    def match(value: Value, env: CspEnvironment) -> bool:
        value = machine.force(value)
        if type(value) is not Tup or len(value.items) != len(matchers):
            return False
        return all(matcher(item, env) for matcher, item in zip(matchers, value.items, strict=True))

    return match


def _set(node: CspOperator, scope: CspScope, names: dict[str, Slot], machine: Runtime) -> Matcher:
    matchers = [compile_pattern(one, scope, names, machine) for one in node.operands]

    def match(value: Value, env: CspEnvironment) -> bool:
        value = machine.force(value)
        if not isinstance(value, frozenset) or len(value) != len(matchers):
            return False
        return all(matcher(item, env) for matcher, item in zip(matchers, in_order_of_values(value), strict=True))

    return match


def _sequence(node: CspOperator, scope: CspScope, names: dict[str, Slot], machine: Runtime) -> Matcher:
    """`<x>^<y>^t^<z>`: parts of known length, and at most one of any length."""
    before: list[Matcher] = []
    after: list[Matcher] = []
    middle: Matcher | None = None
    for part in [node] if node.sign == "<>" else node.operands:
        fixed = _items(part)
        if fixed is None:
            if middle is not None:
                raise part.place.error("this pattern has two parts of any length: at most one can be so")
            middle = compile_pattern(part, scope, names, machine)
        else:
            (before if middle is None else after).extend(compile_pattern(one, scope, names, machine) for one in fixed)
    least, last = len(before) + len(after), len(after)

    def match(value: Value, env: CspEnvironment) -> bool:
        value = machine.force(value)
        if type(value) is not tuple or len(value) < least or (middle is None and len(value) > least):
            return False
        end = len(value) - last
        return (
            all(matcher(item, env) for matcher, item in zip(before, value, strict=False))
            and all(matcher(item, env) for matcher, item in zip(after, value[end:], strict=True))
            and (middle is None or middle(value[len(before) : end], env))
        )

    return match


def _items(part: CspNode) -> tuple[CspNode, ...] | None:
    """The patterns of the items, if their number is known."""
    if isinstance(part, CspOperator) and part.sign == "<>":
        return part.operands
    if isinstance(part, CspLiteral) and isinstance(part.value, tuple):
        return tuple(CspLiteral(part.place, item) for item in part.value)
    return None


def _dots(node: CspOperator, scope: CspScope, names: dict[str, Slot], machine: Runtime) -> Matcher:
    """`A.x.y`: each part takes one complete value, and the last one all that is left; a constructor takes itself."""
    *leading, last = [
        (compile_pattern(one, scope, names, machine), constant_of(one, scope) is not None) for one in node.operands
    ]

    def match(value: Value, env: CspEnvironment) -> bool:
        value = machine.force(value)
        if type(value) is not Dot:
            return False
        parts = value.parts
        for matcher, is_constant in leading:
            if not parts:
                return False
            taken = parts[:1] if is_constant else next(complete_values(parts))
            if not matcher(dotted(taken), env):
                return False
            parts = parts[len(taken) :]
        return bool(parts) and last[0](dotted(parts), env)

    return match
