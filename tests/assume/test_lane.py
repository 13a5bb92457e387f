"""Lanes: a method in slices of work, which is never started again, and ends when it is closed."""

from __future__ import annotations

import threading

import pytest

from symag.assume.lane import Lane
from symag.assume.task import Answer
from symag.errors import LimitReached
from symag.limits import LOOK_WORK, Limits, Watch

ANSWER = Answer((), None, None)  # type: ignore[arg-type]


def lanes() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("lane ")]


def counting(steps: list[int], until: int = 1 << 60) -> Lane:
    """Notes each step, of as much work as is done between two looks at the clock."""

    def run(watch: Watch) -> Answer:
        for step in range(until):
            steps.append(step)
            watch.tick(LOOK_WORK)
        return ANSWER

    return Lane("counting", run, Watch())


def test_slices_of_work() -> None:
    steps: list[int] = []
    lane = counting(steps, until=10)
    done = []
    while (answer := lane.advance(3 * LOOK_WORK)) is None:
        done.append((len(steps), lane.spent // LOOK_WORK))
    assert answer is ANSWER
    assert done == [(3, 3), (6, 6), (9, 9)]
    assert steps == list(range(10))
    lane.close()
    assert not lanes()


def test_two_lanes_never_run_at_once() -> None:
    steps: list[int] = []
    both = [counting(steps), counting(steps)]
    for _ in range(3):
        for lane in both:
            assert lane.advance(2 * LOOK_WORK) is None
    assert steps == [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5]
    for lane in both:
        lane.close()
    assert not lanes()
    assert len(steps) == 12


def test_what_the_method_raises_is_raised() -> None:
    def run(watch: Watch) -> Answer:
        watch.check_states(2, "counting")
        return ANSWER

    lane = Lane("limited", run, Watch(Limits(max_states=1)))
    with pytest.raises(LimitReached, match="max-states"):
        lane.advance(1)
    lane.close()
    assert not lanes()


def test_a_lane_that_was_never_asked_has_no_thread() -> None:
    lane = counting([])
    lane.close()
    assert not lanes()


def test_the_watch_serves_after_the_end() -> None:
    """Evidence that is made later ticks a watch that counts for nothing any more."""
    watches: list[Watch] = []

    def run(watch: Watch) -> Answer:
        watches.append(watch)
        return ANSWER

    lane = Lane("short", run, Watch())
    assert lane.advance(1) is ANSWER
    watches[0].tick(5 * LOOK_WORK)
    assert lane.spent == 0
