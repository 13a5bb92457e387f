"""What a newcomer reads in the terminal: verdicts shown again, notes, ways out of errors, files that were written."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import symag
from symag import LPTS
from symag.assume import METHODS, RULES
from symag.cli.main import app
from symag.errors import InputError
from symag.formats.picture import quiet_fonts
from symag.model import counted
from symag.options import ORDERS, STRATEGIES
from symag.relations import RELATIONS, read_verdict
from symag.report import iteration_text, verdict_text
from symag.study.cases.families import FAMILIES
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P

EXAMPLES = Path(__file__).parents[2] / "examples"
PROMISE = LPTS.build("u0", [("u0", "input", "u1"), ("u1", "output", {"u1": "1/100", "u0": "99/100"})], name="promise")
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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for model in (FIG1_L1, FIG1_L2, FIG1_P, PROMISE, EAGER, ORDER, UNSURE):
        symag.save(model, tmp_path / f"{model.name}.json")
    (tmp_path / "loops.lts").write_text(LOOPS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str) -> Result:
    return CliRunner().invoke(app, command.split(), prog_name="symag", env={"COLUMNS": "200"})


CHECK = "check L1.json L2.json --spec P.json"
VIOLATED = "check L1.json L2.json --spec promise.json"


# Verdicts, shown again


@pytest.mark.parametrize(
    "command",
    [
        CHECK,
        f"{CHECK} --method agar",
        f"{CHECK} --max-states 2",
        VIOLATED,
        f"{VIOLATED} --method agar",
        "check eager.json --spec order.json --relation traces",
    ],
)
def test_show_says_what_check_said(folder: Path, command: str) -> None:
    said = run(f"{command} --output verdict.json").stdout.splitlines()
    shown = run("show verdict.json")
    assert shown.exit_code == 0
    lines = [line.removeprefix("  > ").strip() for line in shown.stdout.splitlines()]
    assert {line.strip() for line in said if "the kernel has checked" not in line} <= set(lines)
    sure, claims = shown.stdout.split("Claims of the file, which the kernel has not checked:\n")
    assert all(line.startswith("  > ") for line in claims.splitlines())
    if said[0].startswith("unknown"):
        assert sure == "verdict.json is not checked: the verdict is unknown\n"
    else:
        assert sure.splitlines()[0] == said[0]
        assert "the kernel accepts verdict.json: " in sure


@pytest.mark.parametrize("family", FAMILIES)
def test_counterexamples_of_verdict_files(folder: Path, family: str) -> None:
    components, specification = FAMILIES[family](3, True)
    verdict = symag.check(components, specification)
    verdict.save("verdict.json")
    again = read_verdict((folder / "verdict.json").read_text())
    assert again.counterexample is not None
    assert str(again.counterexample) == str(verdict.counterexample)
    assert again.claim == verdict.claim


def test_the_tree_of_a_verdict_file_is_drawn(folder: Path) -> None:
    run(f"{VIOLATED} --output violated.json")
    assert run("show violated.json -o tree.dot").exit_code == 0
    assert "n0 (t0, s0)" in (folder / "tree.dot").read_text()
    run(f"{CHECK} --output holds.json")
    done = run("show holds.json -o tree.dot")
    assert done.exit_code == 2
    assert "holds.json: there is no counterexample" in done.stderr


@pytest.mark.parametrize(
    "command", ["check verdict.json --spec P.json", "check L1.json --spec verdict.json", "convert verdict.json a.aut"]
)
def test_a_verdict_is_no_model(folder: Path, command: str) -> None:
    run(f"{CHECK} --output verdict.json")
    done = run(command)
    assert done.exit_code == 2
    assert "verdict.json:1:1: this is a verdict, not a model" in done.stderr


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where every value of a document is."""
    yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places(value, (*path, key))


@pytest.mark.parametrize("junk", [None, 7, "x\x1b[2J", [], {}, [["x"]]], ids=repr)
def test_bad_verdict_files_are_refused_or_shown(folder: Path, junk: object) -> None:
    """Whatever is put in the place of whatever: never a traceback, and nothing that commands the terminal."""
    symag.check([EAGER, ORDER], PROMISE).save("verdict.json")
    text = (folder / "verdict.json").read_text()
    for path in list(places(json.loads(text)))[1:]:
        data = json.loads(text)
        inner = data
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = junk
        (folder / "bad.json").write_text(json.dumps(data))
        with suppress(InputError):
            Console(file=(shown := StringIO())).print(verdict_text(read_verdict((folder / "bad.json").read_text())))
            assert "\x1b" not in shown.getvalue()


