"""Abstraction of an LTS over some of its actions, and the block that a spurious trace splits (CAV'08, section 4.1).

Actions outside the assumption's alphabet are closed over: a state has, at once, the moves that it has after such
actions (the paper's `Reachable`), and bisimilar states are merged. The assumption is a quotient of the closed LTS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from symag.errors import InternalError
from symag.limits import Watch
from symag.model import LPTS
from symag.traces import Trace

__all__ = ["LtsAbstraction"]

Moves = list[dict[int, list[int]]]
"""Per state and action, the next states."""


@dataclass(frozen=True, eq=False)
class LtsAbstraction:
    """An assumption, and the composition that it stands for."""

    parts: tuple[LPTS, ...]
    """The components of a side, and the assumption below it, if there is one."""
    composed: LPTS
    """The composition of the parts."""
    exact: LPTS
    """The composition, closed over the actions outside the interface."""
    closed: LPTS
    """The composition, closed over the actions outside the assumption's alphabet."""
    closed_of: Sequence[int]
    """Per state of `composed`, its state of `closed`; -1 if it has none."""
    block_of: list[int]
    """Per state of `closed`, its block."""
    assumption: LPTS
    """The quotient of `closed`."""
    watch: Watch

    @cached_property
    def moves(self) -> Moves:
        return _moves(self.closed, self.watch)

    def can_do(self, trace: Trace) -> bool:
        """Does the composition have the trace, projected on the assumption's alphabet?"""
        return _can_do(self.closed, self.moves, trace, self.watch)

    def can_do_exactly(self, trace: Trace) -> bool:
        """Does the composition have the trace, projected on the interface?"""
        return self.can_do(trace) if self.exact is self.closed else self._does(self.exact, trace)

    def may_do(self, trace: Trace) -> bool:
        """Does the assumption have the trace, projected on its alphabet?"""
        return self._does(self.assumption, trace)

    def _does(self, model: LPTS, trace: Trace) -> bool:
        return _can_do(model, _moves(model, self.watch), trace, self.watch)

    def way(self, trace: Trace) -> set[tuple[int, int, int]]:
        """The transitions (state, action, target) of a path of the assumption with the trace, if there is one."""
        if not self.may_do(trace):
            return set()
        letters = _letters(self.assumption, trace)
        path = _path(self.assumption, _moves(self.assumption, self.watch), letters, self.watch)
        return set(zip(path, letters, path[1:], strict=False))

    def split(self, trace: Trace) -> tuple[int, list[int]]:
        """The block to split for a spurious trace, and the states to separate (CAV'08, Algorithm 1).

        The states of the block that the trace reaches do not have the next move of the assumption's path; the states
        to separate have it.
        """
        letters = _letters(self.closed, trace)
        path = _path(self.assumption, _moves(self.assumption, self.watch), letters, self.watch)
        reached = {self.closed.initial}
        for position, letter in enumerate(letters):
            here, there = path[position], path[position + 1]

            def goes_on(state: int, letter: int = letter, there: int = there) -> list[int]:
                return [goal for goal in self.moves[state].get(letter, ()) if self.block_of[goal] == there]

            after = {goal for state in self.watch.over(reached) for goal in goes_on(state)}
            if not after:
                members = [state for state, block in self.watch.over(enumerate(self.block_of)) if block == here]
                return here, [state for state in self.watch.over(members) if goes_on(state)]
            reached = after
        raise InternalError("a trace of the composition is treated as spurious (CAV'08, Lemma 1)")


def _moves(model: LPTS, watch: Watch) -> Moves:
    moves: Moves = [{} for _ in range(model.num_states)]
    for state, offers in enumerate(moves):
        watch.tick(1 + len(model.row(state)))
        for t in model.row(state):
            offers.setdefault(model.action[t], []).append(model.target[t])
    return moves


def _letters(model: LPTS, trace: Trace) -> list[int]:
    number = {action: position for position, action in enumerate(model.actions)}
    return [number[action] for action in trace if action in number]


def _can_do(model: LPTS, moves: Moves, trace: Trace, watch: Watch) -> bool:
    return bool(_layers(model, moves, _letters(model, trace), watch)[-1])


def _layers(model: LPTS, moves: Moves, letters: Sequence[int], watch: Watch) -> list[set[int]]:
    """Per prefix of the letters, the states that it leads to."""
    layers = [{model.initial}]
    for letter in letters:
        layers.append({goal for state in watch.over(layers[-1]) for goal in moves[state].get(letter, ())})
    return layers


def _path(model: LPTS, moves: Moves, letters: Sequence[int], watch: Watch) -> list[int]:
    """The states of a path with these letters, which must exist."""
    layers = _layers(model, moves, letters, watch)
    path = [min(layers[-1])]
    for layer, letter in zip(layers[-2::-1], reversed(letters), strict=True):
        path.append(min(state for state in watch.over(layer) if path[-1] in moves[state].get(letter, ())))
    return path[::-1]
