"""Declarations of CSPm: definitions, channels, types, modules. A new line ends each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from symag.formats.csp.assertions import AssertionParser
from symag.formats.csp.operands import DOT
from symag.formats.csp.tokens import CspToken, Place, tokenise
from symag.formats.csp.tree import (
    ChannelDeclaration,
    Clause,
    CspApplication,
    CspDeclaration,
    CspName,
    CspNode,
    CspOperator,
    DatatypeDeclaration,
    FunctionDeclaration,
    ModuleDeclaration,
    NametypeDeclaration,
    PatternDeclaration,
    TransparentDeclaration,
)
from symag.limits import Watch

__all__ = ["Include", "parse_csp", "parse_csp_expression"]

Include = Callable[[str, Place], tuple[CspDeclaration, ...]]
"""The declarations of another file, and where it is included."""

CLOSING = ("within", "exports", "endmodule")


def parse_csp(text: str, watch: Watch, include: Include, file: str | None = None) -> tuple[CspDeclaration, ...]:
    """The declarations of a script; clauses of one function are together."""
    parser = _DeclarationParser(text, tokenise(text, watch, file), include)
    found = parser.declarations()
    if parser.token.kind != "end":
        parser.refuse("a declaration")
    return found


def parse_csp_expression(text: str, watch: Watch, file: str | None = None) -> CspNode:
    """One expression, and nothing after it."""
    parser = _DeclarationParser(text, tokenise(text, watch, file), _no_include)
    parser.is_bracketed = True
    found = parser.expression()
    if parser.token.kind != "end":
        parser.refuse("the end of the expression")
    return found


def _no_include(name: str, place: Place) -> tuple[CspDeclaration, ...]:
    raise place.error("a file cannot be included here")


class _DeclarationParser(AssertionParser):
    def __init__(self, text: str, tokens: list[CspToken], include: Include) -> None:
        super().__init__(text, tokens)
        self.include = include
        self.declarations = self._declarations

    def _declarations(self) -> tuple[CspDeclaration, ...]:
        found: list[CspDeclaration] = []
        while self.token.kind != "end" and not self.sees(*CLOSING):
            for declaration in self._declaration():
                _add(declaration, found)
            if not (self.token.is_first or self.token.kind == "end" or self.sees(*CLOSING)):
                self.refuse("an operator or a new line")
        return tuple(found)

    def _declaration(self) -> tuple[CspDeclaration, ...]:
        if self.token.kind == "sign":
            reader = self._KEYWORDS.get(self.token.text)
            if reader is not None:
                return reader(self)
        if self._is_annotation():
            self._skip_annotation()
            return ()
        return (self._definition(),)

    def _definition(self) -> CspDeclaration:
        place = self.token.place
        left = self.pattern()
        self.take("=", " in a definition")
        right = self.expression()
        groups: list[tuple[CspNode, ...]] = []
        function = left
        while isinstance(function, CspApplication):
            groups.insert(0, function.arguments)
            function = function.function
        if isinstance(function, CspName) and function.name != "_":
            if "::" in function.name:
                raise place.error(f"{function.name!r} cannot be defined outside of its module")
            return FunctionDeclaration(place, function.name, (Clause(tuple(groups), right, place),))
        if groups:
            raise function.place.error("a name is expected here: it would be the function that is defined")
        return PatternDeclaration(place, left, right)

    # type annotations are read and skipped

    def _is_annotation(self) -> bool:
        at = self.at
        while self.tokens[at].kind == "name" and self.tokens[at + 1].text == ",":
            at += 2
        return self.tokens[at].kind == "name" and self.tokens[at + 1].text == "::"

    def _skip_annotation(self) -> None:
        depth, before = 0, ""
        while self.token.kind != "end":
            text = self.token.text
            if self.token.is_first and before and depth == 0 and not {before, text} & {",", "::", "->", "=>"}:
                return
            if text == "=":
                self.refuse("the end of a type annotation")
            depth += (text in ("(", "{", "<", "(|")) - (text in (")", "}", ">", "|)"))
            before = self.step().text

    # keywords

    def _names(self) -> tuple[tuple[str, Place], ...]:
        found = [self.name()]
        while self.sees(","):
            self.step()
            found.append(self.name())
        return tuple((token.text, token.place) for token in found)

    def _channel(self) -> tuple[CspDeclaration, ...]:
        place, names = self.step().place, self._names()
        type_ = None
        if self.sees(":"):
            self.step()
            type_ = self.expression(DOT)
        return (ChannelDeclaration(place, names, type_),)

    def _datatype(self) -> tuple[CspDeclaration, ...]:
        keyword = self.step()
        name = self.name("the name of a type").text
        self.take("=", " after the name of a type")
        constructors = [self._constructor()]
        while self.sees("|"):
            self.step()
            constructors.append(self._constructor())
        is_subtype = keyword.text == "subtype"
        return (DatatypeDeclaration(keyword.place, name, tuple(constructors), is_subtype),)

    def _constructor(self) -> tuple[str, Place, CspNode | None]:
        if self.token.kind != "name":
            self.refuse("a constructor of the type")
        place, node = self.token.place, self.expression(DOT)
        if isinstance(node, CspName):
            return node.name, place, None
        if isinstance(node, CspOperator) and node.sign == "." and isinstance(node.operands[0], CspName):
            rest = node.operands[1:]
            type_ = rest[0] if len(rest) == 1 else self.operator(rest[0].place, ".", rest)
            return node.operands[0].name, place, type_
        raise place.error("a constructor of the type is expected here: a name, or a name and types after dots")

    def _nametype(self) -> tuple[CspDeclaration, ...]:
        place = self.step().place
        name = self.name("the name of a type").text
        self.take("=", " after the name of a type")
        return (NametypeDeclaration(place, name, self.expression(DOT)),)

    def _transparent(self) -> tuple[CspDeclaration, ...]:
        place = self.step().place
        return (TransparentDeclaration(place, self._names()),)

    def _include(self) -> tuple[CspDeclaration, ...]:
        place = self.step().place
        if self.token.kind != "string":
            self.refuse("a file in quotes")
        return self.include(self.step().text[1:-1], place)

    def _print(self) -> tuple[CspDeclaration, ...]:
        self.step()
        while not self.token.is_first:
            self.step()
        return ()

    def _timed(self) -> tuple[CspDeclaration, ...]:
        raise self.token.place.error("'Timed' sections are not read: symag knows no time")

    def _module(self) -> tuple[CspDeclaration, ...]:
        place = self.step().place
        name = self.name("the name of a module").text
        parameters: tuple[CspNode, ...] = ()
        if self.sees("("):
            self.step()
            parameters = self.within(lambda: self.comma_list(")"))
            self.take(")")
        hidden = self._declarations()
        exported: tuple[CspDeclaration, ...] = ()
        if self.sees("exports"):
            self.step()
            exported = self._declarations()
        self.take("endmodule", " at the end of a module")
        return (ModuleDeclaration(place, name, parameters, hidden, exported),)

    def _instance(self) -> tuple[CspDeclaration, ...]:
        place = self.step().place
        name = self.name("the name of an instance").text
        self.take("=")
        origin = self.name("the name of a module").text
        arguments: tuple[CspNode, ...] = ()
        if self.sees("("):
            self.step()
            arguments = self.within(lambda: self.comma_list(")"))
            self.take(")")
        return (ModuleDeclaration(place, name, origin=origin, arguments=arguments),)

    _KEYWORDS: ClassVar[dict[str, Callable[[_DeclarationParser], tuple[CspDeclaration, ...]]]] = {
        "channel": _channel,
        "datatype": _datatype,
        "subtype": _datatype,
        "nametype": _nametype,
        "transparent": _transparent,
        "external": _transparent,
        "include": _include,
        "print": _print,
        "Timed": _timed,
        "module": _module,
        "instance": _instance,
        "assert": AssertionParser.assertion,
    }


def _add(declaration: CspDeclaration, found: list[CspDeclaration]) -> None:
    """One more declaration; a clause joins the clauses right before it of the same function."""
    last = found[-1] if found else None
    if not isinstance(declaration, FunctionDeclaration) or not isinstance(last, FunctionDeclaration):
        found.append(declaration)
    elif last.name == declaration.name and last.clauses[0].groups and declaration.clauses[0].groups:
        found[-1] = FunctionDeclaration(last.place, last.name, last.clauses + declaration.clauses)
    else:
        found.append(declaration)
