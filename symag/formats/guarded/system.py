"""A system of guarded commands, typed: modules over numbered variables, and the vectors that synchronise them.

A vector says which modules move together, each with an action of its own, and how the others see it (Arnold and Nivat).
PRISM's modules have one vector for each action; renaming, hiding and JANI's compositions make others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from symag.formats.guarded.exact import Term
from symag.formats.positions import Position

__all__ = ["GuardedModule", "GuardedSystem", "StateVariable", "TypedCommand", "TypedUpdate", "Vector"]


@dataclass(frozen=True, slots=True)
class StateVariable:
    """A variable with its range; a bool is 0 or 1. Without bounds, it has the range that symag gives it."""

    name: str
    type: str
    low: int
    high: int
    initial: int
    is_bounded: bool = True
    names: tuple[str, ...] = ()
    """What its values are called, as those of a location; 0 is the first of them."""


@dataclass(slots=True)
class TypedUpdate:
    """One update of a command: a probability (none means one) and what is assigned to which variable."""

    probability: Term | None
    position: Position
    assignments: list[tuple[int, Term, Position]]


@dataclass(slots=True)
class TypedCommand:
    """A command, its names resolved; the action `""` is the module's own affair."""

    action: str
    position: Position
    guard: Term
    updates: list[TypedUpdate]

    @property
    def read(self) -> frozenset[int]:
        """The variables that it looks at."""
        probabilities = (update.probability.variables for update in self.updates if update.probability is not None)
        values = (term.variables for update in self.updates for _, term, _ in update.assignments)
        return self.guard.variables.union(*probabilities, *values)

    @property
    def written(self) -> frozenset[int]:
        """The variables that it assigns."""
        return frozenset(variable for update in self.updates for variable, _, _ in update.assignments)


@dataclass(frozen=True, slots=True)
class GuardedModule:
    """A module: its commands, and the numbers of the variables that are its own."""

    name: str
    position: Position
    variables: tuple[int, ...]
    commands: list[TypedCommand]


@dataclass(frozen=True, slots=True)
class Vector:
    """Modules that move together, each by a command with its action; `label` is what others see, `""` is hidden."""

    label: str
    parts: tuple[tuple[int, str], ...]
    """Numbers of modules, ascending, each with its own action."""


@dataclass(frozen=True)
class GuardedSystem:
    """Everything that becomes components. Variables that no module owns are global."""

    variables: Sequence[StateVariable]
    modules: Sequence[GuardedModule]
    vectors: Sequence[Vector]
    is_dtmc: bool = False
    """Of the moves that are enabled in a state of the whole system, one is chosen with equal probability."""
    initial: Term | None = None
    """What holds in the initial states; if there is none, the initial values of the variables say it."""
    blocked: Sequence[tuple[str, int]] = field(default_factory=tuple)
    """Labels that a module takes part in, and that no vector has: they never happen."""
