"""States that cannot be reached are left out, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given

import symag
from symag import LPTS, LimitReached, Limits
from symag.limits import Watch
from symag.operators import reachable, trim
from tests.generate import models


@given(models)
def test_what_is_left_is_what_can_be_reached(model: LPTS) -> None:
    left = trim(model)
    reached = [model.states[s] for s in sorted(reachable(model))]
    rows = [row for row in model.transitions() if row.source in reached]
    assert left == LPTS.build(model.initial_state, rows, model.alphabet, states=reached)
    assert list(left.states) == reached
    assert len(left.vector) == len({target for target in left.target if target < 0})
    assert set(left.vector) == set(range(len(left.vectors)))
    for s in range(left.num_states):
        row = [(left.action[t], left.target[t]) for t in left.row(s)]
        assert row == sorted(set(row))
    assert (left is model) == (len(reached) == model.num_states)


def test_reachable_goes_breadth_first() -> None:
    rows: list[tuple[str, str, str | dict[str, object]]] = [
        ("a", "x", {"d": "1/2", "b": "1/2"}),
        ("b", "x", "c"),
        ("d", "x", "a"),
        ("e", "x", "a"),
    ]
    model = LPTS.build("a", rows, states="abcde")
    assert [model.states[s] for s in reachable(model)] == ["a", "b", "d", "c"]


def test_trimming_keeps_limits() -> None:
    rows = "".join(f'({s},"a",{(s + 1) % 50000})\n' for s in range(100_000))
    model = symag.loads(f"des (1,100000,100000)\n{rows}", "aut")
    for answers in ([0.0], [0.0] * 9):
        now = iter([*answers, *[1e9] * 1000])
        with pytest.raises(LimitReached, match="timeout"):
            trim(model, Watch(Limits(seconds=5), clock=now.__next__))
