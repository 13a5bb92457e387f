"""What names mean in a part of a program, and the terms that are made of them, with their types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from symag.flow import Constant, FlowExpression, FlowValue, Look, Operation
from symag.flow.expressions import UNDEFINED, evaluate
from symag.formats.flow.syntax import NamePart, NumberPart, OperationPart, RangePart, Term
from symag.formats.positions import Position

__all__ = ["BOOLEAN", "INTEGER", "Scope", "ScopeType", "Typed", "VariableName", "member_name"]

BOOLEAN, INTEGER = "boolean", "integer"
MAX_VALUES = 256
"""Of a type of variables, and of an index."""

_LOGICAL = frozenset(["and", "or", "xor", "not", "and then", "or else"])
_ORDER = frozenset(["<", "<=", ">", ">=", "in"])


class ScopeType(NamedTuple):
    """A type: `boolean`, `integer` or the name of an enumeration; and its values, if they are known."""

    kind: str
    values: tuple[FlowValue, ...] = ()


class Typed(NamedTuple):
    """An expression with the name of its type."""

    expression: FlowExpression
    kind: str


class VariableName(NamedTuple):
    """A variable, or an array of them."""

    event: str
    """Its name in events."""
    type: ScopeType
    indices: tuple[int, ...] | None = None


def member_name(name: str, index: int | None) -> str:
    """`flag[2]`."""
    return name if index is None else f"{name}[{index}]"


@dataclass(frozen=True)
class Scope:
    """The meaning of each name."""

    constants: Mapping[str, Typed] = field(default_factory=dict)
    types: Mapping[str, ScopeType] = field(default_factory=dict)
    variables: Mapping[str, VariableName] = field(default_factory=dict)

    @staticmethod
    def standard() -> Scope:
        """What every program knows."""
        constants = {word: Typed(Constant(word == "true"), BOOLEAN) for word in ("false", "true")}
        types = {BOOLEAN: ScopeType(BOOLEAN, (False, True)), INTEGER: ScopeType(INTEGER)}
        return Scope(constants, types | {"natural": types[INTEGER], "positive": types[INTEGER]})

    def with_constant(self, name: str, value: FlowValue, kind: str) -> Scope:
        """The same scope with a constant, which hides another thing of that name."""
        hidden = {one: known for one, known in self.variables.items() if one != name}
        return replace(self, constants={**self.constants, name: Typed(Constant(value), kind)}, variables=hidden)

    def with_variable(self, name: str, variable: VariableName) -> Scope:
        """The same scope with a variable, which hides another thing of that name."""
        hidden = {one: known for one, known in self.constants.items() if one != name}
        return replace(self, variables={**self.variables, name: variable}, constants=hidden)

    def type(self, name: str, position: Position) -> ScopeType:
        """The type of that name."""
        if name not in self.types:
            raise position.error(f"there is no type {name!r}: there is {', '.join(self.types)}")
        return self.types[name]

    def range(self, part: RangePart) -> tuple[FlowValue, ...]:
        """The values of a range, or of the type that it names."""
        if part.high is None:
            if isinstance(part.low, NamePart) and part.low.parts[0][0] in self.types:
                found = self.type(part.low.parts[0][0], part.position).values
                if not found:
                    raise part.position.error("this type has too many values: give a range, such as 1 .. 3")
                return found
            return (self.value(part.low)[0],)
        (low, first), (high, second) = self.value(part.low), self.value(part.high)
        if first != INTEGER or second != INTEGER:
            raise part.position.error("the bounds of a range are integers")
        assert isinstance(low, int)
        assert isinstance(high, int)
        if high - low >= MAX_VALUES:
            raise part.position.error(f"this range has {high - low + 1} values, and at most {MAX_VALUES} are read")
        return tuple(range(low, high + 1))

    def value(self, part: Term) -> tuple[FlowValue, str]:
        """The value of a term that is constant, and its type."""
        expression, kind = self.term(part)
        if not isinstance(expression, Constant):
            raise part.position.error("this must be a constant: it is known before the program runs")
        return expression.value, kind

    def index(self, part: Term, allowed: tuple[int, ...], what: str) -> int:
        """The value of an index."""
        value, kind = self.value(part)
        if kind != INTEGER or value not in allowed:
            shown = f"{allowed[0]} .. {allowed[-1]}" if allowed else "none"
            raise part.position.error(f"the index {value} of {what} is not one of {shown}")
        assert isinstance(value, int)
        return value

    def variable(self, part: NamePart) -> tuple[str, ScopeType]:
        """The variable that a name is, and its type."""
        (name, index), *others = part.parts
        if others or name not in self.variables:
            known = "a constant" if name in self.constants else "no variable"
            raise part.position.error(f"{'.'.join(name for name, _ in part.parts)!r} is {known} here")
        event, type_, indices = self.variables[name]
        if (index is None) != (indices is None):
            raise part.position.error(f"{name!r} is {'an array: give an index' if index is None else 'no array'}")
        number = None if index is None or indices is None else self.index(index, indices, name)
        return member_name(event, number), type_

    def term(self, part: Term) -> Typed:
        """The expression that a term is."""
        if isinstance(part, NumberPart):
            return Typed(Constant(part.value), INTEGER)
        if isinstance(part, OperationPart):
            return self._operation(part)
        (name, index), *others = part.parts
        if not others and index is None and name in self.constants:
            return self.constants[name]
        variable, type_ = self.variable(part)
        return Typed(Look(variable), type_.kind)

    def _operation(self, part: OperationPart) -> Typed:
        operands = [self.term(one) for one in part.operands]
        kinds = list(dict.fromkeys(operand.kind for operand in operands))
        if part.operator in ("=", "/="):
            expected, kind = kinds[0], BOOLEAN
        elif part.operator in _LOGICAL:
            expected, kind = BOOLEAN, BOOLEAN
        else:
            expected, kind = INTEGER, BOOLEAN if part.operator in _ORDER else INTEGER
        wrong = next((number for number, operand in enumerate(operands) if operand.kind != expected), None)
        if wrong is not None:
            place = part.operands[wrong].position
            raise place.error(f"{part.operator!r} has {operands[wrong].kind} here, and it needs {expected}")
        expression = Operation(part.operator, tuple(operand.expression for operand in operands))
        if all(isinstance(operand.expression, Constant) for operand in operands):
            value = evaluate(expression, {})
            if value is UNDEFINED:
                raise part.position.error("this divides by zero")
            assert isinstance(value, bool | int | str)
            return Typed(Constant(value), kind)
        return Typed(expression, kind)
