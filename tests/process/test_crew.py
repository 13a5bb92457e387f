"""Work in several threads, and how many there may be."""

from __future__ import annotations

import os
import threading

import pytest

import symag
from symag.errors import InputError
from symag.limits import Limits, Watch, available_threads
from symag.process import in_a_process
from symag.process.crew import Crew


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_every_piece_is_done_once_and_no_thread_is_left(threads: int) -> None:
    before = threading.active_count()
    done: list[int] = []
    with Crew(threads) as crew:
        for first in (0, 10):
            crew.run([lambda number=number: done.append(number) for number in range(first, first + 10)])  # type: ignore[misc]
    assert sorted(done) == list(range(20))
    assert threading.active_count() == before


def test_pieces_run_at_the_same_time() -> None:
    meeting = threading.Barrier(3, timeout=60)
    with Crew(3) as crew:
        crew.run([meeting.wait] * 3)


@pytest.mark.parametrize("threads", [1, 3])
def test_after_an_error_nothing_is_begun(threads: int) -> None:
    before = threading.active_count()
    failed = threading.Event()
    late: list[bool] = []

    def fail() -> None:
        failed.set()
        raise KeyboardInterrupt

    def work() -> None:
        late.append(failed.is_set())

    with Crew(threads) as crew, pytest.raises(KeyboardInterrupt):
        crew.run([fail, *[work] * 10])
    assert threads > 1 or late == []
    assert threading.active_count() == before


def test_an_error_of_another_thread_is_raised_here() -> None:
    meeting, here = threading.Barrier(2, timeout=60), threading.current_thread()

    def piece() -> None:
        meeting.wait()
        if threading.current_thread() is not here:
            raise InputError("elsewhere")

    with Crew(2) as crew, pytest.raises(InputError, match="elsewhere"):
        crew.run([piece, piece])


def test_how_many_threads_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SYMAG_THREADS", raising=False)
    assert 1 <= available_threads() == Watch().threads <= (os.cpu_count() or 1)
    monkeypatch.setenv("SYMAG_THREADS", "3")
    assert Watch().threads == 3
    assert Watch(Limits(threads=2)).threads == 2
    for wrong in ("0", "-1", "two", "²"):
        monkeypatch.setenv("SYMAG_THREADS", wrong)
        with pytest.raises(InputError, match="SYMAG_THREADS must be a whole number greater than zero"):
            available_threads()


def test_child_processes_have_one_thread_each() -> None:
    assert in_a_process("symag.limits", "available_threads").answers[-1] == 1


@pytest.mark.parametrize(("value", "message"), [(0, "greater than zero"), (1.5, "a whole number"), ("2", "must be")])
def test_wrong_numbers_of_threads_are_refused(value: object, message: str) -> None:
    model = symag.LPTS.build("0", [("0", "a", "0")])
    with pytest.raises(InputError, match=rf"the limit threads .*{message}"):
        symag.check([model], model, threads=value)  # type: ignore[arg-type]
