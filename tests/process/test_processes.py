"""Processes that symag starts, signals that it gets, files that it writes: nothing is left behind, nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import symag
from symag.cli.output import OutputFiles
from symag.errors import InputError
from symag.process import in_a_process
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P
from tests.waiting import PATIENCE, is_alive, wait_for

ENDINGS = [
    pytest.param(signal.SIGINT, 130, b"symag: interrupted\n", id="SIGINT"),
    pytest.param(signal.SIGTERM, 143, b"symag: ended by SIGTERM\n", id="SIGTERM"),
    pytest.param(signal.SIGHUP, 129, b"symag: ended by SIGHUP\n", id="SIGHUP"),
    pytest.param(signal.SIGKILL, -9, b"", id="SIGKILL"),
]
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs files without a name, and signals from pipes")

# Functions for processes of their own. Each that hangs first writes the numbers of its processes to a file.
CASES = """
import json, os, subprocess, sys, time

def _announce(file, *processes):
    with open(file + ".new", "w") as stream:
        json.dump([os.getpid(), *processes], stream)
    os.rename(file + ".new", file)

def hanging(file):
    helper = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
    _announce(file, helper.pid)
    helper.wait()

def computing(file):
    _announce(file)
    return 7 ** 10**10 % 10  # holds Python's lock for hours

def audit_with_bounds(text):  # in the place of the kernel's
    hanging(os.environ["SYMAG_TEST_FILE"])

def babbling(words):
    print("{}")
    os.write(1, b"[1, 2]\\n")
    print("last words", file=sys.stderr)
    return words

def yielding():
    yield 1
    yield {"a": None}
    os.kill(os.getpid(), 9)

def leaving():
    print("I leave", file=sys.stderr, flush=True)
    os._exit(7)

def where(): return [sys.stdin.read(), os.getcwd(), sys.flags.isolated, os.getpgrp() == os.getpid()]

def eating():
    eaten = bytearray(b"x") * 2**28
    time.sleep(1000)
"""

BENCH = """
import sys, cases
import symag.cli.bench
case, file = getattr(cases, sys.argv.pop()), sys.argv.pop()
from symag.study import Job
from symag.study.bench import engine
engine.engine_jobs = lambda settings, found: [Job("a cell", case, (file,))]
from symag.cli.main import main
main()
"""
KERNEL = """
import sys, types, cases
import symag
sys.modules["symag.evidence.audit"].minimality = types.SimpleNamespace(__file__=cases.__file__)
from symag.cli.main import main
main()
"""
CHECK = ["check", "L1.json", "L2.json", "--spec", "P.json"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the user is: a folder with the models of CAV'12, Fig. 1. Modules are beside it, temporary files below."""
    home = tmp_path / "home"
    for name in ("home", "temporary", "modules"):
        (tmp_path / name).mkdir()
    for model in (FIG1_L1, FIG1_L2, FIG1_P):
        symag.save(model, home / f"{model.name}.json")
    (tmp_path / "modules" / "cases.py").write_text(CASES)
    monkeypatch.syspath_prepend(tmp_path / "modules")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "modules"), *sys.path]))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    monkeypatch.setenv("SYMAG_TEST_FILE", str(tmp_path / "processes"))
    monkeypatch.chdir(home)
    yield home
    sys.modules.pop("cases", None)


