"""Three-valued observation tables and their instances, on the worked examples of Fietzke (2006).

The figures that the thesis prints as tables are in its text; what it draws was reconstructed from the text around it.
"""

from __future__ import annotations

from itertools import product
from math import inf
from random import Random

import pytest

from symag import InternalError
from symag.limits import Watch
from symag.traces import Conjecture, TableCounts, ThreeValuedTeacher, Word
from symag.traces.instances import Instances, count_variants, prefix_closed_variants
from symag.traces.observation_table import ObservationTable
from symag.traces.word_tree import WordTree
from tests.traces.known_bounds import KnownBounds, KnownValues, random_bounds

ACK, OUTPUT, SEND = 1, 2, 3
WEAKEST = ((3, -1, 1), (-1, 2, 3), (0, -1, 3), (3, 3, 3))
"""The weakest assumption of the channel's Input (Figures 1 and 2): after `send`, `output` comes before `ack`."""
OUTPUT_COMPONENT = ((-1, -1, 1), (-1, 2, -1), (0, -1, -1))
"""The component Output of Figure 1."""


def table_of(teacher: ThreeValuedTeacher, counts: TableCounts | None = None) -> ObservationTable:
    return ObservationTable(WordTree(teacher, counts or TableCounts(), Watch()))


def entry(table: ObservationTable, word: Word) -> bool | None:
    return table.value(table.words.append(0, word))


def shown(table: ObservationTable) -> dict[Word, str]:
    """The rows, as the thesis prints them."""

    def printed(row: tuple[int, int]) -> str:
        bits = range(len(table.suffixes))
        return "".join("1" if row[0] >> bit & 1 else "0" if row[1] >> bit & 1 else "*" for bit in bits)

    return {table.words.word(label): printed(row) for label, row in table.rows.items()}


def all_instances(table: ObservationTable, room: float = inf) -> list[ObservationTable]:
    return list(Instances(table, Watch()).within(lambda: room))


def test_the_tables_of_the_channel() -> None:
    """T1 and T2 of Figures 8 and 9, without the row of zeros in S: both bounds are the weakest assumption."""
    table = table_of(KnownBounds(WEAKEST, WEAKEST))
    assert shown(table) == {(): "1", (ACK,): "1", (OUTPUT,): "0", (SEND,): "1"}
    table.close()
    assert table.is_total()
    assert table.conjecture() == Conjecture(((),), ((0, -1, 0),))
    table.add_suffix((ACK,))
    table.close()
    assert [table.words.word(prefix) for prefix in table.prefixes] == [(), (SEND,)]
    first = {(): "11", (ACK,): "11", (OUTPUT,): "00", (SEND,): "10"}
    assert shown(table) == first | {(SEND, ACK): "00", (SEND, OUTPUT): "11", (SEND, SEND): "11"}
    assert table.conjecture() == Conjecture(((), (SEND,)), ((0, -1, 1), (-1, 0, 0)))


def test_the_assumptions_of_the_channel_are_instances() -> None:
    """A1 and A2 of the same figures, and the counterexample between them, from tables with unknown entries."""
    teacher = KnownBounds(OUTPUT_COMPONENT, WEAKEST)
    table = table_of(teacher)
    assert shown(table) == {(): "1", (ACK,): "*", (OUTPUT,): "0", (SEND,): "1"}
    without, weakest = all_instances(table)
    assert without.conjecture().after == ((-1, -1, 0),)
    assert weakest.conjecture().after == ((0, -1, 0),)
    assert teacher.refute(weakest.conjecture()) == (SEND, ACK)
    weakest.add_suffix((ACK,))
    weakest.close()
    assert shown(weakest)[SEND, OUTPUT] == "11"
    assert shown(weakest)[SEND, SEND] == "**"
    last = all_instances(weakest)[-1]
    last.close()
    assert last.conjecture().after == ((0, -1, 1), (-1, 0, 0))
    assert teacher.refute(last.conjecture()) is None


def test_what_was_decided_is_not_asked() -> None:
    """As Figure 13: with γ(b) = 0, the words that begin with b are rejected without a membership query."""
    counts = TableCounts()
    table = table_of(KnownValues(2, lambda word: None if 2 in word else True), counts)
    zeros = all_instances(table)[0]
    asked = counts.membership_queries
    assert entry(zeros, (2, 1)) is False
    assert entry(zeros, (2, 2, 1)) is False
    assert counts.membership_queries == asked
    assert entry(zeros, (1, 1)) is True
    assert counts.membership_queries == asked + 1


def test_a_table_with_constraints() -> None:
    """Figure 14. (It prints 1 for T(λ, b), which is γ(b) = x1; by wellformedness it is x1 here.)"""
    a, b = 1, 2
    rejected = [(a, a), (a, b), (b, b, b)]
    accepted = [(), (a,)]

    def value(word: Word) -> bool | None:
        if word in accepted:
            return True
        return False if any(word[: len(start)] == start for start in rejected) else None

    table = table_of(KnownValues(2, value))
    table.add_suffix((b,))
    for prefix in ((a,), (b,)):
        table.add_prefix(table.words.append(0, prefix))
    rows = {(): "1*", (a,): "10", (b,): "**", (a, a): "00", (a, b): "00", (b, a): "**", (b, b): "*0"}
    assert shown(table) == rows
    before = table.prefixes.copy()
    table.close()
    assert table.prefixes == before  # it is partially closed
    unknown = [table.words.word(word) for word in table.unknown()]
    assert sorted(unknown) == [(b,), (b, a), (b, a, b), (b, b)]
    found = [[entry(instance, word) for word in unknown] for instance in all_instances(table)]
    assert len(found) == 7
    (instance,) = [one for one in all_instances(table) if not entry(one, (b,))]
    assert shown(instance) == rows | {(): "10", (b,): "00", (b, a): "00", (b, b): "00"}  # T'


