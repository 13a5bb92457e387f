"""Projections of a safety LTS onto a few letters each, such that their composition seems to be the LTS.

The projection of P onto some letters allows what P allows of these letters. So each word of P is one of the composition
of any projections; the question is whether the composition allows more. It is explored along the words of P, and
nowhere else, which takes about as many states as P has: where it can do a letter that P forbids, one more projection
is needed, onto this letter and one or two others, that forbids it there too (counterexample-guided). Letters that make
it possible or impossible in P are tried first. For the property that n jobs start in turn these are n neighbours:

    CycleProp = Alt(s0, s1) ‖ Alt(s1, s2) ‖ … ‖ Alt(s(n-2), s(n-1)) ‖ Alt(s0, s(n-1))

Then projections that the others imply are left out. All of this has a budget, and may give up.

A large P is not explored: a *sample* of it is, the states that are nearest to the initial one. Where a sample says that
no projection forbids a letter, none does. But projections of a sample may forbid too much, and may forbid too little
where the sample ends. `symag.traces.split` checks them on all of P.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice

from symag.model import LPTS
from symag.operators.nested_projections import (
    Letters,
    MoveBudget,
    NestedProjections,
    PartialAutomaton,
    Table,
    TooCostly,
)

__all__ = ["Sample", "projections_onto_few"]

MOST_PARTNERS = 48
"""Letters that are tried together with a forbidden one."""
MOST_IN_TRIPLES = 10
"""Letters of which two are tried together with a forbidden one, if no pair forbids it."""
MOST_ROUNDS = 64
"""Of adding projections."""
PAIRS_OF_STATE = 4
"""Pairs of states to explore, per state of the sample."""


class Sample:
    """The states of a safety LTS that are nearest to the initial one, and their moves."""

    def __init__(self, model: LPTS, states: int, budget: MoveBudget) -> None:
        self.initial = model.initial
        self.goals: dict[int, dict[int, int]] = {}
        found = {self.initial: None}
        todo = [self.initial]
        for state in islice(todo, states):  # which grow meanwhile
            row = {model.action[t]: model.target[t] for t in model.row(state)}
            budget.spend(1 + len(row))
            self.goals[state] = row
            new = dict.fromkeys(goal for goal in row.values() if goal not in found)
            found |= new
            todo += new
        self.is_whole = len(found) == len(self.goals)
        """Are these all states?"""
        self.used = list(dict.fromkeys(chain.from_iterable(self.goals.values())))
        """The letters that they can do, those first that are near the initial state."""


def projections_onto_few(sample: Sample, letters: Letters, budget: MoveBudget) -> dict[Letters, Table] | None:
    """Projections of the sample, by their letters, whose composition does no more than the sample does. None if some
    letter of it is forbidden by no projection."""
    return _Splitting(sample, letters, budget).split()


class _Splitting:
    """The search for projections."""

    def __init__(self, sample: Sample, letters: Letters, budget: MoveBudget) -> None:
        self.goals, self.initial, self.letters = sample.goals, sample.initial, letters
        self.budget = budget
        self._known: dict[Letters, Table | None] = {}
        self.always = frozenset.intersection(*(frozenset(row) for row in self.goals.values()))
        self.never = letters.difference(sample.used)
        order = [*sample.used, *sorted(self.never)]
        self._nested = NestedProjections(PartialAutomaton(self.goals, self.initial), order, budget)
        self.switching: dict[int, dict[int, None]] = {letter: {} for letter in letters}
        """For each letter, those that make it possible, or impossible, somewhere."""
        for row in self.goals.values():
            for letter, goal in row.items():
                after = self.goals.get(goal, row)
                budget.spend(1 + len(after))
                for switched in row.keys() ^ after.keys():
                    self.switching[switched][letter] = None

    def split(self) -> dict[Letters, Table] | None:
        """See `projections_onto_few`."""
        tables: dict[Letters, Table] = {frozenset({letter}): [{}] for letter in sorted(self.never)}
        for _ in range(MOST_ROUNDS):
            found = _Exploration(self, tables).run()
            if not found.forbidden:
                break
            new: dict[Letters, Table] = {}
            having: dict[int, list[Letters]] = {}
            for word, letter in found.words():
                if any(_forbids(new[one], one, word, letter) for one in having.get(letter, ())):
                    continue
                chosen = self._forbidding(word, letter)
                if chosen is None:
                    return None
                new[chosen[0]] = chosen[1]
                for one in chosen[0]:
                    having.setdefault(one, []).append(chosen[0])
            tables |= new
        else:
            return None
        return self._needed(tables, found.alone)

    def _needed(self, tables: dict[Letters, Table], alone: set[Letters]) -> dict[Letters, Table]:
        """Without those that the others imply, as far as the budget allows to find out. Those that forbid something
        `alone` are not implied."""
        try:
            for letters in reversed(list(tables)):
                if letters in alone:
                    continue
                fewer = {one: table for one, table in tables.items() if one != letters}
                if not _Exploration(self, fewer, stop=True).run().forbidden:
                    tables = fewer
        except TooCostly:
            self.budget.left = self.budget.most  # for what is left to do
        return tables

    def _forbidding(self, word: Sequence[int], letter: int) -> tuple[Letters, Table] | None:
        """A projection that forbids the letter after the word, if one with few letters does."""
        others = _distinct(chain(self.switching[letter], reversed(word), self.letters))
        partners = list(islice((one for one in others if one != letter), MOST_PARTNERS))
        sets: Iterator[Iterable[int]] = chain(
            ((letter, one) for one in partners),
            ((letter, *two) for two in combinations(partners[:MOST_IN_TRIPLES], 2)),
        )
        for letters in map(frozenset, sets):
            table = self._projection(letters) if len(letters) < len(self.letters) else None
            if table is not None and _forbids(table, letters, word, letter):
                return letters, table
        return None

    def _projection(self, letters: Letters) -> Table | None:
        """The projection, minimised; None if it has too many states."""
        if letters not in self._known:
            self._known[letters] = self._nested.onto(letters)
        return self._known[letters]


def _distinct(values: Iterable[int]) -> Iterator[int]:
    """Each of them once."""
    seen = set[int]()
    for value in values:
        if value not in seen:
            seen.add(value)
            yield value


def _forbids(table: Table, letters: Letters, word: Sequence[int], letter: int) -> bool:
    """Does it forbid the letter after the word, which it allows?"""
    state = 0
    for one in word:
        if one in letters:
            state = table[state][one]
    return letter not in table[state]


class _Exploration:
    """The composition of projections along the words of the specification."""

    def __init__(self, splitting: _Splitting, tables: dict[Letters, Table], stop: bool = False) -> None:
        self.goals, self.budget, self.stop = splitting.goals, splitting.budget, stop
        self.alphabets, self.tables = list(tables), list(tables.values())
        self.having: dict[int, list[int]] = {}
        """The projections that have a letter."""
        for number, letters in enumerate(tables):
            for letter in letters:
                self.having.setdefault(letter, []).append(number)
        self.pairs = [(bytes(len(tables)), splitting.initial)]
        self.before = [(0, 0)]
        """The number of the pair before each pair, and the letter between them."""
        self.most = PAIRS_OF_STATE * len(splitting.goals) + 64
        self.unconstrained = splitting.letters - self.having.keys() - splitting.always
        """Letters that the composition always allows, and the specification does not."""
        self.forbidden: dict[int, int] = {}
        """Letters that the composition allows and the specification does not: after which pair, at first."""
        self.alone: set[Letters] = set()
        """The projections that forbid a letter somewhere which no other one forbids there."""

    def run(self) -> _Exploration:
        """Explore all; with `stop`, until the first forbidden letter."""
        number, unconstrained = {self.pairs[0]: 0}, self.unconstrained
        enabled = [self._enabled(set(), self.pairs[0][0], range(len(self.tables)))]
        for position, (place, above) in enumerate(self.pairs):  # which grow meanwhile
            row = self.goals[above]
            self.budget.spend(1 + len(enabled[position]) + len(row))
            known = len(self.forbidden)
            for letter in chain(enabled[position], unconstrained):
                if letter not in row:
                    self.forbidden.setdefault(letter, position)
            if len(self.forbidden) > known:
                unconstrained -= self.forbidden.keys()
            if self.stop and self.forbidden:
                return self
            for letter, goal in row.items():
                if goal not in self.goals:  # the sample ends here
                    continue
                pair, moved = self._after(place, letter), self.having.get(letter, ())
                new = (pair, goal)
                if new in number:
                    continue
                number[new] = len(number)
                if len(number) > self.most:
                    raise TooCostly
                self.pairs.append(new)
                self.before.append((position, letter))
                enabled.append(self._enabled(enabled[position], pair, moved))
        return self

    def words(self) -> Iterator[tuple[list[int], int]]:
        """For each forbidden letter, a word after which the composition allows it."""
        for letter, position in self.forbidden.items():
            word = []
            while position:
                position, one = self.before[position]
                word.append(one)
            yield word[::-1], letter

    def _after(self, place: bytes, letter: int) -> bytes:
        if letter not in self.having:
            return place
        moved = bytearray(place)
        for number in self.having[letter]:
            moved[number] = self.tables[number][place[number]][letter]
        return bytes(moved)

    def _enabled(self, before: set[int], place: bytes, moved: Iterable[int]) -> set[int]:
        """The constrained letters that the composition allows, from those before some projections moved."""
        enabled = set(before)
        for number in moved:
            for letter in self.alphabets[number]:
                self.budget.spend(1)
                forbidding = [one for one in self.having[letter] if letter not in self.tables[one][place[one]]]
                if not forbidding:
                    enabled.add(letter)
                    continue
                enabled.discard(letter)
                if len(forbidding) == 1:
                    self.alone.add(self.alphabets[forbidding[0]])
        return enabled
