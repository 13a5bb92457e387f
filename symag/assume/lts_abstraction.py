"""An abstraction of an LTS over some of its actions, and which block a spurious trace splits (CAV'08, section 4.1).

What the assumption does not speak of is closed over: a state may as well do at once what it can do after other moves
(`Reachable`), and states that then do the same are made one. The assumption is a quotient of that.
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
"""Per state and action, where it leads."""


@dataclass(frozen=True, eq=False)
class LtsAbstraction:
    """An assumption, and what it stands for."""

    parts: tuple[LPTS, ...]
    """A side, and the assumption below it."""
    composed: LPTS
    exact: LPTS
    """As it is seen from above: over the whole interface."""
    closed: LPTS
    """As it is seen through the alphabet of the assumption."""
    closed_of: Sequence[int]
    """Per composed state, that of `closed`; -1 if it is only passed through."""
    block_of: list[int]
    assumption: LPTS
    watch: Watch

    @cached_property
    def moves(self) -> Moves:
        return _moves(self.closed, self.watch)

    def can_do(self, trace: Trace) -> bool:
        """Can what the assumption stands for do the trace, as far as the assumption speaks of it?"""
        return _can_do(self.closed, self.moves, trace, self.watch)

    def can_do_exactly(self, trace: Trace) -> bool:
        """The same, of the whole interface."""
        return self.can_do(trace) if self.exact is self.closed else self._does(self.exact, trace)

    def may_do(self, trace: Trace) -> bool:
        """Can the assumption do the trace?"""
        return self._does(self.assumption, trace)

    def _does(self, model: LPTS, trace: Trace) -> bool:
        return _can_do(model, _moves(model, self.watch), trace, self.watch)

    def way(self, trace: Trace) -> set[tuple[int, int, int]]:
        """The transitions (state, action, goal) of a way in which the assumption does the trace, if it can."""
        if not self.may_do(trace):
            return set()
        letters = _letters(self.assumption, trace)
        path = _path(self.assumption, _moves(self.assumption, self.watch), letters, self.watch)
        return set(zip(path, letters, path[1:], strict=False))

    def split(self, trace: Trace) -> tuple[int, list[int]]:
        """A block, and those of its states that can go on with the trace as the assumption does, while those that the
        trace leads to cannot (CAV'08, Algorithm 1)."""
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
        raise InternalError("a trace that can be done is to be ruled out (CAV'08, Lemma 1)")


def _moves(model: LPTS, watch: Watch) -> Moves:
    moves: Moves = [{} for _ in range(model.num_states)]
    for state, offers in enumerate(moves):
        watch.tick(1 + model.first[state + 1] - model.first[state])
        for t in range(model.first[state], model.first[state + 1]):
            offers.setdefault(model.action[t], []).append(model.target[t])
    return moves


def _letters(model: LPTS, trace: Trace) -> list[int]:
    number = {action: position for position, action in enumerate(model.actions)}
    return [number[action] for action in trace if action in number]


def _can_do(model: LPTS, moves: Moves, trace: Trace, watch: Watch) -> bool:
    return bool(_layers(model, moves, _letters(model, trace), watch)[-1])


def _layers(model: LPTS, moves: Moves, letters: Sequence[int], watch: Watch) -> list[set[int]]:
    """The states that the first letters lead to."""
    layers = [{model.initial}]
    for letter in letters:
        layers.append({goal for state in watch.over(layers[-1]) for goal in moves[state].get(letter, ())})
    return layers


def _path(model: LPTS, moves: Moves, letters: Sequence[int], watch: Watch) -> list[int]:
    """A way to do the letters, of which there is one."""
    layers = _layers(model, moves, letters, watch)
    path = [min(layers[-1])]
    for layer, letter in zip(layers[-2::-1], reversed(letters), strict=True):
        path.append(min(state for state in watch.over(layer) if path[-1] in moves[state].get(letter, ())))
    return path[::-1]
