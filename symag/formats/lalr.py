"""The door to Lark: its parser over words of our own, and what it did not expect, told in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from lark import Lark, Token, UnexpectedToken
from lark.lexer import Lexer

from symag.errors import InputError
from symag.formats.places import Place
from symag.formats.words import LINE_END, Language
from symag.limits import Watch
from symag.model import printable

__all__ = ["Parser", "Words", "place_of"]

Source = TypeVar("Source")

SHOWN = 6
"""Of what could have stood in a place, so many are named."""


class Words(Lexer):
    """Hands on the words that it is given."""

    def __init__(self, configuration: Any) -> None:
        """Nothing to configure; Lark wants to say it all the same."""

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        """The words as they are."""
        words: Iterator[Token] = lexer_state
        return words


def place_of(token: Token) -> Place:
    """Where a word stands."""
    return Place(token.line or 1, token.column or 1)


class Parser(Generic[Source]):
    """A grammar over the words of a language. `groups` are kinds of words that have one name in messages; `operators`
    are left out of what could have stood in a place where an expression could go on."""

    def __init__(
        self,
        source: type[Source],
        language: Language,
        grammar: str,
        grower: Callable[[], object],
        groups: Mapping[frozenset[str], str],
        operators: Collection[str],
    ) -> None:
        self.source = source
        self.language = language
        self.grammar = grammar
        self.grower = grower
        self.groups = groups
        self.operators = frozenset(operators)

    @cached_property
    def _lark(self) -> Lark:
        """The tables are made when the first file is read: other formats do not wait for them."""
        declared = " ".join(self.language.terminals)
        text = f"{self.grammar}\n%declare {declared}\n"
        return Lark(text, parser="lalr", lexer=Words, transformer=self.grower())

    def parse(self, text: str, watch: Watch) -> Source:
        """The file as a tree; an InputError with a place where it does not follow the grammar."""
        try:
            grown: object = self._lark.parse(self.language.tokens(text, watch))
        except UnexpectedToken as error:
            raise self._unexpected(error, text) from None
        assert isinstance(grown, self.source)
        return grown

    def _unexpected(self, error: UnexpectedToken, text: str) -> InputError:
        """What Lark found, in words."""
        token = error.token
        wanted = sorted(self._readable(error.expected))
        shown = ", ".join(wanted[:SHOWN]) + (", …" if len(wanted) > SHOWN else "")
        expected = f"expected {'one of ' if len(wanted) > 1 else ''}{shown}"
        if token.type == "$END":
            *_, last = lines = LINE_END.split(text)
            return InputError(f"the file ends too early: {expected}", None, len(lines), len(last) + 1)
        found = f"{printable(token)[:60]!r}"
        if token in self.language.keywords and "NAME" in error.expected:
            return place_of(token).wrong(f"{found} is a word of the language and cannot be a name")
        return place_of(token).wrong(f"{found} cannot stand here: {expected}")

    def _readable(self, kinds: set[str]) -> set[str]:
        """Names for these kinds of words; of those that begin or go on with an expression, one for all."""
        for group, name in self.groups.items():
            if group <= kinds:
                return {name, *self._readable(kinds - group - self.operators)}
        return set(map(self.language.readable, kinds))
