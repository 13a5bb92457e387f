"""Lark's LALR parser over the tokens of our own lexer, with its errors in words.

The tokens of a language, each with its line and column: names, numbers and signs, without spaces and comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from lark import Lark, Token, UnexpectedToken
from lark.lexer import Lexer as LarkLexer

from symag.errors import InputError
from symag.formats.format import Comments
from symag.formats.positions import Position
from symag.limits import Watch
from symag.model import printable

__all__ = ["LINE_END", "Lexer", "Parser", "TokenStream", "position_of"]

LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True)
class Lexer:
    """The tokens of a language, as data. `kinds` has a pattern and a name for messages for each kind but the signs."""

    title: str
    kinds: Mapping[str, tuple[str, str]]
    signs: Mapping[str, str]
    keywords: frozenset[str]
    refused: Mapping[str, str]
    """Words and signs of the language that symag does not read, with the error for each."""
    comments: Comments

    @cached_property
    def terminals(self) -> list[str]:
        """All kinds of tokens for a grammar; each keyword is a kind of its own."""
        keywords = (word.upper() for word in self.keywords if len(word) > 1)
        return [*self.kinds, *sorted({*self.signs.values(), *keywords})]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        signs = [*self.signs, *(word for word in self.refused if not word.isidentifier())]
        kinds = {
            "SPACE": rf"[ \t\f]+|{re.escape(self.comments.line)}[^\r\n]*" if self.comments.line else r"[ \t\f]+",
            "NEWLINE": LINE_END.pattern,
            **({"COMMENT": re.escape(self.comments.block[0])} if self.comments.block else {}),
            **{kind: pattern for kind, (pattern, _) in self.kinds.items()},
            "SIGN": "|".join(map(re.escape, sorted(signs, key=len, reverse=True))),
        }
        return re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in kinds.items()), re.ASCII)

    def tokens(self, text: str, watch: Watch) -> Iterator[Token]:
        """The tokens of the text; an InputError at the first character that begins none."""
        line, line_start, at, count = 1, 0, 0, 0
        match_at = self._pattern.match
        while at < len(text):
            match = match_at(text, at)
            if match is None:
                message = f"{text[at]!r} is no part of the {self.title} language"
                raise InputError(message, None, line, at - line_start + 1)
            kind, word, start, at = str(match.lastgroup), match[0], at, match.end()
            if kind == "SPACE":
                continue
            if kind == "NEWLINE":
                line, line_start = line + 1, at
                continue
            column = start - line_start + 1
            if kind == "COMMENT":
                assert self.comments.block is not None
                begin, end = self.comments.block
                at = text.find(end, at) + len(end)
                if at < len(end):
                    raise InputError(f"the comment {begin!r} never ends: close it by {end!r}", None, line, column)
                breaks = [found.end() for found in LINE_END.finditer(text, start, at)]
                line, line_start = line + len(breaks), breaks[-1] if breaks else line_start
                continue
            if word in self.refused:
                raise InputError(self.refused[word], None, line, column)
            count += 1
            watch.tick(1, count)
            yield Token(self._kind(kind, word), word, line=line, column=column)

    def _kind(self, kind: str, word: str) -> str:
        if kind == "SIGN":
            return self.signs[word]
        return word.upper() if word in self.keywords else kind

    def readable(self, kind: str) -> str:
        """The name of a kind of token in a message."""
        if kind == "$END":
            return "the end of the file"
        if kind in self.kinds:
            return self.kinds[kind][1]
        return f"'{next((sign for sign, known in self.signs.items() if known == kind), kind.lower())}'"


Tree = TypeVar("Tree")

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