def test_suffixes_are_closed() -> None:
    """Section 4.5: with 3.7.2.0 its suffixes 7.2.0, 2.0 and 0 are added (letters begin at 1 here)."""
    table = table_of(KnownValues(8, lambda word: not word))
    table.add_suffix((1,))
    table.add_suffix((4, 8, 3, 1))
    assert set(table.suffixes) == {(), (1,), (3, 1), (8, 3, 1), (4, 8, 3, 1)}
    assert len(table.suffixes) == 5
    assert table.is_total()


def test_rows_with_unknown_entries_are_added_if_they_differ_from_all() -> None:
    """Partial closing: `p` has an unknown entry and differs from the empty word in every instance; `q` need not."""
    values = {(): True, (1,): True, (1, 1): False, (2,): True, (3,): True}
    table = table_of(KnownValues(3, lambda word: values.get(word, None if len(word) == 2 and word[0] < 3 else False)))
    table.add_suffix((1,))
    table.close()
    assert [table.words.word(prefix) for prefix in table.prefixes] == [(), (1,)]
    assert shown(table)[2,] == "1*"
    with pytest.raises(InternalError, match="not a closed instance"):
        table.conjecture()


def test_the_variants_of_a_tree() -> None:
    """Figure 21: the empty word, a, b, ba and bb have 11 prefix-closed labellings."""
    parents = [-1, 0, 0, 2, 2]
    variants = [ones for ones, _ in prefix_closed_variants(parents, (), lambda state, node, label: state)]
    assert variants[0] == 0
    assert len(variants) == len(set(variants)) == count_variants(parents) == 11
    for ones in variants:
        assert all(ones >> parent & 1 for node, parent in enumerate(parents) if ones >> node & 1 and parent >= 0)


@pytest.mark.parametrize(("parents", "number"), [([], 1), ([-1], 2), ([-1, 0, 1, 2], 5), ([-1] * 6, 64)])
def test_the_number_of_variants(parents: list[int], number: int) -> None:
    """Linear for a path, exponential for leaves side by side (section 5.4)."""
    assert count_variants(parents) == number
    assert sum(1 for _ in prefix_closed_variants(parents, (), lambda state, node, label: state)) == number


def test_a_deep_tree_is_labelled_without_recursion() -> None:
    parents = list(range(-1, 1199))
    assert count_variants(parents) == 1201
    assert next(prefix_closed_variants(parents, (), lambda state, node, label: state))[0] == 0


def test_conservative_instances() -> None:
    """Figure 19: t2 and t3 contradict each other about s1, so one of them is new in each of the four instances."""
    x, y, s1, s3, t1, t2, t3 = range(1, 8)
    accepted = {(), (x,), (x, x), (s1,), (s3,), (s3, x), (s3, y), (t1,), (t1, x), (t2,), (t3,), (t3, y)}
    accepted |= {(s3, x, x), (s3, y, x)}
    unknown = {(s1, y), (t1, y)}
    table = table_of(KnownValues(7, lambda word: True if word in accepted else None if word in unknown else False))
    table.add_suffix((x,))
    table.add_suffix((y,))
    for prefix in (s1, s3):
        table.add_prefix(table.words.append(0, (prefix,)))
    rows = shown(table)
    assert [rows[s] for s in ((s1,), (), (s3,))] == ["10*", "110", "111"]
    assert [rows[t,] for t in (t1, t2, t3)] == ["11*", "100", "101"]
    instances = Instances(table, Watch())
    assert instances.least_room(inf) == 1
    assert len(all_instances(table, 1)) == instances.count() == 4


def test_conservative_instances_leave_some_out() -> None:
    """Figure 20: both lower rows are matched to the only upper row."""
    y, t1, t2 = 1, 2, 3
    accepted, unknown = {(), (y,), (y, y), (t1,), (t2,)}, {(t1, y), (t2, y)}
    table = table_of(KnownValues(3, lambda word: True if word in accepted else None if word in unknown else False))
    table.add_suffix((y,))
    instances = Instances(table, Watch())
    assert (instances.least_room(inf), instances.count()) == (0, 4)
    (instance,) = all_instances(table, 0)
    assert shown(instance) == {(): "11", (y,): "11", (t1,): "11", (t2,): "11"}
    assert set(shown(instances.zeros()).values()) == {"11", "10"}


@pytest.mark.parametrize("seed", range(20))
def test_instances_are_all_prefix_closed_decisions(seed: int) -> None:
    """Against all decisions. A conjecture is right about all words of its table; without room instances are closed."""
    random = Random(seed)
    table = table_of(random_bounds(random, 4, 2))
    for _ in range(2):
        table.add_suffix(tuple(random.randint(1, 2) for _ in range(random.randint(1, 2))))
        table.close()
    words = [table.words.word(word) for word in table.unknown()]
    expected = set()
    for labels in product([False, True], repeat=len(words)):
        ones = {word for word, label in zip(words, labels, strict=True) if label}
        if all(word[:end] in ones for word in ones for end in range(len(word)) if word[:end] in words):
            expected.add(frozenset(ones))
    instances = all_instances(table)
    assert {frozenset(word for word in words if entry(one, word)) for one in instances} == expected
    assert len(instances) == Instances(table, Watch()).count()
    fitting = [shown(one) for one in all_instances(table, 0)]
    for instance in instances:
        before = shown(instance)
        assert instance.is_total()
        instance.close()
        assert (instance.size == table.size) == (before in fitting)
        if instance.is_total():
            conjecture = instance.conjecture()
            for label, suffix in product(instance.rows, instance.suffixes):
                word = (*instance.words.word(label), *suffix)
                assert conjecture.allows(word) == entry(instance, word)
