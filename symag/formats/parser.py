"""Lark's LALR parser over the tokens of our own lexer, with its errors in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from lark import Lark, Token, UnexpectedToken
from lark.lexer import Lexer as LarkLexer

from symag.errors import InputError
from symag.formats.lexer import LINE_END, Lexer, Position
from symag.limits import Watch
from symag.model import printable

__all__ = ["MAX_NESTING", "Parser", "TokenStream", "position_of"]

Tree = TypeVar("Tree")

MAX_NESTING = 64
"""Of expressions, sets, and parallel compositions. A chain such as `a & b & c` is one level, however long. Prefixes,
choices and conditions of FSP may be nested as deep as memory allows: nothing recurses over them."""

_SHOWN = 6
"""An error names at most so many of the tokens that could have been there."""


class TokenStream(LarkLexer):
    """Gives Lark the tokens that it is given."""

    def __init__(self, configuration: Any) -> None:
        """Lark passes a configuration, and there is nothing to configure."""

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        """The tokens as they are."""
        tokens: Iterator[Token] = lexer_state
        return tokens


def position_of(token: Token) -> Position:
    """Where a token begins."""
    return Position(token.line or 1, token.column or 1)


class Parser(Generic[Tree]):
    """A grammar over the tokens of a language, whose builder makes the syntax tree. Messages have one name for each of
    the `groups` of tokens, and leave out the `operators` where an expression could go on."""

    def __init__(
        self,
        tree: type[Tree],
        lexer: Lexer,
        grammar: str,
        builder: Callable[[], object],
        groups: Mapping[frozenset[str], str],
        operators: Collection[str],
    ) -> None:
        self.tree = tree
        self.lexer = lexer
        self.grammar = grammar
        self.builder = builder
        self.groups = groups
        self.operators = frozenset(operators)

    @cached_property
    def _lark(self) -> Lark:
        """The tables are made when the first file is read: other formats do not wait for them."""
        declared = " ".join(self.lexer.terminals)
        text = f"{self.grammar}\n%declare {declared}\n"
        return Lark(text, parser="lalr", lexer=TokenStream, transformer=self.builder())

    def parse(self, text: str, watch: Watch) -> Tree:
        """The syntax tree of a file; an InputError with a position where it does not follow the grammar."""
        try:
            built: object = self._lark.parse(self.lexer.tokens(text, watch))
        except UnexpectedToken as error:
            raise self._unexpected(error, text) from None
        assert isinstance(built, self.tree)
        return built

    def _unexpected(self, error: UnexpectedToken, text: str) -> InputError:
        """Lark's error in words."""
        token = error.token
        wanted = sorted(self._readable(error.expected))
        shown = ", ".join(wanted[:_SHOWN]) + (", …" if len(wanted) > _SHOWN else "")
        expected = f"expected {'one of ' if len(wanted) > 1 else ''}{shown}"
        if token.type == "$END":
            *_, last = lines = LINE_END.split(text)
            return InputError(f"the file ends too early: {expected}", None, len(lines), len(last) + 1)
        found = f"{printable(token)[:60]!r}"
        if token in self.lexer.keywords and "NAME" in error.expected:
            return position_of(token).error(f"{found} is a word of the language and cannot be a name")
        return position_of(token).error(f"{found} cannot stand here: {expected}")

    def _readable(self, kinds: set[str]) -> set[str]:
        """Names for these kinds of tokens; one for all that begin an expression, and one for all that continue it."""
        for group, name in self.groups.items():
            if group <= kinds:
                return {name, *self._readable(kinds - group - self.operators)}
        return set(map(self.lexer.readable, kinds))
