"""The searches over observation tables: on the thesis' systems, against all small automata, and at limits."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import stack
from itertools import chain, combinations, product
from random import Random

import pytest

from symag import InputError, InternalError, LimitReached, Limits
from symag.limits import Watch
from symag.traces import (
    HEURISTICS,
    SEARCH_ORDERS,
    Conjecture,
    SearchProgress,
    TableCounts,
    TableSearch,
    ThreeValuedTeacher,
    Word,
)
from symag.traces.observation_table import ObservationTable
from symag.traces.table_search import is_independent
from symag.traces.word_tree import WordTree
from tests.traces.known_bounds import KnownBounds, KnownValues, automata, random_bounds

INDEPENDENT, CONSERVATIVE = HEURISTICS
SUBSETS = [frozenset(chosen) for number in range(3) for chosen in combinations(HEURISTICS, number)]
SEARCHES = list(product(SEARCH_ORDERS, SUBSETS))

WEAKEST = ((3, -1, 1), (-1, 2, 3), (0, -1, 3), (3, 3, 3))
"""Of the channel, by `ack`, `output` and `send`: see `test_observation_table`."""
CHANNEL = KnownBounds(((-1, -1, 1), (-1, 2, -1), (0, -1, -1)), WEAKEST)
MODIFIED_CHANNEL = KnownBounds(((-1, -1, 1), (-1, 2, 1), (0, -1, -1)), WEAKEST)
TWO_CHANNELS = KnownBounds(  # by `ack`, `output.1`, `output.2`, `send.1` and `send.2`
    ((-1, -1, -1, 1, 2), (-1, 3, -1, -1, -1), (-1, -1, 3, -1, -1), (0, -1, -1, -1, -1)),
    ((4, -1, -1, 1, 2), (-1, 3, -1, 4, 4), (-1, -1, 3, 4, 4), (0, -1, -1, 4, 4), (4, 4, 4, 4, 4)),
)


def run(search: TableSearch, teacher: ThreeValuedTeacher) -> SearchProgress:
    """The last of what a search yields. Each must be better than those before, and no bound above the other."""
    lower_bound, size = 1, float("inf")
    for progress in search(teacher):
        states = float("inf") if progress.assumption is None else len(progress.assumption.after)
        assert progress.lower_bound >= lower_bound
        assert states <= size
        assert (progress.lower_bound, states) != (lower_bound, size)
        assert progress.lower_bound <= states
        lower_bound, size = progress.lower_bound, states
    assert progress.assumption is not None
    assert teacher.refute(progress.assumption) is None
    return progress


def smallest(teacher: KnownBounds, most: int) -> int | None:
    """By brute force."""
    for states in range(1, most + 1):
        if any(teacher.refute(Conjecture((), rows)) is None for rows in automata(states, teacher.letters)):
            return states
    return None


@pytest.mark.parametrize(("teacher", "states"), [(CHANNEL, 2), (MODIFIED_CHANNEL, 2), (TWO_CHANNELS, 3)])
@pytest.mark.parametrize(("order", "heuristics"), SEARCHES)
def test_the_channels(order: str, heuristics: frozenset[str], teacher: KnownBounds, states: int) -> None:
    """The sizes that the thesis reports (section 6.2); that of the modified channel by L* is 4."""
    search = TableSearch(order, Watch(), heuristics)
    found = run(search, teacher)
    assert found.assumption is not None
    assert (found.lower_bound, len(found.assumption.after)) == (states, states)
    assert found.assumption.access[0] == ()
    for state, word in enumerate(found.assumption.access):
        assert found.assumption.run(word)[-1] == state


@pytest.mark.parametrize(
    ("states", "letters", "seeds", "most"), [(3, 2, 40, 4), (5, 2, 60, 4), (3, 3, 20, 3), (4, 3, 6, 2)]
)
def test_all_small_automata(states: int, letters: int, seeds: int, most: int) -> None:
    """No automaton is smaller than what a search finds; what it calls a lower bound is one, whatever is left out."""
    sizes, not_smallest = set(), 0
    for seed in range(seeds):
        teacher = random_bounds(Random(seed), states, letters)
        least = smallest(teacher, most)
        exact = set()
        for order, heuristics in SEARCHES:
            last = run(TableSearch(order, Watch(), heuristics), teacher)
            assert last.assumption is not None
            size = len(last.assumption.after)
            assert last.lower_bound <= (least or size)
            if CONSERVATIVE not in heuristics:
                assert last.lower_bound == size
                exact.add(size)
            else:
                not_smallest += size > min(exact)
                assert size >= min(exact)
        assert len(exact) == 1
        assert exact == {least} if least is not None else min(exact) > most
        sizes |= exact
    assert sizes >= {1, 2, 3}
    assert not_smallest == 0 or states == 5  # conservative instantiation loses one there, and says so


def test_depth_first_finds_assumptions_before_the_smallest() -> None:
    steps = list(TableSearch("dfs", Watch())(TWO_CHANNELS))
    sizes = [len(step.assumption.after) for step in steps if step.assumption is not None]
    assert sizes[0] == 4
    assert sizes[-1] == steps[-1].lower_bound == 3


def test_independent_counterexamples_save_instances() -> None:
    counts = []
    for heuristics in (frozenset[str](), frozenset({INDEPENDENT})):
        search = TableSearch("bfs", Watch(), heuristics)
        run(search, TWO_CHANNELS)
        counts.append(search.counts)
    assert counts[1].instances * 10 < counts[0].instances
    assert counts[1].tables < counts[0].tables


def test_what_is_independent() -> None:
    """By the instance of the channel's first table that allows `ack` and `send`: its entry for `ack` is unknown."""
    table = ObservationTable(WordTree(CHANNEL, TableCounts(), Watch()))
    ack, output, send = 1, 2, 3
    conjecture = Conjecture(((),), ((0, -1, 0),))
    assert is_independent(table, conjecture, (send, output))
    assert not is_independent(table, conjecture, (send, ack))
    grown = Conjecture(((), (send,)), ((0, -1, 1), (-1, 0, 0)))  # the table has no row for its second state in S
    assert not is_independent(table, grown, (send, output))
    known = ObservationTable(WordTree(KnownBounds(WEAKEST, WEAKEST), TableCounts(), Watch()))
    assert not is_independent(known, conjecture, (send, output))  # it has one instance only


