"""Where a parser is in the tokens of a script, and the nodes that it makes, of bounded height."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn, TypeVar

from symag.formats.csp.tokens import CspToken, Place
from symag.formats.csp.tree import Binder, CspNode, CspOperator, Generator, height_of

__all__ = ["TokenCursor"]

MAX_DEPTH = 64
"""Brackets within brackets."""
MAX_HEIGHT = 120
"""Of a tree."""
T = TypeVar("T")


class TokenCursor:
    """The tokens of a text, and the one that comes next."""

    def __init__(self, tokens: Sequence[CspToken]) -> None:
        self.tokens = tokens
        self.at = 0
        self.token = tokens[0]
        self.depth = 0
        self.is_bracketed = False
        self.in_sequence = False

    def step(self) -> CspToken:
        """The token that we are at; go on to the next."""
        token = self.token
        if token.kind != "end":
            self.at += 1
            self.token = self.tokens[self.at]
        return token

    def sees(self, *signs: str) -> bool:
        """Are we at one of these signs?"""
        return self.token.kind == "sign" and self.token.text in signs

    def take(self, sign: str, after: str = "") -> CspToken:
        """This sign, and nothing else, comes here."""
        if not self.sees(sign):
            if sign == "]" and self.sees("]]"):  # `[a || b]]`: two brackets that meet
                token = self.token
                self.token = token._replace(text="]", place=token.place._replace(column=token.place.column + 1))
                return token
            self.refuse(f"{sign!r}{after}")
        return self.step()

    def refuse(self, expected: str) -> NoReturn:
        """An error here."""
        found = "the end of the script" if self.token.kind == "end" else repr(self.token.text)
        raise self.token.place.error(f"{expected} is expected here, not {found}")

    def name(self, what: str = "a name") -> CspToken:
        """A name comes here."""
        if self.token.kind != "name" or self.token.text == "_":
            self.refuse(what)
        return self.step()

    def within(self, read: Callable[[], T], in_sequence: bool = False) -> T:
        """What is read inside of brackets."""
        before = self.is_bracketed, self.in_sequence
        self.is_bracketed, self.in_sequence = True, in_sequence
        found = self.nested(read)
        self.is_bracketed, self.in_sequence = before
        return found

    def nested(self, read: Callable[[], T]) -> T:
        """What is read one level deeper, but not in brackets."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.token.place.error(f"this is nested deeper than {MAX_DEPTH}: define parts of it by themselves")
        found = read()
        self.depth -= 1
        return found

    def checked(self, node: CspNode) -> CspNode:
        """The node, unless it is too high."""
        if node.height > MAX_HEIGHT:
            raise node.place.error(f"this is nested deeper than {MAX_HEIGHT}: define parts of it by themselves")
        return node

    def operator(self, place: Place, sign: str, operands: Sequence[CspNode], signs: Sequence[str] = ()) -> CspNode:
        """An operator with its operands."""
        return self.checked(CspOperator(place, sign, tuple(operands), tuple(signs), height_of(*operands)))

    def binder(
        self,
        place: Place,
        sign: str,
        outer: Sequence[CspNode],
        statements: Sequence[Generator | CspNode],
        inner: Sequence[CspNode],
    ) -> CspNode:
        """An operator that binds names."""
        height = height_of(*outer, *statements, *inner)
        return self.checked(Binder(place, sign, tuple(outer), tuple(statements), tuple(inner), height))
