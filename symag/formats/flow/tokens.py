"""The tokens of the language. Upper and lower case are the same, so names are in lower case."""

from __future__ import annotations

import string
from collections.abc import Iterator

from lark import Token

from symag.formats.flow import ADA
from symag.formats.parser import Lexer
from symag.limits import Watch

__all__ = ["ADA_LEXER"]

_KEYWORDS = frozenset([
    "procedure", "is", "begin", "end", "null", "task", "body", "type", "subtype", "entry", "accept", "do", "if", "then",
    "elsif", "else", "case", "when", "others", "loop", "while", "for", "in", "reverse", "exit", "select", "or",
    "terminate", "delay", "constant", "array", "of", "range", "and", "xor", "not", "mod", "rem", "pragma",
])  # fmt: skip

_SIGN = "###"
"""Stands for `--#`, which would begin a comment."""
_SIGNS = {
    ":=": "BECOMES", "=>": "ARROW", "..": "DOTS", "/=": "DIFFERENT", "<=": "LE", ">=": "GE", "<": "LT", ">": "GT",
    "=": "EQ", "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "SLASH", ":": "COLON", ",": "COMMA", ".": "DOT",
    "(": "LPAR", ")": "RPAR", ";": "SEMI", "|": "BAR", _SIGN: "ANNOTATION",
}  # fmt: skip

_REFUSED = {
    "abort": "abort is not read: a task ends at its end, or by terminate",
    "exception": "exceptions are not read",
    "raise": "exceptions are not read",
    "requeue": "requeue is not read: accept the entry again",
    "protected": "protected objects are not read: write a task",
    "function": "functions are not read: write their expression where they are called",
    "package": "packages are not read: write a procedure with tasks in it",
    "with": "other units are not read: write a procedure with tasks in it",
    "use": "other units are not read: write a procedure with tasks in it",
    "generic": "generic units are not read",
    "declare": "blocks are not read: declare the variables of a task before its begin",
    "return": "return is not read: a task ends at its end",
    "goto": "goto is not read",
    "new": "new is not read: declare the tasks",
    "access": "access types are not read: declare the tasks",
    "record": "records are not read: write a variable for each component",
    "'": "attributes are not read",
    '"': "texts are not read",
    "**": "powers are not read",
    "&": "texts are not read",
}
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


class AdaLexer(Lexer):
    """In lower case; `--#`, which annotates, is a sign and not the beginning of a comment."""

    def tokens(self, text: str, watch: Watch) -> Iterator[Token]:
        """The tokens of the text; an InputError at the first character that begins none."""
        for token in super().tokens(text.translate(_LOWER).replace("--#", _SIGN), watch):
            yield token.update(value="--#") if token == _SIGN else token

    def readable(self, kind: str) -> str:
        """The name of a kind of token in a message."""
        return super().readable(kind).replace(_SIGN, "--#")


ADA_LEXER = AdaLexer(
    ADA.name,
    {"NAME": (r"[a-z][a-z0-9_]*", "a name"), "NUMBER": (r"\d[\d_]*", "a number")},
    _SIGNS,
    _KEYWORDS,
    _REFUSED,
    ADA.comments,
)
