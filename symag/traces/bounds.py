"""What an assumption must allow and what it must not, as a teacher: words have three values (Fietzke 2006)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from symag.limits import Watch
from symag.model import LPTS
from symag.operators import ERROR, HIDDEN, LanguageBound, lower_bound, upper_bound
from symag.traces.learner import Conjecture, Word

__all__ = ["Bounds", "Contradiction", "bounds_of"]


@dataclass(frozen=True)
class Bounds:
    """What an assumption over this alphabet must allow, and what it must not allow: a `ThreeValuedTeacher`."""

    alphabet: tuple[str, ...]
    low: LanguageBound
    """Every word of it must be in the assumption."""
    up: LanguageBound
    """No word that leads it to ERROR may be in the assumption."""
    watch: Watch

    @property
    def letters(self) -> int:
        """See `symag.traces.smallest.ThreeValuedTeacher`."""
        return len(self.alphabet)

    def value(self, word: Word) -> bool | None:
        """See `symag.traces.smallest.ThreeValuedTeacher`."""
        low, up = self.low.initial, self.up.initial
        for letter in word:
            self.watch.tick(len(low) + len(up) + 1)
            low, up = self.low.after(low, letter), self.up.after(up, letter)
        return True if low else False if ERROR in up else None

    def violation(self) -> Word | None:
        """A shortest word that must and must not be in an assumption: then there is none."""

        def moves(pair: Pair) -> PairMoves:
            low, up = pair
            for letter, goal in self.low.moves[low]:
                if letter == HIDDEN:
                    yield HIDDEN, goal, up
                else:
                    yield from ((letter, goal, to) for by, to in self.up.moves[up] if by == letter)
            yield from ((HIDDEN, low, to) for by, to in self.up.moves[up] if by == HIDDEN)

        return _shortest_to_error(moves, self.watch)

    def refute(self, conjecture: Conjecture) -> Word | None:
        """See `symag.traces.smallest.ThreeValuedTeacher`."""

        def goal(state: int, letter: int) -> int:
            return state if letter == HIDDEN else conjecture.after[state][letter - 1]

        def missing(pair: Pair) -> PairMoves:
            low, state = pair
            return ((letter, to, goal(state, letter)) for letter, to in self.low.moves[low])

        def wrong(pair: Pair) -> PairMoves:
            state, up = pair
            moves = ((letter, goal(state, letter), to) for letter, to in self.up.moves[up])
            return (move for move in moves if move[1] >= 0)

        found = [_shortest_to_error(missing, self.watch), _shortest_to_error(wrong, self.watch)]
        return min((word for word in found if word is not None), key=len, default=None)


Pair = tuple[int, int]
PairMoves = Iterator[tuple[int, int, int]]
"""The moves of a pair of states: a letter, and the pair that it leads to."""


def _shortest_to_error(moves: Callable[[Pair], PairMoves], watch: Watch) -> Word | None:
    """A shortest word, hidden moves not counted, from the initial states to a pair whose second state is ERROR (-1)."""
    before: dict[Pair, tuple[Pair, int] | None] = {(0, 0): None}
    queue = deque([(0, 0)])
    done = set[Pair]()
    distance = {(0, 0): 0}
    while queue:
        pair = queue.popleft()
        if pair in done:
            continue
        done.add(pair)
        if pair[1] == ERROR:
            return _word_to(pair, before)
        for letter, first, second in moves(pair):
            watch.tick()
            far, goal = distance[pair] + (letter != HIDDEN), (first, second)
            if far < distance.get(goal, far + 1):
                distance[goal], before[goal] = far, (pair, letter)
                (queue.append if letter else queue.appendleft)(goal)
    return None


def _word_to(pair: Pair, before: dict[Pair, tuple[Pair, int] | None]) -> Word:
    letters = []
    while (step := before[pair]) is not None:
        pair, letter = step
        letters += [letter] if letter != HIDDEN else []
    return tuple(reversed(letters))


class Contradiction(Exception):
    """A word must and must not be in an assumption: the system violates its specification."""


def bounds_of(
    first: Sequence[LPTS], specification: LPTS, rest: Sequence[LPTS], alphabet: Sequence[str], watch: Watch
) -> Bounds:
    """The bounds of an assumption for the first components, which stands for the rest; a Contradiction if there is
    none.

    If nothing leads to a violation, every assumption serves, and the lower bound need not be looked at.
    """
    up = upper_bound(first, specification, alphabet, watch)
    if not up.has_error:
        return Bounds(
            tuple(alphabet), LanguageBound((tuple((letter, 0) for letter, _ in enumerate(alphabet, 1)),)), up, watch
        )
    bounds = Bounds(tuple(alphabet), lower_bound(rest, alphabet, watch), up, watch)
    watch.check("comparing the bounds")
    if bounds.violation() is not None:
        raise Contradiction
    return bounds
