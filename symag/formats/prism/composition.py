"""How modules are synchronised: by their common actions, or as `system … endsystem` says; as vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod

from symag.formats.guarded.system import GuardedModule, Vector
from symag.formats.prism.syntax import SystemTerm
from symag.limits import Watch

__all__ = ["synchronised"]

MAX_VECTORS = 100_000

Part = tuple[int, str]


@dataclass
class _Label:
    """What happens under one label: who takes part in it at all, and which combinations there are."""

    modules: set[int] = field(default_factory=set)
    moves: dict[tuple[Part, ...], None] = field(default_factory=dict)


Behaviour = dict[str, _Label]
"""By label; `""` is hidden."""


def synchronised(
    systems: Sequence[tuple[str, SystemTerm]], modules: Sequence[GuardedModule], watch: Watch
) -> tuple[list[Vector], list[tuple[str, int]]]:
    """The vectors, and the labels that are blocked, with a module that takes part in each."""
    basic: list[Behaviour] = []
    for at, module in enumerate(modules):
        actions = dict.fromkeys(command.action for command in module.commands)
        basic.append({action: _Label({at}, {((at, action),): None}) for action in actions})
    whole = _composed(systems, modules, basic, watch) if systems else _in_parallel(basic, None, watch)
    vectors = [Vector(name, tuple(sorted(move))) for name, label in whole.items() for move in label.moves]
    return vectors, [(name, min(label.modules)) for name, label in whole.items() if not label.moves]


def _composed(
    systems: Sequence[tuple[str, SystemTerm]], modules: Sequence[GuardedModule], basic: list[Behaviour], watch: Watch
) -> Behaviour:
    """What the main system does: the one without a name, or the first."""
    main = next((term for name, term in systems if not name), systems[0][1])
    named = {name: term for name, term in systems if name}
    number = {module.name: at for at, module in enumerate(modules)}
    seen: set[str] = set()
    waiting: list[tuple[SystemTerm, bool]] = [(main, False)]
    results: list[Behaviour] = []
    inside: list[str] = []
    while waiting:
        term, is_entered = waiting.pop()
        watch.tick()
        if term.kind == "module":
            if term.names[0] not in number:
                raise term.position.error(f"there is no module {term.names[0]!r}")
            if term.names[0] in seen:
                raise term.position.error(f"the module {term.names[0]!r} is there a second time")
            seen.add(term.names[0])
            results.append(basic[number[term.names[0]]])
        elif term.kind == "system" and not is_entered:
            if term.names[0] not in named:
                raise term.position.error(f"there is no system {term.names[0]!r}")
            if term.names[0] in inside:
                raise term.position.error(f"the system {term.names[0]!r} contains itself")
            inside.append(term.names[0])
            waiting += [(term, True), (named[term.names[0]], False)]
        elif term.kind == "system":
            inside.pop()
        elif not is_entered:
            waiting.append((term, True))
            waiting += [(part, False) for part in reversed(term.parts)]
        else:
            parts = results[-len(term.parts) :]
            del results[-len(term.parts) :]
            results.append(_result(term, parts, watch))
    for module in modules:
        if module.name not in seen:
            raise main.position.error(f"the module {module.name!r} is not in the system: each must be there once")
    return results[0]


def _result(term: SystemTerm, parts: list[Behaviour], watch: Watch) -> Behaviour:
    if term.kind == "||":
        return _in_parallel(parts, term, watch)
    if term.kind == "|||":
        return _in_parallel(parts, term, watch, set())
    if term.kind == "|[]|":
        return _in_parallel(parts, term, watch, set(term.names))
    if term.kind == "/":
        new = dict.fromkeys(term.names, "")
    else:
        new = dict(zip(term.names[::2], term.names[1::2], strict=True))
    found: Behaviour = {}
    for name, label in parts[0].items():
        kept = found.setdefault(new.get(name, name), _Label())
        kept.modules |= label.modules
        kept.moves |= label.moves
    return found


def _in_parallel(
    parts: Sequence[Behaviour], term: SystemTerm | None, watch: Watch, common: set[str] | None = None
) -> Behaviour:
    """All parts side by side; they move together under the common labels, by default under all that several have."""
    found: Behaviour = {}
    names = dict.fromkeys(name for part in parts for name in part)
    count = 0
    for name in names:
        takers = [part[name] for part in parts if name in part]
        modules = set[int]().union(*(label.modules for label in takers))
        if not name or (common is not None and name not in common):
            moves = {move: None for label in takers for move in label.moves}
        elif common is not None and len(takers) < len(parts):
            moves = {}  # one of them must take part, and never does
        else:
            count += prod(len(label.moves) for label in takers)
            if term is not None and count > MAX_VECTORS:
                raise term.position.error(f"the modules can move together in more than {MAX_VECTORS:,} ways")
            combined = product(*(label.moves for label in takers))
            moves = {tuple(part for move in each for part in move): None for each in watch.over(combined)}
        found[name] = _Label(modules, moves)
    return found
