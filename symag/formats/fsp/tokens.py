"""The tokens of FSP."""

from __future__ import annotations

from symag.formats.fsp import FSP
from symag.formats.lexer import Lexer

__all__ = ["FSP_LEXER"]

_KEYWORDS = frozenset(["const", "range", "set", "property", "progress", "menu", "when", "if", "then", "else", "forall"])

_QUESTION = "symag reads models and properties; take it out of the file"
_REFUSED = {
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
"""Parts of the language that symag does not read."""

_SIGNS = {
    "->": "ARROW", "..": "DOTS", "||": "PARALLEL", "&&": "BOTH", "==": "SAME", "!=": "DIFFERENT", "<=": "LE",
    ">=": "GE", "<<": "HIGH", ">>": "LOW", "::": "SHARE", "<": "LT", ">": "GT", "=": "EQ", "!": "NOT", "&": "AND",
    "|": "OR", "^": "XOR", "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "SLASH", "%": "PERCENT", ":": "COLON",
    ",": "COMMA", ".": "DOT", "(": "LPAR", ")": "RPAR", "[": "LBRACKET", "]": "RBRACKET", "{": "LBRACE", "}": "RBRACE",
    "\\": "HIDE", "@": "SHOW",
}  # fmt: skip

FSP_LEXER = Lexer(
    FSP.name,
    {
        "UPPER": (r"[A-Z][A-Za-z0-9_]*", "an upper-case name"),
        "NAME": (r"[a-z_][A-Za-z0-9_]*", "a lower-case name"),
        "NUMBER": (r"\d+", "a number"),
    },
    _SIGNS,
    _KEYWORDS,
    _REFUSED,
    FSP.comments,
)
