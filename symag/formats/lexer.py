"""The tokens of a language, each with its line and column: names, numbers and signs, without spaces and comments.

Positions in a text. In JSON they are looked up only after an error, so that reading stays fast.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from lark import Token

from symag.errors import InputError
from symag.formats.format import Comments
from symag.limits import Watch

__all__ = [
    "LINE_END",
    "MAX_JSON_NESTING",
    "JsonPath",
    "Lexer",
    "Position",
    "find_constant",
    "find_duplicate_key",
    "find_position",
    "is_nested_too_deep",
    "line_and_column",
]

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


MAX_JSON_NESTING = 64

JsonPath = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s"\[\]{}:,]+', re.DOTALL)
_SPACE = re.compile(r"[ \t\n\r]*")


class Position(NamedTuple):
    """Line and column, both counted from 1."""

    line: int
    column: int

    def error(self, message: str) -> InputError:
        """An error at this position; the caller adds the name of the file."""
        return InputError(message, None, self.line, self.column)


class _Token(NamedTuple):
    text: str
    at: int
    depth: int
    is_key: bool


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens of a text that may not be JSON to its end; never recursive."""
    open_brackets: list[str] = []
    expects_key = False
    for match in _TOKEN.finditer(text):
        token = match[0]
        yield _Token(token, match.start(), len(open_brackets), expects_key and token[0] == '"')
        if token in "{[":
            open_brackets.append(token)
        elif token in "}]" and open_brackets:
            open_brackets.pop()
        expects_key = token in "{," and bool(open_brackets) and open_brackets[-1] == "{"


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Both counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def is_nested_too_deep(text: str) -> bool:
    """Is anything nested deeper than a model could ever be?"""
    return any(token.depth > MAX_JSON_NESTING for token in _tokens(text))


def find_constant(text: str) -> int:
    """Where the first `NaN`, `Infinity` or `-Infinity` is, outside of strings."""
    return next(token.at for token in _tokens(text) if token.text in ("NaN", "Infinity", "-Infinity"))


def find_duplicate_key(text: str) -> tuple[str, int]:
    """The first key that its object has already, and where it is."""
    keys: list[set[str]] = []
    for token in _tokens(text):
        if token.text == "{":
            del keys[token.depth :]
            keys += [set() for _ in range(token.depth + 1 - len(keys))]
        elif token.is_key:
            key = json.loads(token.text)
            if key in keys[token.depth - 1]:
                return key, token.at
            keys[token.depth - 1].add(key)
    raise ValueError("no key is there twice")


def find_position(text: str, path: JsonPath) -> tuple[int, int]:
    """Line and column of the value at the path; the text is known to be JSON, without duplicate keys."""
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)

    def skip(at: int) -> int:
        match = _SPACE.match(text, at)
        return match.end() if match else at

    at = skip(0)
    for step in path:
        at = skip(at + 1)
        count = 0
        while True:
            if isinstance(step, str):
                key, after = decoder.raw_decode(text, at)
                at = skip(skip(after) + 1)
                found = key == step
            else:
                found = count == step
            if found:
                break
            _, after = decoder.raw_decode(text, at)
            at = skip(skip(after) + 1)
            count += 1
    return line_and_column(text, at)
