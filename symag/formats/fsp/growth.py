"""What the parser calls when it has seen a whole rule: the tree grows from its leaves, without recursion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lark import Token, Transformer

from symag.formats.fsp.label_growth import LabelGrower, deeper
from symag.formats.fsp.syntax import (
    Body,
    Branch,
    Choice,
    Composite,
    Condition,
    Definition,
    Either,
    Instance,
    Local,
    Parallel,
    Primitive,
    Reference,
    Relabel,
    Replicated,
    Source,
    Target,
    Visible,
)
from symag.formats.fsp.terms import MAX_NESTING, Expression, Index, Labels, Set
from symag.formats.lalr import place_of

__all__ = ["Grower"]

RESERVED = ("STOP", "ERROR")


class Grower(LabelGrower, Transformer[Token, Any]):
    """One method per rule of the grammar. It keeps nothing, so that one of it serves every file."""

    def start(self, items: list[Any]) -> Source:
        """The whole file."""
        source = Source()
        for item in items:
            if isinstance(item, Definition):
                source.definitions.append(item)
            elif item is not None:
                if item.name in source.processes:
                    raise item.place.wrong(f"the process {item.name!r} is defined twice")
                source.processes[item.name] = item
        return source

    def skipped(self, parts: list[Any]) -> None:
        """Progress and menus say nothing about what a process does."""

    def constant(self, parts: list[Any]) -> Definition:
        """`const N = 3`."""
        return Definition("const", str(parts[1]), parts[3], None, None, place_of(parts[1]))

    def range(self, parts: list[Any]) -> Definition:
        """`range T = 0..N`."""
        return Definition("range", str(parts[1]), parts[3], parts[5], None, place_of(parts[1]))

    def set_definition(self, parts: list[Any]) -> Definition:
        """`set S = {a, b}`."""
        return Definition("set", str(parts[1]), None, None, parts[3], place_of(parts[1]))

    def property(self, parts: list[Any]) -> Primitive:
        """`property P = …`."""
        parts[1].is_property = True
        return parts[1]  # type: ignore[no-any-return]

    def primitive(self, parts: list[Any]) -> Primitive:
        """`P(N=3) = …, Q = … +{a} /{b/c} \\{d}.`"""
        name = _defined(parts[0])
        parameters, relabels = _parameters(parts), _relabels(parts)
        body = next(part for part in parts if isinstance(part, Target))
        locals_ = [Local(name, [], body, place_of(parts[0])), *(part for part in parts if isinstance(part, Local))]
        extension = next((part for part in parts if isinstance(part, Set)), None)
        visible = next((part for part in parts if isinstance(part, Visible)), None)
        return Primitive(name, parameters, locals_, extension, relabels, visible, False, place_of(parts[0]))

    def local(self, parts: list[Any]) -> Local:
        """`Q[i:0..N] = …`."""
        indices = _few([part for part in parts if isinstance(part, Index)])
        for at, index in enumerate(indices):
            if index.variable and index.variable in (other.variable for other in indices[:at]):
                raise index.place.wrong(f"the index {index.variable!r} stands there twice")
            index.variable = index.variable or f"#{at}"  # a name that nobody can write, for a value that has none
        return Local(_defined(parts[0]), indices, parts[-1], place_of(parts[0]))

    def parameters(self, parts: list[Any]) -> list[tuple[Token, Expression]]:
        """`(N=3, M=2)`."""
        return [part for part in parts if isinstance(part, tuple)]

    def parameter(self, parts: list[Any]) -> tuple[Token, Expression]:
        """`N=3`."""
        return parts[0], parts[2]

    def extension(self, parts: list[Any]) -> Set:
        """`+{a}`."""
        return parts[1]  # type: ignore[no-any-return]

    def visible(self, parts: list[Any]) -> Visible:
        """`\\{a}`, `@{a}`."""
        return Visible(str(parts[0]), parts[1], place_of(parts[0]))

    def reference(self, parts: list[Any]) -> Reference:
        """`Q[i+1]`."""
        indices: list[Expression] = []
        for index in parts[1:]:
            if index.variable or index.high is not None or index.low is None:
                raise index.place.wrong(f"{str(parts[0])!r} wants one value here, not a range: write an expression")
            indices.append(index.low)
        return Reference(str(parts[0]), indices, place_of(parts[0]), _free(indices))

    def condition(self, parts: list[Any]) -> Condition:
        """`if B then P else Q`."""
        test, then, otherwise = parts[1], parts[3], parts[5] if len(parts) > 5 else None
        free = _free([test, then] if otherwise is None else [test, then, otherwise])
        return Condition(test, then, otherwise, place_of(parts[0]), free)

    def choice(self, parts: list[Any]) -> Choice:
        """`a -> P | b -> Q`."""
        branches = [part for part in parts if isinstance(part, Branch)]
        return Choice(branches, branches[0].place, _free(branches))

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
        return Composite(name, _parameters(parts), body, visible, place_of(parts[1]))

    def priority(self, parts: list[Any]) -> None:
        """`>>{a}`."""
        message = f"action priority '{parts[0]}' is not read: it takes moves away; write the guards that you mean"
        raise place_of(parts[0]).wrong(message)

    def replicated(self, parts: list[Any]) -> Replicated:
        """`forall[i:1..N] …`."""
        place, body = place_of(parts[0]), parts[-1]
        return Replicated(_few(parts[1:-1]), body, place, deeper([body], place))

    def either(self, parts: list[Any]) -> Either:
        """`if B then … else …`."""
        place, bodies = place_of(parts[0]), parts[3::2]
        return Either(parts[1], bodies[0], bodies[1] if len(bodies) > 1 else None, place, deeper(bodies, place))

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
        place = (next(iter(owners.values())) if owners else members[0]).place
        share, prefix = owners.get("shared"), owners.get("prefixed")
        return Parallel(share, prefix, members, _relabels(parts), place, deeper(members, place))

    def instance(self, parts: list[Any]) -> Instance:
        """`P(3)`."""
        return Instance(str(parts[0]), parts[1] if len(parts) > 1 else [], place_of(parts[0]))

    def arguments(self, parts: list[Any]) -> list[Expression]:
        """`(3, N)`."""
        return [part for part in parts if not isinstance(part, Token)]

    def relabels(self, parts: list[Any]) -> dict[str, list[Relabel]]:
        """`/{new/old, …}`."""
        return {"relabels": [part for part in parts if isinstance(part, Relabel)]}

    def relabel(self, parts: list[Any]) -> Relabel:
        """`new/old`."""
        return Relabel(parts[0], parts[2], [], [], parts[0].place, 1)

    def relabel_all(self, parts: list[Any]) -> Relabel:
        """`forall[i:1..N] {new[i]/old[i]}`."""
        inner = [part for part in parts if isinstance(part, Relabel)]
        indices = _few([part for part in parts if isinstance(part, Index)])
        place = place_of(parts[0])
        return Relabel(None, None, indices, inner, place, deeper(inner, place))


def _few(indices: list[Index]) -> list[Index]:
    if len(indices) > MAX_NESTING:
        raise indices[0].place.wrong(f"there are {len(indices)} indices: {MAX_NESTING} are allowed")
    return indices


def _free(parts: Iterable[Any]) -> frozenset[str]:
    return frozenset[str]().union(*(part.free for part in parts))


def _branch(guard: Expression | None, labels: Labels, target: Target) -> Branch:
    free = labels.free | (target.free - labels.bound) | (frozenset() if guard is None else guard.free)
    return Branch(guard, labels, target, labels.place, free)


def _defined(name: Token) -> str:
    if name in RESERVED:
        raise place_of(name).wrong(f"{str(name)!r} has its own meaning and cannot be defined")
    return str(name)


def _parameters(parts: list[Any]) -> list[tuple[str, Expression]]:
    found: dict[str, Expression] = {}
    for name, value in next((part for part in parts if isinstance(part, list)), []):
        if name in found:
            raise place_of(name).wrong(f"the parameter {str(name)!r} stands there twice")
        found[str(name)] = value
    return list(found.items())


def _relabels(parts: list[Any]) -> list[Relabel]:
    found: list[Relabel] = next((part["relabels"] for part in parts if isinstance(part, dict)), [])
    return found
