"""The commands as a user gives them: what they print and write, and what they exit with."""

from __future__ import annotations

import json
import os
import shlex
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest
from typer.testing import CliRunner, Result

import symag
from symag import LPTS
from symag.cli.main import app
from symag.report import Progress
from symag.study.cases.papers import FIG1_L, FIG1_L1, FIG1_L2, FIG1_P
from tests.waiting import PATIENCE

PROMISE = LPTS.build("u0", [("u0", "input", "u1"), ("u1", "output", {"u1": "1/100", "u0": "99/100"})], name="promise")
"""More than the channel of Fig. 1 can keep."""

SYMAG = [sys.executable, "-c", "from symag.cli.main import main; main()"]
HOLDS = ["check", "L1.json", "L2.json", "--spec", "P.json"]
VIOLATED = ["check", "L1.json", "L2.json", "--spec", "promise.json"]
UNKNOWN = [*HOLDS, "--max-states", "2"]
VERDICTS = [
    pytest.param(HOLDS, 0, id="holds"),
    pytest.param(VIOLATED, 1, id="violated"),
    pytest.param(UNKNOWN, 3, id="unknown"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user is: a folder with the models of CAV'12, Fig. 1."""
    for model in (FIG1_L, FIG1_L1, FIG1_L2, FIG1_P, PROMISE):
        symag.save(model, tmp_path / f"{model.name}.json")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # stdout as users have it
    return tmp_path


def run(*arguments: str) -> Result:
    """One command, in this process."""
    return CliRunner().invoke(app, list(arguments), prog_name="symag")


def start(
    *arguments: str,
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int | IO[bytes] = subprocess.PIPE,
    encoding: str = "utf-8",
) -> subprocess.CompletedProcess[bytes]:
    """One command, in a process of its own."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [*SYMAG, *arguments]
    return subprocess.run(command, stdout=stdout, stderr=stderr, env=environment, timeout=PATIENCE, check=False)


# check


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


@pytest.mark.parametrize(
    "command",
    [
        ["check", "A1.json", "L2.json", "--spec", "P.json", "--method", "agar", "--save-assumptions", "."],
        ["compare", "A1.json", "L2.json", "--spec", "P.json", "--output", "A1.json"],
        ["encode", "A1.json", "L2.json", "--spec", "P.json", "--output", "A1.json"],
    ],
    ids=["assumptions", "comparison", "script"],
)
def test_no_model_is_overwritten(folder: Path, command: list[str]) -> None:
    (folder / "L1.json").rename(folder / "A1.json")
    before = (folder / "A1.json").read_bytes()
    done = run(*command)
    assert done.exit_code == 2
    assert "A1.json: is one of the models" in done.stderr
    assert (folder / "A1.json").read_bytes() == before


def test_encode_writes_or_prints(folder: Path) -> None:
    printed = run("encode", *HOLDS[1:], "--encoding", "cuts")
    assert printed.exit_code == 0
    assert printed.stdout.endswith("(check-sat)\n")
    assert run("encode", *HOLDS[1:], "--encoding", "cuts", "-o", "question.smt2").stdout == ""
    assert (folder / "question.smt2").read_text() == printed.stdout
    for options, code in ((["--encoding", "lazy"], 2), (["--max-states", "1"], 3)):
        assert run("encode", *HOLDS[1:], *options).exit_code == code


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


# audit


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


def assert_refused(done: Result, name: str) -> None:
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"symag: {name}:")
    assert done.stderr.count("\n") == 1


# show and convert


def test_show_prints_every_state(folder: Path) -> None:
    text = run("show", "L2.json").stdout
    assert text.startswith("L2")
    for word in ("s0", "s1", "s2", "send", "output", "ack", "1/10 s1 + 9/10 s2", "3 states"):
        assert word in text


@pytest.mark.parametrize(
    ("suffix", "opening"),
    [(".png", b"\x89PNG\r\n\x1a\n"), (".svg", b"<?xml"), (".SVG", b"<?xml"), (".dot", b"digraph")],
)
def test_show_draws(folder: Path, suffix: str, opening: bytes) -> None:
    done = run("show", "L2.json", "-o", f"picture{suffix}")
    assert (done.exit_code, done.stdout) == (0, "")
    picture = (folder / f"picture{suffix}").read_bytes()
    assert picture.startswith(opening)
    if suffix.lower() == ".svg":
        assert b"<svg" in picture
        assert b"9/10" in picture


def test_show_refuses_what_it_cannot_draw(folder: Path) -> None:
    assert_refused(run("show", "L2.json", "-o", "picture.gif"), "picture.gif")
    assert_refused(run("show", "missing.json"), "missing.json")
    assert not (folder / "picture.gif").exists()


@pytest.mark.parametrize("rude", ["\x1b[2J", "\x1b]0;title\x07", "\x9b5m"])
def test_names_cannot_command_the_terminal(folder: Path, rude: str) -> None:
    """A model that somebody sent must not clear the screen of whoever looks at it; refusing it is right, too."""
    rows = [{"from": "s", "action": action, "to": {rude: "1/2", "s": "1/2"}} for action in (rude, "output")]
    data = {"format": "symag-lpts", "version": 1, "name": rude, "initial": "s", "transitions": rows}
    (folder / "rude.json").write_text(json.dumps(data))
    for command, code in ((["show", "rude.json"], 0), (["check", "rude.json", "--spec", "P.json"], 1)):
        done = run(*command)
        assert done.exit_code in (code, 2)
        assert not set(rude[0]) & set(done.stdout + done.stderr)


def test_convert_there_and_back(folder: Path) -> None:
    for model in (FIG1_L, FIG1_L1, FIG1_L2, FIG1_P):
        assert run("convert", f"{model.name}.json", "there.aut").exit_code == 0
        assert run("convert", "there.aut", "back.json").exit_code == 0
        assert symag.load("there.aut").is_isomorphic_to(model)
        assert symag.load("back.json").is_isomorphic_to(model)


@pytest.mark.parametrize("action", ["a b", "a,1", "(a)", "é", "‖", "a\u2028b", "a\x0bb", "a\x0cb", "a\x85b"])
def test_convert_keeps_every_action(folder: Path, action: str) -> None:
    """Those with a control character may be refused, but never written so that they cannot be read."""
    row = {"from": "s", "action": action, "to": {"s": "1/3", "t": "2/3"}}
    data = {"format": "symag-lpts", "version": 1, "initial": "s", "transitions": [row]}
    (folder / "model.json").write_text(json.dumps(data))
    done = run("convert", "model.json", "model.aut")
    assert done.exit_code == 0 or (done.exit_code == 2 and not action.isprintable())
    if done.exit_code == 0:
        assert symag.load("model.aut").is_isomorphic_to(symag.load("model.json"))


def test_convert_tells_what_is_lost(folder: Path) -> None:
    symag.save(LPTS.build("s", [("s", "a", "s")], alphabet=["a", "never"]), "blocks.json")
    done = run("convert", "blocks.json", "blocks.aut")
    assert done.exit_code == 0
    assert "never" in done.stderr


def test_convert_to_prism(folder: Path) -> None:
    assert run("convert", "L2.json", "L2.prism").exit_code == 0
    text = (folder / "L2.prism").read_text()
    assert text.startswith("mdp")
    assert "9/10" in text
    assert "[send]" in text


def test_convert_refuses_what_it_cannot_write(folder: Path) -> None:
    (folder / "old.aut").write_text("old")
    symag.save(LPTS.build("s", [("s", 'say "a"', "s")]), "quotes.json")
    done = run("convert", "quotes.json", "old.aut")
    assert done.exit_code == 2
    assert (folder / "old.aut").read_text() == "old"
    assert_refused(run("convert", "L2.json", "L2.docx"), "L2.docx")
    assert_refused(run("convert", "L2.json", "none/L2.aut"), "none/L2.aut")


# the rest


def test_version() -> None:
    done = run("--version")
    assert (done.exit_code, done.stdout) == (0, f"symag {symag.__version__}\n")


COMMANDS = {command.callback.__name__: command.callback for command in app.registered_commands if command.callback}


def test_every_command_is_there() -> None:
    assert COMMANDS.keys() >= {"audit", "bench", "check", "compare", "convert", "demo", "show"}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_an_example(name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    text = " ".join(done.stdout.split())
    assert f"symag {name}" in text
    lines = (COMMANDS[name].__doc__ or "").splitlines()
    for example in (line.strip() for line in lines if line.strip().startswith("Example:")):
        assert example in text
        assert f"symag {name} " in example


def test_the_shell_completes_values() -> None:
    words = {"_SYMAG_COMPLETE": "complete_bash", "COMP_WORDS": "symag check --method a", "COMP_CWORD": "3"}
    done = CliRunner().invoke(app, [], prog_name="symag", env=words)
    assert done.stdout.split() == ["auto", "agar"]


def test_progress_tells_what_is_going_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symag.report.progress.time", SimpleNamespace(monotonic=lambda: 1000.0))
    progress = Progress(seconds=60)
    shown: list[str] = []
    progress.status.update = lambda text: shown.append(str(text))  # type: ignore[method-assign, assignment, misc]
    progress("composing", 1_000_000)
    progress.show_iteration({"iteration": 4, "assumptions": [3, 12]})
    progress("composing", 7)
    progress.show_iteration({"iteration": 5, "conjecture": 8})
    progress("learning", 0)
    assert shown == [
        "composing: 1,000,000 · 0 s of 60 s",
        "iteration 5 · |A| = 3, 12 · composing: 7 · 0 s of 60 s",
        "iteration 6 · |A| = 8 · learning · 0 s of 60 s",
    ]


def test_help_lists_the_commands() -> None:
    done = run("--help")
    assert done.exit_code == 0
    assert all(name in done.stdout for name in COMMANDS)


def test_an_unknown_command_exits_with_2() -> None:
    assert run("prove").exit_code == 2
    assert run("bench", "of-the-park").exit_code == 2


def test_demo(folder: Path) -> None:
    done = run("demo", "--folder", "new/demo")
    assert done.exit_code == 0
    files = {"sender.json", "channel.json", "spec.json", "holds.json", "violated.json"}
    assert {path.name for path in (folder / "new" / "demo").iterdir()} >= files
    assert (folder / "new" / "demo" / "system.svg").read_text().startswith("<?xml")
    assert ">new/demo/too_good.json</span>" in (folder / "new" / "demo" / "report.html").read_text(encoding="utf-8")
    assert run("audit", "new/demo/holds.json").stdout.startswith("accepted: holds")
    assert run("audit", "new/demo/violated.json").stdout.startswith("accepted: violated")
    again = run("check", "new/demo/sender.json", "new/demo/channel.json", "--spec", "new/demo/spec.json")
    assert again.exit_code == 0


@pytest.mark.parametrize("name", ["with space", "[red]", "[/red]", "ünï"])
def test_demo_takes_any_folder(folder: Path, name: str) -> None:
    done = run("demo", "--folder", name)
    assert done.exit_code == 0, done.stderr
    assert f"{name}/holds.json" in done.stdout


def test_demo_refuses_a_folder_that_cannot_be(folder: Path) -> None:
    assert_refused(run("demo", "--folder", "L1.json"), "L1.json")


# A process among others: interrupted, cut off, in a terminal without ≼

INTERRUPTIBLE = """
import os
from symag.report import Progress
heard = []
def hear(self, stage, count):
    heard.append(stage)
    if len(heard) == 5:
        os.write(2, b"here\\n")
Progress.__call__ = hear
"""
"""Says when it is in the middle of its work."""


def circle(number: int) -> LPTS:
    """Nine of these interleave to 10^9 states."""
    return LPTS.build("0", [(str(k), f"a{number}", str((k + 1) % 10)) for k in range(10)], name=f"c{number}")


def choice(number: int) -> LPTS:
    """Nine of these have 10^9 moves in their first state."""
    return LPTS.build("0", [("0", "a", str(k)) for k in range(10)], name=f"c{number}")


@pytest.mark.parametrize("family", [circle, choice])
def test_ctrl_c_exits_with_130_and_leaves_the_last_output(folder: Path, family: Callable[[int], LPTS]) -> None:
    for number in range(9):
        symag.save(family(number), f"c{number}.json")
    (folder / "verdict.json").write_text("old")
    names = [f"c{number}.json" for number in range(9)]
    command = [*SYMAG[:-1], INTERRUPTIBLE + SYMAG[-1], "check", *names, "--spec", "P.json", "-o", "verdict.json"]
    before = sorted(os.listdir())
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "here\n"
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, "", "symag: interrupted\n")
    assert (folder / "verdict.json").read_text() == "old"
    assert sorted(os.listdir()) == before


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(("command", "code"), VERDICTS)
def test_check_keeps_its_exit_code_when_nobody_reads(
    folder: Path, command: list[str], code: int, more: list[str]
) -> None:
    done = start_cut_off(*command, *more)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


def test_a_long_json_object_keeps_its_exit_code_when_nobody_reads(folder: Path) -> None:
    """Short ones fail when they are flushed, long ones while they are printed."""
    symag.save(LPTS.build("0", [(str(k), "input", str(k + 1)) for k in range(600)]), "long.json")
    assert run("check", "long.json", "--spec", "P.json").exit_code == 1
    assert start_cut_off("check", "long.json", "--spec", "P.json", "--json").returncode == 1


@pytest.mark.parametrize("command", [["show", "L2.json"], ["--version"], ["check", "--help"], ["demo"]])
def test_no_traceback_when_nobody_reads(folder: Path, command: list[str]) -> None:
    done = start_cut_off(*command)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


def start_cut_off(*arguments: str, cut: str = "stdout") -> subprocess.CompletedProcess[bytes]:
    """One command whose output goes to a pipe that nobody reads from any more."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return start(*arguments, stderr=writer) if cut == "stderr" else start(*arguments, stdout=writer)
    finally:
        os.close(writer)


@pytest.mark.parametrize("is_closed", [False, True], ids=["cut off", "closed"])
@pytest.mark.parametrize(("command", "code"), [(HOLDS, 0), (VIOLATED, 1), (["show", "missing.json"], 2)])
def test_exit_codes_and_json_do_not_depend_on_standard_error(
    folder: Path, command: list[str], code: int, is_closed: bool
) -> None:
    more = ["--json", "--output", "verdict.json"] if code < 2 else []
    if is_closed:
        shell = shlex.join([*SYMAG, *command, *more]) + " 2>&-"
        done = subprocess.run(["sh", "-c", shell], stdout=subprocess.PIPE, timeout=PATIENCE, check=False)
    else:
        done = start_cut_off(*command, *more, cut="stderr")
    assert done.returncode == code
    assert done.stdout == b"" if code == 2 else json.loads(done.stdout)["verdict"] == ("holds", "violated")[code]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("command", [HOLDS, [*HOLDS, "--json"], ["show", "L2.json"]], ids=["text", "json", "show"])
def test_a_full_disk_behind_stdout_is_no_verdict_and_no_bug(folder: Path, command: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = start(*command, stdout=full)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"bug" not in done.stderr


@pytest.mark.parametrize(("command", "code"), [(HOLDS, 0), (VIOLATED, 1), (["show", "L2.json"], 0)])
def test_a_terminal_without_our_signs_is_no_reason_to_fail(folder: Path, command: list[str], code: int) -> None:
    done = start(*command, encoding="ascii")
    assert done.returncode == code, done.stderr.decode()
    assert done.stderr == b""


def test_json_is_whole_in_a_terminal_without_our_signs(folder: Path) -> None:
    symag.save(LPTS.build("début", [("début", "é", "‖")], name="≼"), "signs.json")
    done = start("check", "signs.json", "--spec", "signs.json", "--json", encoding="ascii")
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout)["components"][0]["name"] == "≼"


def test_the_peak_is_that_of_symag_and_not_of_whoever_started_it(folder: Path) -> None:
    ballast = bytearray(b"x") * (200 * 2**20)
    done = start(*HOLDS, "--json")
    del ballast
    assert json.loads(done.stdout)["statistics"]["peak_memory_mb"] < 200
