"""The words of an FSP text, each with its line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token

from symag.errors import InputError
from symag.limits import Watch

__all__ = ["KEYWORDS", "SIGNS", "readable", "tokens"]

KEYWORDS = frozenset(["const", "range", "set", "property", "progress", "menu", "when", "if", "then", "else", "forall"])

_QUESTION = "symag reads models and properties; take it out of the file"
REFUSED = {
    "END": "END and sequential composition are not read: write STOP, or go on with a local process",
    ";": "sequential composition ';' is not read: go on with a local process instead",
    "assert": f"'assert' (linear temporal logic) is not read: {_QUESTION}",
    "fluent": f"'fluent' (linear temporal logic) is not read: {_QUESTION}",
    "ltl_property": f"'ltl_property' is not read: {_QUESTION}",
    "constraint": f"'constraint' is not read: {_QUESTION}",
    "minimal": "'minimal' is not read: take the word out; symag reduces by itself where that keeps the answer",
    "deterministic": "'deterministic' is not read: it changes the process; write the process that you mean",
    "compose": "'compose' is not read: take the word out; symag composes by itself",
    "import": "'import' is not read: symag reads one file",
    "#": "'#' (the size of a set) is not read: write the number",
    "'": "labels in expressions ('a) are not read: index by numbers where they are compared",
}
"""Parts of the language that are known and not read."""

SIGNS = {
    "->": "ARROW", "..": "DOTS", "||": "PARALLEL", "&&": "BOTH", "==": "SAME", "!=": "DIFFERENT", "<=": "LE",
    ">=": "GE", "<<": "HIGH", ">>": "LOW", "::": "SHARE", "<": "LT", ">": "GT", "=": "EQ", "!": "NOT", "&": "AND",
    "|": "OR", "^": "XOR", "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "SLASH", "%": "PERCENT", ":": "COLON",
    ",": "COMMA", ".": "DOT", "(": "LPAR", ")": "RPAR", "[": "LBRACKET", "]": "RBRACKET", "{": "LBRACE", "}": "RBRACE",
    "\\": "HIDE", "@": "SHOW",
}  # fmt: skip
_NAMES = {kind: sign for sign, kind in SIGNS.items()}
_KINDS = {"NAME": "a lower-case name", "UPPER": "an upper-case name", "NUMBER": "a number"}

_TOKEN = re.compile(
    r"(?P<SPACE>[ \t\f]+|//[^\r\n]*)|(?P<NEWLINE>\r\n?|\n)|(?P<COMMENT>/\*)|(?P<UPPER>[A-Z][A-Za-z0-9_]*)"
    r"|(?P<NAME>[a-z_][A-Za-z0-9_]*)|(?P<NUMBER>\d+)"
    rf"|(?P<SIGN>{'|'.join(map(re.escape, sorted([*SIGNS, ';', '#', chr(39)], key=len, reverse=True)))})",
    re.ASCII,
)

_NEWLINE = re.compile(r"\r\n?|\n")

TICK = 1 << 14
"""Words between two looks at the watch."""


def tokens(text: str, watch: Watch) -> Iterator[Token]:
    """The words of the text; an InputError at the first character that begins none."""
    line, line_start, at, count = 1, 0, 0, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise InputError(f"{text[at]!r} is no part of the FSP language", None, line, at - line_start + 1)
        kind, word, start, at = str(match.lastgroup), match[0], at, match.end()
        if kind == "SPACE":
            continue
        if kind == "COMMENT":
            at = text.find("*/", at) + 2
            if at < 2:
                raise InputError("the comment '/*' never ends: close it by '*/'", None, line, start - line_start + 1)
            breaks = [found.end() for found in _NEWLINE.finditer(text, start, at)]
            line, line_start = line + len(breaks), breaks[-1] if breaks else line_start
            continue
        if kind == "NEWLINE":
            line, line_start = line + 1, at
            continue
        if word in REFUSED:
            raise InputError(REFUSED[word], None, line, start - line_start + 1)
        count += 1
        if count % TICK == 0:
            watch.check("reading", count)
        yield Token(_kind(kind, word), word, line=line, column=start - line_start + 1)


def _kind(kind: str, word: str) -> str:
    if kind == "SIGN":
        return SIGNS[word]
    return word.upper() if word in KEYWORDS else kind


def readable(kind: str) -> str:
    """What a kind of word is called in a message."""
    if kind == "$END":
        return "the end of the file"
    return _KINDS.get(kind) or f"'{_NAMES.get(kind, kind.lower())}'"
