"""Jobs on a Dask cluster of several worker processes: workers come and go, and results are as on this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import symag
from symag.errors import InputError
from symag.limits import Limits
from symag.study import Job, do_jobs, read_results
from symag.study.cases.cav12_published import PAPER
from symag.study.dask_runner import DaskWorkers
from symag.study.study_progress import StudyProgress
from tests.study import made_up_jobs as made_up
from tests.study.made_up_jobs import announced_job, square_job
from tests.study.suites import same_but_for_times, write_suite
from tests.waiting import is_alive, wait_for

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
linux = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two worker processes; one that is lost is started again."""
    patient = {"distributed.scheduler.allowed-failures": 0, "distributed.comm.timeouts.connect": "300s"}
    with (
        dask.config.set(patient),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster,
    ):
        yield cluster.scheduler_address


def test_a_study_is_the_same_wherever_it_runs(address: str, tmp_path: Path) -> None:
    file = write_suite(tmp_path)
    here = symag.study(file, output=tmp_path / "here", scheduler="here")
    there = symag.study(file, output=tmp_path / "there", scheduler=address)
    assert same_but_for_times(here) == same_but_for_times(there)
    keys = [(tmp_path / name / "study.json").read_bytes() for name in ("here", "there")]
    assert keys[0] == keys[1]


@pytest.mark.slow
def test_a_benchmark_on_a_cluster_goes_on_where_it_was(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row of Table 1 of CAV'12: begun on the cluster, ended here, and shown."""
    monkeypatch.setattr("symag.study.bench.cav12.PAPER", {("SN", 1): PAPER["SN", 1]})
    stopped = tmp_path / "stopped"

    def stop(progress: StudyProgress) -> None:
        if progress.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        symag.study("cav12", output=stopped, scheduler=address, listener=stop)
    begun = symag.study(stopped)
    assert begun.missing == len(begun) - 3
    ended = symag.study("cav12", output=stopped, scheduler="processes", jobs=2)
    there = symag.study("cav12", output=tmp_path / "there", scheduler=address)
    assert same_but_for_times(ended) == same_but_for_times(there)
    assert not ended.missing
    assert ended.view is not None
    assert str(symag.study(stopped)) == str(ended)


def test_jobs_that_go_wrong_hurt_no_worker(address: str, tmp_path: Path) -> None:
    jobs = [
        *map(square_job, range(20)),
        Job("crashes", made_up.crashing),
        Job("raises", made_up.raising),
        Job("eats", made_up.eating, (), Limits(memory_mb=100)),
        Job("hangs", made_up.hanging, (str(tmp_path / "process"),), Limits(seconds=0.1)),
        Job("env", made_up.in_environment, ("SYMAG_TEST",), environment=(("SYMAG_TEST", "set"),)),
    ]
    found = {job.name: result for job, result in do_jobs(jobs, DaskWorkers(address))}
    assert [found[f"square of {number}"].figures for number in range(20)] == [{"square": n * n} for n in range(20)]
    assert "SIGSEGV" in str(found["crashes"].failure)
    assert "ValueError" in (found["raises"].log or "")
    assert (found["eats"].limit, found["hangs"].limit) == ("memory", "timeout")
    assert found["eats"].serves(Limits(memory_mb=100)), "it is not tried again"
    assert found["env"].figures == {"value": "set"}


@linux
def test_a_worker_that_is_killed_in_the_middle(address: str, tmp_path: Path) -> None:
    """Both workers are at work when one is killed: its job is done again, and no result is lost."""
    allow_failures(address, 3)
    jobs = [Job(name, made_up.waiting, (str(tmp_path), name)) for name in "abcd"]
    running = do_jobs(jobs, DaskWorkers(address), listener=lambda job: kill_one(address, tmp_path))
    found = {job.name: result for job, result in running}
    allow_failures(address, 0)
    assert {name: result.figures for name, result in found.items()} == {name: {"name": name} for name in "abcd"}
    assert (tmp_path / "go").exists()
    assert len({file.name for file in tmp_path.glob("?.*")}) == 5, "one job was begun twice"


def kill_one(address: str, folder: Path) -> None:
    """When both workers are at work, kill one. When its job is at work again, let all end."""
    begun = list(folder.glob("?.*"))
    killed = folder / "killed"
    if len(begun) == 2 and not killed.exists():
        with distributed.Client(address, set_as_default=False) as client:
            worker = next(iter(client.run(os.getpid).values()))
        killed.write_text(str(worker))
        os.kill(worker, signal.SIGKILL)
    elif len(begun) == 3:
        (folder / "go").touch()


def allow_failures(address: str, number: int) -> None:
    """How many workers a job may lose, and be tried again."""

    def change(dask_scheduler: Any) -> None:
        dask_scheduler.allowed_failures = number

    with distributed.Client(address, set_as_default=False) as client:
        client.run_on_scheduler(change)


@linux
def test_a_job_that_ends_its_worker_is_given_up(address: str) -> None:
    jobs = [Job("deadly", made_up.ending_its_worker), square_job(3)]
    found = {job.name: result for job, result in do_jobs(jobs, DaskWorkers(address))}
    assert found["deadly"].failure == "the worker was lost 1 time while it worked on this: the job may have ended it"
    assert found["square of 3"].figures == {"square": 9}


@linux
def test_whoever_stops_listening_leaves_no_job(address: str, tmp_path: Path) -> None:
    running = do_jobs([announced_job(tmp_path / "process"), square_job(3)], DaskWorkers(address))
    job, _ = next(running)
    assert job.name == "square of 3"
    wait_for((tmp_path / "process").exists)
    running.close()
    wait_for(lambda: not is_alive(int((tmp_path / "process").read_text())))


def test_no_scheduler_and_no_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "10ms"}),
        pytest.raises(InputError, match=r"there is no Dask scheduler at tcp://127\.0\.0\.1:9"),
    ):
        list(do_jobs([square_job(1)], DaskWorkers("tcp://127.0.0.1:9")))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r'Dask is not installed: pip install "symag\[dask\]"'):
        list(do_jobs([square_job(1)], DaskWorkers("local")))


@pytest.mark.slow
@pytest.mark.parametrize("interrupted", [False, True])
def test_a_cluster_of_our_own(interrupted: bool, tmp_path: Path) -> None:
    """In a process of its own, as the command runs it: Ctrl-C, which all processes get, ends it in order."""
    script = tmp_path / "run.py"
    script.write_text("from symag.cli.main import main\n\nif __name__ == '__main__':\n    main()\n")
    arguments = ["study", str(write_suite(tmp_path)), "--scheduler", "local", "-j", "2", "-o", str(tmp_path / "out")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(script), *arguments]
    streams: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    store = tmp_path / "out" / "results.jsonl"
    with subprocess.Popen(command, env=environment, start_new_session=True, **streams) as process:
        if interrupted:
            wait_for(lambda: (store.exists() and bool(read_results(store))) or process.poll() is not None)
            os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate()
    if not interrupted:
        assert process.returncode == 0, said
        assert not symag.study(tmp_path / "out").missing
    elif process.returncode:  # it may have been done already
        assert (process.returncode, said.splitlines()[-1], said.count("\n")) == (130, "symag: interrupted", 2)
