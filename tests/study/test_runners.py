"""Runners: the same job has the same figures wherever it runs; one that goes wrong in its process hurts no other."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from symag.errors import InternalError
from symag.limits import Limits
from symag.study import ChildProcesses, InThisProcess, Job, JobResult, Runner, do_jobs
from tests.study import made_up_jobs as made_up
from tests.study.made_up_jobs import announced_job, obeying_job, square_job
from tests.waiting import is_alive, wait_for

RUNNERS: list[Runner] = [InThisProcess(), ChildProcesses(), ChildProcesses(3)]


def only(runner: Runner, job: Job) -> JobResult:
    ((done, result),) = do_jobs([job], runner)
    assert done is job
    return result


@pytest.mark.parametrize("runner", RUNNERS, ids=repr)
def test_every_runner_does_all_jobs(runner: Runner) -> None:
    heard = set()
    jobs = [*map(square_job, range(5)), Job("loads", made_up.squares, (7,)), obeying_job(2.5)]
    done = list(do_jobs(jobs, runner, listener=lambda job: heard.add(job.name)))
    figures = {job.name: result.figures for job, result in done}
    expected = {f"square of {number}": {"square": number**2} for number in range(5)}
    assert figures == expected | {"loads": {"square": 49}, "obeying": {"limit": "timeout", "allowed": 2.5}}
    assert all(result.failure is None for _, result in done)
    assert heard <= figures.keys()
    assert list(do_jobs([], runner)) == []


@pytest.mark.parametrize("runner", RUNNERS, ids=repr)
def test_a_job_that_raises(runner: Runner) -> None:
    result = only(runner, Job("raises", made_up.raising))
    assert result.figures == {}
    assert "ValueError: no such" in (result.log or "")
    assert result.failure is not None


@pytest.mark.parametrize("runner", RUNNERS[1:], ids=repr)
def test_jobs_that_crash_take_no_other_with_them(runner: Runner) -> None:
    jobs = [Job("leaves", made_up.leaving), Job("crashes", made_up.crashing), square_job(3)]
    found = {job.name: result for job, result in do_jobs(jobs, runner)}
    assert found["leaves"].failure == "it ended with exit code 7: I leave"
    assert str(found["crashes"].failure).startswith("it was ended by SIGSEGV")
    assert found["square of 3"].figures == {"square": 9}


@pytest.mark.parametrize("runner", RUNNERS[1:], ids=repr)
def test_jobs_that_do_not_obey_are_stopped(runner: Runner, tmp_path: Path) -> None:
    hangs = Job("hangs", made_up.hanging, (str(tmp_path / "process"),), Limits(seconds=0.1))
    result = only(runner, hangs)
    assert (result.limit, result.failure) == ("timeout", None)
    assert result.figures["reason"] == "timeout: 0.1 s were used up, and the process had to be stopped"
    assert not is_alive(int((tmp_path / "process").read_text()))


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="the system does not say")
def test_a_job_that_eats_is_stopped() -> None:
    result = only(ChildProcesses(), Job("eats", made_up.eating, (), Limits(memory_mb=100)))
    assert (result.limit, result.failure) == ("memory", None)
    assert "MB of 100 MB were in use, and the process had to be stopped" in result.figures["reason"]


def test_the_environment_is_that_of_the_job() -> None:
    job = Job("env", made_up.in_environment, ("SYMAG_TEST",), environment=(("SYMAG_TEST", "set"),))
    assert only(ChildProcesses(), job).figures == {"value": "set"}
    with pytest.raises(InternalError, match="needs an environment of its own"):
        only(InThisProcess(), job)


def test_whoever_stops_listening_leaves_no_process(tmp_path: Path) -> None:
    jobs = [square_job(3), *(announced_job(tmp_path / name) for name in ("one", "two"))]
    running = do_jobs(jobs, ChildProcesses(3))
    job, _ = next(running)
    assert job.name == "square of 3"
    processes = [tmp_path / "one", tmp_path / "two"]
    wait_for(lambda: all(file.exists() for file in processes))
    running.close()
    assert not any(is_alive(int(file.read_text())) for file in processes)


def test_what_cannot_be_sent_is_an_error() -> None:
    for runner in RUNNERS[1:]:
        with pytest.raises(AttributeError, match="pickle"):
            only(runner, Job("lambda", made_up.square, (lambda: None,)))


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL], ids=str)
def test_no_process_outlives_the_study(tmp_path: Path, sent: signal.Signals) -> None:
    code = "import sys; from tests.study.made_up_jobs import hang_in_processes; hang_in_processes(sys.argv[1])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code, str(tmp_path)]
    processes = [tmp_path / "one", tmp_path / "two"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        wait_for(lambda: all(file.exists() for file in processes) or process.poll() is not None)
        process.send_signal(sent)
        process.wait()
    wait_for(lambda: not any(is_alive(int(file.read_text())) for file in processes))
