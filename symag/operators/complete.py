"""Completion: what a specification does not know it does not forbid (CAV'12, section 2); the hidden action likewise.

Safety LTSs with the error state π: whatever they do not allow leads there (CAV'08, section 2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler
from symag.model.assemble import copy_targets
from symag.operators.compose import compose
from symag.operators.quotient import trim

__all__ = ["Exposed", "answering_actions", "complete", "expose", "with_error"]


def answering_actions(specification: LPTS) -> dict[str, int]:
    """The actions that the specification answers by its own transitions, with their numbers; all others by staying.

    They are its alphabet, and the hidden action if some transition carries it.
    """
    known = {action: number for number, action in enumerate(specification.actions)}
    if not specification.has_hidden_moves:
        del known[TAU]
    return known


def complete(specification: LPTS, actions: Iterable[str]) -> LPTS:
    """The specification with a Dirac self-loop in every state on each of the actions that it does not know.

    Name `tau` among the actions if the system has hidden moves; it is added only where the specification has none.
    """
    known = answering_actions(trim(specification))
    missing = sorted(set(actions) - known.keys())
    alphabet = (*specification.actions[1:], *(action for action in missing if action != TAU))
    number = {action: i for i, action in enumerate((TAU, *alphabet))}
    assembler = Assembler()
    targets = copy_targets(specification, assembler)
    for s in range(specification.num_states):
        for t in specification.row(s):
            assembler.add(s, specification.action[t], targets(specification.target[t]))
        for action in missing:
            assembler.add(s, number[action], s)
    return assembler.freeze(specification.states, specification.initial, alphabet, specification.name)


ERROR = "π"
"""The state that stands for what is not allowed."""


def with_error(specification: LPTS, known: Collection[str], watch: Watch) -> LPTS:
    """The safety LTS, completed with the error state: whatever it does not allow leads there. It is the last state.

    Only actions that are `known` to the system happen: the property does nothing alone.
    """
    error = specification.num_states
    watch.check("completing the specification")
    assembler = Assembler(watch)
    for s in range(specification.num_states):
        watch.tick(len(specification.actions))
        row = specification.row(s)
        allowed = {specification.action[t]: specification.target[t] for t in row}
        for action, label in enumerate(specification.actions):
            if label in known:
                assembler.add(s, action, allowed.get(action, error))
    name = ERROR
    while name in specification.states:
        name += "'"
    states = (*specification.states, name)
    return assembler.freeze(states, specification.initial, specification.actions[1:], specification.name)


@dataclass(frozen=True)
class Exposed:
    """Components with P_err, as an interface sees them: its actions are letters, from 1; all others are hidden."""

    system: LPTS
    interface: tuple[str, ...]
    goals: list[dict[int, list[int]]]
    """Per state, where each letter leads; 0 is a hidden move."""
    bad: frozenset[int]
    """The states with the property in π."""
    foreign: frozenset[int]
    """Letters in which no component takes part: nothing happens."""


def expose(components: Sequence[LPTS], specification: LPTS, interface: Sequence[str], watch: Watch) -> Exposed:
    """The components, composed with P_err, behind this interface."""
    known = frozenset(interface).union(*(component.alphabet for component in components))
    error = with_error(specification, known, watch)
    system = compose(*components, error, watch=watch)
    letter_of = {action: letter for letter, action in enumerate(interface, 1)}
    letters = [letter_of.get(action, 0) for action in system.actions]
    goals: list[dict[int, list[int]]] = [{} for _ in range(system.num_states)]
    for s in range(system.num_states):
        watch.tick(1 + len(system.row(s)))
        for t in system.row(s):
            goals[s].setdefault(letters[system.action[t]], []).append(system.target[t])
    bad = frozenset(s for s in watch.over(range(system.num_states)) if system.parts(s)[-1] == error.num_states - 1)
    foreign = frozenset(letter for action, letter in letter_of.items() if action not in system.alphabet)
    return Exposed(system, tuple(interface), goals, bad, foreign)
