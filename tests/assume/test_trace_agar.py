"""Traces: every method agrees with a search that builds everything, shortest traces are shortest; alphabets."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import symag
from symag import LPTS
from symag.cli.main import app
from symag.errors import InputError
from symag.study.cases.papers import HASTY, INPUT, ORDER, OUTPUT
from tests.traces.questions import nearest_violation, random_protocol, random_safety_question

SOME = ("mono, reduced", "auto", "cegar", "asym-n, plain", "asym, paper")
"""Methods that are tried on a quarter of the random systems."""


METHODS: dict[str, dict[str, Any]] = {
    "mono": {"method": "mono"},
    "mono, reduced": {"method": "mono", "reduce": True},
    "auto": {"method": "auto"},
    "cegar": {"method": "cegar"},
    "asym": {"method": "agar", "rule": "asym"},
    "asym-n": {"method": "agar", "rule": "asym-n"},
    "asym-n, plain": {"method": "agar", "rule": "asym-n", "reduce": False},
    "asym, paper": {"method": "agar", "rule": "asym", "strategy": "paper"},
    "asym, alphabets": {"method": "agar", "rule": "asym", "alphabet_refinement": True},
    "asym-n, alphabets": {"method": "agar", "rule": "asym-n", "alphabet_refinement": True},
    "learn, asym": {"method": "learn", "rule": "asym"},
    "learn, asym-n": {"method": "learn", "rule": "asym-n"},
    "learn, asym, alphabets": {"method": "learn", "rule": "asym", "alphabet_refinement": True},
    "learn, asym-n, alphabets": {"method": "learn", "rule": "asym-n", "alphabet_refinement": True},
}


def assert_execution(verdict: symag.Verdict) -> None:
    """The trace can be done, and all but its last action is allowed."""
    assert verdict.counterexample is not None
    trace = verdict.counterexample.trace
    allowed = {(s, a): next(iter(d)) for s, a, d in verdict.counterexample.specification.transitions()}
    above: str | None = verdict.counterexample.specification.initial_state
    for number, action in enumerate(trace):
        if action in verdict.specification.alphabet:
            assert above is not None
            above = allowed.get((above, action))
            assert (above is None) == (number == len(trace) - 1)


PARTS = [pytest.param(part, marks=[pytest.mark.slow] if part else []) for part in range(8)]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("question", [random_safety_question, random_protocol])
def test_every_method_agrees_with_the_search(question: Callable[[Random], tuple[list[LPTS], LPTS]], part: int) -> None:
    """1,040 systems, 910 of them as slow tests; a quarter by every method, with an audit by the kernel."""
    verdicts = {"holds": 0, "violated": 0}
    for seed in range(part * 65, part * 65 + 65):
        components, specification = question(Random(seed))
        length = nearest_violation(components, specification)
        expected = "holds" if length is None else "violated"
        verdicts[expected] += 1
        thorough = seed % 4 == 0
        for name, options in METHODS.items():
            if name in SOME and not thorough:
                continue
            verdict = symag.check(components, specification, relation="traces", **options, audit=thorough)
            assert verdict.verdict == expected, (seed, name)
            assert verdict.audited == thorough
            if length is not None:
                assert verdict.counterexample is not None
                assert verdict.counterexample.kind == "trace"
                assert_execution(verdict)
                assert name != "mono" or verdict.counterexample.depth == length, seed
    assert min(verdicts.values()) >= 10


@pytest.mark.parametrize("backend", ["z3", "pysmt:cvc5"])
def test_solvers_agree(backend: str) -> None:
    for seed in range(1_000, 1_020):
        components, specification = random_safety_question(Random(seed))
        expected = "holds" if nearest_violation(components, specification) is None else "violated"
        for options in (METHODS["mono"], METHODS["asym-n"]):
            assert (
                symag.check(components, specification, relation="traces", backend=backend, **options).verdict
                == expected
            )


@pytest.mark.parametrize("method", METHODS)
def test_the_channel(method: str) -> None:
    """CAV'08, section 3: input and output alternate; AGAR needs an assumption of two states."""
    verdict = symag.check([INPUT, OUTPUT], ORDER, relation="traces", **METHODS[method])
    assert verdict
    assert verdict.audited
    if METHODS[method]["method"] == "agar":
        assert [assumption.num_states for assumption in verdict.assumptions] == [2]
    verdict = symag.check([INPUT, HASTY], ORDER, relation="traces", **METHODS[method])
    assert verdict.verdict == "violated"
    assert verdict.counterexample is not None
    assert verdict.counterexample.trace == ("input", "send", "ack", "input")
    assert repr(verdict.counterexample) == "<Counterexample: the trace input send ack input>"


def test_a_verdict_about_traces(tmp_path: Path) -> None:
    for model in (INPUT, HASTY, ORDER):
        symag.save(model, tmp_path / f"{model.name}.json")
    files = [str(tmp_path / f"{name}.json") for name in ("Input", "Hasty")]
    command = ["check", *files, "--spec", str(tmp_path / "Order.json"), "--relation", "traces"]
    done = CliRunner().invoke(app, [*command, "--json", "--output", str(tmp_path / "verdict.json")])
    assert done.exit_code == 1
    found = json.loads(done.stdout)["counterexample"]
    assert (found["kind"], found["trace"]) == ("trace", ["input", "send", "ack", "input"])
    assert "violated: Input ‖ Hasty ⊭ Order" in done.stderr
    assert "not allowed" in done.stderr
    assert symag.audit(tmp_path / "verdict.json")


