"""`symag compare`: backends that agree, lie, hang, crash, babble and eat memory, and what the user is told of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from typer.testing import CliRunner, Result

import symag
from symag import LPTS, Comparison, InputError, compose
from symag.cli.main import app
from symag.report import plot, plot_panels
from symag.simulation import backend as registry
from symag.simulation.fixpoint import Fixpoint
from symag.study.cases.families import FAMILIES
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P, LEMMA4_R1, LEMMA4_R2
from symag.study.compare.comparison import ComparisonRow
from symag.study.compare.side_by_side import Sweep, sweep
from symag.study.view import Curve, Panel
from tests.waiting import PATIENCE, is_alive, wait_for

TOYS = """
import atexit, os, signal, sys, time
from array import array
from symag import SimulationRelation
from symag.simulation import Fixpoint, Decision


class Liar:
    name = "liar"

    def simulate(self, system, specification, watch):
        everything = (1 << specification.num_states) - 1
        rows = array("i", [0]) * system.num_states
        return Decision(relation=SimulationRelation(system, specification, rows, (everything,)))


class Hanging:
    name = "hanging"

    def simulate(self, system, specification, watch):
        if "SYMAG_TEST_PID" in os.environ:
            with open(os.environ["SYMAG_TEST_PID"] + ".new", "w") as file:
                file.write(str(os.getpid()))
            os.rename(file.name, os.environ["SYMAG_TEST_PID"])
        while True:
            time.sleep(0.1)


class Leaving:
    name = "leaving"

    def simulate(self, system, specification, watch):
        os._exit(7)


class Crashing:
    name = "crashing"

    def simulate(self, system, specification, watch):
        print("assertion violated in solver.cpp", file=sys.stderr, flush=True)
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGSEGV)


class Raising:
    name = "raising"

    def simulate(self, system, specification, watch):
        raise ValueError("no such\\nlogic")


class Babbling:
    name = "babbling"

    def simulate(self, system, specification, watch):
        atexit.register(print, '{"verdict": "violated"}')
        print('{"verdict": "violated"}')
        os.write(1, b'unsat\\n{"verdict": "violated"}\\n\\xff\\x1b[2J')
        sys.stdin.read()
        outcome = Fixpoint().simulate(system, specification, watch)
        return Decision(outcome.relation, outcome.tree, {"pairs": 12, "variables": 3456, "clauses": 7, "core": 2})


class Hungry:
    name = "hungry"

    def simulate(self, system, specification, watch):
        eaten = []
        while True:
            eaten.append(bytearray(b"x") * 2**24)
            time.sleep(0.01)
