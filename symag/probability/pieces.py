"""The pieces of a formula, names in quotes or not, numbers and signs, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from symag.formats.positions import Position, line_and_column
from symag.probability.near_misses import instead_of

__all__ = ["KEYWORDS", "PIECE", "FormulaPiece", "pieces_of", "refuse", "shown"]

PIECE = re.compile(
    r"\s+|(?P<quoted>\"(?:[^\"\\\n]|\\.)*\")|(?P<number>(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?:/\d+)?)"
    r"|(?P<word>[A-Za-z_]\w*(?:\.\w+|\[\w+\])*)|(?P<sign><=|>=|=\s*\?|[<>=\[\](){}:,&|!])",
    re.ASCII,
)
KEYWORDS = frozenset({"true", "false", "enabled", "disabled", "X", "F", "G", "U", "P", "Pmax", "Pmin"})


class FormulaPiece(NamedTuple):
    """A name, a number or a sign, as it was written; signs without blanks."""

    text: str
    kind: str
    """`quoted`, `number`, `word`, `sign`, or `end`."""
    at: int


def pieces_of(text: str) -> Iterator[FormulaPiece]:
    """The pieces, the last one of which is the end."""
    at, before = 0, (0, 0, "")
    while at < len(text):
        match = PIECE.match(text, at)
        if match is None:
            refuse(text, at, instead_of(text, at, before))
        if match.lastgroup:
            piece = "".join(match[0].split()) if match.lastgroup == "sign" else match[0]
            yield FormulaPiece(piece, match.lastgroup, at)
            before = (at, match.end(), match.lastgroup)
        at = match.end()
    yield FormulaPiece("", "end", at)


def refuse(text: str, at: int, message: str) -> NoReturn:
    """An error at a place of the formula."""
    line, column = line_and_column(text, at)
    raise Position(line, column).error(f"in the formula: {message}")


def shown(piece: FormulaPiece) -> str:
    """A piece for a message."""
    return f"'{piece.text}'" if piece.text else "the end of the formula"
