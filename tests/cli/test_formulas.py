"""Formulas on the command line: `--property` and `--at-most`, with every command that has them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import symag
from symag import LPTS
from tests.backends import SOLVERS
from tests.cli.commands import run

UNIT = LPTS.build(
    "idle",
    [("idle", "send", {"sent": "9/10", "lost": "1/10"}), ("sent", "ack", "idle"), ("lost", "fail", "idle")],
    name="unit",
)
TWICE = LPTS.build("0", [("0", "send", "1"), ("1", "send", "2")], name="twice")
CAREFUL = LPTS.build("0", [("0", "send", "0"), ("0", "ack", "0")], alphabet=["send", "ack", "fail"], name="careful")
SYSTEM = ("unit.json", "twice.json")


@pytest.fixture(autouse=True)
def _models(folder: Path) -> None:
    for model in (UNIT, TWICE, CAREFUL):
        symag.save(model, folder / f"{model.name}.json")


def test_holds() -> None:
    done = run("check", *SYSTEM, "--property", "P<=1/5 [ F fail ]")
    assert done.exit_code == 0
    assert "holds: unit ‖ twice ⊨ P<=1/5 [ F fail ]" in done.stdout
    assert "the kernel has checked and accepted the evidence" in done.stdout


def test_violated() -> None:
    done = run("check", *SYSTEM, "--property", "P<=1/8 [ F fail ]")
    assert done.exit_code == 1
    words = " ".join(done.stdout.split())
    assert "both paths are needed: 1/10 + 9/100, together 19/100 = 0.19 > 1/8" in words
    assert "✓ 9/100 = 0.09" in words


def test_the_greatest_probability() -> None:
    done = run("check", *SYSTEM, "--property", "Pmax=? [ F fail ]", "-v")
    assert done.exit_code == 0
    assert "the greatest probability is 19/100 = 0.19" in done.stdout
    assert "a scheduler with the greatest probability" in done.stdout
    found = json.loads(run("check", *SYSTEM, "--property", "Pmax=? [ F fail ]", "--json").stdout)
    assert (found["verdict"], found["value"]) == ("holds", "19/100")


def test_a_bound_on_leaving() -> None:
    done = run("check", *SYSTEM, "--spec", "careful.json", "--at-most", "19/100", "--method", "agar")
    assert done.exit_code == 0
    assert "unit ‖ twice ⊨ P<=19/100 [ leaves careful ]" in done.stdout
    assert run("check", *SYSTEM, "--spec", "careful.json", "--at-most", "0").exit_code == 1


def test_a_saved_verdict() -> None:
    for formula, code in (("P<=1/8 [ F fail ]", 1), ("P<=1/5 [ F fail ]", 0)):
        assert (
            run("check", *SYSTEM, "--property", formula, "-o", "verdict.json", "--report", "page.html").exit_code
            == code
        )
        assert run("audit", "verdict.json", "--components", *SYSTEM).exit_code == 0
        shown = run("show", "verdict.json")
        assert shown.exit_code == 0
        assert formula in shown.stdout
        assert ("both paths are needed" in shown.stdout) == bool(code)
    other = run("audit", "verdict.json", "--spec", "careful.json")
    assert other.exit_code == 4
    assert "differs from the verdict's: 'P<=1/5 [ F {fail} ]'" in other.stdout


def test_limits() -> None:
    done = run("check", *SYSTEM, "--property", "P<=1/8 [ F fail ]", "--max-states", "2", "--method", "mono")
    assert done.exit_code == 3
    assert "unknown: unit ‖ twice ⊨? P<=1/8 [ F fail ]" in done.stdout


def test_explain() -> None:
    said = run("explain", *SYSTEM, "--property", "P<=1/8 [ F fail ]")
    assert said.exit_code == 0
    assert "the formula P<=1/8 [ F fail ]" in said.stdout
    assert run("check", *SYSTEM, "--property", "P<=1/8 [ F fail ]", "--dry-run").stdout == said.stdout
    assert "careful: 1 state" in run("explain", *SYSTEM, "--spec", "careful.json", "--at-most", "1/8").stdout
    assert json.loads(run("explain", *SYSTEM, "--property", "true", "--json").stdout)["relation"] == "probability"


def test_compare() -> None:
    done = run("compare", *SYSTEM, "--property", "P<=1/5 [ F fail ]", "--methods", "mono,agar,cegar", "-o", "rows.json")
    assert done.exit_code == 0
    assert "all agree: holds" in done.stdout
    assert json.loads(Path("rows.json").read_text())["specification"] == {"name": "P<=1/5 [ F fail ]"}


@pytest.mark.parametrize(("bound", "answer"), [("19/100", "holds"), ("18/100", "violated")])
def test_compare_with_solvers(bound: str, answer: str) -> None:
    """At the exact value and below it."""
    backends = ["fixpoint", *SOLVERS]
    done = run("compare", *SYSTEM, "--property", f"P<={bound} [ F fail ]", "--backends", ",".join(backends))
    assert done.exit_code == 0
    assert done.stdout.count(answer) == len(backends) + 1
    assert f"all agree: {answer}" in done.stdout


def test_compare_values() -> None:
    asked = run("compare", *SYSTEM, "--property", "Pmax=? [ F fail ]", "--backends", ",".join(["fixpoint", *SOLVERS]))
    assert asked.exit_code == 0
    assert "all agree: 19/100 = 0.19" in asked.stdout
    assert asked.stdout.count("19/100 = 0.19") == len(SOLVERS) + 2


def test_long_values(folder: Path) -> None:
    """The exact fraction has hundreds of digits: it is in the JSON object, and shown on request."""
    bits = {str(number): "1/1000003" if number else "1000002/1000003" for number in range(2)}
    symag.save(LPTS.build("0", [("0", "go", bits), ("1", "fail", "1")], name="long"), folder / "long.json")
    asked = ("long.json", "--property", "Pmax=? [ F<=200 fail ]")
    done = run("check", *asked, "-o", "verdict.json")
    assert "⊨ P<=0.0001989… [ F<=200 fail ]" in done.stdout
    assert run("show", "verdict.json").exit_code == 0
    assert "P<=0.0001989… [ F<=200 fail ]" in run("show", "verdict.json").stdout
    value = json.loads(Path("verdict.json").read_text())["value"]
    assert len(value) > 2000
    assert value in "".join(run("check", *asked, "-v").stdout.split())
    assert value not in run("audit", "verdict.json").stdout


def test_parts_of_a_formula_have_marks(folder: Path) -> None:
    done = run("check", *SYSTEM, "--property", "P<=.05 [ F {fail} ] | P<=0.1 [ F ack ]", "-o", "verdict.json")
    words = " ".join(done.stdout.split())
    assert "(1) P<=.05 [ F {fail} ] is violated: with these moves, [ F {fail} ] has the probability" in words
    assert "(2) P<=0.1 [ F ack ] is violated" in words
    assert all(part in words for part in ("> .05", "> 0.1", "✓ (1) ", "✓ (2) "))
    assert run("show", "verdict.json", "-o", "witness.dot").exit_code == 0
    assert "✓ (1) " in Path("witness.dot").read_text()
    assert " ".join(run("show", "verdict.json").stdout.split()).count("[ F {fail} ] has the probability") == 1


def test_paths_with_equal_actions_show_their_outcomes(folder: Path) -> None:
    model = LPTS.build("0", [("0", "a", {"1": "1/3", "2": "1/3", "3": "1/3"}), ("1", "b", "3"), ("2", "b", "3")])
    symag.save(model, folder / "fork.json")
    words = " ".join(run("check", "fork.json", "--property", "P<=1/2 [ F b ]").stdout.split())
    assert "a (1/3 → 1) · b" in words
    assert "a (1/3 → 2) · b" in words


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("false", "false is violated: no system satisfies it"),
        ("disabled(send)", "disabled(send) is violated: send is enabled at first"),
    ],
)
def test_violated_without_a_bound(formula: str, said: str) -> None:
    done = run("check", *SYSTEM, "--property", formula, "--report", "page.html")
    assert done.exit_code == 1
    assert said in done.stdout
    page = Path("page.html").read_text()
    assert f"{formula} is violated" in page
    assert "exceed" not in page.partition('id="why"')[2].partition("</section>")[0]


def test_a_report_on_a_value_says_that_the_reduced_system_was_composed() -> None:
    run("check", *SYSTEM, "--property", "Pmax=? [ F fail ]", "--report", "page.html", "--reduce")
    assert "composed the reduced ones" in Path("page.html").read_text()


def test_notes_on_actions() -> None:
    done = run("check", *SYSTEM, "--property", "P<=1/5 [ F fale ]", "--strict")
    assert done.exit_code == 2
    assert "no component knows fale, which the specification speaks of" in " ".join(done.stdout.split())


REFUSED = {
    "--property=P<=1/8[Ffail": "expected",
    "--property=P<=1/8[F,fail] --spec=careful.json": "--property is the specification",
    "--property=true --assertion=1": "--property is the specification",
    "--property=true --at-most=1/8": "has its own bound",
    "--property=true --backend=z3 --encoding=cuts": "--encoding goes with the relations simulation and traces only",
    "--property=true --relation=traces": "is not about formulas",
    "--property=true --relation=simulation": "is not about formulas",
    "--property=unit.json": "'unit.json' looks like a file: give files with --spec",
    "--property=": "the formula is empty",
    f"--property={'x' * 300}": "expected the formula of a state",
    "--property=true --rule=symmetric": "which decides the relation 'traces' only: leave --rule out",
    "--property=true --rule=asym": "leave --rule asym out, or choose --method agar",
    "--property=true --rule=symmetric --method=agar": "which decides the relation 'traces' only: leave --rule out",
    "--property=true --method=weakest": "'weakest' decides the relation 'traces' only: choose from auto, mono",
    "--at-most=1/8": "--at-most bounds how likely a trace leaves a model: give that with --spec P",
    "--property=Pmax=?[F,fail] --method=agar": "choose one of auto, mono",
    "--property=true --method=learn": "choose from",
    "--spec=careful.json --at-most=2": "the bound 2 is not a probability, from 0 to 1",
    "--spec=careful.json --at-most=-1": "the bound -1 is not a probability, from 0 to 1",
    "--spec=careful.json --at-most=x": "is not a number",
    "--spec=careful.json --at-most=1/0": "divides by zero",
    "--spec=careful.json --at-most=1/8 --relation=traces": "does not go with the relation 'traces'",
    "--spec=careful.json --spec=twice.json --at-most=1/8": "takes one model",
    "--spec=unit.json --at-most=1/8": "has probabilities",
    "--spec=careful.json --at-most=1/8 --relation=simulation": "--at-most does not go with the relation 'simulation'",
    "--spec=careful.json --relation=probability": "'P<=1/10 [ F fail ]' in place of --spec, or --at-most",
}


@pytest.mark.parametrize("options", REFUSED)
def test_bad_input(options: str) -> None:
    """One line; a comma stands for a blank."""
    done = run("check", *SYSTEM, *(option.replace(",", " ") for option in options.split()))
    assert (done.exit_code, done.stdout) == (2, "")
    *_, last = done.stderr.splitlines()
    assert last.startswith("symag: ")
    assert REFUSED[options] in last


def test_the_place_of_an_error_is_marked() -> None:
    done = run("check", *SYSTEM, "--property", "P<=1/8 [ F fail")
    assert done.stderr.splitlines()[:2] == ["  P<=1/8 [ F fail", f"  {' ' * 15}^"]
    assert run("compare", "--family", "cs", "--at-most", "1/8").exit_code == 2
    assert len(run("check", *SYSTEM, "--property", " ").stderr.splitlines()) == 1  # there is no place to mark


@pytest.mark.parametrize(
    ("option", "relation"),
    [("--property=P<=1/8 [ F fail ]", "probability"), ("--at-most=1/8", "probability"), ("-q", "simulation")],
)
def test_a_limit_while_reading(option: str, relation: str) -> None:
    spec = [] if option.startswith("--property") else ["--spec", "careful.json"]
    done = run("check", *SYSTEM, *spec, option, "--timeout", "0.000001", "--json")
    assert (done.exit_code, json.loads(done.stdout)["relation"]) == (3, relation)


def test_audit_compares_the_formula(folder: Path) -> None:
    run("check", *SYSTEM, "--property", "P<=1/5 [ F fail ]", "--output", "verdict.json")
    assert run("audit", "verdict.json", "--property", "P<=1/5 [ F fail ]").exit_code == 0
    other = run("audit", "verdict.json", "--property", "P<=1/6 [ F fail ]")
    assert other.exit_code == 4
    assert "differs from the verdict's" in other.stdout
    forged = (folder / "verdict.json").read_text().replace('"name": "P<=1/5 ', '"name": "P<=1/6 ')
    (folder / "forged.json").write_text(forged)  # what the kernel checks is the formula, not its text
    assert "'P<=1/5 [ F {fail} ]': a formula, as the kernel reads it" in run("audit", "forged.json").stdout
    own_name = (folder / "verdict.json").read_text().replace('"name": "P<=1/5 [ F fail ]', '"name": "P<=1/6 of F fail')
    (folder / "named.json").write_text(own_name)
    assert run("show", "named.json").exit_code == 2
    shown = run("show", "forged.json")
    assert shown.exit_code == 2
    assert "the formula that is called 'P<=1/6 [ F fail ]' is another one" in " ".join(shown.stderr.split())


def test_audit_compares_bounds_and_questions() -> None:
    run("check", *SYSTEM, "--spec", "careful.json", "--at-most", "1/5", "--output", "left.json")
    assert run("audit", "left.json", "--spec", "careful.json", "--at-most", "1/5").exit_code == 0
    assert run("audit", "left.json", "--spec", "careful.json", "--at-most", "1/6").exit_code == 4
    assert run("audit", "left.json", "--spec", "careful.json", "--at-most", "2").exit_code == 2
    run("check", *SYSTEM, "--property", "Pmax=? [ F fail ]", "--output", "asked.json")
    assert run("audit", "asked.json", "--property", "Pmax=? [ F fail ]").exit_code == 0
    assert run("audit", "asked.json", "--property", "Pmax=? [ F repair ]").exit_code == 4


def test_several_formulas_must_all_hold() -> None:
    both = ("--property", "P<=1/5 [ F fail ]", "--property", "P<=1/6 [ F fail ]")
    assert run("check", *SYSTEM, *both[:2], *both[:2]).exit_code == 0
    violated = run("check", *SYSTEM, *both)
    assert violated.exit_code == 1
    assert "(P<=1/5 [ F fail ]) & (P<=1/6 [ F fail ])" in " ".join(violated.stdout.split())
    asked = run("check", *SYSTEM, *both, "--property", "Pmax=? [ F fail ]")
    assert asked.exit_code == 2
    assert "Pmax=? is a question of its own" in asked.stderr