@pytest.mark.parametrize(
    ("method", "reported"), [("agar", "iteration 2: an assumption of 2 states,"), ("learn", "conjecture 2")]
)
def test_iterations_are_reported(method: str, reported: str, tmp_path: Path) -> None:
    for model in (INPUT, OUTPUT, ORDER):
        symag.save(model, tmp_path / f"{model.name}.json")
    files = [str(tmp_path / f"{name}.json") for name in ("Input", "Output")]
    command = [
        "check",
        *files,
        "--spec",
        str(tmp_path / "Order.json"),
        "--relation",
        "traces",
        "--method",
        method,
        "-v",
    ]
    done = CliRunner().invoke(app, [*command, "-v"])
    assert done.exit_code == 0
    assert reported in done.stderr


# Alphabets and assumptions


def test_an_assumption_speaks_of_no_more_than_it_must() -> None:
    """The second component shares four actions with the first one, and only two of them matter."""
    first = LPTS.build(
        "0", [("0", "go", "1"), ("1", "work", "2"), ("2", "done", "0"), ("0", "x", "0"), ("1", "y", "1")]
    )
    second = LPTS.build(
        "0", [("0", "go", "1"), ("1", "x", "2"), ("2", "y", "1"), ("1", "done", "0"), ("2", "done", "0")]
    )
    alternate = LPTS.build("0", [("0", "go", "1"), ("1", "done", "0")])
    for method in ("agar", "learn"):
        whole = symag.check([first, second], alternate, relation="traces", method=method)
        few = symag.check([first, second], alternate, relation="traces", method=method, alphabet_refinement=True)
        assert [sorted(a.alphabet) for a in whole.assumptions] == [["done", "go", "x", "y"]]
        assert [sorted(a.alphabet) for a in few.assumptions] == [["done", "go"]]
        assert whole.audited
        assert few.audited
    assert few.statistics["largest_assumption"] <= whole.statistics["largest_assumption"]


def test_actions_are_added_by_counterexamples() -> None:
    """In the channel, the order of input and output needs the handshake that the property does not speak of."""
    verdict = symag.check([INPUT, OUTPUT], ORDER, relation="traces", method="agar", alphabet_refinement=True)
    assert [entry["actions"] for entry in verdict.history if "actions" in entry] == [{"A1": ["send"]}, {"A1": ["ack"]}]
    assert (verdict.statistics["alphabets"], verdict.statistics["interfaces"]) == ([3], [3])


@pytest.mark.parametrize("options", [{}, {"relation": "traces", "method": "mono"}, {"method": "cegar"}])
def test_alphabets_that_cannot_be_refined(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="alphabet_refinement goes with the methods agar and learn"):
        symag.check([INPUT, OUTPUT], ORDER, **options, alphabet_refinement=True)


@pytest.mark.parametrize("method", ["agar", "learn"])
def test_saved_assumptions_are_used_again(method: str, tmp_path: Path) -> None:
    for model in (INPUT, OUTPUT, HASTY, ORDER):
        symag.save(model, tmp_path / f"{model.name}.json")
    spec = ["--spec", str(tmp_path / "Order.json"), "--relation", "traces"]
    both = [str(tmp_path / "Input.json"), str(tmp_path / "Output.json")]
    kept = ["--method", method, "--alphabet-refinement", "--save-assumptions", str(tmp_path / "kept")]
    assert CliRunner().invoke(app, ["check", *both, *spec, *kept]).exit_code == 0
    again = [*spec, "--method", "agar", "--assumption", str(tmp_path / "kept" / "A1.json")]
    assert CliRunner().invoke(app, ["check", *both, *again]).exit_code == 0
    wrong = CliRunner().invoke(app, ["check", both[0], str(tmp_path / "Hasty.json"), *again])
    assert wrong.exit_code == 3
    assert "too strong for what it stands for" in wrong.output


def test_the_traces_of_an_assumption_count() -> None:
    """It makes its choice too early to simulate what it stands for, and has all of its traces."""
    first = LPTS.build("0", [("0", "a", "1"), ("1", "b", "0"), ("1", "c", "0")])
    second = LPTS.build("0", [("0", "a", "1"), ("1", "b", "0"), ("1", "c", "0")])
    early = LPTS.build("0", [("0", "a", "b"), ("0", "a", "c"), ("b", "b", "0"), ("c", "c", "0")])
    question: dict[str, Any] = {"method": "agar", "assumption": early}
    assert symag.check([first, second], second, **question).verdict == "unknown"
    verdict = symag.check([first, second], second, relation="traces", **question)
    assert verdict
    assert verdict.audited
    assert verdict.assumptions[0].is_reactive
    coin = LPTS.build("0", [("0", "a", {"0": "1/2", "1": "1/2"})], list("abc"), name="coin")
    with pytest.raises(InputError, match="coin is probabilistic"):
        symag.check([first, second], second, relation="traces", method="agar", assumption=coin)
