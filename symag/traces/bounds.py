"""The two bounds of an assumption, as automata over its interface: `L(M2) ⊆ L(A) ⊆ W`.

The lower bound is M2 with everything outside of the interface hidden. The upper bound W is the weakest assumption of M1
and P; its automaton is `M1 ‖ P_err`, and a word is outside of W if it may lead to the error. States from which the
error cannot be reached are left out. Both are reduced: hidden moves go, bisimilar states are one. Where that stays
small, both are made deterministic and minimal; nothing that follows needs this.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler, NumberLabels
from symag.operators import compose, minimise, normal_form, reduce_component, with_error
from symag.traces.lstar import Conjecture, Word

__all__ = [
    "ERROR",
    "HIDDEN",
    "Bound",
    "Bounds",
    "Contradiction",
    "bounds_of",
    "lower_bound",
    "reduced_system",
    "upper_bound",
]

HIDDEN = 0
"""The letter of hidden moves."""
ERROR = -1
"""The goal of a move after which the word is outside of the upper bound."""
MARK = "π is reached"
"""An action of the error state alone, so that no reduction merges it with another state."""
SMALL = 100_000
"""A bound is made deterministic if the sets of its states have at most so many members in all."""

Moves = tuple[tuple[int, int], ...]
"""The moves of a state: each a letter and a goal."""


@dataclass(frozen=True)
class Bound:
    """A plain automaton over letters, whose states are all reachable. State 0 is the initial one."""

    moves: tuple[Moves, ...]

    @cached_property
    def is_deterministic(self) -> bool:
        """Has it no hidden move, and at most one move on a letter in each state?"""
        return all(len({HIDDEN, *(letter for letter, _ in row)}) == len(row) + 1 for row in self.moves)

    @cached_property
    def has_error(self) -> bool:
        """Is there a word that leads to ERROR?"""
        return any(goal == ERROR for row in self.moves for _, goal in row)

    @cached_property
    def initial(self) -> frozenset[int]:
        """Where it may be in the beginning."""
        return self._closed([0])

    def after(self, states: Collection[int], letter: int) -> frozenset[int]:
        """Where it may be after a letter. It stays in ERROR."""
        if ERROR in states:
            return frozenset([ERROR])
        return self._closed([goal for state in states for by, goal in self.moves[state] if by == letter])

    def _closed(self, states: Iterable[int]) -> frozenset[int]:
        """The states, and all that hidden moves lead to from there; ERROR alone, if that is among them."""
        todo = list(dict.fromkeys(states))
        found = set(todo)
        for state in todo:  # which grows meanwhile
            if state == ERROR:
                return frozenset([ERROR])
            new = {goal for letter, goal in self.moves[state] if letter == HIDDEN} - found
            found |= new
            todo.extend(new)
        return frozenset(found)


@dataclass(frozen=True)
class Bounds:
    """What an assumption over this alphabet must allow, and what it must not allow: a `ThreeValuedTeacher`."""

    alphabet: tuple[str, ...]
    low: Bound
    """Every word of it must be in the assumption."""
    up: Bound
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


def composed(components: Sequence[LPTS], watch: Watch) -> LPTS:
    """The composition, or the only component as it is."""
    return components[0] if len(components) == 1 else compose(*components, watch=watch)


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
        return Bounds(tuple(alphabet), Bound((tuple((letter, 0) for letter, _ in enumerate(alphabet, 1)),)), up, watch)
    bounds = Bounds(tuple(alphabet), lower_bound(rest, alphabet, watch), up, watch)
    watch.check("comparing the bounds")
    if bounds.violation() is not None:
        raise Contradiction
    return bounds


def lower_bound(components: Sequence[LPTS], alphabet: Sequence[str], watch: Watch) -> Bound:
    """What the components do, over the alphabet."""
    return _bound(reduced_system(components, alphabet, watch), alphabet, watch)


def reduced_system(components: Sequence[LPTS], alphabet: Collection[str], watch: Watch) -> LPTS:
    """The components, composed, as the alphabet sees them: all other actions are hidden, and their moves are gone."""
    return reduce_component(composed(components, watch), _silent(components, alphabet), watch).reduced


def upper_bound(components: Sequence[LPTS], specification: LPTS, alphabet: Sequence[str], watch: Watch) -> Bound:
    """What leads the components to a violation of a safety LTS, over the alphabet."""
    system = error_system(components, specification, alphabet, watch)
    silent = _silent((system,), {*alphabet, MARK})
    return _bound(reduce_component(system, silent, watch).reduced, alphabet, watch)


def _silent(components: Sequence[LPTS], alphabet: Collection[str]) -> frozenset[str]:
    return frozenset([TAU]).union(*(component.alphabet for component in components)) - frozenset(alphabet)


def error_system(components: Sequence[LPTS], specification: LPTS, alphabet: Sequence[str], watch: Watch) -> LPTS:
    """`M1 ‖ P_err`, with one error state, which has no move but MARK, and no state from which it cannot be reached
    except for the initial one."""
    known = frozenset(alphabet).union(*(component.alphabet for component in components))
    completed = with_error(specification, known, watch)
    system = compose(*components, completed, watch=watch)
    watch.check("looking for violations")
    error = completed.num_states - 1
    bad = [system.parts(state)[-1] == error for state in watch.over(range(system.num_states))]
    useful = _useful(system, bad, watch)
    assembler = Assembler(watch)
    last, mark = system.num_states, len(system.actions)
    for state in range(system.num_states):
        watch.tick(1 + len(system.row(state)))
        for move in system.row(state) if useful[state] and not bad[state] else ():
            goal = system.target[move]
            if useful[goal]:
                assembler.add(state, system.action[move], last if bad[goal] else goal)
    assembler.add(last, mark, last)
    initial = last if bad[system.initial] else system.initial
    labels = NumberLabels(last + 1)
    return assembler.freeze(labels, initial, (*system.actions[1:], MARK), "M1 ‖ P_err")


def _useful(system: LPTS, bad: Sequence[bool], watch: Watch) -> bytearray:
    """The states from which a bad one can be reached."""
    before: list[list[int]] = [[] for _ in range(system.num_states)]
    for state in range(system.num_states):
        for move in watch.over(system.row(state)):
            before[system.target[move]].append(state)
    useful = bytearray(bad)
    todo = [state for state, is_bad in enumerate(bad) if is_bad]
    for state in todo:  # which grows meanwhile
        for source in watch.over(before[state]):
            if not useful[source]:
                useful[source] = 1
                todo.append(source)
    return useful


def _bound(model: LPTS, alphabet: Sequence[str], watch: Watch) -> Bound:
    """A reduced model as a bound: deterministic and minimal, if that is small."""
    watch.check("making a bound deterministic")
    found = normal_form(model, watch, SMALL)
    return automaton(model if found is None else minimise(found.model, watch), alphabet, watch)


def automaton(model: LPTS, alphabet: Sequence[str], watch: Watch) -> Bound:
    """The model as a bound. The state with the action MARK is ERROR; other actions outside the alphabet are hidden."""
    letter = {action: number for number, action in enumerate(alphabet, 1)}
    letters = [letter.get(action, HIDDEN) for action in model.actions]
    marks = {number for number, action in enumerate(model.actions) if action == MARK}
    is_error = [any(model.action[move] in marks for move in model.row(state)) for state in range(model.num_states)]
    if is_error[model.initial]:
        return Bound((((HIDDEN, ERROR),),))
    others = (state for state in range(model.num_states) if state != model.initial and not is_error[state])
    order = [model.initial, *others]
    number = {state: position for position, state in enumerate(order)}
    rows = []
    for state in order:
        watch.tick(1 + len(model.row(state)))
        goals = ((letters[model.action[move]], model.target[move]) for move in model.row(state))
        rows.append(tuple(sorted({(by, number.get(goal, ERROR)) for by, goal in goals})))
    return Bound(tuple(rows))
