"""Builds the syntax tree: the parser calls a method when it has seen a whole rule. The leaves come first, without
recursion."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer

from symag.formats.guarded.expressions import (
    Chain,
    Conditional,
    Expression,
    FunctionCall,
    Identifier,
    Literal,
    Unary,
)
from symag.formats.parser import position_of
from symag.formats.positions import Position
from symag.formats.prism.nodes import called, chained, chosen, implied, literal, negated, updated
from symag.formats.prism.syntax import (
    Command,
    ConstantDeclaration,
    Module,
    PrismFile,
    PrismFormula,
    PrismLabel,
    SystemTerm,
    Update,
    Variable,
)
from symag.model import TAU

__all__ = ["PrismTreeBuilder"]

KINDS = {"nondeterministic": "mdp", "probabilistic": "dtmc"}


class PrismTreeBuilder(Transformer[Token, Any]):
    """One method for each rule of the grammar. It has no state, so that one builder serves every file."""

    def start(self, items: list[Any]) -> PrismFile:
        """The whole file."""
        source = PrismFile()
        for item in items:
            if isinstance(item, Token):
                if source.kind:
                    raise position_of(item).error(f"the file says a second time what it is: {str(item)!r}")
                source.kind = KINDS.get(item, str(item))
            elif isinstance(item, ConstantDeclaration):
                source.constants.append(item)
            elif isinstance(item, PrismLabel):
                source.labels.append(item)
            elif isinstance(item, PrismFormula):
                source.formulas.append(item)
            elif isinstance(item, Variable):
                source.globals.append(item)
            elif isinstance(item, Module):
                source.modules.append(item)
            elif isinstance(item, Position):
                source.rewards = source.rewards or item
            else:
                _system_or_initial(source, item)
        source.kind = source.kind or "mdp"
        return source

    def kind(self, parts: list[Token]) -> Token:
        """`mdp`."""
        return parts[0]

    def ignored(self, parts: list[Any]) -> None:
        """A reward has no meaning in an LPTS."""

    def rewards(self, parts: list[Any]) -> Position:
        """`rewards … endrewards`: only where they begin."""
        return position_of(parts[0])

    def label(self, parts: list[Any]) -> PrismLabel:
        """`label "end" = s=3;`."""
        return PrismLabel(str(parts[1])[1:-1], parts[3], position_of(parts[1]))

    def constant(self, parts: list[Any]) -> ConstantDeclaration:
        """`const int K = 3;`."""
        words = [part for part in parts if isinstance(part, Token)]
        type_ = "int" if words[1].type == "NAME" else str(words[1])
        type_ = "double" if words[0].type in ("RATE", "PROB") else type_
        name = words[1] if words[1].type == "NAME" else words[2]
        return ConstantDeclaration(str(name), type_, None if len(words) == len(parts) else parts[-2], position_of(name))

    def system(self, parts: list[Any]) -> tuple[str, SystemTerm]:
        """`system … endsystem`, which may have a name."""
        return str(parts[1])[1:-1] if len(parts) == 4 else "", parts[-2]

    def side_by_side(self, parts: list[Any]) -> SystemTerm:
        """`A || B`, or `A ||| B`; where `A` is of the same kind, one more part of it."""
        left, sign, right = parts
        if left.kind == str(sign):
            left.parts.append(right)
            return left  # type: ignore[no-any-return]
        return SystemTerm(str(sign), left.position, [left, right])

    def along(self, parts: list[Any]) -> SystemTerm:
        """`A |[a,b]| B`."""
        return SystemTerm("|[]|", parts[0].position, [parts[0], parts[-1]], _names(parts[1:-1]))

    def hidden(self, parts: list[Any]) -> SystemTerm:
        """`A / {a,b}`."""
        return SystemTerm("/", parts[0].position, [parts[0]], _names(parts[1:]))

    def changed(self, parts: list[Any]) -> SystemTerm:
        """`A {a<-b}`."""
        names = _names(parts[1:])
        for name in set(names[::2]):
            if names[::2].count(name) > 1:
                raise parts[0].position.error(f"the action {name!r} is renamed twice")
        return SystemTerm("{}", parts[0].position, [parts[0]], names)

    def part(self, parts: list[Token]) -> SystemTerm:
        """A module, or in quotes a system."""
        is_module = parts[0].type == "NAME"
        name = str(parts[0]) if is_module else str(parts[0])[1:-1]
        return SystemTerm("module" if is_module else "system", position_of(parts[0]), names=[name])

    def formula(self, parts: list[Any]) -> PrismFormula:
        """`formula busy = s>0;`."""
        return PrismFormula(str(parts[1]), parts[3], position_of(parts[1]))

    def shared(self, parts: list[Any]) -> Variable:
        """`global x : bool;`."""
        return parts[1]  # type: ignore[no-any-return]

    def initial_block(self, parts: list[Any]) -> Expression:
        """`init … endinit`."""
        return parts[1]  # type: ignore[no-any-return]

    def integer(self, parts: list[Any]) -> Variable:
        """`x : [0..3] init 1;`."""
        return Variable(
            str(parts[0]), (parts[3], parts[5]), parts[8] if len(parts) > 8 else None, position_of(parts[0])
        )

    def boolean(self, parts: list[Any]) -> Variable:
        """`b : bool init true;`."""
        return Variable(str(parts[0]), None, parts[4] if len(parts) > 4 else None, position_of(parts[0]), "bool")

    def unbounded(self, parts: list[Any]) -> Variable:
        """`x : int;`."""
        return Variable(str(parts[0]), None, parts[4] if len(parts) > 4 else None, position_of(parts[0]))

    def module(self, parts: list[Any]) -> Module:
        """A module of its own."""
        variables = [part for part in parts if isinstance(part, Variable)]
        commands = [part for part in parts if isinstance(part, Command)]
        return Module(str(parts[1]), variables, commands, position_of(parts[1]))

    def renamed(self, parts: list[Any]) -> Module:
        """`module B = A [x=y] endmodule`."""
        renaming: dict[str, str] = {}
        positions: dict[str, Position] = {}
        for part in parts:
            if not isinstance(part, tuple):
                continue
            old, new = part
            if old in renaming:
                raise position_of(old).error(f"{str(old)!r} is renamed twice")
            _refuse_tau(new)
            renaming[str(old)], positions[str(old)] = str(new), position_of(old)
        return Module(str(parts[1]), [], [], position_of(parts[1]), str(parts[3]), renaming, positions)

    def renaming(self, parts: list[Token]) -> tuple[Token, Token]:
        """`x=y`."""
        return parts[0], parts[2]

    def command(self, parts: list[Any]) -> Command:
        """`[a] x=0 -> …;`."""
        name = parts[1] if parts[1].type == "NAME" else None
        _refuse_tau(name)
        after = 3 if name is not None else 2
        updates = [part for part in parts[after + 1 :] if isinstance(part, Update)]
        return Command("" if name is None else str(name), parts[after], updates, position_of(parts[0]))

    def sure(self, parts: list[Any]) -> Update:
        """`true`, or assignments without a probability."""
        return updated(None, _assigned(parts[0]), Position(1, 1))

    def chance(self, parts: list[Any]) -> Update:
        """`1/2 : (x'=1)`."""
        return updated(parts[0], _assigned(parts[2]), parts[0].position)

    def interval(self, parts: list[Any]) -> None:
        """`[1/3, 2/3] : (x'=1)`."""
        raise position_of(parts[0]).error("intervals of probabilities are not read: give one probability")

    def assignments(self, parts: list[Any]) -> list[tuple[str, Expression, Position]]:
        """`(x'=1) & (y'=2)`."""
        return [part for part in parts if isinstance(part, tuple)]

    def assignment(self, parts: list[Any]) -> tuple[str, Expression, Position]:
        """`(x'=1)`."""
        return str(parts[1]), parts[4], position_of(parts[1])

    def choice(self, parts: list[Any]) -> Conditional:
        """`a ? x : y`."""
        return chosen(parts[0], parts[2], parts[4])

    def chain(self, parts: list[Any]) -> Chain:
        """`a + b`."""
        return chained(parts[0], str(parts[1]), position_of(parts[1]), parts[2])

    def implies(self, parts: list[Any]) -> Chain:
        """`a => b`."""
        return implied(parts[0], position_of(parts[1]), parts[2])

    def power(self, parts: list[Any]) -> FunctionCall:
        """`x ^ 2`."""
        return called("pow", [parts[0], parts[2]], position_of(parts[1]))

    def unary(self, parts: list[Any]) -> Unary:
        """`-x`, `!x`."""
        return negated(str(parts[0]), position_of(parts[0]), parts[1])

    def number(self, parts: list[Token]) -> Literal:
        """`12`, `0.1`."""
        return literal(str(parts[0]), position_of(parts[0]))

    def truth(self, parts: list[Token]) -> Literal:
        """`true`, `false`."""
        return Literal(parts[0] == "true", position_of(parts[0]))

    def identifier(self, parts: list[Token]) -> Identifier:
        """A name; one in quotes is a label, which means nothing outside of labels and rewards."""
        return Identifier(str(parts[0]), position_of(parts[0]))

    def call(self, parts: list[Any]) -> FunctionCall:
        """`min(x, y)`, or as it was written once, `func(min, x, y)`."""
        name = parts[2] if parts[0].type == "FUNC" else parts[0]
        arguments = [part for part in parts if not isinstance(part, Token)]
        return called(str(name), arguments, position_of(name))

    def inside(self, parts: list[Any]) -> Expression:
        """`(x)`."""
        return parts[1]  # type: ignore[no-any-return]


def _names(parts: list[Any]) -> list[str]:
    names = [part for part in parts if isinstance(part, Token) and part.type == "NAME"]
    for name in names:
        _refuse_tau(name)
    return list(map(str, names))


def _system_or_initial(source: PrismFile, item: Any) -> None:
    """Parts of a file of which there is one."""
    if not isinstance(item, tuple):
        if source.initial is not None:
            raise item.position.error("there is a second 'init … endinit'")
        source.initial = item
        return
    name, term = item
    if any(name == other for other, _ in source.systems):
        found = f"system {name!r}" if name else "'system … endsystem' without a name"
        raise term.position.error(f"there is a second {found}")
    source.systems.append((name, term))


def _refuse_tau(name: Token | None) -> None:
    if name == TAU:
        raise position_of(name).error(f"an action cannot be called {TAU!r}, the hidden action: write [] for that one")


def _assigned(update: Any) -> list[tuple[str, Expression, Position]]:
    return [] if isinstance(update, Token) else update