@contextmanager
def started(program: str, *arguments: str, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A program in Python, which is gone at the end."""
    command = [sys.executable, "-c", program, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options) as process:
        try:
            yield process
        finally:
            process.kill()


def assert_nothing_is_left(folder: Path, program: str, arguments: list[str], sent: int, code: int, said: bytes) -> None:
    """Send the signal when the function of `CASES` runs."""
    processes, before = folder.parent / "processes", sorted(os.listdir(folder))
    with started(program, *arguments) as process:
        wait_for(lambda: processes.exists() or process.poll() is not None)
        process.send_signal(sent)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (code, b"", said)
    for number in json.loads(processes.read_text()):
        wait_for(lambda number=number: not is_alive(number))  # type: ignore[misc]
    assert os.listdir(folder.parent / "temporary") == []
    assert sorted(os.listdir(folder)) == before


@pytest.mark.parametrize(("sent", "code", "said"), ENDINGS)
def test_bench_leaves_no_process_and_no_file(folder: Path, sent: int, code: int, said: bytes) -> None:
    arguments = ["bench", "engine", str(folder.parent / "processes"), "hanging"]
    assert_nothing_is_left(folder, BENCH, arguments, sent, code, said)


@linux
def test_a_process_that_holds_pythons_lock_ends_with_its_parent(folder: Path) -> None:
    arguments = ["bench", "engine", str(folder.parent / "processes"), "computing"]
    assert_nothing_is_left(folder, BENCH, arguments, signal.SIGKILL, -9, b"")


@pytest.mark.parametrize(("sent", "code", "said"), ENDINGS)
def test_the_kernels_process_ends_with_its_parent(folder: Path, sent: int, code: int, said: bytes) -> None:
    assert_nothing_is_left(folder, KERNEL, [*CHECK, "--timeout", "1000", "--audit"], sent, code, said)


def test_a_process_answers(folder: Path) -> None:
    large = "ä\udc80" * 10**6  # more than a pipe holds
    ended = in_a_process("cases", "babbling", large)
    assert (ended.answers, ended.code, ended.stopped, ended.log) == ((large,), 0, None, "{}\n[1, 2]\nlast words")
    ended = in_a_process("cases", "yielding")
    assert (ended.answers, ended.code) == ((1, {"a": None}), -9)
    ended = in_a_process("cases", "leaving")
    assert (ended.answers, ended.how) == ((), "it ended with exit code 7: I leave")
    assert in_a_process("cases", "where").answers == (["", str(folder), 0, True],)
    ended = in_a_process(str(folder.parent / "modules" / "cases.py"), "where", isolated=True)
    assert ended.answers == (["", str(folder), 1, True],)


def test_a_process_that_cannot_do_it(folder: Path) -> None:
    assert "AttributeError" in in_a_process("cases", "missing").how
    with pytest.raises(AttributeError, match="pickle"):
        in_a_process("cases", "babbling", lambda: None)


def test_a_process_is_stopped_at_a_limit(folder: Path) -> None:
    told = []
    ended = in_a_process("cases", "hanging", str(folder / "file"), seconds=0.01, tell=lambda: told.append(1))
    assert (ended.answers, ended.stopped, ended.code, bool(told)) == ((), "timeout", -9, True)
    ended = in_a_process("cases", "eating", memory_mb=200)
    assert (ended.answers, ended.stopped, ended.code) == ((), "memory", -9)
    assert ended.memory_mb > 200


def test_the_kernel_is_stopped_at_a_limit(folder: Path) -> None:
    """A kernel that does not come back. How long it takes to start does not matter: its clock runs from then on."""
    with started(KERNEL, *CHECK, "--timeout", "3", "--audit") as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (3, b"")
    assert "timeout: 3 s were used up while the kernel is checking" in " ".join(out.decode().split())


# Signals

PAUSED = """
import os, sys, time, types
from symag.formats import files

def paused(*arguments):
    if moment == "fill":
        fill(*arguments)
    os.write(1, b"here\\n")
    while True:  # a signal that comes just before signal.pause() would be handled after it only
        time.sleep(0.1)

moment, named, fill = sys.argv.pop(), sys.argv.pop(), files._fill
if named == "named":
    files.sys = types.SimpleNamespace(platform="other")
if moment == "fill":
    files._fill = paused
else:
    os.replace = paused
from symag.cli.main import main
main()
"""


@pytest.mark.parametrize(("sent", "code", "said"), ENDINGS)
@pytest.mark.parametrize("moment", ["fill", "replace"])
@pytest.mark.parametrize("named", [pytest.param("unnamed", marks=linux), "named"])
def test_saving_leaves_no_temporary_file(
    folder: Path, moment: str, named: str, sent: int, code: int, said: bytes
) -> None:
    """When the new content has been written; and when it only remains to give it its name."""
    if sent == signal.SIGKILL and (named, moment) != ("unnamed", "fill"):
        pytest.skip("what has a name stays if the process is killed")
    (folder / "verdict.json").write_text("old")
    before = sorted(os.listdir(folder))
    with started(PAUSED, *CHECK, "--output", "verdict.json", named, moment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        process.send_signal(sent)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (code, b"", said)
    assert sorted(os.listdir(folder)) == before
    assert (folder / "verdict.json").read_text() == "old"


@linux
def test_saving_from_python_leaves_no_temporary_file_when_it_is_killed(folder: Path) -> None:
    (folder / "model.json").write_text("old")
    program = PAUSED.rpartition("from symag.cli")[0] + "import symag; symag.save(symag.load('P.json'), 'model.json')"
    with started(program, "unnamed", "fill") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == -signal.SIGTERM
    assert sorted(os.listdir(folder)) == ["L1.json", "L2.json", "P.json", "model.json"]
    assert (folder / "model.json").read_text() == "old"


def test_what_is_ignored_stays_ignored(folder: Path) -> None:
    """As nohup wants it."""
    ignore: Callable[[], Any] = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)  # noqa: E731
    with started(PAUSED, *CHECK, "--output", "verdict.json", "unnamed", "replace", preexec_fn=ignore) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (143, b"symag: ended by SIGTERM\n")


# Files


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o444])
@pytest.mark.parametrize("named", [False, True])
def test_overwriting_keeps_the_permissions(
    folder: Path, mode: int, named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if named:
        monkeypatch.setattr("symag.formats.files.sys", SimpleNamespace(platform="other"))
    file = folder / "P.json"
    file.chmod(mode)
    symag.save(FIG1_L1, file)
    assert stat.S_IMODE(file.stat().st_mode) == mode
    assert symag.load(file).is_isomorphic_to(FIG1_L1)
    assert sorted(os.listdir(folder)) == ["L1.json", "L2.json", "P.json"]


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_new_file_has_the_permissions_that_the_user_wants(folder: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        symag.save(FIG1_L1, folder / "new.json")
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / "new.json").stat().st_mode) == 0o666 & ~mask


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_overwriting_keeps_the_owner(folder: Path) -> None:
    file = folder / "P.json"
    os.chown(file, 1234, 4321)
    file.chmod(0o4640)
    symag.save(FIG1_L1, file)
    assert (file.stat().st_uid, file.stat().st_gid, stat.S_IMODE(file.stat().st_mode)) == (1234, 4321, 0o4640)


def test_a_link_stays_a_link(folder: Path) -> None:
    (folder / "link.json").symlink_to("P.json")
    symag.save(FIG1_L1, folder / "link.json")
    assert (folder / "link.json").is_symlink()
    assert symag.load(folder / "P.json").is_isomorphic_to(FIG1_L1)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
def test_a_verdict_that_cannot_be_saved_is_printed(folder: Path, more: list[str]) -> None:
    program = "from symag.cli.main import main; main()"
    files = ["--output", "/dev/full", "--report", "report.html"]
    with started(program, *CHECK, *files, *more) as process:
        out, err = process.communicate(timeout=PATIENCE)
    failure = "symag: /dev/full: cannot be written: No space left on device"
    assert (process.returncode, err.decode().splitlines()[-2:]) == (2, ["written: report.html", failure])
    assert json.loads(out)["verdict"] == "holds" if more else out.decode().startswith("holds: L1 ‖ L2 ≼ P")
    assert (folder / "report.html").read_text().startswith("<!DOCTYPE html>")


def test_all_that_cannot_be_written_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise InputError("cannot be written: No space left on device", "one")

    stages: list[str] = []
    saving = OutputFiles(lambda stage, count: stages.append(stage))
    saving.save("writing one", fail, Path("one"))
    saving.save("writing two", lambda: None, Path("two"))
    saving.save("writing three", lambda: symag.save(FIG1_L1, "none/three.json"), Path("three.json"))
    with pytest.raises(InputError, match=r"^one: cannot be written: No space .*; none/three.json: cannot be written"):
        saving.finish()
    assert stages == ["writing one", "writing two", "writing three"]
    assert capfd.readouterr() == ("", "written: two\n")
