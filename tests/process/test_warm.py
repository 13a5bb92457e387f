"""Processes that start warm: each is as fresh as a new Python, and as much on its own."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from symag.process import WarmProcesses
from symag.process.pool import MOST_SERVERS
from tests.waiting import is_alive, wait_for

linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each call gets a new Python")

CASES = """
import os, subprocess, sys, time
count = 0

def counting():
    global count
    count += 1
    return [count, os.getppid(), sorted(os.listdir("/proc/self/fd")), os.getpgrp() == os.getpid(), sys.stdin.read()]

def leaving(code):
    print("I leave", file=sys.stderr)
    sys.exit(code)

def raising():
    raise ValueError("no such logic")

def begetting(file):
    helper = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
    with open(file, "w") as stream:
        stream.write(str(helper.pid))

def eating():
    eaten = bytearray(b"x") * 2**27
    return memory()

def memory():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) // 1024 for line in file if line.startswith("VmHWM"))

def bereaving():
    os.kill(os.getppid(), 9)
    time.sleep(1000)

def variable(name):
    return os.environ.get(name)
"""


@pytest.fixture
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WarmProcesses]:
    (tmp_path / "cases.py").write_text(CASES)
    (tmp_path / "deadly.py").write_text("import os\nos._exit(3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with WarmProcesses() as found:
        yield found


@linux
def test_each_call_finds_what_the_first_one_found(processes: WarmProcesses) -> None:
    first, second = (processes.call("cases", "counting") for _ in range(2))
    assert first.answers == second.answers
    ((count, parent, descriptors, leads, read),) = first.answers
    assert (count, leads, read) == (1, True, "")
    assert parent != os.getpid()
    assert len(descriptors) <= 7, "streams, lifeline, answers, and what listing opens"


@pytest.mark.parametrize("can_fork", [pytest.param(True, marks=linux), False])
def test_how_calls_end(processes: WarmProcesses, can_fork: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symag.process.pool.CAN_FORK", can_fork)
    ended = processes.call("cases", "leaving", 7)
    assert (ended.answers, ended.how) == ((), "it ended with exit code 7: I leave")
    assert processes.call("cases", "leaving", None).code == 0
    ended = processes.call("cases", "raising")
    assert (ended.code, ended.log.splitlines()[-1]) == (1, "ValueError: no such logic")
    assert "AttributeError" in processes.call("cases", "missing").how
    assert "ModuleNotFoundError" in processes.call("no_such_module", "missing").how
    assert processes.call("deadly", "missing").how == "it ended with exit code 3 and said nothing"
    with pytest.raises(AttributeError, match="pickle"):
        processes.call("cases", "variable", lambda: None)


@linux
def test_the_peak_of_memory_is_that_of_the_call(processes: WarmProcesses) -> None:
    before, (eaten,), after = (processes.call("cases", name).answers for name in ("memory", "eating", "memory"))
    assert eaten > before[0] + 100
    assert after[0] < before[0] + 10


@linux
def test_nothing_is_left_of_a_call(processes: WarmProcesses, tmp_path: Path) -> None:
    assert processes.call("cases", "begetting", str(tmp_path / "process")).code == 0
    wait_for(lambda: not is_alive(int((tmp_path / "process").read_text())))


@linux
def test_a_lost_server_is_replaced(processes: WarmProcesses) -> None:
    assert processes.call("cases", "bereaving").code == -9
    assert processes.call("cases", "variable", "HOME").answers == (os.environ.get("HOME"),)
    for server in processes._servers.values():
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
    assert processes.call("cases", "variable", "HOME").answers == (os.environ.get("HOME"),)


@linux
def test_a_server_for_each_environment(processes: WarmProcesses) -> None:
    for number in range(MOST_SERVERS + 2):
        environment = {"SYMAG_TEST": str(number)}
        assert processes.call("cases", "variable", "SYMAG_TEST", environment=environment).answers == (str(number),)
    assert len(processes._servers) == MOST_SERVERS
    servers = [server.process.pid for server in processes._servers.values()]
    processes.close()
    assert not any(map(is_alive, servers))