class _Counting:
    """Counts what a search asks."""

    def __init__(self, teacher: KnownBounds) -> None:
        self.teacher = teacher
        self.letters = teacher.letters
        self.words: list[Word] = []
        self.refuted = 0

    def value(self, word: Word) -> bool | None:
        self.words.append(word)
        return self.teacher.value(word)

    def refute(self, conjecture: Conjecture) -> Word | None:
        self.refuted += 1
        return self.teacher.refute(conjecture)


@pytest.mark.parametrize("order", SEARCH_ORDERS)
def test_counts(order: str) -> None:
    """They are of what was asked; no word is asked twice, nor one whose value follows from another's."""
    teacher = _Counting(TWO_CHANNELS)
    search = TableSearch(order, Watch())
    run(search, teacher)
    assert search.counts.membership_queries == len(teacher.words) == len(set(teacher.words))
    assert search.counts.equivalence_queries + 1 == teacher.refuted  # `run` asks once more
    assert search.counts.equivalence_queries <= search.counts.instances
    assert search.counts.tables <= search.counts.instances
    asked: dict[Word, bool | None] = {}
    for word in teacher.words:
        assert not any(asked.get(word[:end], True) is False for end in range(len(word)))
        assert not any(value and other[: len(word)] == word for other, value in asked.items())
        asked[word] = TWO_CHANNELS.value(word)


@pytest.mark.parametrize("order", SEARCH_ORDERS)
def test_what_is_known_before(order: str) -> None:
    """A search that begins with the smallest size ends with its first assumption of that size."""
    plain, informed = TableSearch(order, Watch()), TableSearch(order, Watch(), least=3)
    run(plain, TWO_CHANNELS)
    last = run(informed, TWO_CHANNELS)
    assert last.assumption is not None
    assert (last.lower_bound, len(last.assumption.after)) == (3, 3)
    assert informed.counts.instances <= plain.counts.instances


HARD = random_bounds(Random(3), 40, 4)


@pytest.mark.parametrize(("order", "heuristics"), SEARCHES)
def test_limits(order: str, heuristics: frozenset[str]) -> None:
    """The clock and the memory are read again and again: either ends the search."""
    ticks: Iterator[float] = iter(range(10**9))
    watch = Watch(Limits(seconds=50), clock=lambda: next(ticks))
    with pytest.raises(LimitReached, match=r"timeout.*smallest assumption"):
        list(TableSearch(order, watch, heuristics)(HARD))
    used = chain([1.0] * 20, iter(lambda: 1000.0, 0.0))
    watch = Watch(Limits(memory_mb=500), clock=lambda: next(ticks), memory=lambda: next(used))
    with pytest.raises(LimitReached, match="memory"):
        list(TableSearch(order, watch, heuristics)(HARD))


@pytest.mark.parametrize("order", SEARCH_ORDERS)
def test_max_states(order: str) -> None:
    with pytest.raises(LimitReached, match="max-states: more than 2 states"):
        list(TableSearch(order, Watch(Limits(max_states=2)))(TWO_CHANNELS))
    run(TableSearch(order, Watch(Limits(max_states=4))), TWO_CHANNELS)


@pytest.mark.parametrize("order", SEARCH_ORDERS)
def test_a_path_of_tables_is_not_recursion(order: str) -> None:
    """One automaton as both bounds: each counterexample leads to one more table. Python's stack does not grow."""
    depths = []

    class Exact(KnownBounds):
        def refute(self, conjecture: Conjecture) -> Word | None:
            depths.append(len(stack(0)))
            return super().refute(conjecture)

    rows = random_bounds(Random(1), 50, 2).up
    run(TableSearch(order, Watch()), Exact(rows, rows))
    depths.pop()  # `run` asks once more
    assert len(depths) >= 10
    assert len(set(depths)) == 1


def test_errors() -> None:
    with pytest.raises(InputError, match="'best' is not known: choose one of bfs, iddfs, dfs"):
        TableSearch("best", Watch())
    with pytest.raises(InputError, match="'luck' is not known"):
        TableSearch("bfs", Watch(), frozenset({"luck"}))
    with pytest.raises(InternalError, match="empty word"):
        next(TableSearch("bfs", Watch())(KnownValues(1, lambda word: False)))

    class Wrong(KnownBounds):
        def refute(self, conjecture: Conjecture) -> Word | None:
            return (1, 1)

    with pytest.raises(InternalError, match="conjecture is right"):
        list(TableSearch("bfs", Watch())(Wrong(((0,),), ((0,),))))
