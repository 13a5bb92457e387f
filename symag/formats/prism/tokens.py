"""The words of a PRISM text, each with its line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token

from symag.errors import InputError
from symag.formats.prism.keywords import KEYWORDS
from symag.limits import Watch

__all__ = ["SIGNS", "readable", "tokens"]

REFUSED = {
    "system": "'system … endsystem' is not read: the modules of a file are composed on the actions that they share",
    "clock": "clocks are not read: only mdp and dtmc",
    "invariant": "invariants are not read: only mdp and dtmc, which have none",
    "observables": "observables are not read: only mdp and dtmc, which have none",
    "observable": "observables are not read: only mdp and dtmc, which have none",
} | {
    kind: f"a {kind} is not read: only mdp and dtmc" for kind in ("ctmc", "stochastic", "pta", "popta", "pomdp", "smg")
}
"""Parts of the language that are known and not read."""

SIGNS = {
    "->": "ARROW", "..": "DOTS", "<=>": "IFF", "=>": "IMPLIES", "<=": "LE", ">=": "GE", "!=": "NE", "<": "LT",
    ">": "GT", "=": "EQ", "!": "NOT", "&": "AND", "|": "OR", "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "DIVIDE",
    "?": "QUESTION", ":": "COLON", ";": "SEMI", ",": "COMMA", "(": "LPAR", ")": "RPAR", "[": "LBRACKET",
    "]": "RBRACKET", "'": "PRIME",
}  # fmt: skip
_NAMES = {kind: sign for sign, kind in SIGNS.items()} | {"NAME": "a name", "NUMBER": "a number", "STRING": 'a "name"'}

_TOKEN = re.compile(
    r"(?P<SPACE>[ \t\f]+|//[^\r\n]*)|(?P<NEWLINE>\r\n?|\n)|(?P<NAME>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<NUMBER>(?:\d*\.\d+|\d+)(?:[eE][+-]?\d+)?)|(?P<STRING>\"[^\"\n]*\")"
    rf"|(?P<SIGN>{'|'.join(map(re.escape, sorted(SIGNS, key=len, reverse=True)))})",
    re.ASCII,
)

TICK = 1 << 14
"""Words between two looks at the watch."""


def tokens(text: str, watch: Watch) -> Iterator[Token]:
    """The words of the text; an InputError at the first character that begins none."""
    line, line_start, at, count = 1, 0, 0, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise InputError(f"{text[at]!r} is no part of the PRISM language", None, line, at - line_start + 1)
        kind, word, start, at = str(match.lastgroup), match[0], at, match.end()
        if kind == "SPACE":
            continue
        if kind == "NEWLINE":
            line, line_start = line + 1, at
            continue
        if word in REFUSED:
            raise InputError(REFUSED[word], None, line, start - line_start + 1)
        if kind == "SIGN":
            kind = SIGNS[word]
        elif kind == "NAME" and word in KEYWORDS:
            kind = word.upper()
        count += 1
        if count % TICK == 0:
            watch.check("reading", count)
        yield Token(kind, word, line=line, column=start - line_start + 1)


def readable(kind: str) -> str:
    """What a kind of word is called in a message."""
    if kind == "$END":
        return "the end of the file"
    shown = _NAMES.get(kind, kind.lower())
    return shown if kind in ("NAME", "NUMBER", "STRING") else f"'{shown}'"
