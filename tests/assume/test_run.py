"""The log of a run: figures, iterations, attempts and frames."""

from __future__ import annotations

from typing import Any

from symag.assume import RunLog
from symag.evidence import IterationFrame
from symag.model import LPTS

MODEL = LPTS.build("s", [("s", "a", "t"), ("t", "b", "s")])


def frame() -> IterationFrame:
    return IterationFrame(1, ())


def test_figures() -> None:
    log = RunLog()
    assert log.figures == {}
    log.explore(MODEL)
    log.explore(MODEL)
    log.count("queries")
    log.count("queries", 4)
    log.grow("largest_assumption", 3, 7)
    log.grow("largest_assumption", 5)
    assert log.figures == {
        "states_explored": 4,
        "transitions_explored": 4,
        "largest_composition": 2,
        "queries": 5,
        "largest_assumption": 7,
    }


def test_the_listener_gets_marks_that_the_log_does_not_keep() -> None:
    heard: list[dict[str, Any]] = []
    log = RunLog(heard.append)
    attempt = log.attempt(first="sender")
    attempt.end_iteration({"iteration": 1}, [MODEL], frame)
    assert heard == [{"iteration": 1, "first": "sender"}]
    assert attempt.iterations == [{"iteration": 1}]
    assert log.iterations == []
    assert len(attempt.frames) == 1


def test_an_attempt_may_have_a_listener_of_its_own() -> None:
    outer: list[dict[str, Any]] = []
    inner: list[dict[str, Any]] = []
    RunLog(outer.append).attempt(inner.append).end_iteration({"iteration": 1}, [MODEL], frame)
    assert (outer, inner) == ([], [{"iteration": 1}])


def test_the_longest_attempt_is_what_a_limit_leaves() -> None:
    log = RunLog()
    assert log.longest is log
    one, two = log.attempt(), log.attempt()
    inside = two.attempt()
    one.end_iteration({"iteration": 1}, [MODEL], frame)
    inside.end_iteration({"iteration": 1}, [MODEL], frame)
    assert log.longest is one
    inside.end_iteration({"iteration": 2}, [MODEL], frame)
    assert log.longest is inside


def test_of_two_orders_the_first_one_is_kept() -> None:
    log = RunLog()
    one, two = log.attempt(first="sender"), log.attempt(first="channel")
    for iteration in (1, 2, 3):
        two.end_iteration({"iteration": iteration}, [MODEL], frame)
    assert log.longest is two
    one.end_iteration({"iteration": 1}, [MODEL], frame)
    assert log.longest is one