"""
CLASSES = ("Liar", "Hanging", "Leaving", "Crashing", "Raising", "Babbling", "Hungry")

PROMISE = LPTS.build("u0", [("u0", "input", "u1"), ("u1", "output", {"u1": "1/100", "u0": "99/100"})], name="promise")
QUESTION = ["compare", "L1.json", "L2.json", "--spec", "P.json"]


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of somebody else, as pip installs it: a module, and metadata that name its backends."""
    folder = tmp_path_factory.mktemp("toys")
    (folder / "toys.py").write_text(TOYS)
    (folder / "toys-1.2.dist-info").mkdir()
    (folder / "toys-1.2.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.2\n")
    points = "".join(f"{name.lower()} = toys:{name}\n" for name in CLASSES)
    (folder / "toys-1.2.dist-info" / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{points}")
    return folder


@pytest.fixture
def folder(toys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the user is: a folder with the models of CAV'12, Fig. 1; the toys are installed."""
    for model in (FIG1_L1, FIG1_L2, FIG1_P, PROMISE):
        symag.save(model, tmp_path / f"{model.name}.json")
    monkeypatch.syspath_prepend(toys)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("toys", None)


def run(*arguments: str) -> Result:
    """One command, in this process."""
    return CliRunner().invoke(app, list(arguments), prog_name="symag")


def only(comparison: Comparison) -> ComparisonRow:
    (row,) = comparison.rows
    return row


# The library


def test_backends_that_agree(folder: Path) -> None:
    for specification, verdict in ((FIG1_P, "holds"), (PROMISE, "violated")):
        heard: set[str] = set()
        comparison = symag.compare(
            [FIG1_L1, FIG1_L2],
            specification,
            backends=["fixpoint", "babbling"],
            listener=lambda stage, count, heard=heard: heard.add(stage),  # type: ignore[misc]
        )
        assert comparison.agree
        assert [(row.backend, row.verdict) for row in comparison.rows] == [("fixpoint", verdict), ("babbling", verdict)]
        plain, noisy = comparison.rows
        assert heard == {"fixpoint, 1 of 2", "babbling, 2 of 2"}
        for row in comparison.rows:
            assert row.audited
            assert row.seconds is not None
            assert row.seconds > 0
            assert row.audit_seconds is not None
            assert row.peak_memory_mb is not None
            assert 10 < row.peak_memory_mb < 500
            assert (row.reason, row.log) == (None, None)
            assert (row.tree_nodes is not None) == (row.tree_depth is not None) == (verdict == "violated")
        assert (plain.pairs, plain.variables, plain.clauses, plain.core) == (None, None, None, None)
        assert (noisy.pairs, noisy.variables, noisy.clauses, noisy.core) == (12, 3456, 7, 2)
        assert f"agree: {verdict}" in str(comparison)
        assert "3,456" in str(comparison)


def test_a_liar_is_found_out(folder: Path) -> None:
    row = only(symag.compare(LEMMA4_R1, LEMMA4_R2, backends=["liar"]))
    assert row.verdict == "failed"
    assert "InternalError: the kernel rejected the evidence for 'holds'" in str(row.reason)
    assert "Traceback" in str(row.log)


def test_the_memory_is_that_of_the_backend_and_not_of_whoever_asks(folder: Path) -> None:
    ballast = bytearray(b"x") * (300 * 2**20)
    row = only(symag.compare(FIG1_L1, FIG1_L1, backends=["fixpoint"]))
    del ballast
    assert row.peak_memory_mb is not None
    assert row.peak_memory_mb < 200


def test_one_that_hangs_is_stopped(folder: Path) -> None:
    row = only(symag.compare(FIG1_L1, FIG1_L1, backends=["hanging"], timeout=0.5))
    assert row.verdict == "unknown"
    assert str(row.reason).startswith("timeout: 0.5 s were used up")
    assert row.seconds is not None
    assert row.seconds > 1


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="the system does not tell")
def test_one_that_eats_is_stopped(folder: Path) -> None:
    row = only(symag.compare(FIG1_L1, FIG1_L1, backends=["hungry"], memory=150, timeout=PATIENCE))
    assert row.verdict == "unknown"
    assert str(row.reason).startswith("memory: ")


def test_limits_inside(folder: Path) -> None:
    row = only(symag.compare([FIG1_L1, FIG1_L2], FIG1_P, backends=["fixpoint"], max_states=2))
    assert row.verdict == "unknown"
    assert str(row.reason).startswith("max-states: more than 2 states")


@pytest.mark.parametrize(
    ("backend", "reason"),
    [
        ("leaving", "it ended with exit code 7 and said nothing"),
        ("crashing", "it was ended by SIGSEGV: assertion violated in solver.cpp"),
        ("raising", "ValueError: no such logic"),
    ],
)
def test_one_that_crashes(folder: Path, backend: str, reason: str) -> None:
    comparison = symag.compare(FIG1_L1, FIG1_L1, backends=[backend])
    assert (only(comparison).verdict, only(comparison).reason) == ("failed", reason)
    assert not comparison.agree
    assert "a backend failed" in str(comparison)


def test_backends_default_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symag.study.compare.side_by_side.backend_names", lambda: ["fixpoint"])
    assert [row.backend for row in symag.compare(FIG1_L1, FIG1_L1).rows] == ["fixpoint"]


def test_a_backend_that_only_this_process_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    symag.register("mine")(Fixpoint)
    with pytest.raises(InputError, match="'mine' is known only in this process"):
        symag.compare(FIG1_L1, FIG1_L1, backends=["mine"])


@pytest.mark.parametrize(
    ("components", "options", "message"),
    [
        ([], {}, "at least one component"),
        (["L1.json"], {}, "must be an LPTS"),
        ([FIG1_L1], {"backends": []}, "no backend to compare"),
        ([FIG1_L1], {"backends": "fixpoint"}, "must be a list of names"),
        ([FIG1_L1], {"backends": ["fixpoint", "fixpoint"]}, "is there twice"),
        ([FIG1_L1], {"backends": ["fixpoint", "magic"]}, "there is no backend 'magic'"),
        ([FIG1_L1], {"timeout": 0}, "greater than zero"),
        ([FIG1_L1], {"memory": "much"}, "must be a number"),
    ],
)
def test_wrong_arguments_are_told_before_anything_runs(
    components: Any, options: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("something ran"))
    with pytest.raises(InputError, match=message):
        symag.compare(components, FIG1_P, **options)


Said = Literal["holds", "violated", "unknown", "failed"]


def hand_made(*verdicts: Said) -> Comparison:
    rows = tuple(ComparisonRow(f"b{number}", verdict, "why") for number, verdict in enumerate(verdicts))
    return Comparison((FIG1_L1,), FIG1_P, rows)


@pytest.mark.parametrize(
    ("verdicts", "agree"),
    [
        (["holds"], True),
        (["holds", "holds"], True),
        (["violated", "unknown", "violated"], True),
        (["unknown", "unknown"], True),
        (["holds", "violated"], False),
        (["violated", "unknown", "holds"], False),
        (["holds", "failed"], False),
        (["failed"], False),
    ],
)
def test_agreement(verdicts: list[Said], agree: bool) -> None:
    comparison = hand_made(*verdicts)
    assert comparison.agree is agree
    assert comparison.to_json()["agree"] is agree
    assert ("WITHOUT AGREEMENT" in repr(comparison)) is not agree
    text = str(comparison)
    if {"holds", "violated"} <= set(verdicts):
        assert "DISAGREE" in text
    if set(verdicts) == {"unknown"}:
        assert "no backend has an answer" in text


def test_the_inputs_are_kept_for_a_report(folder: Path) -> None:
    hand_made("holds", "violated").save_inputs("kept.json")
    document = json.loads((folder / "kept.json").read_text())
    assert document["symag"] == symag.__version__
    assert document["versions"]["toys"] == "1.2"
    assert document["versions"]["python"].startswith(f"{sys.version_info.major}.")
    assert [row["verdict"] for row in document["rows"]] == ["holds", "violated"]
    assert symag.loads(json.dumps(document["components"][0]["model"])).is_isomorphic_to(FIG1_L1)
    assert symag.loads(json.dumps(document["specification"]["model"])).is_isomorphic_to(FIG1_P)


# Families


@pytest.mark.parametrize("name", FAMILIES)
def test_families(name: str) -> None:
    family = FAMILIES[name]
    for size in (1, 2, 3, 4):
        components, specification = family(size)
        assert compose(*components).num_states == family.states(size)
        assert symag.check(components, specification, audit=True)
        assert symag.check(*family(size, violated=True), audit=True).verdict == "violated"
    assert 10 < family.states(2) * family(2)[1].num_states < 1_000
    assert 10_000 < family.states(12) * family(12)[1].num_states < 10_000_000


# The command


def test_compare_shows_a_table(folder: Path) -> None:
    done = run(*QUESTION, "--backends", "fixpoint, babbling")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("backend")
    assert [line.split()[:2] for line in lines if "holds" in line][:2] == [["fixpoint", "holds"], ["babbling", "holds"]]
    assert "\x1b" not in done.stdout


def test_compare_prints_one_json_object_and_saves_it(folder: Path) -> None:
    done = run(*QUESTION, "--backends", "fixpoint,babbling", "--json", "-o", "comparison.json")
    assert done.exit_code == 0
    assert done.stdout.count("\n") == 1
    document = json.loads(done.stdout)
    assert document == json.loads((folder / "comparison.json").read_text())
    assert document["agree"] is True
    assert [component["name"] for component in document["components"]] == ["L1", "L2"]
    assert document["rows"][1].keys() >= {"backend", "verdict", "seconds", "peak_memory_mb", "pairs", "tree_nodes"}
    assert "babbling" in done.stderr


def test_compare_keeps_the_question_if_one_lies(folder: Path) -> None:
    (folder / "symag-disagreement.json").write_text("old")
    command = ["compare", "L1.json", "L2.json", "--spec", "promise.json", "--backends", "fixpoint,liar", "--json"]
    done = run(*command)
    assert done.exit_code == 4
    assert json.loads(done.stdout)["agree"] is False
    assert "attach symag-disagreement-2.json" in done.stderr
    assert (folder / "symag-disagreement.json").read_text() == "old"
    document = json.loads((folder / "symag-disagreement-2.json").read_text())
    assert [row["verdict"] for row in document["rows"]] == ["violated", "failed"]
    assert document["components"][0]["model"]["format"] == "symag-lpts"


def test_compare_tells_of_a_lie_even_if_it_cannot_keep_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Comparison, path: str) -> None:
        raise InputError("cannot be written: No space left on device", path)

    monkeypatch.setattr(Comparison, "save_inputs", full)
    done = run(*QUESTION, "--backends", "leaving")
    assert done.exit_code == 4
    assert "could not be kept: symag-disagreement.json: cannot be written" in done.stderr
    assert not list(folder.glob("symag-disagreement*"))


