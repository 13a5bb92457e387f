"""The tokens of FSP. Two things depend on what came before.

An upper-case name that was defined as a set is a token of its own kind, as in LTSA: only so `a -> S[1] -> P` (a label)
and `a -> P[1]` (a process) can be told apart. A formula of linear temporal logic is one token, whatever it says: symag
does not check it, and only has to know where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token

from symag.formats.fsp import FSP
from symag.formats.parser import Lexer
from symag.limits import Watch

__all__ = ["FSP_LEXER"]

_KEYWORDS = frozenset([
    "const", "range", "set", "property", "progress", "menu", "animation", "target", "actions", "controls", "when", "if",
    "then", "else", "forall", "exists", "rigid", "fluent", "initially", "assert", "constraint", "ltl_property",
    "minimal", "deterministic", "compose", "safe", "import",
])  # fmt: skip

_SIGNS = {
    "->": "ARROW", "..": "DOTS", "||": "PARALLEL", "&&": "BOTH", "==": "SAME", "!=": "DIFFERENT", "<=": "LE",
    ">=": "GE", "<<": "HIGH", ">>": "LOW", "::": "SHARE", "<": "LT", ">": "GT", "=": "EQ", "!": "NOT", "&": "AND",
    "|": "OR", "^": "XOR", "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "SLASH", "%": "PERCENT", ":": "COLON",
    ",": "COMMA", ".": "DOT", "(": "LPAR", ")": "RPAR", "[": "LBRACKET", "]": "RBRACKET", "{": "LBRACE", "}": "RBRACE",
    "\\": "HIDE", "@": "SHOW", ";": "THEREAFTER", "#": "SIZE", "'": "QUOTE",
    "[]": "ALWAYS", "<>": "EVENTUALLY", "<->": "EQUIVALENT",
}  # fmt: skip

_FORMULAS = frozenset(["ASSERT", "CONSTRAINT", "LTL_PROPERTY"])
_OPENING = frozenset(["LPAR", "LBRACKET", "LBRACE"])
_CLOSING = frozenset(["RPAR", "RBRACKET", "RBRACE"])
_BEFORE = frozenset(["NOT", "EVENTUALLY", "ALWAYS", "FORALL", "EXISTS", "RIGID"])
_OPERANDS = frozenset(["LPAR", "UPPER", "NAME", "LBRACE", "LBRACKET", "NUMBER"])


class FspLexer(Lexer):
    """Names of sets, and formulas, over the plain tokens."""

    def tokens(self, text: str, watch: Watch) -> Iterator[Token]:
        """The tokens of the text; an InputError at the first character that begins none."""
        stream = _Stream(super().tokens(text, watch))
        sets: set[str] = set()
        before = ""
        for token in stream:
            if token.type == "UPPER":
                if before == "SET":
                    sets.add(str(token))
                elif token in sets:
                    token.type = "SETNAME"
            elif token.type == "COMPOSE" and stream.kind() == "LBRACE":
                token.type = "COMPOSING"  # the parts of an animation, not the next definition
            yield token
            if token.type in _FORMULAS:
                yield from _formula(stream)
            before = token.type


class _Stream(Iterator[Token]):
    """Tokens, of which the next one can be looked at."""

    def __init__(self, tokens: Iterator[Token]) -> None:
        self.tokens = tokens
        self.waiting: Token | None = None

    def __next__(self) -> Token:
        token, self.waiting = self.waiting, None
        return next(self.tokens) if token is None else token

    def peek(self) -> Token | None:
        """The next token, which stays where it is; none at the end."""
        if self.waiting is None:
            self.waiting = next(self.tokens, None)
        return self.waiting

    def kind(self) -> str:
        """The kind of the next token."""
        token = self.peek()
        return "" if token is None else token.type

    def skip(self) -> bool:
        """Over the next token; if it is a bracket, over everything to the one that closes it, if there is one."""
        depth = 0
        for token in self:
            depth += (token.type in _OPENING) - (token.type in _CLOSING)
            if depth <= 0:
                return True
        return False


def _formula(stream: _Stream) -> Iterator[Token]:
    """`NAME =`, without parameters, and then the formula as one token."""
    while stream.kind() not in ("EQ", ""):
        if stream.kind() == "LPAR":
            stream.skip()
        else:
            yield next(stream)
    yield from [next(stream)] if stream.kind() else []
    first = stream.peek()
    if first is not None and _skip_formula(stream):
        yield Token("FORMULA", first.value, line=first.line, column=first.column)


def _skip_formula(stream: _Stream) -> bool:
    """As LTSA reads it: signs first, then one operand, which is a formula in brackets, a name or a label."""
    while stream.kind() in _BEFORE or stream.peek() == "X":
        quantified = next(stream).type in ("FORALL", "EXISTS")
        while quantified and stream.kind() == "LBRACKET":
            stream.skip()
    if stream.kind() not in _OPERANDS:
        return False
    is_bracket = stream.kind() == "LPAR"
    is_whole = stream.skip()
    while not is_bracket and stream.kind() in ("LBRACKET", "LPAR", "DOT"):
        if stream.kind() == "DOT":
            next(stream)
        is_whole = stream.skip()
    return is_whole


FSP_LEXER = FspLexer(
    FSP.name,
    {
        "UPPER": (r"[A-Z][A-Za-z0-9_]*", "an upper-case name"),
        "SETNAME": (r"(?!)", "the name of a set"),  # an upper-case name that was defined as a set
        "NAME": (r"[a-z_][A-Za-z0-9_]*", "a lower-case name"),
        "NUMBER": (r"0[xX][0-9A-Fa-f]+|\d+", "a number"),
        "STRING": (r'"[^"\r\n]*"', "a text in quotes"),
        "FORMULA": (r"(?!)", "a formula"),
        "COMPOSING": (r"(?!)", "'compose'"),
    },
    _SIGNS,
    _KEYWORDS,
    {},
    FSP.comments,
)
