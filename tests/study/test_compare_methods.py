"""`symag compare --methods`: methods side by side, each with each backend, for simulation and for traces."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import symag
from symag import LPTS, InputError
from symag.cli.main import app
from symag.report import plot
from symag.study.cases.families import FAMILIES
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P, HASTY, INPUT, ORDER, OUTPUT
from symag.study.compare.comparison import Comparison, ComparisonRow
from symag.study.compare.side_by_side import _options, sweep

QUESTION = "compare L1.json L2.json --spec P.json"
TRACES = "compare Input.json Output.json --spec Order.json --relation traces"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for model in (FIG1_L1, FIG1_L2, FIG1_P, INPUT, OUTPUT, HASTY, ORDER):
        symag.save(model, tmp_path / f"{model.name}.json")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str) -> Result:
    return CliRunner().invoke(app, command.split(), prog_name="symag", env={"COLUMNS": "200"})


def test_methods_are_rows(folder: Path) -> None:
    done = run(f"{QUESTION} --methods mono,agar,cegar -o methods.json")
    assert done.exit_code == 0, done.stderr
    head, _, *lines = done.stdout.splitlines()
    assert head.split()[:4] == ["method", "backend", "verdict", "seconds"]
    assert "iterations" in head
    assert [line.split()[:3] for line in lines[:3]] == [[m, "fixpoint", "holds"] for m in ("mono", "agar", "cegar")]
    assert lines[3] == "all agree: holds"
    rows = json.loads((folder / "methods.json").read_text())["rows"]
    assert [(row["method"], row["backend"], row["audited"]) for row in rows] == [
        (method, "fixpoint", True) for method in ("mono", "agar", "cegar")
    ]
    mono, agar, _ = rows
    assert (mono["iterations"], mono["largest_assumption"]) == (None, None)
    assert agar["iterations"] > 0
    assert agar["largest_assumption"] > 1


def test_each_method_by_each_backend() -> None:
    heard: set[str] = set()
    comparison = symag.compare(
        [FIG1_L1, FIG1_L2],
        FIG1_P,
        methods=["mono", "agar"],
        backends=["fixpoint", "z3"],
        listener=lambda stage, count: heard.add(stage),
    )
    wanted = [("mono", "fixpoint"), ("mono", "z3"), ("agar", "fixpoint"), ("agar", "z3")]
    assert [(row.method, row.backend) for row in comparison.rows] == wanted
    assert {row.verdict for row in comparison.rows} == {"holds"}
    assert all(row.audited for row in comparison.rows)
    assert "agar, z3: holds" in repr(comparison)
    assert heard <= {f"{method}, {backend}, {n} of 4" for n, (method, backend) in enumerate(wanted, 1)}


@pytest.mark.parametrize(
    ("writer", "verdict", "options"),
    [
        (OUTPUT, "holds", {"rule": "asym"}),
        (HASTY, "violated", {"alphabet_refinement": True}),
        (HASTY, "violated", {"order": "auto"}),
    ],
)
def test_traces_by_every_method(writer: LPTS, verdict: str, options: dict[str, Any]) -> None:
    methods = ["mono", "agar", "learn", "cegar", "auto"]
    comparison = symag.compare([INPUT, writer], ORDER, relation="traces", methods=methods, **options)
    assert [(row.method, row.verdict, row.audited) for row in comparison.rows] == [(m, verdict, True) for m in methods]
    assert comparison.agree
    assert comparison.to_json()["relation"] == "traces"
    assert comparison.to_json()["rule"] == options.get("rule")


def test_traces_on_the_command_line(folder: Path) -> None:
    done = run(f"{TRACES} --methods mono,agar,learn --json")
    assert done.exit_code == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["relation"] == "traces"
    assert [row["method"] for row in document["rows"]] == ["mono", "agar", "learn"]
    assert run(f"{TRACES} --backends fixpoint").exit_code == 0


def test_sides_are_those_of_check() -> None:
    """A list of components is one side, and not flattened on the way."""
    components, specification = FAMILIES["mutex"](2)
    sides: list[Any] = [components[0], components[1:]]
    (row,) = symag.compare(sides, specification, methods=["agar"], rule="asym").rows
    verdict = symag.check(sides, specification, method="agar", rule="asym")
    assert row.largest_assumption == verdict.statistics["largest_assumption"]
    assert row.iterations == len(verdict.history)


def test_limits_are_for_each_method() -> None:
    rows = symag.compare([FIG1_L1, FIG1_L2], FIG1_P, methods=["mono", "agar"], max_states=2).rows
    assert [row.verdict for row in rows] == ["unknown", "unknown"]
    assert all(str(row.reason).startswith("max-states: more than 2 states") for row in rows)


@pytest.mark.parametrize(
    ("components", "options", "message"),
    [
        ([FIG1_L1, FIG1_L2], {"methods": []}, "there is no method to compare"),
        ([FIG1_L1, FIG1_L2], {"methods": "mono"}, "must be a list of names"),
        ([FIG1_L1, FIG1_L2], {"methods": ["mono", "mono"]}, "the method 'mono' is there twice"),
        ([FIG1_L1, FIG1_L2], {"methods": ["mono", "magic"]}, "the method 'magic' is not known"),
        ([FIG1_L1, FIG1_L2], {"methods": ["mono", "learn"]}, "the method 'learn' decides the relation 'traces' only"),
        ([FIG1_L1, FIG1_L2], {"relation": "magic"}, "the relation 'magic' is not known"),
        ([FIG1_L1, FIG1_L2], {"relation": "traces", "methods": ["mono"]}, "is probabilistic"),
        ([FIG1_L1, FIG1_L2], {"methods": ["mono", "agar"], "rule": "magic"}, "the rule 'magic' is not known"),
        ([FIG1_L1, FIG1_L2], {"methods": ["mono"], "rule": "asym"}, "the method 'mono' has no rule"),
        ([FIG1_L1, FIG1_L2], {"methods": ["agar"], "order": "magic"}, "the order 'magic' is not known"),
        ([FIG1_L1, FIG1_L2], {"methods": ["agar"], "strategy": "magic"}, "the strategy 'magic' is not known"),
        (
            [FIG1_L1, FIG1_L2],
            {"methods": ["mono"], "alphabet_refinement": True},
            "goes with the methods agar and learn",
        ),
        ([FIG1_L1], {"methods": ["mono", "agar"]}, "needs two components or more"),
    ],
)
def test_wrong_choices_are_told_before_anything_runs(
    components: Any, options: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("something ran"))
    with pytest.raises(InputError, match=message):
        symag.compare(components, FIG1_P, **options)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (f"{QUESTION} --methods mono,learn", "the method 'learn' decides the relation 'traces' only"),
        (f"{QUESTION} --methods ,", "there is no method to compare"),
        (f"{QUESTION} --methods mono,mono", "is there twice"),
        ("compare --family cs --relation traces", "the families are probabilistic"),
        ("compare --family cs --methods learn", "the method 'learn' decides the relation 'traces' only"),
    ],
)
def test_bad_usage(folder: Path, command: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("something ran"))
    done = run(command)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_methods_of_a_family(folder: Path) -> None:
    found = sweep(FAMILIES["arbiter"], [2, 3], methods=["mono", "agar"], rule="asym", order="auto")
    assert found.agree
    assert [[row.method for row in one.rows] for _, one in found.comparisons] == [["mono", "agar"]] * 2
    assert [record["method"] for record in found.to_records()] == ["mono", "agar"] * 2
    plot(found, "methods.svg")
    drawn = (folder / "methods.svg").read_text()
    assert "mono, fixpoint" in drawn
    assert "agar, fixpoint" in drawn


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        (("holds", "violated"), "the methods DISAGREE"),
        (("holds", "failed"), "a method failed"),
        (("unknown", "unknown"), "no method has an answer"),
    ],
)
def test_methods_that_do_not_agree(verdicts: Any, told: str) -> None:
    rows = tuple(
        ComparisonRow("fixpoint", verdict, "why", method=m)
        for m, verdict in zip(("mono", "agar"), verdicts, strict=True)
    )
    text = str(Comparison((FIG1_L1,), FIG1_P, rows))
    assert told in text
    assert "mono, fixpoint: " in text


def test_an_option_is_for_all_rows_that_do_not_refuse_it() -> None:
    given = {"relation": "traces", "rule": "asym", "strategy": "paper"}
    assert _options("agar", ("agar", "mono"), given) == {"method": "agar", **given}
    assert _options("mono", ("agar", "mono"), given) == {"method": "mono", "relation": "traces", "strategy": "paper"}
    assert _options("mono", ("mono",), given) == {"method": "mono", **given}