def test_compare_exits_with_3_if_one_does_not_know(folder: Path) -> None:
    done = run(*QUESTION, "--backends", "hanging", "--timeout", "0.3")
    assert done.exit_code == 3
    assert "hanging: unknown: timeout: 0.3 s" in done.stdout
    assert not list(folder.glob("symag-disagreement*"))


def test_compare_a_family(folder: Path) -> None:
    command = ["compare", "--family", "mutex", "--sizes", "2..3", "--violated", "--backends", "fixpoint", "--json"]
    done = run(*command, "--plot", "plot.PNG", "-o", "family.json")
    assert done.exit_code == 0, done.stderr
    document = json.loads(done.stdout)
    assert document == json.loads((folder / "family.json").read_text())
    assert (document["family"], document["violated"], document["agree"]) == ("mutex", True, True)
    assert [(q["size"], q["system_states"]) for q in document["questions"]] == [(2, 16), (3, 44)]
    assert {row["verdict"] for q in document["questions"] for row in q["rows"]} == {"violated"}
    assert "a lock and n users who may crash, violated" in done.stderr
    assert (folder / "plot.PNG").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_a_plot_of_what_has_no_figures(folder: Path) -> None:
    """Crashed, stopped, too fast for the clock: none of it breaks the plot, and the same figures give the same file."""
    rows = (
        ComparisonRow("a", "failed"),
        ComparisonRow("b", "unknown", "timeout", 1.5),
        ComparisonRow("c", "holds", seconds=0.0),
    )
    for shown in (rows[:1], rows):
        result = Sweep(FAMILIES["cs"], False, ((2, Comparison((FIG1_L1,), FIG1_P, shown)),))
        plot(result, "one.svg")
        plot(result, "two.svg")
        assert (folder / "one.svg").read_bytes() == (folder / "two.svg").read_bytes()
        assert b"<svg" in (folder / "one.svg").read_bytes()


