"""Positions in a text. In JSON they are looked up only after an error, so that reading stays fast."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from symag.errors import InputError

__all__ = [
    "MAX_JSON_NESTING",
    "MAX_NESTING",
    "JsonPath",
    "Position",
    "find_constant",
    "find_duplicate_key",
    "find_position",
    "is_nested_too_deep",
    "line_and_column",
]

MAX_JSON_NESTING = 64

MAX_NESTING = 64
"""Of expressions, sets, and parallel compositions. A chain such as `a & b & c` is one level, however long. Prefixes,
choices and conditions of FSP may be nested as deep as memory allows: nothing recurses over them."""

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


def find_position(text: str, path: JsonPath, start: int = 0) -> tuple[int, int]:
    """Line and column of the value at the path from the value at `start`; the text is known to be JSON, without
    duplicate keys."""
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)

    def skip(at: int) -> int:
        match = _SPACE.match(text, at)
        return match.end() if match else at

    at = skip(start)
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
