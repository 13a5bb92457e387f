"""`symag explain`, and `symag check --dry-run`, which is the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from symag.cli.main import app
from tests.cli.commands import run

EXAMPLES = Path(__file__).parents[2] / "examples"
QUESTIONS = {
    "csp/scheduler.csp": "",
    "csp/abp.csp": "",
    "csp/philosophers.csp": "",
    "csp/two_phase_commit.csp": "",
    "cav08/gas_station.lts": "--spec cav08/gas_station.lts#CHANGE --relation traces",
    "cav12/CS_1-5/server.prism cav12/CS_1-5/clients.prism": "--spec cav12/CS_1-5/spec.prism",
    "cav12/SN-2/process.prism cav12/SN-2/sensors.prism": "--spec cav12/SN-2/spec.prism",
    "minimal/peterson.lts": "",
    "real/crossing.lts": "",
}


def run_narrow(command: str) -> Result:
    return CliRunner().invoke(app, command.split(), prog_name="symag", env={"COLUMNS": "80"})


@pytest.mark.parametrize("files", QUESTIONS)
def test_examples(files: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text fits 80 columns, the JSON is one object with the same facts, and a dry run says the same."""
    monkeypatch.chdir(EXAMPLES)
    said = run_narrow(f"explain {files} {QUESTIONS[files]}")
    assert said.exit_code == 0, said.stderr
    assert max(map(len, said.stdout.splitlines())) <= 80
    written = run_narrow(f"explain {files} {QUESTIONS[files]} --json")
    found = json.loads(written.stdout)
    for one in found.get("questions", [found]):
        assert one["components"]
        assert one["properties"]
        assert one["forecast"]["reasons"]
        assert one["forecast"]["way"] in " ".join(said.stdout.split())
    assert run_narrow(f"check {files} {QUESTIONS[files]} --dry-run").stdout == said.stdout


def test_one_of_several_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES / "csp")
    picture = tmp_path / "graph.svg"
    refused = run("explain", "scheduler.csp", "-o", str(picture))
    assert (refused.exit_code, picture.exists()) == (2, False)
    assert "--assertion selects one" in refused.stderr
    done = run("explain", "scheduler.csp", "--assertion", "1", "-o", str(picture))
    assert done.exit_code == 0
    assert "written: " in done.stderr
    assert b"CycleProp" in picture.read_bytes()


REFUSED = {
    "explain L1.json": "asks no question",
    "explain L1.json L2.json": "give the specification with --spec P",
    "explain L1.json --spec missing.json": "missing.json",
    "explain L1.json --spec P.json --relation traces": "probabilistic",
    "explain L1.json --spec P.json --method fast": "the method 'fast' is not known",
    "explain L1.json L2.json --spec P.json --method learn": "decides the relation 'traces' only",
    "explain L1.json --spec P.json -o graph.html": "graph.html",
    "explain L1.json --spec P.json -o missing/graph.svg": "there is no such folder",
    "check L1.json --spec P.json --dry-run --output verdict.json": "--dry-run decides nothing",
    "explain L1.json --spec P.json --sides a/b": "go with one program",
    "explain L1.json --spec P.json --constraint auto": "let symag check find them",
    "check L1.json --spec P.json --dry-run --constraint VA(x)": "go with one program",
    "check L1.json --spec P.json --dry-run --constraint auto": "let symag check find them",
    "compare L1.json --spec P.json --constraint auto": "let symag check find them",
    "check L1.json --spec P.json --dry-run --verbose": "--dry-run decides nothing",
}


@pytest.mark.parametrize("command", REFUSED)
def test_bad_input(folder: Path, command: str) -> None:
    done = run(*command.split())
    assert done.exit_code == 2
    assert done.stdout == ""
    assert REFUSED[command] in done.stderr
    assert done.stderr.count("\n") == 1


def test_json_is_alone_on_standard_output(folder: Path) -> None:
    done = run("explain", "L1.json", "L2.json", "--spec", "P.json", "--json")
    found = json.loads(done.stdout)
    assert found["relation"] == "simulation"
    assert found["composition"]["complete"]
    assert "would be composed" in done.stderr
    assert run("explain", "L1.json", "L2.json", "--spec", "P.json", "--max-states", "1").exit_code == 0
    assert run("explain", "loops.lts", "--spec", "loops.lts#MUTEX", "--timeout", "1e-9").exit_code == 3
