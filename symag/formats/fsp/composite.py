"""A composite process as its parts, with labels, relabelling and hiding already in each of them.

As in LTSA, `(P || Q)/{new/old}` relabels P and Q before they are composed: so processes get shared actions. But
`S/{new/old}`, for a composite process S, composes the parts of S first if two of their actions get one name. Hiding
comes after composing. An action that one part alone has is hidden in it; the parts that share a hidden action are
composed first and become one part. Priorities, `minimal` and `deterministic` make one part of all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from symag.formats.fsp.enumerate import enumerated
from symag.formats.fsp.part import (
    Part,
    hidden,
    matcher,
    prefixed,
    relabelled,
    relabelling,
    rename_clashes,
    shared,
    visibly,
)
from symag.formats.fsp.product import composed, urgent_actions
from symag.formats.fsp.property import as_property
from symag.formats.fsp.reduce import deterministic, minimal, without_passing
from symag.formats.fsp.sequence import in_order
from symag.formats.fsp.syntax import Body, Composite, Either, FspFile, Instance, ParallelParts, Primitive, Replicated
from symag.formats.fsp.values import (
    Environment,
    FspScope,
    FspValue,
    Label,
    actions,
    evaluate_fsp,
    instances,
    is_true,
    members,
    value_text,
)
from symag.formats.positions import Position
from symag.model import counted

__all__ = ["Parts"]

MAX_PARTS = 1_000
MAX_COMPOSITE_DEPTH = 128
"""Of nested compositions, with the brackets inside of them."""
MAX_VISITED = 100_000
"""A composition may run through many indices and have few parts: `forall[i:1..999] forall[j:1..999] if i==j then P`."""
MAX_CHAIN = 500
"""Processes that wait for each other because one goes through the next, `SEQ(I+1);END`."""
UNREAD = {
    "import": "imported processes are not read: symag reads one file",
    "constraint": "a 'constraint' in linear temporal logic is not read",
    "ltl_property": "an 'ltl_property' is not read: write it as a 'property'",
}

Key = tuple[str, tuple[FspValue, ...], bool]
"""The name of a process, values for its first parameters, and whether it is a composite process."""
Group = list[Part]
"""The parts of one instance, which are relabelled together."""


class _MissingError(Exception):
    """A process goes through another one that has to be read first."""

    def __init__(self, key: Key, position: Position) -> None:
        super().__init__(key)
        self.key = key
        self.position = position


class Parts:
    """The processes of a file, instantiated; the same instance is enumerated once."""

    def __init__(self, source: FspFile, scope: FspScope) -> None:
        self.source = source
        self.scope = scope
        self.visited = 0
        self.depth = 0
        self.known: dict[Key, Group] = {}
        self.ending: dict[Key, Part] = {}
        self.open: list[Key] = []

    def of(self, process: Primitive | Composite, bare: bool = False) -> Group:
        """The parts of a process; if they are wanted `bare`, nothing is hidden, merged or composed at the top."""
        if bare and isinstance(process, Composite):
            return self._bare(process)
        return self._read((process.name, (), isinstance(process, Composite)), process.position)

    def _key(self, instance: Instance, arguments: tuple[FspValue, ...]) -> Key:
        """As in LTSA, a name inside of the file is a process rather than a composite process."""
        name, position = instance.name, instance.position
        process: Primitive | Composite | None = self.source.processes.get(name) or self.source.composites.get(name)
        if process is None:
            unread = next((one.kind for one in self.source.skipped if one.name == name and one.kind in UNREAD), None)
            raise position.error(UNREAD[unread] if unread else f"there is no process {name!r} in this file")
        if len(arguments) > len(process.parameters):
            known, given = counted(len(process.parameters), "parameter"), counted(len(arguments), "value")
            raise position.error(f"{name!r} has {known}, and got {given}")
        return name, arguments, isinstance(process, Composite)

    def _read(self, key: Key, position: Position) -> Group:
        """The parts of an instance. Processes that it goes through are read first, one after the other."""
        chain = [(key, position)]
        while chain:
            wanted, place = chain[-1]
            if wanted in self.known:
                chain.pop()
                continue
            if wanted in self.open or any(wanted == other for other, _ in chain[:-1]):
                kind = "composite process" if wanted[2] else "process"
                raise place.error(f"the {kind} {wanted[0]!r} is a part of itself")
            if len(chain) > MAX_CHAIN:
                raise place.error(f"more than {MAX_CHAIN:,} processes go through one another")
            self.open.append(wanted)
            try:
                self.known[wanted] = self._made(wanted)
            except _MissingError as missing:
                chain.append((missing.key, missing.position))
            finally:
                self.open.pop()
        return self.known[key]

    def _made(self, key: Key) -> Group:
        name, arguments, is_composite = key
        if is_composite:
            return self._composite(self.source.composites[name], arguments)
        process = self.source.processes[name]
        scope = self._scope(process, arguments)
        part = enumerated(process, scope, _called(name, arguments), self._in_order)
        if process.is_property:
            part = as_property(part)
        return [_reduced(part, process.modifiers, scope)]

    def _scope(self, process: Primitive | Composite, arguments: tuple[FspValue, ...]) -> FspScope:
        values: dict[str, FspValue] = {}
        for at, (parameter, default) in enumerate(process.parameters):
            scope = self.scope.within(values)
            values[parameter] = arguments[at] if at < len(arguments) else evaluate_fsp(default, {}, scope)
        return self.scope.within(values)

    def _in_order(self, calls: Sequence[tuple[Instance, tuple[FspValue, ...]]]) -> Part | None:
        """The processes that another one goes through, as one."""
        parts = []
        for instance, arguments in calls:
            key = self._key(instance, arguments)
            if key not in self.known:
                raise _MissingError(key, instance.position)
            if key not in self.ending:
                self.ending[key] = composed(self.known[key], self.scope.watch)
            parts.append(self.ending[key])
            if parts[-1].end is None:
                raise instance.position.error(f"{instance.name!r} never comes to END: nothing can follow it")
        return in_order(parts, self.scope.watch)

    def _composite(self, process: Composite, arguments: tuple[FspValue, ...]) -> Group:
        scope = self._scope(process, arguments)
        parts = self._all(process, scope)
        if process.priority is not None:
            parts = [_prioritised(parts, process, scope)]
        merges = process.modifiers & {"minimal", "deterministic", "property"}
        if merges == {"property"} and process.priority is None and process.visible is None and _stay_apart(parts):
            group = _called(process.name, arguments)
            return [replace(_reduced(part, merges, scope), group=group) for part in parts]
        if merges:
            parts = [composed(parts, scope.watch)]
        if process.visible is not None:
            parts = _hidden(parts, visibly(process.visible, {}, scope), scope)
        if not merges and process.priority is None:
            return parts
        called = _called(process.name, arguments)
        parts = [replace(part, model=replace(part.model, name=called)) for part in parts]
        return [_reduced(without_passing(part, scope.watch) if merges == {"minimal"} else part, merges, scope)
                for part in parts]  # fmt: skip

    def _all(self, process: Composite, scope: FspScope) -> Group:
        if "safe" in process.modifiers:
            raise process.position.error("'safe' (a controller that LTSA makes) is not read")
        parts = [part for group in self._groups(process.body, {}, scope) for part in group]
        if not parts:
            raise process.position.error(f"the composite process {process.name!r} has no parts")
        return parts

    def _bare(self, process: Composite) -> Group:
        scope = self._scope(process, ())
        key = process.name, (), True
        self.open.append(key)
        parts = self._all(process, scope)
        self.open.pop()
        if process.priority is None:
            return parts
        known = {label for part in parts if not part.is_property for label in part.labels}
        watching = [part for part in parts if part.forbids and known.issuperset(part.labels)]  # priorities pass them by
        others = [part for part in parts if not any(part is one for one in watching)]
        return [_prioritised(others, process, scope), *watching] if others else parts

    def _groups(self, body: Body, environment: Environment, scope: FspScope) -> list[Group]:
        """Recursive: the depth of nested compositions is bounded here."""
        self.visited += 1
        if self.visited > MAX_VISITED:
            raise body.position.error(f"more than {MAX_VISITED:,} places in compositions are looked at")
        self.scope.watch.tick(1, self.visited)
        if self.depth >= MAX_COMPOSITE_DEPTH:
            raise body.position.error(f"composite processes are nested deeper than {MAX_COMPOSITE_DEPTH}")
        self.depth += 1
        groups = self._inside(body, environment, scope)
        self.depth -= 1
        return groups

    def _inside(self, body: Body, environment: Environment, scope: FspScope) -> list[Group]:
        if isinstance(body, Instance):
            arguments = tuple(evaluate_fsp(argument, environment, scope) for argument in body.arguments)
            parts = self._read(self._key(body, arguments), body.position)
            return [[replace(part, position=body.position) for part in parts]]
        if isinstance(body, Either):
            chosen = body.then if is_true(body.test, environment, scope) else body.otherwise
            return self._groups(chosen, environment, scope) if chosen is not None else []
        groups: list[Group] = []
        if isinstance(body, Replicated):
            for _, bound in instances(body.indices, environment, scope, body.position, MAX_PARTS):
                groups += _bounded(self._groups(body.body, bound, scope), groups, body.position)
            return groups
        return self._labelled(body, environment, scope)

    def _labelled(self, body: ParallelParts, environment: Environment, scope: FspScope) -> list[Group]:
        """First the prefix, one copy for each; then sharing; then relabelling."""
        groups: list[Group] = []
        prefixes = [((), environment)] if body.prefix is None else actions(body.prefix, environment, scope)
        for prefix, bound in prefixes:
            for member in body.members:
                found = _bounded(self._groups(member, bound, scope), groups, body.position)
                groups += [[prefixed(part, prefix) for part in group] for group in found] if prefix else found
        if body.share is not None:
            owners = list(dict.fromkeys(owner for owner, _ in actions(body.share, environment, scope)))
            groups = [[shared(part, owners) for part in group] for group in groups]
        renaming = relabelling(body.relabels, environment, scope)
        if not renaming:
            return groups
        groups = [[composed(group, scope.watch)] if len(group) > 1 and rename_clashes(group, renaming) else group
                  for group in groups]  # fmt: skip
        return [[relabelled(part, renaming) for part in group] for group in groups]


def _stay_apart(parts: Group) -> bool:
    """Is their composition a property that holds if and only if each of them does, as a property? A trace is one of a
    composition if and only if each part allows what it knows of it. ERROR and END are about all parts together."""
    special = (part.is_property or part.avoids_error or (part.error, part.end) != (None, None) for part in parts)
    return len(parts) > 1 and not any(special)


def _called(name: str, arguments: tuple[FspValue, ...]) -> str:
    return f"{name}({','.join(map(value_text, arguments))})" if arguments else name


def _bounded(groups: list[Group], before: list[Group], position: Position) -> list[Group]:
    if sum(map(len, before)) + sum(map(len, groups)) > MAX_PARTS:
        raise position.error(f"more than {MAX_PARTS:,} processes run in parallel")
    return groups


def _prioritised(parts: Group, process: Composite, scope: FspScope) -> Part:
    assert process.priority is not None
    named = matcher(members(process.priority.actions, {}, scope, may_be_empty=True))
    return composed(parts, scope.watch, urgent_actions(parts, process.priority.sign, named))


def _reduced(part: Part, modifiers: frozenset[str], scope: FspScope) -> Part:
    """What the words before a definition make of it."""
    if "deterministic" in modifiers or ("property" in modifiers and not part.forbids):
        part = deterministic(part, scope.watch)
    elif "minimal" in modifiers:
        part = minimal(part, scope.watch)
    return as_property(part) if "property" in modifiers and not part.forbids else part


def _hidden(parts: Group, is_hidden: Callable[[Label], bool], scope: FspScope) -> Group:
    """Parts that share a hidden action, by themselves or through others, become one; then each part hides its own."""
    group = list(range(len(parts)))
    owner: dict[Label, int] = {}
    for at, part in enumerate(parts):
        scope.watch.tick(len(parts), at)
        for label in filter(is_hidden, part.labels):
            one, two = group[owner.setdefault(label, at)], group[at]
            if one != two:
                group = [min(one, two) if g in (one, two) else g for g in group]
    found = []
    for leader in dict.fromkeys(group):
        together = [part for part, g in zip(parts, group, strict=True) if g == leader]
        joined = together[0] if len(together) == 1 else composed(together, scope.watch)
        found.append(hidden(joined, is_hidden))
    return found
