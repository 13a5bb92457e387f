"""The leaves of the tree that the parser grows: expressions and labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Token

from symag.formats.fsp.terms import MAX_NESTING, Chain, Expression, Index, Labels, Name, Number, Piece, Set, Unary, Word
from symag.formats.lalr import place_of
from symag.formats.places import Place
from symag.model import TAU

__all__ = ["LabelGrower", "deeper"]

LEVELS = ("||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / %")
LEVEL = {sign: level for level, signs in enumerate(LEVELS) for sign in signs.split()}
DIGITS = 18
NOTHING = frozenset[str]()


def deeper(parts: Sequence[Any], place: Place) -> int:
    """One level more than the deepest of these, if that is allowed."""
    depth = 1 + max((part.depth for part in parts), default=0)
    if depth > MAX_NESTING:
        raise place.wrong(f"this is nested deeper than {MAX_NESTING}: define parts of it by themselves")
    return depth


class LabelGrower:
    """The rules for expressions and labels."""

    def number(self, parts: list[Token]) -> Number:
        """`3`."""
        if len(parts[0]) > DIGITS:
            raise place_of(parts[0]).wrong(f"the number {parts[0][:30]}… has more than {DIGITS} digits")
        return Number(int(parts[0]), place_of(parts[0]))

    def name(self, parts: list[Token]) -> Name:
        """`i`, `N`."""
        return Name(str(parts[0]), place_of(parts[0]), frozenset([str(parts[0])]))

    def inside(self, parts: list[Any]) -> Any:
        """`(x)`."""
        return parts[1]

    def unary(self, parts: list[Any]) -> Unary:
        """`-x`."""
        place = place_of(parts[0])
        return Unary(str(parts[0]), parts[1], place, deeper([parts[1]], place), parts[1].free)

    def chain(self, parts: list[Any]) -> Chain:
        """`a + b`; where `a` is a chain of the same level, one more link of it."""
        left, sign, right = parts
        link = str(sign), place_of(sign), right
        if isinstance(left, Chain) and LEVEL[left.rest[0][0]] == LEVEL[link[0]]:
            left.rest.append(link)
            left.depth = max(left.depth, deeper([right], link[1]))
            left.free |= right.free
            return left
        return Chain(left, [link], deeper([left, right], link[1]), left.free | right.free)

    def word(self, parts: list[Token]) -> Word:
        """`a`."""
        if parts[0] == TAU:
            raise place_of(parts[0]).wrong(f"{TAU!r} is the hidden action and cannot be named: hide actions by \\{{a}}")
        return Word(str(parts[0]), place_of(parts[0]))

    def braces(self, parts: list[Any]) -> Set:
        """`{a, b}`."""
        members = [part for part in parts if isinstance(part, Labels)]
        place = place_of(parts[0])
        free = NOTHING.union(*(member.free for member in members))
        return Set(members, "", place, deeper(members, place), free)

    def set(self, parts: list[Any]) -> Set:
        """A set where nothing but a set can stand."""
        return parts[0]  # type: ignore[no-any-return]

    def named_set(self, parts: list[Token]) -> Set:
        """`S`."""
        return Set([], str(parts[0]), place_of(parts[0]), 1, NOTHING)

    def index(self, parts: list[Any]) -> Index:
        """`[i:0..3]` and its shorter forms."""
        place = place_of(parts[0])
        named = isinstance(parts[1], Token)
        inside = [part for part in parts[3 if named else 1 : -1] if not isinstance(part, Token)]
        within = inside[0] if isinstance(inside[0], Set) else None
        low: Expression | None = None if within else inside[0]
        high = inside[1] if len(inside) > 1 else None
        if named and high is None and isinstance(low, Name):
            within, low = Set([], low.name, low.place, 1, NOTHING), None
        elif named and within is None and high is None:
            raise place.wrong("a variable wants a range or a set here: write [i:0..3]")
        free = NOTHING.union(*(part.free for part in inside))
        return Index(str(parts[1]) if named else "", low, high, within, place, deeper(inside, place), free)

    def labels(self, parts: list[Any]) -> Labels:
        """`a.b[i:0..3]`."""
        return _labels([part for part in parts if not isinstance(part, Token)])

    def named_labels(self, parts: list[Any]) -> Labels:
        """`S`, `S.a`."""
        first = Set([], str(parts[0]), place_of(parts[0]), 1, NOTHING)
        return _labels([first, *(part for part in parts[1:] if not isinstance(part, Token))])


def _labels(pieces: list[Piece]) -> Labels:
    place = pieces[0].place
    if len(pieces) > MAX_NESTING:
        raise place.wrong(f"the label has {len(pieces)} parts: {MAX_NESTING} are allowed")
    free, bound = NOTHING, NOTHING
    for piece in pieces:
        free |= piece.free - bound
        if isinstance(piece, Index) and piece.variable:
            bound |= {piece.variable}
    return Labels(pieces, place, deeper(pieces, place), free, bound)
