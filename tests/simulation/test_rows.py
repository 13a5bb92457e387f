"""Rows are counted by reference: numbers are used again, and nothing that is remembered outlives them."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symag import LimitReached, Limits, compose
from symag.errors import InternalError
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import trim
from symag.simulation import Fixpoint, fixpoint
from symag.simulation.changes import Changes
from symag.simulation.preimages import Preimages
from symag.simulation.refiner import Refiner
from symag.simulation.row_table import RowTable
from symag.study.cases.families import random_lpts, random_lts, sub_system, with_foreign_action
from tests.generate import random_question
from tests.oracle import textbook
from tests.simulation.large_specifications import padded

EVERY_ROW, NO_ROW = 0, 1


def random_set(random: Random, states: int) -> frozenset[int]:
    size = random.choice([0, 1, 2, 5, states // 32, states // 32 + 1, states // 3, states - 1])
    return frozenset(random.sample(range(states), min(size, states)))


def interned(table: RowTable, states: int, members: frozenset[int]) -> int:
    bits = array("Q", [0]) * ((states + 63) // 64)
    for p in members:
        bits[p >> 6] |= 1 << (p & 63)
    return table.intern_bits(bits)


def unpacked(table: RowTable, states: int, row: int) -> list[int]:
    into = array("i", [0]) * states
    count = table.unpack(row, into)
    return into.tolist()[:count]


@pytest.mark.parametrize("states", [1, 64, 100, 1024, 2500])
def test_a_table_of_rows_is_a_dictionary_of_sets(states: int) -> None:
    random, table = Random(states), RowTable(states, Watch())
    held: dict[frozenset[int], list[int]] = {frozenset(range(states)): [EVERY_ROW, 1], frozenset(): [NO_ROW, 1]}
    for _ in range(4000):
        if random.random() < 0.55 or len(held) < 4:
            known = random.choice(list(held)) if random.random() < 0.3 else random_set(random, states)
            row = interned(table, states, known)
            entry = held.setdefault(known, [row, 0])
            entry[1] += 1
            assert entry[0] == row
        else:
            known = random.choice(list(held))
            row, references = held[known]
            if references > 1 or row > NO_ROW:
                table.release(row)
                held[known][1] -= 1
                if not held[known][1]:
                    del held[known]
        assert table.alive == len(held)
    for members, (row, references) in held.items():
        assert unpacked(table, states, row) == sorted(members)
        assert (table.size[row], table.references[row]) == (len(members), references)
        assert table.as_integer(row) == sum(1 << p for p in members)
        assert all(table.has(row, p) == (p in members) for p in range(states))
    assert len({row for row, _ in held.values()}) == len(held)
    assert max(row for row, _ in held.values()) < table.most, "numbers are used again"


@pytest.mark.parametrize("states", [100, 2500])
def test_a_difference_of_rows_is_one_of_sets(states: int) -> None:
    random, table, into = Random(1), RowTable(states, Watch()), array("i", [0]) * states
    for _ in range(200):
        old = random_set(random, states)
        new = frozenset(random.sample(sorted(old), random.randint(0, len(old))))
        count = table.difference(interned(table, states, old), interned(table, states, new), into)
        assert into.tolist()[:count] == sorted(old - new)


@pytest.mark.parametrize("states", [1, 100, 1024, 2500])
def test_a_row_without_some_states_is_a_difference_of_sets(states: int) -> None:
    """Whether all who refer to it lose them, so that it becomes the new row where it is, or only some do."""
    random, table = Random(states), RowTable(states, Watch())
    held: dict[frozenset[int], int] = {}
    for _ in range(1500):
        if not held or random.random() < 0.2:
            known = random_set(random, states)
            held[known] = held.get(known, 0) + 1
            interned(table, states, known)
        old = random.choice(list(held))
        users = random.randint(1, held[old])
        gone = frozenset(random.sample(sorted(old), random.choice([0, len(old) // 50, len(old) // 2, len(old)])))
        row, gone_row = interned(table, states, old), interned(table, states, gone)
        table.release(row)
        left = table.without(row, gone_row, users)
        table.release(gone_row)
        assert unpacked(table, states, left) == sorted(old - gone)
        held[old] -= users
        held[old - gone] = held.get(old - gone, 0) + users
        held = {known: count for known, count in held.items() if count}
        assert table.alive == len(held.keys() | {frozenset(), frozenset(range(states))})
    for known, count in held.items():
        row = interned(table, states, known)
        own = known in (frozenset(), frozenset(range(states)))
        assert table.references[row] == count + 1 + own


@pytest.mark.parametrize("few", [0, 30])
def test_a_table_of_rows_asks_for_room_before_it_grows(few: int) -> None:
    """In place, by an eighth; bitsets, or lists."""
    states, random, asked = 1 << 12, Random(1), 0

    def memory() -> float:
        nonlocal asked
        asked += 1
        return 99.0

    table = RowTable(states, Watch(Limits(memory_mb=100), memory=memory))

    def fill() -> None:
        for _ in range(100_000):
            interned(table, states, frozenset(random.sample(range(states), few or states // 2)))

    with pytest.raises(LimitReached, match=r"memory: \d+ MB would be needed, of 100 MB"):
        fill()
    assert asked == 1
    assert (1 << 20) < table.alive * (4 * few or states // 8) < (8 << 20)


def pairs_of(system: LPTS, specification: LPTS) -> tuple[set[tuple[int, str]], int] | int:
    """The related pairs, without the states that were added; or the depth of the tree."""
    decision = Fixpoint().simulate(system, specification, Watch())
    if decision.relation is None:
        assert decision.tree is not None
        return decision.tree.depth
    relation = decision.relation
    found = {
        (s, name)
        for s in range(system.num_states)
        for p, name in enumerate(specification.states)
        if "pad" not in name and "end" not in name and (s, p) in relation
    }
    return found, len(relation)


@pytest.mark.parametrize("share", range(4))
def test_rows_that_are_lists_agree_with_the_textbook(share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixpoint, "PAIRS", 0)
    seen = {True: 0, False: 0}
    for seed in range(share, 240, 4):
        components, specification = random_question(Random(seed))
        expected = textbook(components, specification)
        system = compose(*components)
        found = pairs_of(system, padded(trim(specification)))
        seen[expected.holds] += 1
        if isinstance(found, int):
            assert found == expected.rank[expected.initial], "the least depth"
        else:
            labels = [system.product.labels(s) if system.product else () for s in range(system.num_states)]
            assert {(labels[s], (p,)) for s, p in found[0]} == expected.related, f"seed {seed}"
    assert min(seen.values()) >= 10, seen


def questions(states: int) -> list[tuple[LPTS, LPTS]]:
    return [
        *(sub_system(random_lts(states, 5 * states, actions, 1), states, 2) for actions in (20, 5, 2)),
        *(with_foreign_action(random_lts(states, 5 * states, actions, 1), states) for actions in (20, 5, 2)),
        sub_system(random_lpts(states, 3 * states, 5, 1), states, 2),
        with_foreign_action(random_lpts(states, 3 * states, 5, 1), states),
    ]


def test_the_work_on_large_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds, and hundreds of questions."""
    monkeypatch.setattr(fixpoint, "PAIRS", 0)
    found = []
    for system, specification in questions(1500):
        statistics = Fixpoint().simulate(system, specification, Watch()).statistics
        found.append((statistics["rounds"], statistics["questions"] // 100))
    assert found == WORK


WORK = [(5, 111), (6, 101), (29, 377), (4, 116), (4, 97), (5, 4), (5, 110), (3, 85)]

UNCOMPILED = """import sys
sys.path.insert(0, sys.argv[1])
from tests.simulation.test_rows import {name}
{name}()
"""


def agree() -> bool:
    """Does the engine agree with the textbook on questions in which rows are freed?"""
    for seed in range(300):
        components, specification = random_question(Random(seed))
        specification = trim(specification)
        expected = textbook(components, specification)
        try:
            decision = Fixpoint().simulate(compose(*components), specification, Watch())
        except InternalError:
            return False
        if decision.tree is None and len(decision.certificate) != len(expected.related):
            return False
        if decision.tree is not None and decision.tree.depth != expected.rank[expected.initial]:
            return False
    return True


def notice_old_answers() -> None:
    """Answers that are kept from round to round are wrong ones."""
    assert agree()
    Preimages.forget = lambda self: 0  # type: ignore[attr-defined]
    assert not agree()


def remember_nothing() -> None:
    """After a round nothing is remembered by the numbers of rows; what has a reference is in use, or logged."""
    refiners, logged = list[Any](), Counter[int]()
    forget, apply = Refiner._forget, Changes.apply  # type: ignore[attr-defined]

    def checked(self: Any, *arguments: Any) -> None:
        asked = [self.preimages.memo, *self.matcher.memos.values()]
        counts["asked"] += sum(memo.count for memo in asked)
        forget(self, *arguments)
        assert not any(memo.count for memo in [*asked, self.changes.pairs])
        refiners.append(self)

    def counted(self: Any, *arguments: Any) -> Any:
        logged[id(self)] += 1
        return apply(self, *arguments)

    counts = Counter[str]()
    Refiner._forget, Changes.apply = checked, counted  # type: ignore[attr-defined]
    for seed in range(60):
        components, specification = random_question(Random(seed))
        Fixpoint().simulate(compose(*components), specification, Watch())
        last = refiners[-1]
        rows = last.rows
        free, unused = rows.free, set[int]()
        while free >= 0:
            unused.add(free)
            free = rows.references[free]
        used = [rows.references[row] for row in range(rows.count) if row not in unused]
        assert len(used) == rows.alive
        pending = last.changes.pairs.count  # of a run that ended in a violation
        assert sum(used) == 2 + len(last.row) + logged[id(last.changes)] + pending
    assert counts["asked"] > 100


@pytest.mark.parametrize("test", [notice_old_answers, remember_nothing])
def test_uncompiled(test: Callable[[], None]) -> None:
    """What can be looked at, or be made wrong, only in modules that are not compiled."""
    done = subprocess.run(
        [sys.executable, "-c", UNCOMPILED.format(name=test.__name__), Path(__file__).parents[2]],
        env={**os.environ, "SYMAG_PURE_PYTHON": "1"},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
