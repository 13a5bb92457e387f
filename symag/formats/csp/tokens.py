"""The tokens of CSPm: names, numbers, characters, strings and signs, without spaces and comments.

Where a token begins a line is kept: a new line may end a definition.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from symag.errors import InputError
from symag.formats.positions import Position
from symag.limits import Watch
from symag.model import printable

__all__ = ["CSP_KEYWORDS", "CspToken", "Place", "tokenise"]

MAX_DIGITS = 1000

CSP_KEYWORDS = frozenset(
    [
        "and",
        "or",
        "not",
        "if",
        "then",
        "else",
        "let",
        "within",
        "channel",
        "assert",
        "datatype",
        "subtype",
        "nametype",
        "transparent",
        "external",
        "include",
        "print",
        "module",
        "exports",
        "endmodule",
        "instance",
        "true",
        "false",
        "Timed",
    ]
)

_SIGNS = [
    "|~|",
    "|||",
    "||",
    "|>",
    "|]",
    "|}",
    "|\\",
    "|)",
    "|",
    "[|",
    "[[",
    "[]",
    "[>",
    "[+",
    "[",
    "]]",
    "]",
    "+]",
    "+\\",
    "+",
    "/\\",
    "/+",
    "/",
    "\\",
    "{|",
    "{",
    "}",
    "(",
    ")",
    "<->",
    "<-",
    "<=",
    "<>",
    "<",
    "->",
    "-",
    ">=",
    ">",
    "==",
    "=>",
    "=",
    "!=",
    "!",
    "..",
    ".",
    "::",
    ":[",
    ":",
    "@@",
    "@",
    ",",
    ";",
    "&",
    "?",
    "$",
    "^",
    "#",
    "*",
    "%",
]

_PATTERN = re.compile(
    r"(?P<space>[ \t\f\v]+|--[^\r\n]*)|(?P<line>\r\n?|\n)|(?P<comment>\{-)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*'*)|(?P<number>[0-9]+)"
    r"|(?P<char>'(?:\\.|[^'\\\r\n])')|(?P<string>\"(?:\\.|[^\"\\\r\n])*\")"
    r"|(?P<sign>\[[A-Z]+=(?!=)|\(\|(?![|~])|" + "|".join(map(re.escape, sorted(_SIGNS, key=len, reverse=True))) + ")",
    re.ASCII,
)
_COMMENT = re.compile(r"\{-|-\}")
_NEWLINE = re.compile(r"\r\n?|\n")


class Place(NamedTuple):
    """Line and column, both counted from 1, in the script or in a file that it includes."""

    line: int
    column: int
    file: str | None = None

    def error(self, message: str) -> InputError:
        """An error at this place; of the script itself, the caller adds the name of the file."""
        return InputError(message, self.file, self.line, self.column)

    @property
    def position(self) -> Position:
        """Without the file."""
        return Position(self.line, self.column)


class CspToken(NamedTuple):
    """One token. `kind` is name, number, char, string, sign or end; keywords are signs."""

    kind: str
    text: str
    place: Place
    is_first: bool
    """It begins its line."""
    start: int
    end: int


def tokenise(text: str, watch: Watch, file: str | None = None) -> list[CspToken]:
    """All tokens of the text, and one for its end; an InputError at the first character that begins none."""
    found: list[CspToken] = []
    at, line, line_start, is_first = 0, 1, 0, True
    while at < len(text):
        watch.tick()
        match = _PATTERN.match(text, at)
        place = Place(line, at - line_start + 1, file)
        if match is None:
            raise place.error(_unknown(text, at))
        kind, end = str(match.lastgroup), match.end()
        if kind == "comment":
            end = _comment_end(text, at, place)
        if kind in ("line", "comment"):
            for newline in _NEWLINE.finditer(text, at, end):
                line, line_start, is_first = line + 1, newline.end(), True
        elif kind != "space":
            found.append(_token(kind, match[0], place, is_first, at, end))
            is_first = False
        at = end
    found.append(CspToken("end", "", Place(line, at - line_start + 1, file), True, at, at))
    return found


def _token(kind: str, text: str, place: Place, is_first: bool, start: int, end: int) -> CspToken:
    if kind == "number" and len(text) > MAX_DIGITS:
        raise place.error(f"the number {text[:30]}… has more than {MAX_DIGITS} digits")
    if kind == "name" and text in CSP_KEYWORDS:
        kind = "sign"
    return CspToken(kind, text, place, is_first, start, end)


def _comment_end(text: str, at: int, place: Place) -> int:
    """Where the comment that begins there ends; comments nest."""
    depth = 0
    for match in _COMMENT.finditer(text, at):
        depth += 1 if match[0] == "{-" else -1
        if depth == 0:
            return match.end()
    raise place.error("this comment '{-' is not closed by '-}'")


def _unknown(text: str, at: int) -> str:
    if text[at] == '"':
        return "this string is not closed in its line"
    return f"no token of CSPm begins with {printable(text[at])!r}"
