"""Smaller components that give the same answer against a specification.

An action that only one component knows, and the specification does not, is *silent*: the specification answers it by
staying, so s -a-> μ only says that whatever simulates s simulates every outcome of μ. So the states of a cycle of
silent moves are simulated alike, and are made one; a state may as well do at once what it can do after silent moves;
and then the silent moves can go. What is left is minimised by bisimulation. The hidden action is silent if the
specification never hides anything.

Strongly connected components of a graph, without recursion: Tarjan (1972).

A component of one state is a state; a larger one is what can be gone round in.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain

from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS, TAU, PickedLabels, owners_of
from symag.model.rows import translated
from symag.operators.bisimulation import merge_bisimilar
from symag.operators.quotient import Pushforward, push_targets, trim_states
from symag.operators.saturation import saturate, silent_graph, strong_components

__all__ = ["Reduction", "cycles", "reduce_component", "silent_actions"]


def cycles(after: Sequence[Collection[int]], watch: Watch) -> Iterator[list[int]]:
    """The components, each sorted, those that can be reached from it before it; `after[s]` are the successors of s."""
    starts = array("i", accumulate(map(len, after), initial=0))
    component_of, count = strong_components(starts, array("i", chain.from_iterable(after)), watch)
    found: list[list[int]] = [[] for _ in range(count)]
    for state, component in watch.over(enumerate(component_of)):
        found[component].append(state)
    return iter(found)


@dataclass(frozen=True, eq=False)
class Reduction:
    """A component, its reduction, and the reduced state of each state: -1 if it is only passed through silently."""

    original: LPTS
    reduced: LPTS
    block_of: Sequence[int]
    silent: frozenset[int]
    """The numbers of the original's silent actions."""
    watch: Watch

    @property
    def is_identity(self) -> bool:
        """Is the component as it was, with every action and every state, and no silent move?"""
        if self.original.actions != self.reduced.actions or not self.silent.isdisjoint(self.original.action):
            return False
        return list(self.block_of) == list(range(self.original.num_states))

    @lazy_property
    def image(self) -> Pushforward:
        """The original's targets as those of the reduced component."""
        return Pushforward(self.original, self.block_of, self.watch)


def silent_actions(components: Sequence[LPTS], specification: LPTS) -> list[frozenset[str]]:
    """Per component, its actions that neither the others nor the specification know."""
    hidden = frozenset() if specification.has_hidden_moves else frozenset([TAU])
    known = specification.alphabet
    own = {action for action, owners in owners_of(components).items() if len(owners) == 1 and action not in known}
    return [component.alphabet & own | hidden for component in components]


def reduce_component(model: LPTS, silent: Collection[str], watch: Watch | None = None) -> Reduction:
    """The component without silent moves, and as small as bisimulation makes it."""
    watch = watch or Watch()
    numbers = frozenset(number for number, action in enumerate(model.actions) if action in silent)
    is_closed = numbers.isdisjoint(model.action)
    first_blocks, smaller = merge_bisimilar(model, watch, () if is_closed else numbers)  # so that closing it is cheaper
    cycle_of, saturated = _without_actions(smaller, numbers) if is_closed else _saturated(smaller, numbers, watch)
    kept, states = trim_states(saturated, watch)
    blocks, reduced = (range(kept.num_states), kept) if is_closed else merge_bisimilar(kept, watch)
    became = array("i", [-1]) * saturated.num_states
    for number, state in enumerate(states):
        became[state] = blocks[number]
    block_of = array("i", map(became.__getitem__, map(cycle_of.__getitem__, first_blocks)))
    return Reduction(model, reduced, block_of, numbers, watch)


def _kept_actions(model: LPTS, silent: frozenset[int]) -> tuple[array[int], tuple[str, ...]]:
    """The new numbers of the actions, and the actions that are left; the hidden one is one of them."""
    kept = [number for number in range(len(model.actions)) if number == 0 or number not in silent]
    new = array("i", [0]) * len(model.actions)
    for number, old in enumerate(kept):
        new[old] = number
    return new, tuple(model.actions[number] for number in kept)


def _without_actions(model: LPTS, silent: frozenset[int]) -> tuple[Sequence[int], LPTS]:
    """The same states and transitions; no transition carries any of the actions."""
    action_of, actions = _kept_actions(model, silent)
    labels = model.action if actions == model.actions else translated(model.action, action_of)
    return range(model.num_states), replace(model, actions=actions, action=labels, product=None)


def _saturated(model: LPTS, silent: frozenset[int], watch: Watch) -> tuple[Sequence[int], LPTS]:
    """One state for each cycle of silent moves, with all moves that can be done after silent ones."""
    watch.check("reducing a component")
    is_silent = bytearray(number in silent for number in range(len(model.actions)))
    starts, goals = silent_graph(model, is_silent, watch)
    cycle_of, count = strong_components(starts, goals, watch)  # successors come first
    action_of, actions = _kept_actions(model, silent)
    moves = zip(model.action, model.target, strict=True)
    used = {~target for label, target in moves if target < 0 and not is_silent[label]} if model.vector else ()
    pushed, distributions = push_targets(model, cycle_of, used, watch)
    first_members = array("i", [-1]) * count
    for state in reversed(range(model.num_states)):
        first_members[cycle_of[state]] = state
    labels = PickedLabels.of(model.states, first_members)
    graph = starts, goals, cycle_of, count
    rows = saturate(model, is_silent, *graph, action_of, pushed, len(distributions["vector"]), watch)
    arrays = dict(zip(("first", "action", "target"), rows, strict=True)) | distributions
    initial = cycle_of[model.initial]
    return cycle_of, LPTS(model.name, labels, initial, actions, **arrays)
