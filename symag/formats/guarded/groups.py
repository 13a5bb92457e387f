"""Which modules become one component.

A component moves by itself, and with others only by the labels that they share. So modules are one component if one of
them looks at, or writes, a variable of another, or both use a global variable; if the condition on the initial states
relates them; and if their vectors are not what synchronisation by common labels means. Nothing else joins them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod

from symag.formats.guarded.exact import Term
from symag.formats.guarded.system import GuardedSystem, Vector
from symag.formats.positions import Position
from symag.limits import Watch

__all__ = ["Group", "Joining", "conjuncts", "grouped"]


@dataclass(frozen=True)
class Group:
    """Modules that are one component, by their numbers, with all that the component needs to know."""

    modules: tuple[int, ...]
    variables: tuple[int, ...]
    """The numbers of its variables, ascending."""
    vectors: tuple[Vector, ...]
    """Restricted to these modules; in the order of the alphabet, and the hidden ones first."""
    alphabet: tuple[str, ...]
    reason: str = ""
    """Why they are together, in words."""
    position: Position | None = None


class Joining:
    """Sets of modules that grow together, with a reason for each that did."""

    def __init__(self, size: int) -> None:
        self.parent = list(range(size))
        self.reasons: dict[int, tuple[str, Position | None]] = {}

    def find(self, module: int) -> int:
        """The first module of its set."""
        while self.parent[module] != module:
            self.parent[module] = module = self.parent[self.parent[module]]
        return module

    def join(self, modules: Iterable[int], reason: str, position: Position | None = None) -> bool:
        """Make one set of those that these modules are in; was it more than one?"""
        roots = sorted({self.find(module) for module in modules})
        for root in roots[1:]:
            self.parent[root] = roots[0]
        if len(roots) > 1:
            kept = next((self.reasons[root] for root in roots if root in self.reasons), (reason, position))
            self.reasons[roots[0]] = kept
        return len(roots) > 1


def grouped(system: GuardedSystem, joining: Joining, watch: Watch) -> list[Group]:
    """The groups of a system, at least as large as those that were joined already; in the order of the modules."""
    uses = _uses(system, watch)
    _join_by_variables(system, uses, joining)
    if system.initial is not None:
        _join_by_initial_states(system, uses, joining)
    while _join_by_vectors(system, joining, watch):
        pass
    members: dict[int, list[int]] = {}
    for at in range(len(system.modules)):
        members.setdefault(joining.find(at), []).append(at)
    variables = _variables(system, uses, joining)
    vectors = _restricted(system, joining)
    groups = []
    for root, modules in members.items():
        found = vectors.get(root, {})
        alphabet = dict.fromkeys(["", *(vector.label for vector in found)])
        labels = {label: number for number, label in enumerate(alphabet)}
        ordered = sorted(found, key=lambda vector: labels[vector.label])
        reason, position = joining.reasons.get(root, ("", None))
        named = tuple(labels)[1:] + tuple(_blocked(system, set(modules)))
        used = tuple(sorted(variables.get(root, ())))
        groups.append(Group(tuple(modules), used, tuple(ordered), named, reason, position))
    return groups


@dataclass(frozen=True)
class _Uses:
    """Of the variables: whose they are, who uses them and where, and which of them change."""

    owner: dict[int, int]
    users: dict[int, dict[int, Position]]
    changing: set[int]


def _uses(system: GuardedSystem, watch: Watch) -> _Uses:
    found = _Uses({}, {}, set(range(len(system.variables))) if system.initial is not None else set())
    for at, module in enumerate(system.modules):
        for variable in module.variables:
            found.owner[variable] = at
            found.users.setdefault(variable, {})[at] = module.position
        for command in watch.over(module.commands):
            written = command.written
            found.changing.update(written)
            for variable in command.read | written:
                found.users.setdefault(variable, {}).setdefault(at, command.position)
    return found


def conjuncts(term: Term) -> Iterator[Term]:
    """The parts of a conjunction, or the term itself."""
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if part.kind == "chain" and part.signs[0] == "&":
            waiting.extend(reversed(part.args))
        else:
            yield part


def _join_by_variables(system: GuardedSystem, uses: _Uses, joining: Joining) -> None:
    """Users of a variable that changes are together with its owner, and with each other."""
    for variable in sorted(uses.changing & uses.users.keys()):
        name, found = system.variables[variable].name, uses.users[variable]
        owner = uses.owner.get(variable)
        others = [at for at in found if at != owner]
        if owner is not None and others:
            looks = f"{system.modules[others[0]].name!r} looks at {name!r} of {system.modules[owner].name!r}"
            joining.join(found, looks, found[others[0]])
        elif len(others) > 1:
            first, second = (repr(system.modules[at].name) for at in others[:2])
            joining.join(found, f"{first} and {second} share the global variable {name!r}", found[others[1]])


def _related(system: GuardedSystem) -> list[tuple[set[int], Position]]:
    """The sets of variables that the condition on the initial states relates, by one part of it or through others."""
    if system.initial is None:
        return []
    joining, first = Joining(len(system.variables)), dict[int, Position]()
    for part in conjuncts(system.initial):
        joining.join(part.variables, "", part.position)
        for variable in part.variables:
            first.setdefault(variable, part.position)
    found: dict[int, tuple[set[int], Position]] = {}
    for variable, position in first.items():
        found.setdefault(joining.find(variable), (set(), position))[0].add(variable)
    return list(found.values())


def _join_by_initial_states(system: GuardedSystem, uses: _Uses, joining: Joining) -> None:
    for variables, position in _related(system):
        users = set[int]().union(*(uses.users.get(variable, ()) for variable in variables))
        joining.join(users, "the condition on the initial states relates their variables", position)


def _join_by_vectors(system: GuardedSystem, joining: Joining, watch: Watch) -> bool:
    """Join what labels alone cannot synchronise as the vectors do; did anything change?"""
    by_label: dict[str, list[Vector]] = {}
    for vector in watch.over(system.vectors):
        by_label.setdefault(vector.label, []).append(vector)
    changed = False
    for label, vectors in by_label.items():
        if not label:
            for vector in watch.over(vectors):
                modules = [module for module, _ in vector.parts]
                changed |= joining.join(modules, f"they move together by {_acts(vector)}, which is hidden")
            continue
        apart: dict[int, set[tuple[tuple[int, str], ...]]] = {}
        for vector in watch.over(vectors):
            for root in {joining.find(module) for module, _ in vector.parts}:
                apart.setdefault(root, set()).add(tuple(p for p in vector.parts if joining.find(p[0]) == root))
        whole = {vector.parts for vector in vectors}
        if prod(map(len, apart.values())) != len(whole) or any(len(_roots(v, joining)) != len(apart) for v in vectors):
            changed |= joining.join(apart, f"their alphabets do not determine which of them take part in {label!r}")
    return changed


def _roots(vector: Vector, joining: Joining) -> set[int]:
    return {joining.find(module) for module, _ in vector.parts}


def _acts(vector: Vector) -> str:
    return " and ".join(dict.fromkeys(repr(action) for _, action in vector.parts))


def _variables(system: GuardedSystem, uses: _Uses, joining: Joining) -> dict[int, set[int]]:
    """The variables of each set of modules, with those that the condition on the initial states relates to them."""
    found: dict[int, set[int]] = {}
    for variable, users in uses.users.items():
        for at in users:
            found.setdefault(joining.find(at), set()).add(variable)
    for variables, _ in _related(system):
        users_of = (uses.users.get(variable, ()) for variable in variables)
        at = min((module for users in users_of for module in users), default=0)  # the condition must hold somewhere
        found.setdefault(joining.find(at), set()).update(variables)
    return found


def _restricted(system: GuardedSystem, joining: Joining) -> dict[int, dict[Vector, None]]:
    """The vectors, restricted to each set of modules."""
    found: dict[int, dict[Vector, None]] = {}
    for vector in system.vectors:
        parts: dict[int, list[tuple[int, str]]] = {}
        for part in vector.parts:
            parts.setdefault(joining.find(part[0]), []).append(part)
        for root, own in parts.items():
            found.setdefault(root, {})[Vector(vector.label, tuple(own))] = None
    return found


def _blocked(system: GuardedSystem, modules: set[int]) -> list[str]:
    """The labels that these modules take part in, and that never happen."""
    if not system.blocked:
        return []
    labels = {vector.label for vector in system.vectors}
    return [label for label, module in system.blocked if module in modules and label not in labels]
