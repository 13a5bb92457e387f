"""The tokens of PRISM's language."""

from __future__ import annotations

from symag.formats.lexer import Lexer
from symag.formats.prism import PRISM

__all__ = ["PRISM_KEYWORDS", "PRISM_LEXER"]

_RESERVED = """
A C E F G I P Pmax Pmin R Rmax Rmin S U W X bool clock const ctmc double dtmc endinit endinvariant endmodule
endobservables endrewards endsystem false filter formula func global init int invariant label max mdp min module
nondeterministic observable observables of pomdp popta prob probabilistic pta rate rewards smg stochastic system true
"""
PRISM_KEYWORDS = frozenset(_RESERVED.split())
"""The words that PRISM reserves: symag refuses them as names, too."""

_REFUSED = {
    "system": "'system … endsystem' is not read: the modules of a file are composed on the actions that they share",
    "clock": "clocks are not read: only mdp and dtmc",
    "invariant": "invariants are not read: only mdp and dtmc, which have none",
    "observables": "observables are not read: only mdp and dtmc, which have none",
    "observable": "observables are not read: only mdp and dtmc, which have none",
} | {
    kind: f"a {kind} is not read: only mdp and dtmc" for kind in ("ctmc", "stochastic", "pta", "popta", "pomdp", "smg")
}
"""Parts of the language that symag does not read."""

_SIGNS = {
    "->": "ARROW", "..": "DOTS", "<=>": "IFF", "=>": "IMPLIES", "<=": "LE", ">=": "GE", "!=": "NE", "<": "LT",
    ">": "GT", "=": "EQ", "!": "NOT", "&": "AND", "|": "OR", "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "DIVIDE",
    "?": "QUESTION", ":": "COLON", ";": "SEMI", ",": "COMMA", "(": "LPAR", ")": "RPAR", "[": "LBRACKET",
    "]": "RBRACKET", "'": "PRIME",
}  # fmt: skip

PRISM_LEXER = Lexer(
    PRISM.name,
    {
        "NAME": (r"[A-Za-z_][A-Za-z0-9_]*", "a name"),
        "NUMBER": (r"(?:\d*\.\d+|\d+)(?:[eE][+-]?\d+)?", "a number"),
        "STRING": (r"\"[^\"\r\n]*\"", 'a "name"'),
    },
    _SIGNS,
    PRISM_KEYWORDS,
    _REFUSED,
    PRISM.comments,
)
