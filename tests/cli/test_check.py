"""`symag check`: verdicts, exit codes, files, JSON."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

import symag
from symag.study.cases.papers import FIG1_L
from tests.cli.commands import HOLDS, LOOPS, PROMISE, VERDICTS, VIOLATED, run, run_line, start


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("L1.json L2.json", None),
        ("L1.json eager.json", None),
        ("loops.lts#LOCK loops.lts", "loops.lts is p[1]:LOOP ‖ p[2]:LOOP"),
        ("loops.lts#PAIR loops.lts#LOCK", "PAIR is p[1]:LOOP ‖ p[2]:LOOP"),
        ("loops.lts#PAIR other.json --const N=9", "PAIR is p[1]:LOOP ‖ … ‖ p[9]:LOOP; other.json is P"),
        ("loops.lts", None),
    ],
)
def test_components_are_found_again_in_the_verdict(folder: Path, arguments: str, meant: str | None) -> None:
    Path("loops.lts").write_text(LOOPS + "||PAIR = (p[ID]:LOOP).")
    Path("P.json").rename("other.json")
    done = run_line(f"check {arguments} --spec promise.json --max-states 5")
    lines = [line for line in done.stdout.splitlines() if " is p[" in line or " is P" in line]
    assert lines == ([] if meant is None else [f"  {meant}"])


def test_a_property_that_is_not_deterministic(folder: Path) -> None:
    traces = "check eager.json --relation traces --spec"
    assert run_line(f"{traces} unsure.json").exit_code == 0
    assert run_line("convert --determinise unsure.json safety.json").exit_code == 0
    assert run_line(f"{traces} safety.json").exit_code == 0
    refused = run_line("convert --determinise L2.json safety.json")
    assert (refused.exit_code, refused.stderr.split(": ")[1]) == (2, "L2.json")


@pytest.mark.parametrize(("command", "code"), VERDICTS)
def test_check_says_its_verdict_and_exits_with_it(folder: Path, command: list[str], code: int) -> None:
    done = start(*command)
    assert (done.returncode, done.stderr) == (code, b"")
    verdict = {0: "holds", 1: "violated", 3: "unknown"}[code]
    assert done.stdout.decode().startswith(f"{verdict}: L1 ‖ L2")
    assert run(*command).exit_code == code


def test_check_shows_the_counterexample(folder: Path) -> None:
    text = run(*VIOLATED).stdout
    assert "the specification cannot follow" in text
    assert "output" in text
    assert "(t2, s1)" in text


def test_check_takes_a_whole_system_and_aut_files(folder: Path) -> None:
    assert run("check", "L.json", "--spec", "P.json").exit_code == 0
    assert run("convert", "L.json", "L.aut").exit_code == 0
    assert run("check", "L.aut", "--spec", "P.json").exit_code == 0
    assert run("check", "L.aut", "--spec", "promise.json").exit_code == 1


def test_check_by_parts(folder: Path) -> None:
    """Every iteration is told, assumptions are saved, and used again."""
    done = run(*HOLDS, "--method", "agar", "-v", "--save-assumptions", ".", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["rule"] == "asym"
    assert "iteration 1: an assumption of 1 state," in done.stderr
    assert "iteration 2: an assumption of 2 states," in done.stderr
    again = run(*HOLDS, "--method", "agar", "--assumption", "A1.json")
    assert "proved by 1 assumption of 2 states, as given" in again.stdout
    wrong = run(*VIOLATED, "--method", "agar", "--assumption", "A1.json")
    assert wrong.exit_code == 3
    assert "premise 1, L1 ‖ A1 ≼ promise, is false" in " ".join(wrong.stdout.split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--method", "magic"], "the method 'magic' is not known"),
        (["--rule", "asym"], "the method 'auto' has no rule"),
        (["--method", "agar", "--rule", "magic"], "the rule 'magic' is not known"),
        (["--strategy", "magic"], "the strategy 'magic' is not known"),
        (["--order", "magic"], "the order 'magic' is not known"),
        (["--assumption", "L2.json"], "has no assumptions"),
        (["--method", "agar", "--assumption", "nowhere.json"], "nowhere.json"),
        (["--method", "agar", "--assumption", "P.json"], "the assumption A1"),
        (["--method", "agar", "--timeout", "0"], "greater than zero"),
        (["--save-assumptions", "nowhere/at/all"], "cannot be made"),
        (["--output", "L1.json"], "L1.json: is one of the models"),
        (["--report", "report.pdf"], "report.pdf: the report is an HTML page"),
        (["--output", "A1.json", "--save-assumptions", "."], "A1.json: is where an assumption goes"),
        (["--backend", "z3", "--encoding", "magic"], "there is no encoding 'magic'"),
        (["--backend", "z3/cuts", "--encoding", "lazy"], "the encoding is given twice"),
    ],
)
def test_options_that_make_no_sense(folder: Path, options: list[str], message: str) -> None:
    before = (folder / "L1.json").read_bytes()
    done = run(*HOLDS, *options)
    assert done.exit_code == 2
    assert done.stderr.startswith("symag: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert (folder / "L1.json").read_bytes() == before


def test_check_without_a_specification_exits_with_2(folder: Path) -> None:
    assert run("check", "L1.json").exit_code == 2
    assert run("check", "--spec", "P.json").exit_code == 2


KEYS = {
    "assumptions",
    "backend",
    "certificate",
    "components",
    "counterexample",
    "format",
    "iterations",
    "method",
    "reason",
    "relation",
    "rule",
    "statistics",
    "symag",
    "verdict",
    "version",
}

STATISTICS = {"largest_assumption", "largest_composition", "peak_memory_mb", "queries", "seconds", "states_explored"}


@pytest.mark.parametrize(("command", "code"), VERDICTS)
def test_json_is_one_object_with_the_promised_keys(folder: Path, command: list[str], code: int) -> None:
    done = run(*command, "--json")
    assert done.stdout.count("\n") == 1
    verdict = json.loads(done.stdout)
    assert verdict.keys() >= KEYS
    assert list(verdict.items())[:2] == [("format", "symag-verdict"), ("version", 1)]
    assert done.exit_code == code
    assert done.stderr.startswith(f"{verdict['verdict']}: L1 ‖ L2")
    assert [component["name"] for component in verdict["components"]] == ["L1", "L2"]
    assert [component["states"] for component in verdict["components"]] == [3, 3]
    assert verdict["relation"] == "simulation"
    assert verdict["symag"] == symag.__version__
    assert (verdict["certificate"] is not None) == (verdict["verdict"] == "holds")
    assert (verdict["counterexample"] is not None) == (verdict["verdict"] == "violated")
    assert (verdict["reason"] is not None) == (verdict["verdict"] == "unknown")
    assert verdict["statistics"].keys() >= (STATISTICS if verdict["verdict"] != "unknown" else {"seconds"})


def test_the_counterexample_is_a_tree_in_the_native_format(folder: Path) -> None:
    counterexample = json.loads(run(*VIOLATED, "--json").stdout)["counterexample"]
    assert counterexample["kind"] == "tree"
    tree = symag.loads(json.dumps(counterexample["tree"]))
    assert tree.is_tree
    assert symag.check(tree, FIG1_L)
    assert symag.check(tree, PROMISE).verdict == "violated"


def test_json_prints_nothing_where_there_is_no_verdict(folder: Path) -> None:
    done = run("check", "missing.json", "--spec", "P.json", "--json")
    assert done.exit_code == 2
    assert done.stdout == ""


def test_output_is_what_json_prints(folder: Path) -> None:
    printed = json.loads(run(*VIOLATED, "--json", "--output", "verdict.json").stdout)
    assert json.loads((folder / "verdict.json").read_text()) == printed
    assert stat.S_IMODE((folder / "verdict.json").stat().st_mode) == stat.S_IMODE((folder / "L1.json").stat().st_mode)


def test_output_to_a_pipe_leaves_it_a_pipe(folder: Path) -> None:
    """The same holds for /dev/null and /dev/stdout, which a rename would replace."""
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDWR | os.O_NONBLOCK)
    try:
        assert run(*HOLDS, "--output", "pipe").exit_code == 0
        assert stat.S_ISFIFO(os.stat("pipe").st_mode)
        assert json.loads(os.read(reader, 2**16))["verdict"] == "holds"
    finally:
        os.close(reader)
