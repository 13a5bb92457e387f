"""Builds the syntax of expressions, labels and sets: the parser calls a method when it has seen a whole rule. The
leaves come first, without recursion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Token, Transformer

from symag.formats.fsp.terms import (
    NOTHING,
    FspChain,
    FspExpression,
    FspUnary,
    Index,
    Labels,
    LabelTerm,
    Name,
    Numeral,
    Piece,
    Set,
    SetMember,
    SetSize,
    Word,
)
from symag.formats.parser import position_of
from symag.formats.positions import MAX_NESTING, Position
from symag.model import TAU

__all__ = ["TermTreeBuilder", "deeper", "few"]

_LEVELS = ("||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / %")
_LEVEL = {sign: level for level, signs in enumerate(_LEVELS) for sign in signs.split()}
DIGITS = 18


def deeper(parts: Sequence[Any], position: Position) -> int:
    """One more than the depth of the deepest part; an InputError if that is too deep."""
    depth = 1 + max((part.depth for part in parts), default=0)
    if depth > MAX_NESTING:
        raise position.error(f"this is nested deeper than {MAX_NESTING}: define parts of it by themselves")
    return depth


class TermTreeBuilder(Transformer[Token, Any]):
    """One method for each rule of the grammar. It has no state, so that one builder serves every file."""

    def number(self, parts: list[Token]) -> Numeral:
        """`3`, `0x1F`, `017`."""
        text = str(parts[0])
        if len(text) > DIGITS:
            raise position_of(parts[0]).error(f"the number {text[:30]}… has more than {DIGITS} digits")
        base = 16 if text[1:2] in ("x", "X") else 8 if text[0] == "0" else 10  # as in LTSA, and in C
        try:
            return Numeral(int(text, base), position_of(parts[0]))
        except ValueError:
            raise position_of(parts[0]).error(
                f"{text!r} is no number: 0 at its beginning makes it octal, with digits from 0 to 7"
            ) from None

    def name(self, parts: list[Token]) -> Name:
        """`i`, `N`."""
        return Name(str(parts[0]), position_of(parts[0]), frozenset([str(parts[0])]))

    def inside(self, parts: list[Any]) -> Any:
        """`(x)`."""
        return parts[1]

    def label_term(self, parts: list[Any]) -> LabelTerm:
        """`'a`."""
        position = position_of(parts[0])
        return LabelTerm(parts[1], position, deeper(parts[1:], position), parts[1].free)

    def set_size(self, parts: list[Any]) -> SetSize:
        """`#S`."""
        position = position_of(parts[0])
        return SetSize(parts[1], position, deeper(parts[1:], position), parts[1].free)

    def set_member(self, parts: list[Any]) -> SetMember:
        """`@(S, i)`."""
        labels, place, position = parts[2], parts[4], position_of(parts[0])
        return SetMember(labels, place, position, deeper([labels, place], position), labels.free | place.free)

    def unary(self, parts: list[Any]) -> FspUnary:
        """`-x`."""
        position = position_of(parts[0])
        return FspUnary(str(parts[0]), parts[1], position, deeper([parts[1]], position), parts[1].free)

    def chain(self, parts: list[Any]) -> FspChain:
        """`a + b`; where `a` is a chain of the same level, one more link of it."""
        left, sign, right = parts
        link = str(sign), position_of(sign), right
        if isinstance(left, FspChain) and _LEVEL[left.rest[0][0]] == _LEVEL[link[0]]:
            left.rest.append(link)
            left.depth = max(left.depth, deeper([right], link[1]))
            left.free |= right.free
            return left
        return FspChain(left, [link], deeper([left, right], link[1]), left.free | right.free)

    def word(self, parts: list[Token]) -> Word:
        """`a`."""
        if parts[0] == TAU:
            raise position_of(parts[0]).error(
                f"{TAU!r} is the hidden action and cannot be named: hide actions by \\{{a}}"
            )
        return Word(str(parts[0]), position_of(parts[0]))

    def braces(self, parts: list[Any]) -> Set:
        """`{a, b}`."""
        members = [part for part in parts if isinstance(part, Labels)]
        position = position_of(parts[0])
        free = NOTHING.union(*(member.free for member in members))
        return Set(members, "", position, deeper(members, position), free)

    def set(self, parts: list[Any]) -> Set:
        """A set where nothing but a set can stand."""
        return parts[0]  # type: ignore[no-any-return]

    def difference(self, parts: list[Any]) -> Set:
        """`S\\{a}`."""
        left, right = parts[0], parts[2]
        depth = deeper([left, right], left.position)
        return Set(left.members, left.name, left.position, depth, left.free | right.free, right)

    def named_set(self, parts: list[Token]) -> Set:
        """`S`."""
        return Set([], str(parts[0]), position_of(parts[0]), 1, NOTHING)

    def index(self, parts: list[Any]) -> Index:
        """`[i:0..3]` and its shorter forms."""
        position = position_of(parts[0])
        named = isinstance(parts[1], Token)
        inside = [part for part in parts[3 if named else 1 : -1] if not isinstance(part, Token)]
        within = inside[0] if isinstance(inside[0], Set) else None
        low: FspExpression | None = None if within else inside[0]
        high = inside[1] if len(inside) > 1 else None
        if named and high is None and isinstance(low, Name):
            within, low = Set([], low.name, low.position, 1, NOTHING), None
        elif named and within is None and high is None:
            raise position.error("a variable needs a range or a set here: write [i:0..3]")
        free = NOTHING.union(*(part.free for part in inside))
        return Index(str(parts[1]) if named else "", low, high, within, position, deeper(inside, position), free)

    def labels(self, parts: list[Any]) -> Labels:
        """`a.b[i:0..3]`."""
        return _labels([part for part in parts if not isinstance(part, Token)])

    def named_labels(self, parts: list[Any]) -> Labels:
        """`S`, `S.a`."""
        first = Set([], str(parts[0]), position_of(parts[0]), 1, NOTHING)
        return _labels([first, *(part for part in parts[1:] if not isinstance(part, Token))])


def few(indices: list[Index]) -> list[Index]:
    """The indices, if they are not too many."""
    if len(indices) > MAX_NESTING:
        raise indices[0].position.error(f"there are {len(indices)} indices: {MAX_NESTING} are allowed")
    return indices


def _labels(pieces: list[Piece]) -> Labels:
    position = pieces[0].position
    if len(pieces) > MAX_NESTING:
        raise position.error(f"the label has {len(pieces)} parts: {MAX_NESTING} are allowed")
    free, bound = NOTHING, NOTHING
    for piece in pieces:
        free |= piece.free - bound
        if isinstance(piece, Index) and piece.variable:
            bound |= {piece.variable}
    return Labels(pieces, position, deeper(pieces, position), free, bound)
