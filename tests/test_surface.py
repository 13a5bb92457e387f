"""The surface as a newcomer meets it: suffixes, floats, formulas, printed verdicts, silence, `dir(symag)`."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import ModuleType

import pytest
from rich.console import Console
from rich.table import Table
from typer.testing import CliRunner, Result

import symag
from symag import LPTS, InputError
from symag.assume import METHODS, RULES
from symag.cli.main import app
from symag.options import ORDERS, STRATEGIES, Named
from symag.relations import RELATIONS
from symag.report import verdict_text
from symag.report.terminal import rendered
from symag.smt import ENCODINGS
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P

PROMISE = LPTS.build("u0", [("u0", "input", "u1"), ("u1", "output", {"u1": "1/100", "u0": "99/100"})], name="promise")
HOLDS = "check L1.json L2.json --spec P.json"
VIOLATED = "check L1.json L2.json --spec promise.json"
COMPARE = "compare L1.json L2.json --spec P.json --backends fixpoint"
FAMILY = "compare --family mutex --sizes 2..3 --backends fixpoint"
ENCODE = "encode L1.json --spec P.json"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for model in (FIG1_L1, FIG1_L2, FIG1_P, PROMISE):
        symag.save(model, tmp_path / f"{model.name}.json")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str, **environment: str) -> Result:
    return CliRunner().invoke(app, command.split(), prog_name="symag", env=environment)


# Suffixes


@pytest.mark.parametrize(
    ("command", "output", "right"),
    [
        (HOLDS, "out.csv", "out.json"),
        (HOLDS, "verdict", "verdict.json"),
        (COMPARE, "out.txt", "out.json or out.csv"),
        (FAMILY, "out.xlsx", "out.json or out.csv"),
        (ENCODE, "out.csv", "out.smt2"),
    ],
)
def test_what_is_written_is_what_the_suffix_says(folder: Path, command: str, output: str, right: str) -> None:
    done = run(f"{command} -o {output}")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"symag: {output}: ")
    assert done.stderr.endswith(f": call it {right}\n")
    assert not (folder / output).exists()


def test_verdicts_and_comparisons_are_refused_in_python_too(folder: Path) -> None:
    with pytest.raises(InputError, match=r"v\.csv: \.csv files cannot hold a verdict: call it v\.json"):
        symag.check(FIG1_L1, FIG1_L1).save("v.csv")
    with pytest.raises(InputError, match=r"c\.html files cannot hold|call it c\.json or c\.csv"):
        symag.compare(FIG1_L1, FIG1_L1, backends=["fixpoint"]).save("c.html")


def read_csv(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(file.read_text())))


def test_a_comparison_as_rows(folder: Path) -> None:
    done = run(f"{COMPARE} -o rows.CSV")
    assert (done.exit_code, done.stderr) == (0, "written: rows.CSV\n")
    (row,) = read_csv(folder / "rows.CSV")
    wanted = {"relation": "simulation", "method": "auto", "backend": "fixpoint", "verdict": "holds", "audited": "true"}
    assert row.items() >= wanted.items()
    assert (row["tree_nodes"], row["reason"]) == ("", "")
    assert float(row["seconds"]) >= 0
    assert "log" not in row


def test_a_family_as_rows(folder: Path) -> None:
    assert run(f"{FAMILY} --methods mono,agar -o rows.csv --violated").exit_code == 0
    rows = read_csv(folder / "rows.csv")
    who = [(row["family"], row["violated"], row["size"], row["system_states"], row["method"]) for row in rows]
    assert who == [("mutex", "true", size, n, m) for size, n in (("2", "16"), ("3", "44")) for m in ("mono", "agar")]
    assert {row["verdict"] for row in rows} == {"violated"}


@pytest.mark.parametrize("command", [VIOLATED, COMPARE])
def test_standard_output_as_a_file(folder: Path, command: str) -> None:
    done = run(f"{command} -o -")
    assert done.stdout.count("\n") == 1
    assert json.loads(done.stdout).keys() >= {"components", "specification"}
    assert not (folder / "-").exists()
    assert "fixpoint" in done.stderr


def test_scripts_go_to_standard_output(folder: Path) -> None:
    assert run(f"{ENCODE} -o -").stdout == run(ENCODE).stdout != ""


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="there are no devices")
@pytest.mark.parametrize("command", [HOLDS, COMPARE, ENCODE])
def test_devices_have_no_suffix(folder: Path, command: str) -> None:
    assert run(f"{command} -o /dev/null").exit_code == 0


# Floats and formulas


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        (1 / 3, "1/3"),
        (2 / 3, "2/3"),
        (5 / 7, "5/7"),
        (1 - 0.9, "1/10"),
        (0.1 + 0.2, "3/10"),
        (0.1, "0.1"),
        (0.25, "0.25"),
        (1e-05, "1e-05"),
        (0.12345678901234568, "0.12345678901234568"),
    ],
)
def test_floats_are_refused_with_what_was_meant(value: float, meant: str) -> None:
    with pytest.raises(InputError, match=rf"{value!r} is a float, which is not exact: write '{meant}' or a Fraction"):
        LPTS.build("0", [("0", "a", {"1": value, "2": 1 - value})])


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_floats_that_are_no_numbers(value: float) -> None:
    with pytest.raises(InputError, match="is a float, which is not exact: write a fraction such as '1/3'"):
        LPTS.build("0", [("0", "a", {"1": value})])


FORMULAS = [
    "P>=0.9 [ F done ]",
    "P<=1/10[F fail]",
    "Pmax=? [ F<=10 done ]",
    "P=? [ a U b ]",
    "A [ G !error ]",
    "AG safe",
    "[] !error",
    "G (request -> F grant)",
    "!error",
]


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("command", ["check", "compare", "encode"])
def test_formulas_are_recognised(folder: Path, command: str, formula: str) -> None:
    done = CliRunner().invoke(app, [command, "L1.json", "--spec", formula], prog_name="symag")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"symag: {formula!r} looks like a formula, not like a file")
    assert "a model that does all that is allowed" in done.stderr
    assert done.stderr.count("\n") == 1


def test_formulas_in_python() -> None:
    with pytest.raises(InputError, match="looks like a formula, not like a file"):
        symag.check(FIG1_L1, FORMULAS[0])  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"must be an LPTS, not 'spec\.json'"):
        symag.check(FIG1_L1, "spec.json")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["P", "spec", "spec.txt", "G.json", "my spec.json", "a->b.json", "FILE.lts#P"])
def test_names_of_files_are_no_formulas(folder: Path, name: str) -> None:
    done = CliRunner().invoke(app, ["check", "L1.json", "--spec", name], prog_name="symag")
    assert done.exit_code == 2
    assert "formula" not in done.stderr


# Verdicts, printed


@pytest.mark.parametrize("specification", [FIG1_P, PROMISE])
def test_a_printed_verdict_is_what_the_terminal_shows(
    folder: Path, specification: LPTS, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    verdict = symag.check([FIG1_L1, FIG1_L2], specification)
    assert str(verdict) == rendered(verdict_text(verdict))
    assert "\x1b" not in str(verdict)
    assert str(verdict).startswith(f"{verdict.verdict}: L1 ‖ L2")
    assert "the kernel has checked and accepted the evidence" in str(verdict)
    assert repr(verdict).startswith(f"<Verdict {verdict.verdict}: ")
    assert "\n" not in repr(verdict)
    if verdict.counterexample is not None:
        assert str(verdict.counterexample) in str(verdict)


def test_a_printed_verdict_says_how_python_audits_it() -> None:
    assert "not audited yet: use audit=True, or save it" in str(symag.check(FIG1_L1, FIG1_L1, audit=False))


# What there is


def test_dir_is_what_there_is_to_use() -> None:
    shown = dir(symag)
    assert [name for name in shown if not name.startswith("__")] == sorted(symag.__all__)
    assert {"__all__", "__doc__", "__version__"} <= set(shown)
    assert len(set(symag.__all__)) == len(symag.__all__)
    modules = [name for name in symag.__all__ if isinstance(getattr(symag, name), ModuleType)]
    assert modules == ["study"]  # which can be called
    public = {name for name, value in vars(symag).items() if not name.startswith("_")}
    ours = {name for name in public if getattr(vars(symag)[name], "__module__", "").startswith("symag.")}
    assert ours - {"prefer_source"} <= set(symag.__all__)


HEAVY = {
    "IPython",
    "cvc5",
    "dask",
    "distributed",
    "jinja2",
    "lark",
    "matplotlib",
    "networkx",
    "numpy",
    "pygraphviz",
    "pysmt",
    "stormpy",
    "z3",
}
UNUSED = {"importlib.metadata", "rich", "typer"}
OURS = {"symag.formats.prism.read", "symag.report", "symag.smt.backend", "symag.smt.script", "symag.study.bench.cav12"}
"""Packages, and modules of our own, that are loaded when they are first used."""
VERSION = "import symag.cli.main; symag.cli.main.app(['--version'], standalone_mode=False)"


@pytest.mark.parametrize(("command", "unused"), [("import symag", HEAVY | UNUSED | OURS), (VERSION, HEAVY)])
def test_starting_loads_little(command: str, unused: set[str]) -> None:
    code = f"import sys\n{command}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not unused & set(done.stdout.split())


EXAMPLES = Path(__file__).parents[1] / "examples"
SMALL_CHECKS: tuple[tuple[str, set[str]], ...] = (
    ("L1.json L2.json --spec P.json", set()),
    ("L1.json L2.json --spec promise.json", set()),
    ("L1.json L2.json --property 'P<=1/10 [ F send ]'", set()),
    ("cav12/CS_N-3/clients.prism cav12/CS_N-3/server.prism --spec cav12/CS_N-3/spec.prism", set()),
    ("minimal/channel.lts#INPUT minimal/channel.lts#OUTPUT --spec minimal/channel.lts#ORDER", {"lark"}),
    ("csp/scheduler.csp", set()),
    ("flow/elevator.ada --spec flow/doors.lts", {"lark", "numpy"}),
)
"""Arguments of `symag check`, and the heavy packages that readers of these languages need."""


@pytest.mark.parametrize(("arguments", "needed"), SMALL_CHECKS)
def test_small_checks_load_little(arguments: str, needed: set[str], folder: Path) -> None:
    words = [str(EXAMPLES / word) if "/" in word and " " not in word else word for word in shlex.split(arguments)]
    code = (
        "import sys; from symag.cli.main import app; app(sys.argv[1:], standalone_mode=False); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "check", "-q", *words], capture_output=True, text=True, cwd=folder
    )
    loaded = set(done.stderr.split())
    assert "symag" in loaded, done.stderr
    assert HEAVY & loaded == needed


@pytest.mark.parametrize("module", ["symag.study", "symag.report", "symag.study.cases.families", "symag.smt"])
def test_rooms_can_be_imported_all_the_same(module: str) -> None:
    assert import_module(module)


def _names(table: Sequence[Named]) -> list[str]:
    return [record.name for record in table]


@pytest.mark.parametrize("verb", [symag.check, symag.compare])
def test_every_choice_is_explained(verb: object) -> None:
    text = verb.__doc__ or ""
    names = [*_names(METHODS), *_names(RULES), *_names(ORDERS), *_names(STRATEGIES)]
    for choice in (*names, "traces", "fixpoint", "z3", "pysmt:z3", "pysmt:cvc5"):
        assert re.search(rf"\b{re.escape(choice)}\b", text), choice
    for encoding in ENCODINGS:
        assert re.search(rf"\b{encoding}\b", text), encoding
    assert all(relation.name in text or relation.name == "simulation" for relation in RELATIONS)


# No line ends with a space


@pytest.mark.parametrize(("columns", "colours"), [("40", True), ("80", False), ("200", True)])
def test_no_line_ends_with_a_space(folder: Path, columns: str, colours: bool) -> None:
    environment = {"COLUMNS": columns} | ({"FORCE_COLOR": "1"} if colours else {})
    run(f"{VIOLATED} -o violated.json")
    run(f"{HOLDS} --method agar -o holds.json")
    (folder / "loops.lts").write_text("A = (x -> A). B = (x -> B). ||S = (A || B).")
    for command in (
        HOLDS,
        f"{HOLDS} --method agar -v",
        f"{HOLDS} --max-states 2",
        VIOLATED,
        "check L1.json --spec P.json --relation simulation --method cegar",
        "show L2.json",
        "show loops.lts",
        "step L1.json L2.json",
        "show violated.json",
        "show holds.json",
        "audit violated.json",
        f"{COMPARE} --methods mono,agar",
        FAMILY,
        "demo --folder shown",
        "check --help",
    ):
        done = run(command, **environment)
        for line in (done.stdout + done.stderr).splitlines():
            plain = re.sub(r"\x1b\[[0-9;]*m", "", line)
            assert plain == plain.rstrip(), (command, line)
        assert done.stdout


def test_the_table_of_a_trace_has_no_trailing_spaces(folder: Path) -> None:
    eager = LPTS.build("0", [("0", "input", "1"), ("1", "input", "0")], name="eager")
    order = LPTS.build("0", [("0", "input", "1"), ("1", "output", "0")], name="order")
    text = str(symag.check(eager, order, relation="traces"))
    assert "not allowed" in text
    assert text == "\n".join(map(str.rstrip, text.split("\n")))


def test_columns_stay_where_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    """Only what is after the last word of a line is cut."""
    from symag.report import terminal

    table = Table("name", "x", "y")
    table.add_row("a", "", "1")
    table.add_row("long name", "", "")
    Console(width=60).print(table)
    padded = capsys.readouterr().out
    terminal(width=60).print(table)
    assert capsys.readouterr().out == "".join(f"{line.rstrip()}\n" for line in padded.splitlines())


# Silence


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (HOLDS, 0),
        (VIOLATED, 1),
        (f"{HOLDS} --max-states 2", 3),
        (f"{HOLDS} --method agar --save-assumptions . -o v.json --report r.html", 0),
        (f"{VIOLATED} --save-assumptions .", 1),
        (COMPARE, 0),
        (f"{COMPARE} --max-states 2", 3),
        (f"{FAMILY} -o f.csv --plot f.svg", 0),
        (f"{ENCODE} -o q.smt2", 0),
        ("audit holds.json", 0),
        ("show L1.json", 0),
        ("show holds.json", 0),
        ("show L1.json -o l.svg", 0),
        ("convert L1.json L1.aut", 0),
        ("convert L1.json --components parts", 0),
        ("step L1.json L2.json", 0),
        ("demo --folder quiet", 0),
    ],
)
@pytest.mark.parametrize("quiet", ["-q", "--quiet"])
def test_quiet_commands_say_nothing(folder: Path, command: str, code: int, quiet: str) -> None:
    run(f"{HOLDS} -o holds.json")
    done = run(f"{command} {quiet}")
    assert (done.exit_code, done.stdout, done.stderr) == (code, "", "")
    for name in re.findall(r"-o (\S+)", command):
        assert (folder / name).stat().st_size


def test_every_command_can_be_quiet() -> None:
    for command in app.registered_commands:
        assert command.callback is not None
        assert "--quiet" in run(f"{command.callback.__name__} --help").stdout


@pytest.mark.parametrize("command", [VIOLATED, f"{HOLDS} --max-states 2", COMPARE, FAMILY])
def test_quiet_json_is_all_there_is(folder: Path, command: str) -> None:
    for asked in ("--json", "-o -"):
        done = run(f"{command} {asked} -q")
        assert done.stdout.count("\n") == 1
        assert isinstance(json.loads(done.stdout), dict)
        assert done.stderr == ""


def test_quiet_scripts_are_written(folder: Path) -> None:
    assert run(f"{ENCODE} -q").stdout == run(ENCODE).stdout


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("check missing.json --spec P.json", 2, "missing.json: cannot be read"),
        (f"{HOLDS} --method magic", 2, "the method 'magic' is not known"),
        ("check --spec P.json L1.json -v", 2, "give --quiet or --verbose, not both"),
    ],
)
def test_quiet_errors_are_told(folder: Path, command: str, code: int, message: str) -> None:
    done = run(f"{command} -q")
    assert (done.exit_code, done.stdout) == (code, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