CHECKED = "the kernel has checked and accepted the evidence"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("verdict",), "holds"),
        (("format",), "symag-lpts"),
        (("version",), 2),
        (("version",), True),
        (("reason",), CHECKED),
        (("method",), CHECKED),
        (("backend",), CHECKED),
        (("statistics", "encoding"), CHECKED),
        (("statistics", "seconds"), 10**400),
        (("statistics", "peak_memory_mb"), float("nan")),
        (("counterexample", "kind"), "story"),
        (("counterexample", "refutation", 0, "cuts"), [[["n0"], ["u0"]]]),
        (("components", 0, "model", "initial"), "x" * 10_000),
    ],
)
def test_verdict_files_that_would_mislead_are_refused(folder: Path, path: tuple[Any, ...], value: object) -> None:
    """A file can claim what it likes; nothing in it may read as if somebody had checked it."""
    symag.check([FIG1_L1, FIG1_L2], PROMISE).save("verdict.json")
    data = json.loads((folder / "verdict.json").read_text())
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    (folder / "bad.json").write_text(json.dumps(data))
    done = run("show bad.json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "bad.json: this is a verdict, but not as symag writes it: " in done.stderr
    assert len(done.stderr) < 600


@pytest.mark.parametrize("name", ["[/x]", "[red]a[/red]", ":bug:", "[link=file:///]b[/link]", "a[1]"])
def test_names_are_no_styles(name: str) -> None:
    """In trees and in the tables of traces, and in a notebook, too."""
    model = LPTS.build(name, [(name, f"{name}!", "1")], name=name)
    for relation in ("traces", "simulation"):
        verdict = symag.check([model], LPTS.build(name, [], model.alphabet), relation=relation)
        Console(file=(shown := StringIO()), width=200).print(verdict_text(verdict))
        assert f"{name} ⊭ P" in shown.getvalue() or f"{name} ⋠ P" in shown.getvalue()
        assert f"({name})" in shown.getvalue()
        assert f"{name}!" in shown.getvalue()
        assert name in unescape(verdict._repr_html_())


# Notes


def test_an_initial_state_that_leads_nowhere(folder: Path) -> None:
    text = Path("L1.json").read_text().replace('"initial": "t0"', '"initial": "tO"')
    Path("typo.json").write_text("".join(re.split(r'"states": \[[^]]*\],?', text)))
    for command in ("show typo.json", "show typo.json -o typo.dot"):
        done = run(command)
        assert done.exit_code == 0
        note = (
            "note: L1 has no transition that can be reached from its initial state: is it right that it starts in tO?"
        )
        assert done.stderr.splitlines()[0] == note
    assert run("show L1.json").stderr == ""


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
    done = run(f"check {arguments} --spec promise.json --max-states 5")
    lines = [line for line in done.stdout.splitlines() if " is p[" in line or " is P" in line]
    assert lines == ([] if meant is None else [f"  {meant}"])


def test_a_failed_premise_has_the_sign_of_its_relation() -> None:
    anything = LPTS.build("a", [("a", "input", "a"), ("a", "output", "a")])
    verdict = symag.check([EAGER, ORDER], ORDER, relation="traces", method="agar", assumption=anything)
    assert "premise 1, eager ‖ A1 ⊨ order, is false" in str(verdict.reason)
    assert verdict.history[0]["claim"] == "eager ‖ A1 ⊨ order"


def test_plain_text_breaks_no_line() -> None:
    components, specification = FAMILIES["channel"](4, violated=True)
    lines = str(symag.check(components, specification).counterexample).splitlines()
    assert max(map(len, lines)) > 120
    assert not any(line != line.rstrip() for line in lines)
    assert all(line.endswith(("there", "none", "elsewhere", ")")) for line in lines if " 9/10 goes to " in line)


# Ways out


def test_a_property_that_is_not_deterministic(folder: Path) -> None:
    traces = "check eager.json --relation traces --spec"
    done = run(f"{traces} unsure.json")
    assert done.exit_code == 2
    assert "unsure.json: the state '0' of the specification unsure has two moves on 'input'" in done.stderr
    assert "symag convert --determinise" in done.stderr
    assert run("convert --determinise unsure.json safety.json").exit_code == 0
    assert run(f"{traces} safety.json").exit_code == 0
    refused = run("convert --determinise L2.json safety.json")
    assert (refused.exit_code, refused.stderr.split(": ")[1]) == (2, "L2.json")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("check loops.lts --spec loops.lts#MUTEX", "loops.lts: a value is given for 'M', but"),
        ("check loops.lts --spec P.json", "loops.lts, P.json: a value is given for 'M', but"),
        ("show loops.lts#LOOP", "no constant of that name: there is N"),
        ("show P.json", "P.json: a value is given for 'M', but there is no constant of that name: there is none"),
    ],
)
def test_constants_that_are_not_there(folder: Path, command: str, message: str) -> None:
    done = run(f"{command} --const M=5")
    assert done.exit_code == 2
    assert message in done.stderr


