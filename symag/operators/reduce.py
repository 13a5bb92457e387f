"""Smaller components that give the same answer against a specification.

An action that only one component knows, and the specification does not, is *silent*: the specification answers it by
staying, so s -a-> μ only says that whatever simulates s simulates every outcome of μ. So the states of a cycle of
silent moves are simulated alike, and are made one; a state may as well do at once what it can do after silent moves;
and then the silent moves can go. What is left is minimised by bisimulation. The hidden action is silent if the
specification never hides anything.

Strongly connected components of a graph, without recursion: Tarjan (1972), changed by Nuutila (1994).

A component of one state is a state; a larger one is what can be gone round in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler
from symag.model.assemble import copy_targets
from symag.operators.bisimulation import merge_bisimilar
from symag.operators.quotient import Pushforward, trim

__all__ = ["Reduction", "cycles", "reduce_component", "silent_actions"]


def cycles(after: Sequence[Collection[int]], watch: Watch) -> Iterator[list[int]]:
    """The components, each sorted, those that can be reached from it before it; `after[s]` are the successors of s."""
    unseen = len(after)
    met = [unseen] * len(after)
    """When a state was first met; all that was met before it has a smaller number."""
    low = [0] * len(after)
    done = bytearray(len(after))
    left = [iter(successors) for successors in after]
    waiting: list[int] = []
    count = 0
    for source in range(len(after)):
        path = [] if done[source] else [source]
        while path:
            state = path[-1]
            watch.tick()
            if met[state] == unseen:
                met[state], count = count, count + 1
            new = next((goal for goal in watch.over(left[state]) if met[goal] == unseen), None)
            if new is not None:
                path.append(new)
                continue
            path.pop()
            watch.tick(len(after[state]))
            here = [low[goal] if met[goal] > met[state] else met[goal] for goal in after[state] if not done[goal]]
            low[state] = min(here, default=met[state])
            if low[state] < met[state]:
                waiting.append(state)
                continue
            component = [state]
            while waiting and met[waiting[-1]] > met[state]:
                watch.tick()
                component.append(waiting.pop())
            for member in watch.over(component):
                done[member] = 1
            yield sorted(component)


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

    @cached_property
    def image(self) -> Pushforward:
        """The original's targets as those of the reduced component."""
        return Pushforward(self.original, self.block_of, self.watch)


def silent_actions(components: Sequence[LPTS], specification: LPTS) -> list[frozenset[str]]:
    """Per component, its actions that neither the others nor the specification know."""
    hidden = frozenset() if 0 in specification.action else frozenset([TAU])
    found = []
    for i, component in enumerate(components):
        others = (other.alphabet for j, other in enumerate(components) if j != i)
        found.append(component.alphabet.difference(specification.alphabet, *others) | hidden)
    return found


def reduce_component(model: LPTS, silent: Collection[str], watch: Watch | None = None) -> Reduction:
    """The component without silent moves, and as small as bisimulation makes it."""
    watch = watch or Watch()
    numbers = frozenset(number for number, action in enumerate(model.actions) if action in silent)
    first_blocks, smaller = merge_bisimilar(model, watch, numbers)  # so that closing it is cheaper
    cycle_of, saturated = _saturated(smaller, numbers, watch)
    kept = trim(saturated, watch)
    number_of = dict.fromkeys(range(saturated.num_states), -1)
    number_of |= {saturated.index[label]: number for number, label in enumerate(kept.states)}
    blocks, reduced = merge_bisimilar(kept, watch)
    became = [-1 if number_of[cycle] < 0 else blocks[number_of[cycle]] for cycle in cycle_of]
    return Reduction(model, reduced, [became[block] for block in first_blocks], numbers, watch)


def _saturated(model: LPTS, silent: frozenset[int], watch: Watch) -> tuple[list[int], LPTS]:
    """One state for each cycle of silent moves, with all moves that can be done after silent ones."""
    watch.check("reducing a component")
    after: list[dict[int, None]] = [{} for _ in range(model.num_states)]
    for s in range(model.num_states):
        watch.tick(1 + len(model.row(s)))
        for t in model.row(s):
            if model.action[t] in silent:
                after[s].update((outcome, None) for outcome, _ in watch.over(model.outcomes(model.target[t])))
    found = list(cycles(after, watch))  # successors come first
    cycle_of = [0] * model.num_states
    for number, cycle in enumerate(found):
        for s in watch.over(cycle):
            cycle_of[s] = number
    kept = [number for number in range(len(model.actions)) if number == 0 or number not in silent]
    new_action = {old: new for new, old in enumerate(kept)}
    assembler = Assembler(watch)
    targets = copy_targets(model, assembler, cycle_of)
    moves: list[set[tuple[int, int]]] = []
    for number, cycle in enumerate(found):
        own: set[tuple[int, int]] = set()
        for s in cycle:
            watch.tick(1 + len(model.row(s)), number)
            for t in model.row(s):
                if model.action[t] not in silent:
                    own.add((new_action[model.action[t]], targets(model.target[t])))
            for below in {cycle_of[other] for other in after[s]} - {number}:
                watch.tick(1 + len(moves[below]))
                own |= moves[below]
        moves.append(own)
        watch.tick(len(own))
        for action, target in own:
            assembler.add(number, action, target)
    labels = tuple(model.states[cycle[0]] for cycle in found)
    alphabet = tuple(model.actions[number] for number in kept[1:])
    return cycle_of, assembler.freeze(labels, cycle_of[model.initial], alphabet, model.name)