def test_one_way_without_a_name_needs_no_legend(tmp_path: Path) -> None:
    plot_panels([Panel("title", "size", (Curve("", ((1, 0.1), (10, 1.0))),))], tmp_path / "plot.svg")
    assert b"legend" not in (tmp_path / "plot.svg").read_bytes()


PLOTTING = """
import os, sys
from symag.report import plot_panels
from symag.study.view import Curve, Panel

before = dict(os.environ)
for _ in range(2):
    plot_panels([Panel("title", "size", (Curve("z3", ((1, 0.1), (10, 1.0))),))], sys.argv[1])
assert before == dict(os.environ)
"""


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_plot_leaves_the_home_alone_and_asks_nobody_for_fonts(tmp_path: Path, suffix: str) -> None:
    """Matplotlib by itself makes folders there, and runs fc-list."""
    home, tools, scratch = tmp_path / "home", tmp_path / "tools", tmp_path / "scratch"
    for folder in (home, tools, scratch):
        folder.mkdir()
    fake = tools / "fc-list"
    fake.write_text(f"#!/bin/sh\ntouch {tmp_path / 'fonts-were-listed'}\n")
    fake.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MPL", "XDG_"))}
    environment |= {"HOME": str(home), "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "TMPDIR": str(scratch)}
    picture = tmp_path / f"plot.{suffix}"
    done = subprocess.run(
        [sys.executable, "-c", PLOTTING, str(picture)], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert picture.stat().st_size
    assert not list(home.iterdir())
    assert not list(scratch.iterdir())
    assert not (tmp_path / "fonts-were-listed").exists()


def test_a_sweep_stops_at_nothing(folder: Path) -> None:
    found = sweep(FAMILIES["channel"], [1, 2], backends=["fixpoint", "leaving"])
    assert not found.agree
    assert [row.verdict for _, comparison in found.comparisons for row in comparison.rows] == ["holds", "failed"] * 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give components and --spec, or --family"),
        (["L1.json"], "give the specification"),
        (["--spec", "P.json"], "give components"),
        (["L1.json", "--spec", "P.json", "--family", "cs"], "not both"),
        (["--spec", "P.json", "--family", "cs"], "not both"),
        (["--family", "unknown"], "there is no family 'unknown': choose from cs, channel, mutex"),
        (["--family", "cs", "--sizes", "6..2"], "the smaller first"),
        (["--family", "cs", "--sizes", "0"], "from 1 to"),
        (["--family", "cs", "--sizes", "0..3"], "from 1 to"),
        (["--family", "cs", "--sizes", "abc"], "cannot be read"),
        (["--family", "cs", "--sizes", ""], "cannot be read"),
        (["--family", "cs", "--sizes", "2.."], "cannot be read"),
        (["--family", "cs", "--sizes", "-2..3"], "cannot be read"),
        (["--family", "cs", "--sizes", "²"], "cannot be read"),
        (["--family", "cs", "--sizes", "1..1000000"], "at most 40"),
        (["--family", "cs", "--sizes", "1.." + "9" * 5000], "cannot be read"),
        (["--family", "cs", "--plot", "plot.gif"], "plot.gif: .gif files cannot be plotted"),
        (["--family", "cs", "--plot", "none/plot.svg"], "there is no such folder"),
        (["--family", "cs", "-o", "none/out.json"], "there is no such folder"),
        (["L1.json", "--spec", "P.json", "--plot", "plot.svg"], "--plot goes with --family"),
        (["L1.json", "--spec", "P.json", "--sizes", "2..3"], "--sizes goes with --family"),
        (["L1.json", "--spec", "P.json", "--violated"], "--violated goes with --family"),
        (["L1.json", "--spec", "P.json", "--relation", "likeness"], "the relation 'likeness' is not known"),
        (["L1.json", "--spec", "P.json", "--backends", ""], "no backend to compare"),
        (["L1.json", "--spec", "P.json", "--backends", ","], "no backend to compare"),
        (["L1.json", "--spec", "P.json", "--backends", "fixpoint,fixpoint"], "is there twice"),
        (["L1.json", "--spec", "P.json", "--backends", "fixpoint,magic"], "there is no backend 'magic'"),
        (["L1.json", "--spec", "P.json", "--timeout", "0"], "greater than zero"),
        (["--family", "cs", "--memory", "-1"], "greater than zero"),
        (["missing.json", "--spec", "P.json"], "missing.json"),
    ],
)
def test_bad_usage(folder: Path, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("something ran"))
    done = run("compare", *arguments)
    assert (done.exit_code, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith("symag: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -9)], ids=str
)
def test_nobody_is_left_behind(folder: Path, toys: Path, sent: signal.Signals, code: int) -> None:
    path = os.pathsep.join([str(toys), *sys.path])
    (folder / "temporary").mkdir()
    temporary = {"SYMAG_TEST_PID": str(folder / "pid"), "TMPDIR": str(folder / "temporary")}
    environment = {**os.environ, "PYTHONPATH": path, **temporary}
    command = [sys.executable, "-c", "from symag.cli.main import main; main()", *QUESTION, "--backends", "hanging"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        wait_for(lambda: (folder / "pid").exists() or process.poll() is not None)
        child = int((folder / "pid").read_text())
        process.send_signal(sent)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (code, b"")
    said = {130: b"symag: interrupted\n", -9: b""}
    assert err == said.get(code, f"symag: ended by {sent.name}\n".encode())
    wait_for(lambda: not is_alive(child))
    assert os.listdir(folder / "temporary") == []
