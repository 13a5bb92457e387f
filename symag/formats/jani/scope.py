"""What the names of a JANI model mean: constants, variables, and functions, which are written out where they are used.

A function that has no parameters, as Storm writes the formulas of a PRISM file, is typed once for each automaton. What
the others cost is counted: a call is as large as the function, and functions may call each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter

from symag.formats.format import ConstantValues
from symag.formats.guarded.exact import MAX_TERM_DEPTH, Term, said
from symag.formats.guarded.expressions import (
    Application,
    Chain,
    Conditional,
    Expression,
    FunctionCall,
    Identifier,
    Literal,
    Unary,
    mentioned,
)
from symag.formats.guarded.typing import ARTICLE, NUMERIC, typed, wanted
from symag.formats.jani.document import JaniObject
from symag.formats.jani.expressions import parse_expression
from symag.formats.json_text import brief
from symag.formats.positions import Position
from symag.formats.prism.scope import define, known_now
from symag.formats.prism.syntax import ConstantDeclaration, PrismFile
from symag.model.labels import counted

__all__ = ["Budget", "Function", "JaniScope", "base_of", "define_constants", "define_functions"]

BASES = {"int": "int", "bool": "bool", "real": "double"}
MAX_REPEATED = 100_000
"""Parts of functions, as often as they are called with other arguments, and of automata after the first time."""
CALL_PARTS = 4
"""What a call costs beside the function."""


def base_of(node: JaniObject, what: str) -> str:
    """The type of a constant or a parameter, without its bounds."""
    node.needs(what, "type")
    type_ = node["type"]
    if isinstance(type_, JaniObject) and type_.get("kind") == "bounded":
        type_ = type_.get("base")
    if not isinstance(type_, str) or type_ not in BASES:
        kind = type_.get("kind") if isinstance(type_, JaniObject) else type_
        raise node.error(f"{what} of the type {brief(kind)} is not read: there are int, bool and real", "type")
    return BASES[type_]


def define_constants(model: JaniObject, given: ConstantValues) -> Mapping[str, Term]:
    """The constants of a model, with their values."""
    found = []
    for node in model.objects("constants"):
        node.knows_only("a constant", ("name", "type", "value"))
        value = parse_expression(node, "value") if "value" in node else None
        found.append(ConstantDeclaration(node.text("name"), base_of(node, "a constant"), value, node.position))
    constants = define(PrismFile(constants=found), given).constants
    for node in model.objects("constants"):
        if isinstance(node["type"], JaniObject):
            _check_bounds(node, constants)
    return constants


def _check_bounds(node: JaniObject, constants: Mapping[str, Term]) -> None:
    scope, value, type_ = JaniScope(constants), constants[node["name"]].value, node.object("type")
    low, high = (
        scope.known(parse_expression(type_, key), NUMERIC, f"the {key}") if key in type_ else value
        for key in ("lower-bound", "upper-bound")
    )
    if not low <= value <= high:
        raise node.error(f"the value {said(value)} of {node['name']!r} is outside of its range")


@dataclass(frozen=True)
class Function:
    """A function of a model or an automaton."""

    name: str
    type: str
    parameters: tuple[tuple[str, str], ...]
    body: Expression
    size: int
    position: Position
    terms: Mapping[str, Term] = field(default_factory=dict)
    """What names mean where it is defined."""


def define_functions(
    node: JaniObject, outer: Mapping[str, Function], terms: Mapping[str, Term]
) -> Mapping[str, Function]:
    """The functions of a model or an automaton, beside those of the model. None calls itself, not even by others."""
    functions = dict(outer)
    own: set[str] = set()
    for part in node.objects("functions"):
        part.knows_only("a function", ("name", "type", "parameters", "body"))
        part.needs("a function", "body")
        parameters = [(p.text("name"), base_of(p, "a parameter")) for p in part.objects("parameters")]
        name, body = part.text("name"), parse_expression(part, "body")
        if name in own:
            raise part.error(f"there is a second function {name!r}", "name")
        own.add(name)
        functions[name] = Function(
            name, base_of(part, "a function"), tuple(parameters), body, part.size, part.position, terms
        )
    if own:
        _check_calls(functions)
    return functions


def _check_calls(functions: Mapping[str, Function]) -> None:
    calls = {
        name: {i.name for i in mentioned([function.body]) if isinstance(i, Application)} & functions.keys()
        for name, function in functions.items()
    }
    try:
        order = list(TopologicalSorter(calls).static_order())
    except CycleError as error:
        name = error.args[1][0]
        raise functions[name].position.error(f"the function {name!r} calls itself, which is not read") from None
    depth: dict[str, int] = {}
    for name in order:
        depth[name] = functions[name].body.depth + max((depth[called] for called in calls[name]), default=0)
        if depth[name] > MAX_TERM_DEPTH:
            found = f"the function {name!r}, with those that it calls, is nested deeper than {MAX_TERM_DEPTH}"
            raise functions[name].position.error(found)


@dataclass
class Budget:
    """How much may still be written out of what the text has once: functions that are called, automata that repeat."""

    parts: int = MAX_REPEATED

    def spend(self, size: int, position: Position) -> None:
        """So many parts are written out once more."""
        self.parts -= size
        if self.parts < 0:
            found = f"have more than {MAX_REPEATED:,} parts"
            raise position.error(f"functions that are called, and automata that are there again, written out, {found}")


@dataclass
class JaniScope:
    """Looks names up."""

    terms: Mapping[str, Term]
    """Constants and variables."""
    functions: Mapping[str, Function] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    """Names that are there and mean nothing to the moves of a model, with the reason."""
    budget: Budget = field(default_factory=Budget)
    values: Mapping[str, Callable[[], Term]] = field(default_factory=dict)
    """New values of variables, where assignments follow each other."""
    parameters: Mapping[str, Term] = field(default_factory=dict)
    """Of the function whose body this is."""
    outside: JaniScope | None = None
    """Where a function whose body this is was called from."""
    _called: dict[tuple[str, tuple[int, ...]], tuple[Term, list[Term]]] = field(default_factory=dict)

    def later(self, values: Mapping[str, Callable[[], Term]]) -> JaniScope:
        """The scope in which these variables have new values."""
        return JaniScope(self.terms, self.functions, self.refused, self.budget, {**self.values, **values})

    def look_up(self, identifier: Identifier) -> Term:
        """The meaning of a name, or of a call."""
        name, position = identifier.name, identifier.position
        if isinstance(identifier, Application):
            arguments = [typed(argument, self.look_up) for argument in identifier.arguments]
            return (self.outside or self)._call(identifier, arguments)
        if name in self.parameters:
            return self.parameters[name]
        if name in self.values:
            return self.values[name]()
        if name in self.terms:
            return self.terms[name]
        if name in self.refused:
            raise position.error(f"{name!r} is {self.refused[name]}")
        raise position.error(f"{name!r} is not defined: it is no constant and no variable that can be used here")

    def typed(self, expression: Expression, types: Sequence[str], what: str) -> Term:
        """The term of an expression that must have one of these types."""
        term = typed(expression, self.look_up)
        wanted(expression, term, types, what)
        return term

    def known(self, expression: Expression, types: Sequence[str], what: str) -> bool | int | Fraction:
        """The value of an expression that must be known before the model runs."""
        return known_now(self.typed(expression, types, what), expression.position)

    def _call(self, call: Application, arguments: list[Term]) -> Term:
        function = PREDEFINED[call.name](call.position) if call.is_predefined else self.functions.get(call.name)
        if function is None:
            raise call.position.error(f"there is no function {call.name!r}")
        if len(arguments) != len(function.parameters):
            found = f"{counted(len(function.parameters), 'parameter')}, and {len(arguments)} arguments are given"
            raise call.position.error(f"{call.name!r} has {found}")
        key = call.name + "!" * call.is_predefined, tuple(map(id, arguments))
        if key not in self._called:  # with the arguments, whose identities must not be used again
            self._called[key] = self._written_out(function, call, arguments), arguments
        return self._called[key][0]

    def _written_out(self, function: Function, call: Application, arguments: list[Term]) -> Term:
        self.budget.spend(function.size + CALL_PARTS, call.position)
        for (name, type_), argument, written in zip(function.parameters, arguments, call.arguments, strict=True):
            wanted(written, argument, _taken(type_), f"the parameter {name!r} of {call.name!r}")
        named = {name: argument for (name, _), argument in zip(function.parameters, arguments, strict=True)}
        terms = self.terms if call.is_predefined else function.terms
        values = {name: value for name, value in self.values.items() if terms.get(name) is self.terms.get(name)}
        inside = JaniScope(terms, self.functions, self.refused, self.budget, values, named, self)
        term = typed(function.body, inside.look_up)
        if term.type not in _taken(function.type):
            found = f"gives {ARTICLE[term.type]}, and is declared as {ARTICLE[function.type]}"
            raise function.position.error(f"the function {function.name!r} {found}")
        return term


def _taken(type_: str) -> tuple[str, ...]:
    """The types of values that can be given where this one is asked for."""
    return NUMERIC if type_ == "double" else (type_,)


def _absolute(position: Position) -> Function:
    """`max(x, -x)`."""
    x = Identifier("x", position)
    body = FunctionCall("max", [x, Unary("-", x, position, 2)], position, 3)
    return Function("abs", "double", (("x", "double"),), body, 4, position)


def _sign(position: Position) -> Function:
    """`x < 0 ? -1 : x > 0 ? 1 : 0`."""
    x, zero = Identifier("x", position), Literal(0, position)
    cases: list[tuple[Expression, Expression]] = [
        (Chain([x, zero], [(sign, position)], 2), Literal(value, position)) for sign, value in ((">", 1), ("<", -1))
    ]
    return Function("sgn", "int", (("x", "double"),), Conditional(cases, zero, position, 3), 8, position)


def _truncated(position: Position) -> Function:
    """`x < 0 ? ceil(x) : floor(x)`."""
    x = Identifier("x", position)
    is_negative = Chain([x, Literal(0, position)], [("<", position)], 2)
    up, down = (FunctionCall(function, [x], position, 2) for function in ("ceil", "floor"))
    return Function("trc", "int", (("x", "double"),), Conditional([(is_negative, up)], down, position, 3), 8, position)


PREDEFINED = {"abs": _absolute, "sgn": _sign, "trc": _truncated}
"""Operators that mention their operand more than once, as functions."""
