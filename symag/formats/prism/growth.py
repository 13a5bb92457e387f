"""What the parser calls when it has seen a whole rule: the tree grows from its leaves, without recursion."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lark import Token, Transformer

from symag.errors import InputError
from symag.formats.lalr import place_of
from symag.formats.prism.syntax import (
    MAX_NESTING,
    Call,
    Chain,
    Choice,
    Command,
    Constant,
    Expression,
    Formula,
    Identifier,
    Literal,
    Module,
    Outcome,
    Place,
    Source,
    Unary,
    Variable,
)
from symag.model import TAU, parse_rational

__all__ = ["Grower"]

KINDS = {"nondeterministic": "mdp", "probabilistic": "dtmc"}
LEVELS = ("=>", "<=>", "|", "&", "= !=", "< <= > >=", "+ -", "* /")
LEVEL = {sign: level for level, signs in enumerate(LEVELS) for sign in signs.split()}
FEW = 19
"""Digits that cannot be too many."""
BOUNDED = "has no bounds: write a range such as [0..10]"


def _deeper(parts: list[Expression], place: Place) -> int:
    depth = 1 + max(part.depth for part in parts)
    if depth > MAX_NESTING:
        raise place.wrong(f"the expression is nested deeper than {MAX_NESTING}: name parts of it by formulas")
    return depth


class Grower(Transformer[Token, Any]):
    """One method per rule of the grammar. It keeps nothing, so that one of it serves every file."""

    def start(self, items: list[Any]) -> Source:
        """The whole file."""
        source = Source()
        places: dict[type, Callable[[Any], None]] = {
            Constant: source.constants.append,
            Formula: source.formulas.append,
            Variable: source.globals.append,
            Module: source.modules.append,
        }
        for item in items:
            if isinstance(item, Token):
                if source.kind:
                    raise place_of(item).wrong(f"the file says a second time what it is: {str(item)!r}")
                source.kind = KINDS.get(item, str(item))
            elif item is not None:
                places[type(item)](item)
        if not source.kind:
            raise Place(1, 1).wrong("the file does not say what it is: begin it with 'mdp' or 'dtmc'")
        return source

    def kind(self, parts: list[Token]) -> Token:
        """`mdp`."""
        return parts[0]

    def ignored(self, parts: list[Any]) -> None:
        """Labels and rewards have no meaning in an LPTS."""

    def constant(self, parts: list[Any]) -> Constant:
        """`const int K = 3;`."""
        words = [part for part in parts if isinstance(part, Token)]
        type_ = "int" if words[1].type == "NAME" else str(words[1])
        name = words[1] if words[1].type == "NAME" else words[2]
        return Constant(str(name), type_, None if len(words) == len(parts) else parts[-2], place_of(name))

    def formula(self, parts: list[Any]) -> Formula:
        """`formula busy = s>0;`."""
        return Formula(str(parts[1]), parts[3], place_of(parts[1]))

    def shared(self, parts: list[Any]) -> Variable:
        """`global x : bool;`."""
        return parts[1]  # type: ignore[no-any-return]

    def initial_block(self, parts: list[Any]) -> None:
        """`init … endinit`, which means many initial states."""
        raise place_of(parts[0]).wrong("'init … endinit' is not read: give every variable its own 'init' instead")

    def integer(self, parts: list[Any]) -> Variable:
        """`x : [0..3] init 1;`."""
        return Variable(str(parts[0]), (parts[3], parts[5]), parts[8] if len(parts) > 8 else None, place_of(parts[0]))

    def boolean(self, parts: list[Any]) -> Variable:
        """`b : bool init true;`."""
        return Variable(str(parts[0]), None, parts[4] if len(parts) > 4 else None, place_of(parts[0]))

    def unbounded(self, parts: list[Any]) -> None:
        """`x : int;`."""
        raise place_of(parts[0]).wrong(f"the variable {str(parts[0])!r} {BOUNDED}")

    def module(self, parts: list[Any]) -> Module:
        """A module of its own."""
        variables = [part for part in parts if isinstance(part, Variable)]
        commands = [part for part in parts if isinstance(part, Command)]
        return Module(str(parts[1]), variables, commands, place_of(parts[1]))

    def renamed(self, parts: list[Any]) -> Module:
        """`module B = A [x=y] endmodule`."""
        renaming: dict[str, str] = {}
        places: dict[str, Place] = {}
        for part in parts:
            if not isinstance(part, tuple):
                continue
            old, new = part
            if old in renaming:
                raise place_of(old).wrong(f"{str(old)!r} is renamed twice")
            _refuse_tau(new)
            renaming[str(old)], places[str(old)] = str(new), place_of(old)
        return Module(str(parts[1]), [], [], place_of(parts[1]), str(parts[3]), renaming, places)

    def renaming(self, parts: list[Token]) -> tuple[Token, Token]:
        """`x=y`."""
        return parts[0], parts[2]

    def command(self, parts: list[Any]) -> Command:
        """`[a] x=0 -> …;`."""
        name = parts[1] if parts[1].type == "NAME" else None
        _refuse_tau(name)
        after = 3 if name is not None else 2
        outcomes = [part for part in parts[after + 1 :] if isinstance(part, Outcome)]
        return Command("" if name is None else str(name), parts[after], outcomes, place_of(parts[0]))

    def sure(self, parts: list[Any]) -> Outcome:
        """`true`, or assignments without a probability."""
        return _outcome(None, parts[0], Place(1, 1))

    def chance(self, parts: list[Any]) -> Outcome:
        """`1/2 : (x'=1)`."""
        return _outcome(parts[0], parts[2], parts[0].place)

    def assignments(self, parts: list[Any]) -> list[tuple[str, Expression, Place]]:
        """`(x'=1) & (y'=2)`."""
        return [part for part in parts if isinstance(part, tuple)]

    def assignment(self, parts: list[Any]) -> tuple[str, Expression, Place]:
        """`(x'=1)`."""
        return str(parts[1]), parts[4], place_of(parts[1])

    def choice(self, parts: list[Any]) -> Choice:
        """`a ? x : y`; where `y` is a choice itself, one more case of it."""
        condition, _, then, _, otherwise = parts
        place = condition.place
        if isinstance(otherwise, Choice):
            otherwise.backwards.append((condition, then))
            depth = max(otherwise.depth, _deeper([condition, then], place))
            return Choice(otherwise.backwards, otherwise.otherwise, place, depth)
        return Choice([(condition, then)], otherwise, place, _deeper([condition, then, otherwise], place))

    def chain(self, parts: list[Any]) -> Chain:
        """`a + b`; where `a` is a chain of the same level, one more link of it."""
        left, sign, right = parts
        link = str(sign), place_of(sign)
        if isinstance(left, Chain) and LEVEL[left.operators[0][0]] == LEVEL[link[0]]:
            left.operands.append(right)
            left.operators.append(link)
            left.depth = max(left.depth, _deeper([right], link[1]))
            return left
        return Chain([left, right], [link], _deeper([left, right], link[1]))

    def unary(self, parts: list[Any]) -> Unary:
        """`-x`, `!x`."""
        return Unary(str(parts[0]), parts[1], place_of(parts[0]), _deeper([parts[1]], place_of(parts[0])))

    def number(self, parts: list[Token]) -> Literal:
        """An integer, or a decimal, which is exact: `0.1` is 1/10."""
        text = str(parts[0])
        if text.isdigit() and len(text) < FEW:
            return Literal(int(text), place_of(parts[0]))
        try:
            value = parse_rational("0" + text if text.startswith(".") else text)
        except InputError as error:
            raise place_of(parts[0]).wrong(error.message) from None
        return Literal(int(value) if text.isdigit() else Fraction(value), place_of(parts[0]))

    def truth(self, parts: list[Token]) -> Literal:
        """`true`, `false`."""
        return Literal(parts[0] == "true", place_of(parts[0]))

    def identifier(self, parts: list[Token]) -> Identifier:
        """A name; one in quotes is a label, which means nothing outside of labels and rewards."""
        return Identifier(str(parts[0]), place_of(parts[0]))

    def call(self, parts: list[Any]) -> Call:
        """`min(x, y)`, or as it was written once, `func(min, x, y)`."""
        name = parts[2] if parts[0].type == "FUNC" else parts[0]
        arguments = [part for part in parts if not isinstance(part, Token)]
        return Call(str(name), arguments, place_of(name), _deeper(arguments, place_of(name)))

    def inside(self, parts: list[Any]) -> Expression:
        """`(x)`."""
        return parts[1]  # type: ignore[no-any-return]


def _refuse_tau(name: Token | None) -> None:
    if name == TAU:
        raise place_of(name).wrong(f"an action cannot be called {TAU!r}, the hidden action: write [] for that one")


def _outcome(probability: Expression | None, update: Any, place: Place) -> Outcome:
    assignments = [] if isinstance(update, Token) else update
    seen: set[str] = set()
    for name, _, at in assignments:
        if name in seen:
            raise at.wrong(f"the variable {name!r} is assigned twice in one update")
        seen.add(name)
    return Outcome(probability, assignments, place)
