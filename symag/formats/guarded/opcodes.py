"""What the machine can do; compiled, it has the same numbers from its `.pxd`."""

from __future__ import annotations

__all__ = [
    "ADD", "AND", "CALL", "CDIV", "CHOOSE", "EQ", "FDIV", "GE", "GT", "JUMP", "LE", "LOAD", "LT", "MAX", "MIN", "MOD",
    "MUL", "NE", "NEG", "NOT", "OR", "POW", "PUSH", "STOP", "SUB",
]  # fmt: skip

(
    STOP, PUSH, LOAD, CALL, NEG, NOT, AND, OR, CHOOSE, JUMP, ADD, SUB, MUL, MOD, FDIV, CDIV, POW, MIN, MAX, LT, LE,
    GT, GE, EQ, NE,
) = range(25)  # fmt: skip
