"""Commands, in this process and in one of their own, and the models that they read."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import IO

import pytest
from typer.testing import CliRunner, Result

from symag import LPTS
from symag.cli.main import app
from tests.waiting import PATIENCE

EAGER = LPTS.build("0", [("0", "input", "1"), ("1", "input", "0")], name="eager")

ORDER = LPTS.build("0", [("0", "input", "1"), ("1", "output", "0")], name="order")

UNSURE = LPTS.build("0", [("0", "input", "0"), ("0", "input", "1"), ("1", "output", "0")], name="unsure")

LOOPS = """
const N = 2
range ID = 1..N
LOOP = (down -> enter -> exit -> up -> LOOP).
LOCK = (p[ID].down -> p[ID].up -> LOCK).
||SYSTEM = (p[ID]:LOOP || LOCK).
property MUTEX = (p[i:ID].enter -> p[i].exit -> MUTEX).
"""


def run_line(command: str) -> Result:
    return CliRunner().invoke(app, command.split(), prog_name="symag", env={"COLUMNS": "200"})


CHECK_LINE = "check L1.json L2.json --spec P.json"


PROMISE = LPTS.build("u0", [("u0", "input", "u1"), ("u1", "output", {"u1": "1/100", "u0": "99/100"})], name="promise")
"""More than the channel of Fig. 1 can keep."""

SYMAG = [sys.executable, "-c", "from symag.cli.main import main; main()"]

HOLDS = ["check", "L1.json", "L2.json", "--spec", "P.json"]

VIOLATED = ["check", "L1.json", "L2.json", "--spec", "promise.json"]

UNKNOWN = [*HOLDS, "--max-states", "2"]

VERDICTS = [
    pytest.param(HOLDS, 0, id="holds"),
    pytest.param(VIOLATED, 1, id="violated"),
    pytest.param(UNKNOWN, 3, id="unknown"),
]


def run(*arguments: str) -> Result:
    """One command, in this process."""
    return CliRunner().invoke(app, list(arguments), prog_name="symag")


def start(
    *arguments: str,
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int | IO[bytes] = subprocess.PIPE,
    encoding: str = "utf-8",
) -> subprocess.CompletedProcess[bytes]:
    """One command, in a process of its own."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [*SYMAG, *arguments]
    return subprocess.run(command, stdout=stdout, stderr=stderr, env=environment, timeout=PATIENCE, check=False)


def assert_refused(done: Result, name: str) -> None:
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"symag: {name}:")
    assert done.stderr.count("\n") == 1
