"""A walk through a composition, step by step as someone chooses: the product is never built.

In each state of the components, the enabled moves follow from the rows of the components alone. They are numbered
without being listed: a state may have more of them than fit in memory (nine components, each with ten moves on one
action that they share, have 10^9), and a move may have as many outcomes. A number stands for a choice of one transition
of each component that takes part, in mixed radix, the last component fastest.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm, prod
from random import Random
from typing import NamedTuple

from symag.errors import InputError
from symag.limits import Watch
from symag.model import LPTS, TAU, names_of, owners_of
from symag.traces.deadlock import Run, SearchStep, checked_run
from symag.traces.run_file import read_steps, save_run
from symag.traces.trace import Parts

__all__ = ["Walk", "WalkMove", "WalkOutcome"]


class WalkMove(NamedTuple):
    """A move that is enabled in a state of the composition."""

    action: str
    """The action that happens."""
    movers: tuple[int, ...]
    """The numbers of the components that take part, from 0."""
    transitions: tuple[int, ...]
    """The number of the transition that each of them takes."""


class WalkOutcome(NamedTuple):
    """Where a move may lead."""

    place: Parts
    """The number of the state of each component after it."""
    shares: tuple[Fraction, ...]
    """The probability with which each component gets there; 1 for a component that does not take part."""

    @property
    def probability(self) -> Fraction:
        """The probability of the outcome."""
        return prod(self.shares, start=Fraction(1))


class _Group(NamedTuple):
    """The moves by one action: every choice of a transition of each component that takes part."""

    action: str
    movers: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


class Walk:
    """A run of the composition of these components that grows, and shrinks, as someone says.

    >>> import symag
    >>> coin = symag.LPTS.build("up", [("up", "toss", {"heads": "1/2", "tails": "1/2"}), ("heads", "win", "up")])
    >>> walk = symag.Walk([coin])
    >>> [walk.move(number).action for number in range(walk.count_moves)]
    ['toss']
    >>> [str(walk.outcome(0, number).probability) for number in range(walk.count_outcomes(0))]
    ['1/2', '1/2']
    >>> walk.take(0, 1)
    >>> walk.states, walk.is_stuck
    (('tails',), True)
    """

    def __init__(self, components: Sequence[LPTS]) -> None:
        if not components:
            raise InputError("there is nothing to walk through: give at least one component")
        self.components = tuple(components)
        self.names = tuple(names_of(components))
        """What the components are called."""
        self.steps: list[SearchStep] = []
        """The steps so far."""
        self._taking = owners_of(components)
        self._arrive()

    @property
    def place(self) -> Parts:
        """The number of the state that each component is in."""
        return self.steps[-1].place if self.steps else tuple(component.initial for component in self.components)

    @property
    def states(self) -> tuple[str, ...]:
        """The state that each component is in."""
        return self.labels(self.place)

    def labels(self, place: Parts) -> tuple[str, ...]:
        """The states of the components with these numbers."""
        return tuple(component.states[state] for component, state in zip(self.components, place, strict=True))

    @property
    def is_stuck(self) -> bool:
        """Is no move enabled?"""
        return not self.count_moves

    def _arrive(self) -> None:
        """Find out what is enabled here."""
        self._groups = list(self._enabled())
        self._ends = list(accumulate(prod(map(len, group.rows)) for group in self._groups))
        self.count_moves = self._ends[-1] if self._ends else 0
        """How many moves are enabled."""

    def _enabled(self) -> Iterator[_Group]:
        """First the hidden moves of each component; then the actions for which all that take part are ready."""
        ready: list[dict[str, list[int]]] = []
        for component, state in zip(self.components, self.place, strict=True):
            mine: dict[str, list[int]] = {}
            for t in component.row(state):
                mine.setdefault(component.actions[component.action[t]], []).append(t)
            ready.append(mine)
        for number, mine in enumerate(ready):
            if TAU in mine:
                yield _Group(TAU, (number,), (tuple(mine[TAU]),))
        for number, mine in enumerate(ready):
            for action in mine:
                if action != TAU and self._taking[action][0] == number:
                    movers = self._taking[action]
                    if all(action in ready[mover] for mover in movers):
                        yield _Group(action, movers, tuple(tuple(ready[mover][action]) for mover in movers))

    def move(self, number: int) -> WalkMove:
        """One of the enabled moves; they are numbered from 0."""
        if not 0 <= number < self.count_moves:
            raise InputError(f"there is no move {number}: {self.count_moves} are enabled, and the first one is 0")
        at = bisect_right(self._ends, number)
        action, movers, rows = self._groups[at]
        chosen = _digits(number - (self._ends[at - 1] if at else 0), list(map(len, rows)))
        return WalkMove(action, movers, tuple(row[digit] for row, digit in zip(rows, chosen, strict=True)))

    def count_outcomes(self, move: int) -> int:
        """How many outcomes a move has."""
        return prod(map(len, self._vectors(self.move(move))))

    def outcome(self, move: int, number: int) -> WalkOutcome:
        """One of the outcomes of a move; both are numbered from 0."""
        chosen = self.move(move)
        vectors = self._vectors(chosen)
        if not 0 <= number < (count := prod(map(len, vectors))):
            raise InputError(f"there is no outcome {number}: the move has {count}, and the first one is 0")
        return self._arrival(chosen, vectors, _digits(number, list(map(len, vectors))))

    def _vectors(self, move: WalkMove) -> list[list[tuple[int, Fraction]]]:
        """For each component that takes part, where its transition may lead."""
        parts = zip(move.movers, move.transitions, strict=True)
        return [list(self.components[i].outcomes(self.components[i].target[t])) for i, t in parts]

    def _arrival(
        self, move: WalkMove, vectors: Sequence[Sequence[tuple[int, Fraction]]], chosen: Sequence[int]
    ) -> WalkOutcome:
        place, shares = list(self.place), [Fraction(1)] * len(self.components)
        for mover, vector, digit in zip(move.movers, vectors, chosen, strict=True):
            place[mover], shares[mover] = vector[digit]
        return WalkOutcome(tuple(place), tuple(shares))

    def take(self, move: int, outcome: int = 0) -> None:
        """Go on by a move, to one of its outcomes."""
        self._go(self.move(move).action, self.outcome(move, outcome))

    def draw(self, move: int, random: Random) -> None:
        """Go on by a move, to an outcome that is drawn with its probability."""
        chosen = self.move(move)
        vectors = self._vectors(chosen)
        drawn = [_drawn([share for _, share in vector], random) for vector in vectors]
        self._go(chosen.action, self._arrival(chosen, vectors, drawn))

    def wander(self, steps: int, random: Random, watch: Watch | None = None) -> int:
        """Go on by so many moves, each drawn from those that are enabled; fewer if the walk gets stuck.

        Every enabled move is as likely as any other, and an outcome is drawn with its probability. Returns how many
        steps there were.
        """
        watch = watch or Watch()
        watch.check("walking")
        for step in range(steps):
            watch.tick(len(self.components), step)
            if self.is_stuck:
                return step
            self.draw(random.randrange(self.count_moves), random)
        return steps

    def _go(self, action: str, outcome: WalkOutcome) -> None:
        self.steps.append(SearchStep(action, *outcome))
        self._arrive()

    def back(self, steps: int = 1) -> int:
        """Take back so many steps, or all if there are fewer; returns how many."""
        taken = min(steps, len(self.steps))
        del self.steps[len(self.steps) - taken :]
        self._arrive()
        return taken

    def run(self) -> Run:
        """The run so far, with what each component waits for at its end; replayed on the components."""
        return checked_run(self.components, self.steps)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the run so far to a `.json` file, which `Walk.load` and `symag step --replay` read."""
        save_run(self.run(), path)

    @staticmethod
    def load(components: Sequence[LPTS], path: str | os.PathLike[str], watch: Watch | None = None) -> Walk:
        """The walk in a file: one that `save` wrote, the run to a deadlock that `symag deadlock --json` printed, or the
        trace of a verdict."""
        walk = Walk(components)
        walk.steps = read_steps(components, path, watch or Watch())
        walk._arrive()
        return walk


def _digits(number: int, sizes: Sequence[int]) -> list[int]:
    """The number in mixed radix, the last digit fastest."""
    digits = []
    for size in reversed(sizes):
        number, digit = divmod(number, size)
        digits.append(digit)
    return digits[::-1]


def _drawn(shares: Sequence[Fraction], random: Random) -> int:
    """A number below the length of the distribution, drawn with exactly these probabilities."""
    whole = lcm(*(share.denominator for share in shares))
    weights = [int(share * whole) for share in shares]
    return bisect_right(list(accumulate(weights)), random.randrange(whole))
