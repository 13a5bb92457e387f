"""Audits: one reading, the models that a verdict is about, limits."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import symag
from symag import LPTS, LimitReached, Limits
from symag.evidence import audit_each
from symag.limits import Watch
from tests.cli.commands import run_line as run
from tests.evidence.models import AA, AB, ANY, COIN


def test_a_verdict_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    symag.check([AB], AA).save("violated.json")
    symag.check([AB], ANY).save("holds.json")
    opened, builtin_open = [], open

    def counting(file: Any, *arguments: Any, **options: Any) -> Any:
        opened.append(file)
        if len(opened) > 1:
            file = "holds.json"
        return builtin_open(file, *arguments, **options)

    monkeypatch.setattr("symag.formats.files.open", counting, raising=False)
    done = run("audit violated.json")
    assert done.stdout.startswith("accepted: violated, shown by a tree")
    assert opened == ["violated.json"]


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_pipes_are_audited(folder: Path, name: str) -> None:
    verdict = symag.check([AB], ANY)
    program = "import sys; from symag.cli.main import main; sys.argv = ['symag', 'audit', sys.argv[1]]; main()"
    command = [sys.executable, "-c", program, name]
    done = subprocess.run(command, input=verdict.dumps(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("accepted: holds, shown by a relation over 2 states of the system\n")


@pytest.mark.parametrize(
    ("key", "value"), [("format", None), ("format", "symag-lpts"), ("version", 2), ("version", "1")]
)
def test_another_format_is_not_read(folder: Path, key: str, value: object) -> None:
    data = json.loads(symag.check([AB], ANY).dumps()) | {key: value}
    (folder / "other.json").write_text(json.dumps(data))
    assert not symag.audit("other.json")
    for command in ("audit", "show"):
        done = run(f"{command} other.json")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "format" in done.stderr
        assert "symag-verdict 1" in done.stderr


def test_the_models_are_named_with_fingerprints(folder: Path) -> None:
    symag.check([AB, COIN], ANY).save("verdict.json")
    result = symag.audit("verdict.json")
    assert (result.verdict, result.relation) == ("holds", "simulation")
    assert [(facts.name, facts.states, facts.transitions) for facts in result.components] == [
        ("AB", 2, 2),
        ("coin", 2, 2),
    ]
    shown = run("audit verdict.json").stdout
    for facts in (*result.components, *result.specification):
        assert len(facts.sha256) == 64
        assert f"{facts.name!r}: {facts.states} state" in shown
        assert facts.sha256 in shown


def test_fingerprints_do_not_depend_on_order_names_and_what_is_not_reached(folder: Path) -> None:
    symag.check([AB, COIN], ANY).save("verdict.json")
    other = LPTS.build(
        "s",
        [("t", "b", {"s": "4/4"}), ("s", "a", {"t": "0.5", "s": "2/4"}), ("nowhere", "a", "s")],
        ["b", "a"],
        name="x",
    )
    assert symag.audit("verdict.json", components=[other, AB], specification=ANY)
    assert symag.audit("verdict.json", components=[AB, COIN])
    assert symag.audit("verdict.json", specification=ANY)


@pytest.mark.parametrize(
    ("components", "specification", "reason"),
    [
        ([AB, AB], ANY, "component 2, 'AB' with 2 states and 2 transitions, differs from the verdict's"),
        ([AA, COIN], ANY, "component 1, 'AA'"),
        ([AB], ANY, "the verdict is about 2 components, not 1"),
        ([AB, COIN, COIN], ANY, "component 3, 'coin'"),
        (
            [AB, COIN],
            AA,
            "the specification, 'AA' with 2 states and 2 transitions, differs from the verdict's: 'any' (1",
        ),
        ([AB, COIN], LPTS.build("p", [("p", "a", "p"), ("p", "b", "p")], ["a", "b", "c"]), "the specification, ''"),
    ],
)
def test_a_model_that_differs_is_named(folder: Path, components: list[LPTS], specification: LPTS, reason: str) -> None:
    symag.check([AB, COIN], ANY).save("verdict.json")
    result = symag.audit("verdict.json", components=components, specification=specification)
    assert not result
    assert result.reason.startswith(reason)


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ("--components AB.json coin.json --spec any.json", 0, "these are the models in AB.json, coin.json, any.json"),
        ("--spec any.json --components AB.json coin.json", 0, "these are the models in AB.json, coin.json, any.json"),
        ("--components AB.json --components coin.json", 0, "these are the models in AB.json, coin.json"),
        ("--components AB.json AA.json --spec any.json", 4, "REJECTED: component 2, 'AA'"),
        ("--components AB.json coin.json --spec AA.json", 4, "REJECTED: the specification, 'AA'"),
        ("--components AB.json none.json", 2, "none.json: cannot be read"),
        ("--components", 2, "requires an argument"),
        ("--components --spec any.json", 2, ""),
    ],
)
def test_recipients_compare_with_their_own_files(folder: Path, options: str, code: int, said: str) -> None:
    symag.check([AB, COIN], ANY).save("verdict.json")
    done = run(f"audit verdict.json {options}")
    assert done.exit_code == code
    assert said in done.stdout + done.stderr


def a_heavy_verdict(width: int = 10) -> str:
    """Small, and yet the kernel has 2^width moves of 3^width outcomes to look at."""
    moves: list[Any] = [
        ("s", "a", {"s": "1/3", "t": "1/3", "u": "1/3"}),
        ("s", "a", {"s": "1/2", "t": "1/4", "u": "1/4"}),
    ]
    verdict = symag.check([LPTS.build("s", moves, name="L")], ANY)
    data = json.loads(verdict.dumps())
    data["components"] *= width
    data["certificate"]["relation"] = {"groups": [{"simulated_by": ["p"], "states": [["s"] * width]}]}
    return json.dumps(data)


@pytest.mark.parametrize("command", ["audit", "show"])
def test_those_who_look_have_limits(folder: Path, command: str) -> None:
    (folder / "heavy.json").write_text(a_heavy_verdict(14))
    done = run(f"{command} heavy.json --timeout 2")
    assert "timeout: 2 s" in done.stdout + done.stderr
    assert done.exit_code == 3
    done = run(f"{command} heavy.json --memory 1")  # which reading it takes
    assert (done.exit_code, "memory: " in done.stderr) == (3, True)


def test_limits_in_python() -> None:
    with pytest.raises(LimitReached, match="timeout"):
        audit_each(a_heavy_verdict(14), Watch(Limits(seconds=0.2)))
