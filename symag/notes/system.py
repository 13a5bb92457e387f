"""What to say about a system before anything is asked: its components, what they share, whether it can stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symag.evidence.schema import symag_version
from symag.limits import Watch
from symag.model import LPTS, names_of, owners_of
from symag.notes.composition import explore_little
from symag.traces import Run, first_deadlock, run_to

__all__ = ["ComponentFacts", "SystemFacts", "facts_on_components", "facts_on_system"]

TIMES = 16
"""How much more than a note may cost is spent on looking for a deadlock: 2^16 states."""


@dataclass(frozen=True)
class ComponentFacts:
    """One component."""

    name: str
    states: int
    transitions: int
    shared: tuple[str, ...]
    """The actions that other components know, too: its interface."""
    local: tuple[str, ...]
    """The actions that no other component knows."""
    hidden_moves: int
    """How many of the transitions are hidden."""

    def to_json(self) -> dict[str, Any]:
        """The object that `symag show --json` prints."""
        return {
            "name": self.name,
            "states": self.states,
            "transitions": self.transitions,
            "hidden_moves": self.hidden_moves,
            "shared": list(self.shared),
            "local": list(self.local),
        }


@dataclass(frozen=True)
class SystemFacts:
    """The components, what they share, and their composition as far as it was explored."""

    components: tuple[ComponentFacts, ...]
    owners: Mapping[str, tuple[int, ...]]
    """For each action, the numbers of the components that take part in it, from 0."""
    states: int | None
    """Of the composition, as many as were found; None if it was not explored, as that would be costly."""
    transitions: int | None
    complete: bool
    """Was all of the composition explored?"""
    deadlock: Run | None
    """A shortest run to a state without moves, if the exploration met one."""

    @property
    def shared(self) -> dict[str, tuple[int, ...]]:
        """The actions that two or more components take part in."""
        return {action: numbers for action, numbers in self.owners.items() if len(numbers) > 1}

    def to_json(self) -> dict[str, Any]:
        """The object that `symag show --json` prints."""
        names = [component.name for component in self.components]
        explored = {"states": self.states, "transitions": self.transitions, "complete": self.complete}
        return {
            "symag": symag_version(),
            "components": [component.to_json() for component in self.components],
            "shared": {action: [names[i] for i in numbers] for action, numbers in sorted(self.shared.items())},
            "composition": None if self.states is None else explored,
            "deadlock": self.deadlock and self.deadlock.to_json(),
        }


def facts_on_system(components: Sequence[LPTS], watch: Watch) -> SystemFacts:
    """Look at the components, and explore some of their composition."""
    owners = owners_of(components)
    facts = facts_on_components(components, owners)
    explored = explore_little(components, watch, TIMES)
    if explored is None:
        return SystemFacts(facts, owners, None, None, False, None)
    system, expanded = explored
    stuck = first_deadlock(system, expanded)
    deadlock = None if stuck is None else run_to(system, stuck, components, watch)
    return SystemFacts(facts, owners, system.num_states, system.num_transitions, explored.complete, deadlock)


def facts_on_components(
    components: Sequence[LPTS], owners: Mapping[str, tuple[int, ...]]
) -> tuple[ComponentFacts, ...]:
    """Sizes and actions of each component; `owners` are the components that take part in each action."""
    facts = []
    for name, component in zip(names_of(components), components, strict=True):
        alphabet = sorted(component.alphabet)
        shared = tuple(action for action in alphabet if len(owners[action]) > 1)
        local = tuple(action for action in alphabet if len(owners[action]) == 1)
        hidden = sum(1 for action in component.action if not action)
        facts.append(ComponentFacts(name, component.num_states, component.num_transitions, shared, local, hidden))
    return tuple(facts)
