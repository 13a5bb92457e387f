"""`symag audit`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import symag
from symag.study.cases.papers import FIG1_P
from tests.cli.commands import HOLDS, SYMAG, UNKNOWN, VIOLATED, assert_refused, run
from tests.waiting import PATIENCE


@pytest.mark.parametrize("command", [HOLDS, VIOLATED], ids=["holds", "violated"])
def test_audit_accepts_what_check_wrote(folder: Path, command: list[str]) -> None:
    run(*command, "--output", "verdict.json")
    done = run("audit", "verdict.json")
    assert done.exit_code == 0
    assert done.stdout.startswith("accepted")


def swap_the_claim(verdict: dict[str, Any]) -> None:
    verdict["verdict"] = "violated" if verdict["verdict"] == "holds" else "holds"


def change_a_probability(verdict: dict[str, Any]) -> None:
    for row in verdict["components"][1]["model"]["transitions"]:
        if isinstance(row["to"], dict):
            row["to"] = {"s1": "1/2", "s2": "1/2"}


def strengthen_the_specification(verdict: dict[str, Any]) -> None:
    verdict["specification"]["model"]["transitions"].pop()


def weaken_the_specification(verdict: dict[str, Any]) -> None:
    verdict["specification"]["model"] = symag.formats.native.to_json(FIG1_P)


def forget_a_pair(verdict: dict[str, Any]) -> None:
    verdict["certificate"]["relation"]["groups"].pop()


def forget_the_last_step(verdict: dict[str, Any]) -> None:
    verdict["counterexample"]["refutation"].pop()


def lose_the_certificate(verdict: dict[str, Any]) -> None:
    verdict["certificate"] = None


def move_the_tree(verdict: dict[str, Any]) -> None:
    execution = verdict["counterexample"]["execution"]
    execution[next(iter(execution))] = ["t1", "s1"]


@pytest.mark.parametrize(
    ("command", "tamper"),
    [
        (HOLDS, swap_the_claim),
        (HOLDS, change_a_probability),
        (HOLDS, strengthen_the_specification),
        (HOLDS, forget_a_pair),
        (HOLDS, lose_the_certificate),
        (VIOLATED, swap_the_claim),
        (VIOLATED, change_a_probability),
        (VIOLATED, weaken_the_specification),
        (VIOLATED, forget_the_last_step),
        (VIOLATED, move_the_tree),
    ],
)
def test_audit_rejects_what_somebody_changed(
    folder: Path, command: list[str], tamper: Callable[[dict[str, Any]], None]
) -> None:
    run(*command, "--output", "verdict.json")
    verdict = json.loads((folder / "verdict.json").read_text())
    tamper(verdict)
    (folder / "verdict.json").write_text(json.dumps(verdict))
    done = run("audit", "verdict.json")
    assert done.exit_code == 4
    assert done.stdout.startswith("REJECTED")
    assert done.stdout.count("\n") == 1


def test_audit_has_nothing_to_say_about_unknown(folder: Path) -> None:
    run(*UNKNOWN, "--output", "verdict.json")
    done = run("audit", "verdict.json")
    assert done.exit_code == 3
    assert "unknown" in done.stdout


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"verdict",
        b"[]",
        b"7",
        b"{}",
        b'{"verdict": 1}',
        b'{"verdict": "maybe"}',
        b'{"verdict": ["holds"]}',
        b"[" * 100_000,
        b'{"verdict": "holds"',
        b"\xff\xfe",
        b'{"verdict": "\xff"}',
    ],
)
def test_audit_of_something_else_exits_with_2(folder: Path, content: bytes) -> None:
    (folder / "other.json").write_bytes(content)
    assert_refused(run("audit", "other.json"), "other.json")


def test_audit_of_a_model_or_of_nothing_exits_with_2(folder: Path) -> None:
    for name in ("L1.json", "missing.json", "."):
        assert_refused(run("audit", name), name)


def test_audit_needs_no_more_memory_than_the_file(folder: Path) -> None:
    run(*HOLDS, "--output", "verdict.json")
    code = "import resource; resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31)); " + SYMAG[-1]
    done = subprocess.run(
        [*SYMAG[:-1], code, "audit", "verdict.json"], capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
