"""Expressions and labels as they were written, every part with its place.

`free` are the names that a part needs from outside, so that two states which differ in other names only are one.
"""

from __future__ import annotations

from dataclasses import dataclass

from symag.formats.places import Place

__all__ = [
    "MAX_NESTING",
    "Chain",
    "Expression",
    "Free",
    "Index",
    "Labels",
    "Name",
    "Number",
    "Piece",
    "Set",
    "Unary",
    "Word",
]

MAX_NESTING = 64
"""Of expressions, sets, and parallel compositions. Prefixes, choices and conditions may be nested as deep as memory
allows: nothing recurses over them."""

Free = frozenset[str]
NOTHING: Free = frozenset()


@dataclass(slots=True)
class Number:
    """`3`."""

    value: int
    place: Place
    depth: int = 1
    free: Free = NOTHING


@dataclass(slots=True)
class Name:
    """A constant, a parameter or an index; in brackets, perhaps a range or a set."""

    name: str
    place: Place
    free: Free
    depth: int = 1


@dataclass(slots=True)
class Unary:
    """`-x`, `+x`, `!x`."""

    sign: str
    operand: Expression
    place: Place
    depth: int
    free: Free


@dataclass(slots=True)
class Chain:
    """Operators of one level, from left to right: `a - b + c`."""

    first: Expression
    rest: list[tuple[str, Place, Expression]]
    depth: int
    free: Free

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.first.place


Expression = Number | Name | Unary | Chain


@dataclass(slots=True)
class Word:
    """`a`, in a label."""

    word: str
    place: Place
    depth: int = 1
    free: Free = NOTHING


@dataclass(slots=True)
class Set:
    """`{a, b[0..2]}`, or the name of a set."""

    members: list[Labels]
    name: str
    place: Place
    depth: int
    free: Free


@dataclass(slots=True)
class Index:
    """`[e]`, `[low..high]`, `[{a, b}]`, `[T]`; with a variable, `[i:0..3]`."""

    variable: str
    low: Expression | None
    high: Expression | None
    within: Set | None
    place: Place
    depth: int
    free: Free


Piece = Word | Set | Index


@dataclass(slots=True)
class Labels:
    """`a.{b, c}[i:0..3]`: one action or many. `bound` are the variables that it gives values to."""

    pieces: list[Piece]
    place: Place
    depth: int
    free: Free
    bound: Free
