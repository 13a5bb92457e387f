"""Rows of a model: sorted, and equal transitions made one."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symag import LimitReached, Limits
from symag.limits import Watch
from symag.model.rows import sort_rows

STATES, ACTIONS, DISTRIBUTIONS = 5, 3, 2
ROWS = st.tuples(st.integers(0, STATES - 1), st.integers(0, ACTIONS - 1), st.integers(-DISTRIBUTIONS, STATES - 1))


def columns(rows: list[tuple[int, int, int]]) -> list[array[int]]:
    return [array("i", [row[i] for row in rows]) for i in range(3)]


@given(st.lists(ROWS), st.booleans())
def test_rows_are_sorted_and_each_is_there_once(rows: list[tuple[int, int, int]], is_sorted: bool) -> None:
    given = columns(sorted(rows) if is_sorted else rows)
    first, action, target = sort_rows(given[0], given[1], given[2], STATES, ACTIONS, DISTRIBUTIONS, Watch())
    found = [(s, action[t], target[t]) for s in range(STATES) for t in range(first[s], first[s + 1])]
    assert found == sorted(set(rows))
    assert len(action) == len(target) == first[STATES]


@pytest.mark.parametrize("row", [(5, 0, 0), (-1, 0, 0), (0, 3, 0), (0, -1, 0), (0, 0, 5), (0, 0, -3)])
def test_rows_of_no_model_are_refused(row: tuple[int, int, int]) -> None:
    source, action, target = columns([(0, 0, 0), row])
    with pytest.raises(IndexError, match="no such transition"):
        sort_rows(source, action, target, STATES, ACTIONS, DISTRIBUTIONS, Watch())


def test_sorting_keeps_limits() -> None:
    source, action, target = columns([(s % STATES, 0, 0) for s in range(100_000)])
    now = iter([0.0, *[1e9] * 1000])
    with pytest.raises(LimitReached, match="timeout"):
        sort_rows(source, action, target, STATES, ACTIONS, DISTRIBUTIONS, Watch(Limits(seconds=5), clock=now.__next__))
    with pytest.raises(LimitReached, match="memory"):
        sort_rows(source, action, target, STATES, ACTIONS, DISTRIBUTIONS, Watch(Limits(memory_mb=1)))
