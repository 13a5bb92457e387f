"""What expressions are compiled to: functions from an environment, a list with a slot for each name, to a value.

A unit is an expression that is compiled by itself, at its first use: the body of a function, and everything that is
suspended. It begins with the values that it captures from where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from symag.formats.csp.tokens import Place
from symag.formats.csp.tree import CspNode, FunctionDeclaration, Steps
from symag.formats.csp.values import Value

__all__ = ["Code", "Compiling", "CspEnvironment", "CspScope", "Matcher", "Namespace", "Slot", "Unit"]

CspEnvironment = list[Value]
Code = Callable[[CspEnvironment], Value]
Matcher = Callable[[Value, CspEnvironment], bool]


class Namespace(Protocol):
    """Names that have one meaning in the whole script or module."""

    def find(self, name: str) -> Value | None:
        """What the name means: a channel, a constructor, a type, a function or a constant."""

    def constant(self, name: str) -> Value | None:
        """The channel or constructor of that name: in patterns, it stands for itself."""

    def declaration(self, name: str) -> tuple[FunctionDeclaration, Namespace] | None:
        """The declaration of a function or a constant, and where it is."""


@dataclass(frozen=True)
class Slot:
    """Where the value of a name is: in a slot, or in a member of the let-frame in that slot."""

    number: int
    member: int | None = None
    node: object = None
    """The declaration of a member."""


class CspScope:
    """The names that an expression can use, and the slots of its unit."""

    def __init__(self, names: dict[str, Slot], namespace: Namespace, size: list[int]) -> None:
        self.names = names
        self.namespace = namespace
        self.size = size
        """How many slots the unit has so far; shared by all scopes of a unit."""

    def fresh(self) -> int:
        """A new slot."""
        self.size[0] += 1
        return self.size[0] - 1

    def extended(self, names: dict[str, Slot]) -> CspScope:
        """With more names, in the same unit."""
        return CspScope({**self.names, **names}, self.namespace, self.size)

    def captured(self, free: Iterable[str]) -> tuple[tuple[int, ...], CspScope]:
        """The slots that a unit with these free names captures, and the scope that it begins with.

        The slots are in the order of the names: so it does not matter where they are in this unit.
        """
        known = {name: self.names[name] for name in sorted(free) if name in self.names}
        slots = tuple(dict.fromkeys(slot.number for slot in known.values()))
        places = {number: place for place, number in enumerate(slots)}
        names = {name: Slot(places[slot.number], slot.member, slot.node) for name, slot in known.items()}
        return slots, CspScope(names, self.namespace, [len(slots)])


class Compiling(Protocol):
    """The compiler, as its parts see it."""

    machine: Any
    """The `Runtime`."""
    sets: Any
    """The `EventSets`."""

    def code(self, node: CspNode, scope: CspScope) -> Code:
        """The value of an expression. If it is a process, an operator or something suspended."""

    def data(self, node: CspNode, scope: CspScope) -> Code:
        """The value, but of a process: that is suspended."""

    def argument(self, node: CspNode, scope: CspScope) -> Code:
        """The value, or something suspended that has it, if it may not be needed."""

    def suspended(self, node: CspNode, scope: CspScope) -> Code:
        """The process of an expression, suspended."""

    def canonical(self, node: CspNode, scope: CspScope) -> Code | None:
        """The call that an expression is; None if it is none."""

    def matcher(self, node: CspNode, scope: CspScope, names: dict[str, Slot]) -> Matcher:
        """A pattern; the names that it binds get slots in `names`."""

    def captured(self, node: CspNode, scope: CspScope) -> tuple[Unit, Callable[[CspEnvironment], tuple[Value, ...]]]:
        """A unit of its own, and what it captures."""

    def after(self, node: Steps) -> CspNode:
        """What comes after the first step."""

    def free(self, node: CspNode) -> frozenset[str]:
        """The names in it that it does not bind itself."""


class Unit:
    """An expression that is compiled at its first use."""

    __slots__ = ("_canonical", "_code", "compiler", "cost", "node", "scope")

    def __init__(self, compiler: Compiling, node: CspNode, scope: CspScope) -> None:
        self.compiler = compiler
        self.node = node
        self.scope = scope
        self.cost = 2 * node.height + 4
        self._code: Code | None = None
        self._canonical: Code | bool | None = False

    @property
    def place(self) -> Place:
        """Where it is."""
        return self.node.place

    def value(self, values: tuple[Value, ...]) -> Value:
        """What it comes to, if these are captured."""
        if self._code is None:
            self._code = self.compiler.code(self.node, self.scope)
        return self._code([*values, *[None] * (self.scope.size[0] - len(values))])

    def canonical(self, values: tuple[Value, ...]) -> Value | None:
        """The call that it is; None if it is none."""
        if self._canonical is False:
            self._canonical = self.compiler.canonical(self.node, self.scope)
        if not callable(self._canonical):
            return None
        return self._canonical([*values, *[None] * (self.scope.size[0] - len(values))])
