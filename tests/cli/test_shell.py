"""A command among other processes: interrupted, cut off, on a terminal that lacks our signs."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import symag
from symag import LPTS
from tests.cli.commands import HOLDS, SYMAG, VERDICTS, VIOLATED, run, start
from tests.waiting import PATIENCE

INTERRUPTIBLE = """
import os
from symag.report import Progress
heard = []
def hear(self, stage, count):
    heard.append(stage)
    if len(heard) == 5:
        os.write(2, b"here\\n")
Progress.__call__ = hear
"""
"""Says when it is in the middle of its work."""


def circle(number: int) -> LPTS:
    """Nine of these interleave to 10^9 states."""
    return LPTS.build("0", [(str(k), f"a{number}", str((k + 1) % 10)) for k in range(10)], name=f"c{number}")


def choice(number: int) -> LPTS:
    """Nine of these have 10^9 moves in their first state."""
    return LPTS.build("0", [("0", "a", str(k)) for k in range(10)], name=f"c{number}")


@pytest.mark.parametrize("family", [circle, choice])
def test_ctrl_c_exits_with_130_and_leaves_the_last_output(folder: Path, family: Callable[[int], LPTS]) -> None:
    for number in range(9):
        symag.save(family(number), f"c{number}.json")
    (folder / "verdict.json").write_text("old")
    names = [f"c{number}.json" for number in range(9)]
    command = [*SYMAG[:-1], INTERRUPTIBLE + SYMAG[-1], "check", *names, "--spec", "P.json", "-o", "verdict.json"]
    before = sorted(os.listdir())
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "here\n"
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, "", "symag: interrupted\n")
    assert (folder / "verdict.json").read_text() == "old"
    assert sorted(os.listdir()) == before


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(("command", "code"), VERDICTS)
def test_check_keeps_its_exit_code_when_nobody_reads(
    folder: Path, command: list[str], code: int, more: list[str]
) -> None:
    done = start_cut_off(*command, *more)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


def test_a_long_json_object_keeps_its_exit_code_when_nobody_reads(folder: Path) -> None:
    """Short ones fail when they are flushed, long ones while they are printed."""
    symag.save(LPTS.build("0", [(str(k), "input", str(k + 1)) for k in range(600)]), "long.json")
    assert run("check", "long.json", "--spec", "P.json").exit_code == 1
    assert start_cut_off("check", "long.json", "--spec", "P.json", "--json").returncode == 1


@pytest.mark.parametrize("command", [["show", "L2.json"], ["--version"], ["check", "--help"], ["demo"]])
def test_no_traceback_when_nobody_reads(folder: Path, command: list[str]) -> None:
    done = start_cut_off(*command)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


def start_cut_off(*arguments: str, cut: str = "stdout") -> subprocess.CompletedProcess[bytes]:
    """One command whose output goes to a pipe that nobody reads from any more."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return start(*arguments, stderr=writer) if cut == "stderr" else start(*arguments, stdout=writer)
    finally:
        os.close(writer)


@pytest.mark.parametrize("is_closed", [False, True], ids=["cut off", "closed"])
@pytest.mark.parametrize(("command", "code"), [(HOLDS, 0), (VIOLATED, 1), (["show", "missing.json"], 2)])
def test_exit_codes_and_json_do_not_depend_on_standard_error(
    folder: Path, command: list[str], code: int, is_closed: bool
) -> None:
    more = ["--json", "--output", "verdict.json"] if code < 2 else []
    if is_closed:
        shell = shlex.join([*SYMAG, *command, *more]) + " 2>&-"
        done = subprocess.run(["sh", "-c", shell], stdout=subprocess.PIPE, timeout=PATIENCE, check=False)
    else:
        done = start_cut_off(*command, *more, cut="stderr")
    assert done.returncode == code
    assert done.stdout == b"" if code == 2 else json.loads(done.stdout)["verdict"] == ("holds", "violated")[code]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("command", [HOLDS, [*HOLDS, "--json"], ["show", "L2.json"]], ids=["text", "json", "show"])
def test_a_full_disk_behind_stdout_is_no_verdict_and_no_bug(folder: Path, command: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = start(*command, stdout=full)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"bug" not in done.stderr


@pytest.mark.parametrize(("command", "code"), [(HOLDS, 0), (VIOLATED, 1), (["show", "L2.json"], 0)])
def test_a_terminal_without_our_signs_is_no_reason_to_fail(folder: Path, command: list[str], code: int) -> None:
    done = start(*command, encoding="ascii")
    assert done.returncode == code, done.stderr.decode()
    assert done.stderr == b""


def test_json_is_whole_in_a_terminal_without_our_signs(folder: Path) -> None:
    symag.save(LPTS.build("début", [("début", "é", "‖")], name="≼"), "signs.json")
    done = start("check", "signs.json", "--spec", "signs.json", "--json", encoding="ascii")
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout)["components"][0]["name"] == "≼"


def test_the_peak_is_that_of_symag_and_not_of_whoever_started_it(folder: Path) -> None:
    ballast = bytearray(b"x") * (200 * 2**20)
    done = start(*HOLDS, "--json")
    del ballast
    assert json.loads(done.stdout)["statistics"]["peak_memory_mb"] < 200