# Files


@pytest.mark.parametrize(
    ("command", "files"),
    [
        (CHECK, []),
        (f"{CHECK} -o v.json --report r.html", ["v.json", "r.html"]),
        (f"{CHECK} --json --output v.json", ["v.json"]),
        (f"{CHECK} --method agar --save-assumptions parts", ["parts/A1.json"]),
        (f"encode {CHECK[6:]} -o q.smt2", ["q.smt2"]),
        (f"compare {CHECK[6:]} --backends fixpoint -o c.json", ["c.json"]),
        ("show L1.json -o l.svg", ["l.svg"]),
        ("convert L1.json l.aut", ["l.aut"]),
    ],
)
def test_files_that_were_written_are_told(folder: Path, command: str, files: list[str]) -> None:
    done = run(command)
    assert done.exit_code == 0, done.stderr
    assert [line for line in done.stderr.splitlines() if "written" in line] == [f"written: {file}" for file in files]
    assert all((folder / file).exists() for file in files)


REMARK = 'Fontconfig warning: "/usr/share/fonts.conf", line 6: unknown element "x"\n'


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("", ""),
        (REMARK, ""),
        (f"{REMARK}Error: out of memory\nFontconfig error: no cache\n", "Error: out of memory\n"),
    ],
)
def test_only_remarks_on_fonts_are_kept_back(capfd: pytest.CaptureFixture[str], said: str, told: str) -> None:
    with quiet_fonts():
        os.write(2, said.encode())
    assert capfd.readouterr().err == told


def test_drawing_is_quiet(folder: Path) -> None:
    """Also where the machine's fonts are set up in a way that the Graphviz of the wheel does not know."""
    (folder / "fonts.conf").write_text("<fontconfig><nonsense/></fontconfig>")
    code = "import symag; symag.save(symag.load('L1.json'), 'l.svg')"
    environment = {**os.environ, "FONTCONFIG_FILE": str(folder / "fonts.conf")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


# Words


@pytest.mark.parametrize(
    ("number", "noun", "text"),
    [
        (0, "state", "0 states"),
        (1, "state", "1 state"),
        (2000, "node", "2,000 nodes"),
        (1, "query", "1 query"),
        (3, "query", "3 queries"),
    ],
)
def test_plurals(number: int, noun: str, text: str) -> None:
    assert counted(number, noun) == text


LEARNED = {"iteration": 3, "level": 1, "conjecture": 1, "queries": 1}
REFINED = {"iteration": 1, "assumptions": [1], "composition": 1, "seconds": 0.5}


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (LEARNED, "conjecture 3: A1 of 1 state, after 1 query: enough to decide"),
        (LEARNED | {"level": 2}, "conjecture 3: A2 of 1 state, after 1 query: enough to judge A1"),
        (
            LEARNED | {"conjecture": 2, "queries": 9, "counterexample": ["a", "b"]},
            "conjecture 3: A1 of 2 states, after 9 queries: wrong about a b",
        ),
        (
            LEARNED | {"actions": {"A1": ["up"]}},
            "conjecture 3: A1 of 1 state, after 1 query: too few actions; A1 gets the actions up",
        ),
        (REFINED, "iteration 1: an assumption of 1 state, 1 state composed (0.5 s)"),
        (
            REFINED | {"assumptions": [1, 4], "counterexample": 1, "real": True},
            "iteration 1: assumptions of 1, 4 states, 1 state composed, a counterexample of 1 node, which is real "
            "(0.5 s)",
        ),
    ],
)
def test_iterations_in_a_line(entry: Mapping[str, Any], text: str) -> None:
    assert iteration_text(entry) == text


VALUES = [[record.name for record in table] for table in (RELATIONS, METHODS, RULES, STRATEGIES, ORDERS)]


@pytest.mark.parametrize("values", [*VALUES, symag.backend_names()], ids=repr)
def test_help_names_every_value(values: tuple[str, ...]) -> None:
    text = run("check --help").stdout
    assert all(f"{value}:" in text or f"{value}," in text for value in values)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "Try: symag demo"),
        ("chekc", "Did you mean 'check'"),
        ("check", "Try 'symag check --help'"),
        ("check L1.json", "Missing option '--spec'"),
        ("check --sepc P.json", "--spec"),
        ("compare", "give components and --spec, or --family"),
    ],
)
def test_what_to_do_is_said(folder: Path, command: str, message: str) -> None:
    done = run(command)
    assert done.exit_code == 2
    assert message in done.stdout + done.stderr
