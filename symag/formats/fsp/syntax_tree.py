"""Builds the syntax tree of processes and files, over that of their terms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lark import Token

from symag.formats.fsp.syntax import (
    Body,
    Choice,
    Composite,
    Condition,
    Definition,
    Either,
    FspFile,
    GuardedBranch,
    InOrder,
    Instance,
    Local,
    ParallelParts,
    Primitive,
    Reference,
    Relabel,
    Replicated,
    Skipped,
    Target,
    Visible,
)
from symag.formats.fsp.term_tree import TermTreeBuilder, deeper, few
from symag.formats.fsp.terms import NOTHING, FspExpression, Index, Labels, Set, Word
from symag.formats.parser import position_of
from symag.formats.positions import Position

__all__ = ["FspTreeBuilder"]

RESERVED = ("STOP", "ERROR", "END")


class FspTreeBuilder(TermTreeBuilder):
    """One method for each rule of the grammar. It has no state, so that one builder serves every file."""

    def start(self, items: list[Any]) -> FspFile:
        """The whole file."""
        source = FspFile()
        for item in items:
            if isinstance(item, Definition):
                source.definitions.append(item)
            elif isinstance(item, Skipped):
                source.skipped.append(item)
            elif isinstance(item, Primitive | Composite):
                kind = "process" if isinstance(item, Primitive) else "composite process"
                known: dict[str, Any] = source.processes if isinstance(item, Primitive) else source.composites
                if item.name in known:
                    raise item.position.error(f"the {kind} {item.name!r} is defined twice")
                known[item.name] = item
        return source

    def skipped(self, parts: list[Any]) -> Skipped:
        """`progress G = …`, `assert A = …`: what symag does not check."""
        return Skipped(str(parts[0]), str(parts[1]), position_of(parts[1]))

    imported = skipped

    def ignored(self, parts: list[Any]) -> None:
        """Menus and animations say nothing about what a process does."""

    def modified(self, parts: list[Any]) -> Primitive | Composite:
        """`minimal ||S = …`, `property P = …`."""
        process: Primitive | Composite = parts[-1]
        process.modifiers = frozenset(parts[:-1])
        return process

    def modifier(self, parts: list[Token]) -> str:
        """`minimal`."""
        return str(parts[0])

    def constant(self, parts: list[Any]) -> Definition:
        """`const N = 3`."""
        return Definition("const", str(parts[1]), parts[3], None, None, position_of(parts[1]))

    def range(self, parts: list[Any]) -> Definition:
        """`range T = 0..N`."""
        return Definition("range", str(parts[1]), parts[3], parts[5], None, position_of(parts[1]))

    def set_definition(self, parts: list[Any]) -> Definition:
        """`set S = {a, b}`."""
        return Definition("set", str(parts[1]), None, None, parts[3], position_of(parts[1]))

    def primitive(self, parts: list[Any]) -> Primitive:
        """`P(N=3) = …, Q = … +{a} /{b/c} \\{d}.`"""
        name = _defined(parts[0])
        parameters, relabels = _parameters(parts), _relabels(parts)
        body = next(part for part in parts if isinstance(part, Target))
        locals_ = [Local(name, [], body, position_of(parts[0])), *(part for part in parts if isinstance(part, Local))]
        extension = next((part for part in parts if isinstance(part, Set)), None)
        visible = next((part for part in parts if isinstance(part, Visible)), None)
        accepting = next((local.accepting for local in locals_ if local.accepting), None)
        return Primitive(name, parameters, locals_, extension, relabels, visible, position_of(parts[0]), accepting)

    def local(self, parts: list[Any]) -> Local:
        """`Q[i:0..N] = …`."""
        indices = few([_as_index(part) for part in parts if isinstance(part, Index | Word | Set)])
        for at, index in enumerate(indices):
            if index.variable and index.variable in (other.variable for other in indices[:at]):
                raise index.position.error(f"the index {index.variable!r} stands there twice")
            index.variable = index.variable or f"#{at}"  # a name that no text can have, for a value without a name
        accepting = next((part[1] for part in parts if isinstance(part, tuple)), None)
        return Local(_defined(parts[0]), indices, parts[-1], position_of(parts[0]), accepting)

    def accepting(self, parts: list[Token]) -> tuple[str, Position]:
        """`@` after the name of a local process."""
        return "accepting", position_of(parts[0])

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

    priority = visible

    def reference(self, parts: list[Any]) -> Reference:
        """`Q[i+1]`."""
        indices: list[FspExpression] = []
        for index in parts[1:]:
            if index.variable or index.high is not None or index.low is None:
                raise index.position.error(f"{str(parts[0])!r} needs one value here, not a range: write an expression")
            indices.append(index.low)
        return Reference(str(parts[0]), indices, position_of(parts[0]), _free(indices))

    def in_order(self, parts: list[Any]) -> InOrder:
        """`A(1);B;Q[i]`."""
        processes, then = [part for part in parts if isinstance(part, Instance)], parts[-1]
        arguments = [argument for process in processes for argument in process.arguments]
        return InOrder(processes, then, processes[0].position, _free([*arguments, then]))

    def condition(self, parts: list[Any]) -> Condition:
        """`if B then P else Q`."""
        test, then, otherwise = parts[1], parts[3], parts[5] if len(parts) > 5 else None
        free = _free([test, then] if otherwise is None else [test, then, otherwise])
        return Condition(test, then, otherwise, position_of(parts[0]), free)

    def choice(self, parts: list[Any]) -> Choice:
        """`a -> P | b -> Q`."""
        branches = [part for part in parts if isinstance(part, GuardedBranch)]
        return Choice(branches, branches[0].position, _free(branches))

    def prefix(self, parts: list[Any]) -> Choice:
        """`b -> P` after another arrow: a choice of one."""
        return self.choice([self.branch(parts)])

    def branch(self, parts: list[Any]) -> GuardedBranch:
        """`a -> P`."""
        return _branch(None, parts[0], parts[-1])

    def guarded(self, parts: list[Any]) -> GuardedBranch:
        """`when B a -> P`."""
        return _branch(parts[1], parts[2], parts[-1])

    def composite(self, parts: list[Any]) -> Composite:
        """`||S = (P || Q)>>{a}\\{b}.`"""
        name = _defined(parts[1])
        body = next(part for part in parts if isinstance(part, Body))
        changes = {change.sign: change for change in parts if isinstance(change, Visible)}
        priority, visible = changes.get("<<") or changes.get(">>"), changes.get("\\") or changes.get("@")
        return Composite(name, _parameters(parts), body, priority, visible, position_of(parts[1]))

    def replicated(self, parts: list[Any]) -> Replicated:
        """`forall[i:1..N] …`."""
        position, body = position_of(parts[0]), parts[-1]
        return Replicated(few(parts[1:-1]), body, position, deeper([body], position))

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

    def parallel(self, parts: list[Any]) -> ParallelParts:
        """`{a,b}::c:(P || Q)/{new/old}`."""
        owners: dict[str, Labels] = dict(part for part in parts if isinstance(part, tuple))
        members = [part for part in parts if isinstance(part, Body)]
        first = next((part for part in parts if not isinstance(part, tuple | dict)), None)
        position = next(iter(owners.values())).position if owners else _position(first)
        share, prefix = owners.get("shared"), owners.get("prefixed")
        return ParallelParts(share, prefix, members, _relabels(parts), position, deeper(members, position))

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
        indices = few([part for part in parts if isinstance(part, Index)])
        position = position_of(parts[0])
        return Relabel(None, None, indices, inner, position, deeper(inner, position))


def _free(parts: Iterable[Any]) -> frozenset[str]:
    return frozenset[str]().union(*(part.free for part in parts))


def _branch(guard: FspExpression | None, labels: Labels, target: Target) -> GuardedBranch:
    free = labels.free | (target.free - labels.bound) | (frozenset() if guard is None else guard.free)
    return GuardedBranch(guard, labels, target, labels.position, free)


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


def _as_index(part: Index | Word | Set) -> Index:
    """`Q.a` and `Q.{a, b}` are local processes with labels for indices."""
    if isinstance(part, Index):
        return part
    if isinstance(part, Word):
        labels = Labels([part], part.position, 2, NOTHING, NOTHING)
        part = Set([labels], "", part.position, 3, NOTHING)
    return Index("", None, None, part, part.position, part.depth + 1, part.free)


def _position(part: Any) -> Position:
    return position_of(part) if isinstance(part, Token) else part.position
