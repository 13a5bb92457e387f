"""Builds the syntax tree: the parser calls a method when it has seen a whole rule. The leaves come first, without
recursion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lark import Token, Transformer

from symag.formats.fsp.syntax import (
    Body,
    Branch,
    Choice,
    Composite,
    Condition,
    Definition,
    Either,
    FspFile,
    Instance,
    Local,
    Parallel,
    Primitive,
    Reference,
    Relabel,
    Replicated,
    Target,
    Visible,
)
from symag.formats.fsp.values import (
    NOTHING,
    FspChain,
    FspExpression,
    FspUnary,
    Index,
    Labels,
    Name,
    Numeral,
    Piece,
    Set,
    Word,
)
from symag.formats.parser import MAX_NESTING, position_of
from symag.formats.positions import Position
from symag.model import TAU

__all__ = ["FspTreeBuilder"]

RESERVED = ("STOP", "ERROR")
_LEVELS = ("||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / %")
_LEVEL = {sign: level for level, signs in enumerate(_LEVELS) for sign in signs.split()}
DIGITS = 18


def deeper(parts: Sequence[Any], position: Position) -> int:
    """One more than the depth of the deepest part; an InputError if that is too deep."""
    depth = 1 + max((part.depth for part in parts), default=0)
    if depth > MAX_NESTING:
        raise position.error(f"this is nested deeper than {MAX_NESTING}: define parts of it by themselves")
    return depth


class FspTreeBuilder(Transformer[Token, Any]):
    """One method for each rule of the grammar. It has no state, so that one builder serves every file."""

    def start(self, items: list[Any]) -> FspFile:
        """The whole file."""
        source = FspFile()
        for item in items:
            if isinstance(item, Definition):
                source.definitions.append(item)
            elif item is not None:
                if item.name in source.processes:
                    raise item.position.error(f"the process {item.name!r} is defined twice")
                source.processes[item.name] = item
        return source

    def skipped(self, parts: list[Any]) -> None:
        """Progress and menus say nothing about what a process does."""

    def constant(self, parts: list[Any]) -> Definition:
        """`const N = 3`."""
        return Definition("const", str(parts[1]), parts[3], None, None, position_of(parts[1]))

    def range(self, parts: list[Any]) -> Definition:
        """`range T = 0..N`."""
        return Definition("range", str(parts[1]), parts[3], parts[5], None, position_of(parts[1]))

    def set_definition(self, parts: list[Any]) -> Definition:
        """`set S = {a, b}`."""
        return Definition("set", str(parts[1]), None, None, parts[3], position_of(parts[1]))

    def property(self, parts: list[Any]) -> Primitive:
        """`property P = …`."""
        parts[1].is_property = True
        return parts[1]  # type: ignore[no-any-return]

    def primitive(self, parts: list[Any]) -> Primitive:
        """`P(N=3) = …, Q = … +{a} /{b/c} \\{d}.`"""
        name = _defined(parts[0])
        parameters, relabels = _parameters(parts), _relabels(parts)
        body = next(part for part in parts if isinstance(part, Target))
        locals_ = [Local(name, [], body, position_of(parts[0])), *(part for part in parts if isinstance(part, Local))]
        extension = next((part for part in parts if isinstance(part, Set)), None)
        visible = next((part for part in parts if isinstance(part, Visible)), None)
        return Primitive(name, parameters, locals_, extension, relabels, visible, False, position_of(parts[0]))

    def local(self, parts: list[Any]) -> Local:
        """`Q[i:0..N] = …`."""
        indices = _few([part for part in parts if isinstance(part, Index)])
        for at, index in enumerate(indices):
            if index.variable and index.variable in (other.variable for other in indices[:at]):
                raise index.position.error(f"the index {index.variable!r} stands there twice")
            index.variable = index.variable or f"#{at}"  # a name that no text can have, for a value without a name
        return Local(_defined(parts[0]), indices, parts[-1], position_of(parts[0]))

    def parameters(self, parts: list[Any]) -> list[tuple[Token, FspExpression]]:
        """`(N=3, M=2)`."""
        return [part for part in parts if isinstance(part, tuple)]

    def parameter(self, parts: list[Any]) -> tuple[Token, FspExpression]:
        """`N=3`."""
        return parts[0], parts[2]

    def extension(self, parts: list[Any]) -> Set:
        """`+{a}`."""
        return parts[1]  # type: ignore[no-any-return]

    def visible(self, parts: list[Any]) -> Visible:
        """`\\{a}`, `@{a}`."""
        return Visible(str(parts[0]), parts[1], position_of(parts[0]))

    def reference(self, parts: list[Any]) -> Reference:
        """`Q[i+1]`."""
        indices: list[FspExpression] = []
        for index in parts[1:]:
            if index.variable or index.high is not None or index.low is None:
                raise index.position.error(f"{str(parts[0])!r} needs one value here, not a range: write an expression")
            indices.append(index.low)
        return Reference(str(parts[0]), indices, position_of(parts[0]), _free(indices))

    def condition(self, parts: list[Any]) -> Condition:
        """`if B then P else Q`."""
        test, then, otherwise = parts[1], parts[3], parts[5] if len(parts) > 5 else None
        free = _free([test, then] if otherwise is None else [test, then, otherwise])
        return Condition(test, then, otherwise, position_of(parts[0]), free)

    def choice(self, parts: list[Any]) -> Choice:
        """`a -> P | b -> Q`."""
        branches = [part for part in parts if isinstance(part, Branch)]
        return Choice(branches, branches[0].position, _free(branches))

    def prefix(self, parts: list[Any]) -> Choice:
        """`b -> P` after another arrow: a choice of one."""
        return self.choice([self.branch(parts)])

    def branch(self, parts: list[Any]) -> Branch:
        """`a -> P`."""
        return _branch(None, parts[0], parts[-1])

    def guarded(self, parts: list[Any]) -> Branch:
        """`when B a -> P`."""
        return _branch(parts[1], parts[2], parts[-1])

    def composite(self, parts: list[Any]) -> Composite:
        """`||S = (P || Q)\\{a}.`"""
        name = _defined(parts[1])
        body = next(part for part in parts if isinstance(part, Body))
        visible = next((part for part in parts if isinstance(part, Visible)), None)
        return Composite(name, _parameters(parts), body, visible, position_of(parts[1]))

    def priority(self, parts: list[Any]) -> None:
        """`>>{a}`."""
        message = f"action priority '{parts[0]}' is not read: it takes moves away; write the guards that you mean"
        raise position_of(parts[0]).error(message)

    def replicated(self, parts: list[Any]) -> Replicated:
        """`forall[i:1..N] …`."""
        position, body = position_of(parts[0]), parts[-1]
        return Replicated(_few(parts[1:-1]), body, position, deeper([body], position))

    def either(self, parts: list[Any]) -> Either:
        """`if B then … else …`."""
        position, bodies = position_of(parts[0]), parts[3::2]
        return Either(parts[1], bodies[0], bodies[1] if len(bodies) > 1 else None, position, deeper(bodies, position))

    def shared(self, parts: list[Any]) -> tuple[str, Labels]:
        """`{a,b}::`."""
        return "shared", parts[0]

    def prefixed(self, parts: list[Any]) -> tuple[str, Labels]:
        """`a:`."""
        return "prefixed", parts[0]

    def parallel(self, parts: list[Any]) -> Parallel:
        """`{a,b}::c:(P || Q)/{new/old}`."""
        owners: dict[str, Labels] = dict(part for part in parts if isinstance(part, tuple))
        members = [part for part in parts if isinstance(part, Body)]
        position = (next(iter(owners.values())) if owners else members[0]).position
        share, prefix = owners.get("shared"), owners.get("prefixed")
        return Parallel(share, prefix, members, _relabels(parts), position, deeper(members, position))

    def instance(self, parts: list[Any]) -> Instance:
        """`P(3)`."""
        return Instance(str(parts[0]), parts[1] if len(parts) > 1 else [], position_of(parts[0]))

    def arguments(self, parts: list[Any]) -> list[FspExpression]:
        """`(3, N)`."""
        return [part for part in parts if not isinstance(part, Token)]

    def relabels(self, parts: list[Any]) -> dict[str, list[Relabel]]:
        """`/{new/old, …}`."""
        return {"relabels": [part for part in parts if isinstance(part, Relabel)]}

    def relabel(self, parts: list[Any]) -> Relabel:
        """`new/old`."""
        return Relabel(parts[0], parts[2], [], [], parts[0].position, 1)

    def relabel_all(self, parts: list[Any]) -> Relabel:
        """`forall[i:1..N] {new[i]/old[i]}`."""
        inner = [part for part in parts if isinstance(part, Relabel)]
        indices = _few([part for part in parts if isinstance(part, Index)])
        position = position_of(parts[0])
        return Relabel(None, None, indices, inner, position, deeper(inner, position))

    def number(self, parts: list[Token]) -> Numeral:
        """`3`."""
        if len(parts[0]) > DIGITS:
            raise position_of(parts[0]).error(f"the number {parts[0][:30]}… has more than {DIGITS} digits")
        return Numeral(int(parts[0]), position_of(parts[0]))

    def name(self, parts: list[Token]) -> Name:
        """`i`, `N`."""
        return Name(str(parts[0]), position_of(parts[0]), frozenset([str(parts[0])]))

    def inside(self, parts: list[Any]) -> Any:
        """`(x)`."""
        return parts[1]

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


def _few(indices: list[Index]) -> list[Index]:
    if len(indices) > MAX_NESTING:
        raise indices[0].position.error(f"there are {len(indices)} indices: {MAX_NESTING} are allowed")
    return indices


def _free(parts: Iterable[Any]) -> frozenset[str]:
    return frozenset[str]().union(*(part.free for part in parts))


def _branch(guard: FspExpression | None, labels: Labels, target: Target) -> Branch:
    free = labels.free | (target.free - labels.bound) | (frozenset() if guard is None else guard.free)
    return Branch(guard, labels, target, labels.position, free)


def _defined(name: Token) -> str:
    if name in RESERVED:
        raise position_of(name).error(f"{str(name)!r} has its own meaning and cannot be defined")
    return str(name)


def _parameters(parts: list[Any]) -> list[tuple[str, FspExpression]]:
    found: dict[str, FspExpression] = {}
    for name, value in next((part for part in parts if isinstance(part, list)), []):
        if name in found:
            raise position_of(name).error(f"the parameter {str(name)!r} stands there twice")
        found[str(name)] = value
    return list(found.items())


def _relabels(parts: list[Any]) -> list[Relabel]:
    found: list[Relabel] = next((part["relabels"] for part in parts if isinstance(part, dict)), [])
    return found


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
