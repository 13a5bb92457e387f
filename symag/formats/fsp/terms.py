"""The syntax of expressions, labels and sets, each part with its position.

`free` are the names that a part needs from outside, so that two states which differ in other names only are one.
"""

from __future__ import annotations

from dataclasses import dataclass

from symag.formats.positions import Position

__all__ = [
    "NOTHING",
    "Free",
    "FspChain",
    "FspExpression",
    "FspUnary",
    "Index",
    "LabelTerm",
    "Labels",
    "Name",
    "Numeral",
    "Piece",
    "Set",
    "SetMember",
    "SetSize",
    "Word",
]

Free = frozenset[str]
NOTHING: Free = frozenset()


@dataclass(slots=True)
class Numeral:
    """`3`."""

    value: int
    position: Position
    depth: int = 1
    free: Free = NOTHING


@dataclass(slots=True)
class Name:
    """A constant, a parameter or an index; in brackets, perhaps a range or a set."""

    name: str
    position: Position
    free: Free
    depth: int = 1


@dataclass(slots=True)
class LabelTerm:
    """`'a.b[i]`: a label as a value."""

    labels: Labels
    position: Position
    depth: int
    free: Free


@dataclass(slots=True)
class SetSize:
    """`#S`: how many labels there are."""

    labels: Labels
    position: Position
    depth: int
    free: Free


@dataclass(slots=True)
class SetMember:
    """`@(S, i)`: the label at this place, counted from 0."""

    labels: Labels
    place: FspExpression
    position: Position
    depth: int
    free: Free


@dataclass(slots=True)
class FspUnary:
    """`-x`, `+x`, `!x`."""

    sign: str
    operand: FspExpression
    position: Position
    depth: int
    free: Free


@dataclass(slots=True)
class FspChain:
    """Operators of one level, from left to right: `a - b + c`."""

    first: FspExpression
    rest: list[tuple[str, Position, FspExpression]]
    depth: int
    free: Free

    @property
    def position(self) -> Position:
        """Where it begins."""
        return self.first.position


FspExpression = Numeral | Name | LabelTerm | SetSize | SetMember | FspUnary | FspChain


@dataclass(slots=True)
class Word:
    """`a`, in a label."""

    word: str
    position: Position
    depth: int = 1
    free: Free = NOTHING


@dataclass(slots=True)
class Set:
    """`{a, b[0..2]}`, or the name of a set; `without` are labels that are taken out, `S\\{a}`."""

    members: list[Labels]
    name: str
    position: Position
    depth: int
    free: Free
    without: Set | None = None


@dataclass(slots=True)
class Index:
    """`[e]`, `[low..high]`, `[{a, b}]`, `[T]`; with a variable, `[i:0..3]`."""

    variable: str
    low: FspExpression | None
    high: FspExpression | None
    within: Set | None
    position: Position
    depth: int
    free: Free


Piece = Word | Set | Index


@dataclass(slots=True)
class Labels:
    """`a.{b, c}[i:0..3]`: one action or many. `bound` are the variables that it gives values to."""

    pieces: list[Piece]
    position: Position
    depth: int
    free: Free
    bound: Free
