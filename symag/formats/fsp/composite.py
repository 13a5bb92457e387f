"""A composite process as its parts, with labels, relabelling and hiding already in each of them.

As in LTSA, `(P || Q)/{new/old}` relabels P and Q before they are composed: so processes get shared
actions. Hiding comes after composing. An action that one part alone has is hidden in it; the parts that share a hidden
action are composed first and become one part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symag.formats.fsp.labels import actions, instances
from symag.formats.fsp.part import Part, error_states, hidden, prefixed, relabelled, relabelling, shared, visibly
from symag.formats.fsp.states import enumerated
from symag.formats.fsp.syntax import Body, Composite, Either, FspFile, Instance, Parallel, Replicated
from symag.formats.fsp.values import Environment, FspScope, Label, integer, is_true, label_text
from symag.formats.positions import Position
from symag.model import LPTS, counted
from symag.operators import compose

__all__ = ["Parts"]

MAX_PARTS = 1_000
MAX_COMPOSITE_DEPTH = 128
"""Of nested compositions, with the brackets inside of them."""
MAX_VISITED = 100_000
"""A composition may run through many indices and have few parts: `forall[i:1..999] forall[j:1..999] if i==j then P`."""


class Parts:
    """The processes of a file, instantiated; the same instance is enumerated once."""

    def __init__(self, source: FspFile, scope: FspScope) -> None:
        self.source = source
        self.scope = scope
        self.visited = 0
        self.depth = 0
        self.known: dict[tuple[str, tuple[int, ...]], list[Part]] = {}
        self.open: list[tuple[str, tuple[int, ...]]] = []

    def of(self, name: str, arguments: tuple[int, ...], position: Position) -> list[Part]:
        """The parts of a process with these values for its first parameters."""
        process = self.source.processes.get(name)
        if process is None:
            raise position.error(f"there is no process {name!r} in this file")
        if len(arguments) > len(process.parameters):
            known, given = counted(len(process.parameters), "parameter"), counted(len(arguments), "value")
            raise position.error(f"{name!r} has {known}, and got {given}")
        key = name, arguments
        if key in self.open:
            raise position.error(f"the composite process {name!r} is a part of itself")
        if key not in self.known:
            self.open.append(key)
            self.known[key] = self._made(name, arguments)
            self.open.pop()
        return self.known[key]

    def _made(self, name: str, arguments: tuple[int, ...]) -> list[Part]:
        process = self.source.processes[name]
        values: dict[str, int] = {}
        for at, (parameter, default) in enumerate(process.parameters):
            scope = self.scope.within(values)
            values[parameter] = arguments[at] if at < len(arguments) else integer(default, {}, scope)
        scope = self.scope.within(values)
        if not isinstance(process, Composite):
            called = f"{name}({','.join(map(str, arguments))})" if arguments else name
            return [_checked(enumerated(process, scope, called))]
        parts = self._parts(process.body, {}, scope)
        _one_kind(parts, process)
        return parts if process.visible is None else _hidden(parts, visibly(process.visible, {}, scope), self.scope)

    def _parts(self, body: Body, environment: Environment, scope: FspScope) -> list[Part]:
        """Recursive: the depth of nested compositions is bounded here."""
        self.visited += 1
        if self.visited > MAX_VISITED:
            raise body.position.error(f"more than {MAX_VISITED:,} places in compositions are looked at")
        self.scope.watch.tick(1, self.visited)
        if self.depth >= MAX_COMPOSITE_DEPTH:
            raise body.position.error(f"composite processes are nested deeper than {MAX_COMPOSITE_DEPTH}")
        self.depth += 1
        parts = self._inside(body, environment, scope)
        self.depth -= 1
        return parts

    def _inside(self, body: Body, environment: Environment, scope: FspScope) -> list[Part]:
        if isinstance(body, Instance):
            arguments = tuple(integer(argument, environment, scope) for argument in body.arguments)
            return [replace(part, position=body.position) for part in self.of(body.name, arguments, body.position)]
        if isinstance(body, Either):
            chosen = body.then if is_true(body.test, environment, scope) else body.otherwise
            return self._parts(chosen, environment, scope) if chosen is not None else []
        parts: list[Part] = []
        if isinstance(body, Replicated):
            for _, bound in instances(body.indices, environment, scope, body.position, MAX_PARTS):
                parts += _bounded(self._parts(body.body, bound, scope), len(parts), body.position)
            return parts
        return self._labelled(body, environment, scope)

    def _labelled(self, body: Parallel, environment: Environment, scope: FspScope) -> list[Part]:
        """First the prefix, one copy for each; then sharing; then relabelling."""
        parts: list[Part] = []
        prefixes = [((), environment)] if body.prefix is None else actions(body.prefix, environment, scope)
        for prefix, bound in prefixes:
            for member in body.members:
                found = _bounded(self._parts(member, bound, scope), len(parts), body.position)
                parts += [prefixed(part, prefix) for part in found] if prefix else found
        if body.share is not None:
            owners = list(dict.fromkeys(owner for owner, _ in actions(body.share, environment, scope)))
            parts = [shared(part, owners) for part in parts]
        renaming = relabelling(body.relabels, environment, scope)
        return [_checked(relabelled(part, renaming)) for part in parts]


def _bounded(parts: list[Part], before: int, position: Position) -> list[Part]:
    if before + len(parts) > MAX_PARTS:
        raise position.error(f"more than {MAX_PARTS:,} processes run in parallel")
    return parts


def _checked(part: Part) -> Part:
    """The part; if it is a property, an InputError unless it is deterministic and without hidden moves."""
    model = part.model
    if part.is_property:
        if model.action and 0 in model.action:
            raise part.position.error(f"the property {model.name!r} has hidden moves: a property says what can be seen")
        if not model.is_reactive:
            state = next(s for s in range(model.num_states) if _is_ambiguous(model, s))
            raise part.position.error(
                f"the property {model.name!r} is not deterministic: in the state {model.states[state]!r} "
                "one action leads to two states"
            )
    return part


def _is_ambiguous(model: LPTS, state: int) -> bool:
    row = model.action[model.first[state] : model.first[state + 1]]
    return len(set(row)) < len(row)


def _one_kind(parts: list[Part], process: Composite) -> None:
    """Properties are checked against a system, they are no part of it: LTSA checks them while it composes."""
    if not parts:
        raise process.position.error(f"the composite process {process.name!r} has no parts")
    if len({part.is_property for part in parts}) > 1:
        part = next(part for part in parts if part.is_property)
        raise part.position.error(
            f"the property {part.model.name!r} is composed with processes: compose the processes by themselves "
            f"and check them with --spec FILE#{part.model.name.split('(')[0]}"
        )


def _hidden(parts: list[Part], is_hidden: Callable[[Label], bool], scope: FspScope) -> list[Part]:
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
        found.append(_checked(hidden(_composed(together, scope), is_hidden)))
    return found


def _composed(parts: list[Part], scope: FspScope) -> Part:
    if len(parts) == 1:
        return parts[0]
    model = compose(*(part.model for part in parts), watch=scope.watch)
    known = {label_text(label): label for part in parts for label in part.labels}
    labels = tuple(known[action] for action in model.actions[1:])
    errors = frozenset(error_states(model, parts, scope.watch))
    error = next((part.error for part in parts if part.errors), None)
    return Part(replace(model, product=None), labels, parts[0].is_property, parts[0].position, errors, error)
