"""The door to Lark: words from a lexer of our own, and what Lark did not expect, told in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from lark import Token, UnexpectedToken
from lark.lexer import Lexer

from symag.errors import InputError
from symag.formats.places import Place
from symag.model import printable

__all__ = ["Words", "place_of", "unexpected"]

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


def unexpected(
    error: UnexpectedToken, text: str, readable: Callable[[set[str]], set[str]], keywords: Collection[str]
) -> InputError:
    """What Lark found, in words; `readable` names kinds of words."""
    token = error.token
    wanted = sorted(readable(error.expected))
    shown = ", ".join(wanted[:SHOWN]) + (", …" if len(wanted) > SHOWN else "")
    expected = f"expected {'one of ' if len(wanted) > 1 else ''}{shown}"
    if token.type == "$END":
        *_, last = lines = re.split(r"\r\n?|\n", text)
        return InputError(f"the file ends too early: {expected}", None, len(lines), len(last) + 1)
    found = f"{printable(token)[:60]!r}"
    if token in keywords and "NAME" in error.expected:
        return place_of(token).wrong(f"{found} is a word of the language and cannot be a name")
    return place_of(token).wrong(f"{found} cannot stand here: {expected}")
