"""The syntax of a PRISM file: the tree that the parser builds, each part with its position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symag.formats.guarded.expressions import Expression
from symag.formats.positions import Position

__all__ = [
    "Command",
    "ConstantDeclaration",
    "Module",
    "PrismFile",
    "PrismFormula",
    "PrismLabel",
    "SystemTerm",
    "Update",
    "Variable",
]


@dataclass(frozen=True, slots=True)
class ConstantDeclaration:
    """`const int K = 3;`, or without the value."""

    name: str
    type: str
    value: Expression | None
    position: Position


@dataclass(frozen=True, slots=True)
class PrismFormula:
    """`formula busy = s>0;`."""

    name: str
    value: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class PrismLabel:
    """`label "end" = s=3;`."""

    name: str
    value: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class Variable:
    """`x : [0..3] init 1;` or, without bounds, `b : bool;` and `x : int;`."""

    name: str
    bounds: tuple[Expression, Expression] | None
    initial: Expression | None
    position: Position
    type: str = "int"


@dataclass(slots=True)
class Update:
    """`1/2 : (x'=1) & (y'=2)`; no probability means one."""

    probability: Expression | None
    assignments: list[tuple[str, Expression, Position]]
    position: Position


@dataclass(slots=True)
class Command:
    """`[a] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2);`; the action `""` is the hidden one."""

    action: str
    guard: Expression
    updates: list[Update]
    position: Position

    def expressions(self) -> list[Expression]:
        """All that it is made of."""
        found = [self.guard]
        for update in self.updates:
            found += [] if update.probability is None else [update.probability]
            found += [value for _, value, _ in update.assignments]
        return found


@dataclass(frozen=True, slots=True)
class Module:
    """A module; one that was written as the renaming of another has that one's body and says how names change."""

    name: str
    variables: list[Variable]
    commands: list[Command]
    position: Position
    base: str = ""
    renaming: Mapping[str, str] = field(default_factory=dict)
    renamed_at: Mapping[str, Position] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SystemTerm:
    """A part of `system … endsystem`. Its kind is `module` or `system`, by name; `||`, `|||` or `|[…]|` over its parts,
    the last with names of actions; `/` or `{}`, with names, or old and new names, of actions of its one part."""

    kind: str
    position: Position
    parts: list[SystemTerm] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PrismFile:
    """A whole file. Of rewards, it only has the position of the first: they are skipped."""

    kind: str = ""
    constants: list[ConstantDeclaration] = field(default_factory=list)
    formulas: list[PrismFormula] = field(default_factory=list)
    globals: list[Variable] = field(default_factory=list)
    modules: list[Module] = field(default_factory=list)
    initial: Expression | None = None
    systems: list[tuple[str, SystemTerm]] = field(default_factory=list)
    labels: list[PrismLabel] = field(default_factory=list)
    rewards: Position | None = None
