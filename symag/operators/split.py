"""A safety LTS as a composition of small ones: its projections onto a few letters each.

The projection of P onto some letters allows what P allows of these letters. So each word of P is one of the composition
of any projections; the question is whether the composition allows more. It is explored along the words of P, and
nowhere else, which takes about as many states as P has: where it can do a letter that P forbids, one more projection
is needed, onto this letter and one or two others, that forbids it there too (counterexample-guided). Letters that come
right before it in P are tried first. For the property that n jobs start in turn these are n neighbours:

    CycleProp = Alt(s0, s1) ‖ Alt(s1, s2) ‖ … ‖ Alt(s(n-2), s(n-1)) ‖ Alt(s0, s(n-1))

Then projections that the others imply are left out. All of this has a budget, and may give up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice

from symag.limits import Watch
from symag.model import LPTS, Assembler, NumberLabels
from symag.operators.determinise import is_deterministic

__all__ = ["Split", "split_specification"]

BUDGET = 12_000_000
"""Moves to look at in all, some seconds."""
MOST_STATES = 64
"""Of a projection."""
MOST_PARTNERS = 48
"""Letters that are tried together with a forbidden one."""
MOST_IN_TRIPLES = 10
"""Letters of which two are tried together with a forbidden one, if no pair forbids it."""
MOST_ROUNDS = 64
"""Of adding projections."""
PAIRS_OF_STATE = 4
"""Pairs of states to explore, per state of P."""

Table = list[dict[int, int]]
"""A deterministic automaton: for each state, where its letters lead. State 0 is the initial one."""
Letters = frozenset[int]


@dataclass(frozen=True, eq=False)
class Split:
    """Safety LTSs whose composition has the traces of a specification."""

    conjuncts: tuple[LPTS, ...]
    """Projections of the specification; the initial state of each has the number 0."""
    free: frozenset[str]
    """The letters of the specification that none of them has: it allows these in every state."""
    reached: Sequence[tuple[bytes, int]]
    """The states of the composition (a number for each conjunct), each with a state of the specification that allows
    what it can do."""
    moves: int
    """How many moves the states of the composition have."""


class _TooCostly(Exception):
    """The budget is used up."""


class _Budget:
    def __init__(self, most: int, watch: Watch) -> None:
        self.left = most
        self.watch = watch

    def spend(self, moves: int) -> None:
        self.left -= moves
        self.watch.tick(moves)
        if self.left < 0:
            raise _TooCostly


def split_specification(specification: LPTS, watch: Watch, budget: int = BUDGET) -> Split | None:
    """Two or more projections that make up a safety LTS, each with fewer letters than it has. None if none were found,
    if that would be costly, or if it is no safety LTS."""
    if not is_deterministic(specification) or len(specification.alphabet) < 3:
        return None
    watch.check("splitting the specification")
    try:
        return _Splitting(specification, _Budget(budget, watch)).split()
    except _TooCostly:
        return None


class _Splitting:
    """The search for projections."""

    def __init__(self, model: LPTS, budget: _Budget) -> None:
        self.model = model
        self.budget = budget
        self.goals: Table = [
            {model.action[t]: model.target[t] for t in model.row(state)} for state in range(model.num_states)
        ]
        self.letters = frozenset(range(1, len(model.actions)))
        self.reachable = self._reachable()
        self._known: dict[Letters, Table | None] = {}
        used = frozenset(chain.from_iterable(self.goals[state] for state in self.reachable))
        self.always = frozenset.intersection(*(frozenset(self.goals[state]) for state in self.reachable))
        self.never = self.letters - used
        self.before: dict[int, dict[int, None]] = {letter: {} for letter in self.letters}
        """For each letter, those that may come right before it."""
        for state in self.reachable:
            for letter, goal in self.goals[state].items():
                budget.spend(1 + len(self.goals[goal]))
                for following in self.goals[goal]:
                    self.before[following][letter] = None

    def split(self) -> Split | None:
        tables: dict[Letters, Table] = {frozenset({letter}): [{}] for letter in sorted(self.never)}
        for _ in range(MOST_ROUNDS):
            found = _Exploration(self, tables).run()
            if not found.forbidden:
                break
            new: dict[Letters, Table] = {}
            for word, letter in found.words():
                if any(letter in one and _forbids(table, one, word, letter) for one, table in new.items()):
                    continue
                chosen = self._forbidding(word, letter)
                if chosen is None:
                    return None
                new |= chosen
            tables |= new
        else:
            return None
        tables = self._needed(tables)
        return self._made(tables) if len(tables) > 1 else None

    def _made(self, tables: dict[Letters, Table]) -> Split:
        found = _Exploration(self, tables).run()
        actions, name = self.model.actions, self.model.name or "P"
        conjuncts = []
        for letters, table in tables.items():
            named = [actions[letter] for letter in sorted(letters)]
            number = {letter: position for position, letter in enumerate(sorted(letters), 1)}
            assembler = Assembler(self.budget.watch)
            for state, row in enumerate(table):
                for letter, goal in row.items():
                    assembler.add(state, number[letter], goal)
            shown = named if len(named) <= 3 else [*named[:2], "…"]
            conjuncts.append(assembler.freeze(NumberLabels(len(table)), 0, named, f"{name} on {', '.join(shown)}"))
        free = frozenset(actions[letter] for letter in self.letters.difference(*tables))
        return Split(tuple(conjuncts), free, found.pairs, found.moves)

    def _needed(self, tables: dict[Letters, Table]) -> dict[Letters, Table]:
        """Without those that the others imply, as far as the budget allows to find out."""
        try:
            for letters in reversed(list(tables)):
                fewer = {one: table for one, table in tables.items() if one != letters}
                if not _Exploration(self, fewer, stop=True).run().forbidden:
                    tables = fewer
        except _TooCostly:
            self.budget.left = BUDGET  # for what is left to do, which was done before
        return tables

    def _reachable(self) -> list[int]:
        found = {self.model.initial: None}
        todo = [self.model.initial]
        for state in todo:
            self.budget.spend(1 + len(self.goals[state]))
            new = [goal for goal in self.goals[state].values() if goal not in found]
            found |= dict.fromkeys(new)
            todo += dict.fromkeys(new)
        return list(found)

    def _forbidding(self, word: Sequence[int], letter: int) -> dict[Letters, Table] | None:
        """A projection that forbids the letter after the word, if one with few letters does."""
        recent = dict.fromkeys(reversed(word))
        partners = list(
            islice(
                (one for one in dict.fromkeys(chain(self.before[letter], recent, self.letters)) if one != letter),
                MOST_PARTNERS,
            )
        )
        sets: Iterator[Iterable[int]] = chain(
            ((letter, one) for one in partners),
            ((letter, *two) for two in combinations(partners[:MOST_IN_TRIPLES], 2)),
        )
        for letters in map(frozenset, sets):
            table = self._projection(letters) if len(letters) < len(self.letters) else None
            if table is not None and _forbids(table, letters, word, letter):
                return {letters: table}
        return None

    def _projection(self, letters: Letters) -> Table | None:
        """The projection, minimised; None if it has too many states."""
        if letters not in self._known:
            self._known[letters] = self._projected(letters)
        return self._known[letters]

    def _projected(self, letters: Letters) -> Table | None:
        number: dict[frozenset[int], int] = {}
        todo = [frozenset({self.model.initial})]
        table: Table = []
        number[todo[0]] = 0
        for start in todo:
            seen, stack, after = set(start), list(start), dict[int, set[int]]()
            while stack:
                row = self.goals[stack.pop()]
                self.budget.spend(1 + len(row))
                for letter, goal in row.items():
                    if letter in letters:
                        after.setdefault(letter, set()).add(goal)
                    elif goal not in seen:
                        seen.add(goal)
                        stack.append(goal)
            table.append({})
            for letter, goals in sorted(after.items()):
                goal_set = frozenset(goals)
                if goal_set not in number:
                    if len(number) == MOST_STATES:
                        return None
                    number[goal_set] = len(number)
                    todo.append(goal_set)
                table[-1][letter] = number[goal_set]
        return _minimised(table)


def _minimised(table: Table) -> Table:
    """The smallest automaton with the same words, by partition refinement; its states in the order of discovery."""
    block: dict[int, int] = dict.fromkeys(range(len(table)), 0)
    count = 1
    while True:
        kinds: dict[object, int] = {}
        block = {
            state: kinds.setdefault((block[state], frozenset((x, block[goal]) for x, goal in row.items())), len(kinds))
            for state, row in enumerate(table)
        }
        if len(kinds) == count:
            break
        count = len(kinds)
    rows = {block[state]: {x: block[goal] for x, goal in row.items()} for state, row in enumerate(table)}
    order = {block[0]: 0}
    for one in (todo := [block[0]]):
        for goal in rows[one].values():
            if goal not in order:
                order[goal] = len(order)
                todo.append(goal)
    return [{x: order[goal] for x, goal in rows[one].items()} for one in order]


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
        self.pairs = [(bytes(len(tables)), splitting.model.initial)]
        self.moves = 0
        self.before = [(0, 0)]
        """The number of the pair before each pair, and the letter between them."""
        self.most = PAIRS_OF_STATE * len(splitting.reachable) + 64
        self.unconstrained = splitting.letters - self.having.keys() - splitting.always
        self.forbidden: dict[int, int] = {}
        """Letters that the composition allows and the specification does not: after which pair, at first."""

    def run(self) -> _Exploration:
        """Explore all; with `stop`, until the first forbidden letter."""
        number = {self.pairs[0]: 0}
        enabled = [{letter for letter in self.having if self._allows(self.pairs[0][0], letter)}]
        for position, (place, above) in enumerate(self.pairs):  # which grow meanwhile
            row = self.goals[above]
            self.budget.spend(1 + len(enabled[position]) + len(row))
            self.moves += len(enabled[position])
            for letter in chain(enabled[position], self.unconstrained):
                if letter not in row:
                    self.forbidden.setdefault(letter, position)
            if self.stop and self.forbidden:
                return self
            for letter, goal in row.items():
                pair, moved = self._after(place, letter), self.having.get(letter, ())
                new = (pair, goal)
                if new in number:
                    continue
                number[new] = len(number)
                if len(number) > self.most:
                    raise _TooCostly
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

    def _allows(self, place: bytes, letter: int) -> bool:
        return all(letter in self.tables[number][place[number]] for number in self.having[letter])

    def _enabled(self, before: set[int], place: bytes, moved: Iterable[int]) -> set[int]:
        """The constrained letters that the composition allows, from those before some projections moved."""
        enabled = set(before)
        for number in moved:
            for letter in self.alphabets[number]:
                self.budget.spend(1)
                if self._allows(place, letter):
                    enabled.add(letter)
                else:
                    enabled.discard(letter)
        return enabled
