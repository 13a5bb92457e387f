"""What the words of a PRISM text are like."""

from __future__ import annotations

from symag.formats.prism.keywords import KEYWORDS
from symag.formats.words import Language

__all__ = ["PRISM"]

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

PRISM = Language(
    "PRISM",
    {
        "NAME": (r"[A-Za-z_][A-Za-z0-9_]*", "a name"),
        "NUMBER": (r"(?:\d*\.\d+|\d+)(?:[eE][+-]?\d+)?", "a number"),
        "STRING": (r"\"[^\"\r\n]*\"", 'a "name"'),
    },
    SIGNS,
    KEYWORDS,
    REFUSED,
)
