"""`symag step`, driven through its standard input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import symag
from symag import LPTS
from symag.cli.main import app
from tests.cli.commands import SYMAG, assert_refused, run
from tests.waiting import PATIENCE


def step(arguments: str, *lines: str) -> Result:
    """The command with these lines of input, then the end of it."""
    given = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(app, ["step", *arguments.split()], given, prog_name="symag", env={"COLUMNS": "120"})


def test_a_walk_by_hand(folder: Path) -> None:
    done = step("loops.lts", "1", "1", "b", "q")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == (
        "start\n"
        "  component  is in\n"
        "  p[1]:LOOP  LOOP\n"
        "  p[2]:LOOP  LOOP\n"
        "  LOCK       LOCK\n"
        "     action     who moves        leads to\n"
        "  1  p[1].down  p[1]:LOOP, LOCK  p[1]:LOOP: LOOP.1, LOCK: LOCK.1\n"
        "  2  p[2].down  p[2]:LOOP, LOCK  p[2]:LOOP: LOOP.1, LOCK: LOCK.1\n"
        "> 1\n"
        "step 1: p[1].down\n"
        "  component  is in\n"
        "  p[1]:LOOP  LOOP.1\n"
        "  p[2]:LOOP  LOOP\n"
        "  LOCK       LOCK.1\n"
        "     action      who moves  leads to\n"
        "  1  p[1].enter  p[1]:LOOP  p[1]:LOOP: LOOP.2\n"
        "> 1\n"
        "step 2: p[1].enter\n"
        "  component  is in\n"
        "  p[1]:LOOP  LOOP.2\n"
        "  p[2]:LOOP  LOOP\n"
        "  LOCK       LOCK.1\n"
        "     action     who moves  leads to\n"
        "  1  p[1].exit  p[1]:LOOP  p[1]:LOOP: LOOP.3\n"
        "> b\n"
        "step 1: p[1].down\n"
        "  component  is in\n"
        "  p[1]:LOOP  LOOP.1\n"
        "  p[2]:LOOP  LOOP\n"
        "  LOCK       LOCK.1\n"
        "     action      who moves  leads to\n"
        "  1  p[1].enter  p[1]:LOOP  p[1]:LOOP: LOOP.2\n"
        "> q\n"
    )


@pytest.mark.parametrize(
    ("lines", "end"),
    [
        (["1", "1", "1", "2"], "step 3: output, with probability 9/10"),
        (["1", "1", "1", "1"], "step 3: output, with probability 1/10"),
        (["1", "1", "1.2"], "step 3: output, with probability 9/10"),
        (["1", "1", "1.1"], "step 3: output, with probability 1/10"),
        (["1", "1", "1", "b"], "step 2: send"),
        (["1", "1", "1", ""], "step 3: output, with probability"),
        (["1", "1", "1.d"], "step 3: output, with probability"),
        (["1", "1", "1"], "step 2: send"),
        (["1", "1", "1", "q", "1"], "step 2: send"),
        (["1", "b", "b", "b"], "start"),
        (["r 2"], "step 2: send"),
        (["1", "b 7"], "start"),
    ],
)
def test_outcomes(folder: Path, lines: list[str], end: str) -> None:
    done = step("L1.json L2.json --seed 1", *lines)
    assert (done.exit_code, done.stderr) == (0, "")
    shown = [line for line in done.stdout.splitlines() if line.startswith(("start", "step"))]
    assert shown[-1].startswith(end)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("7", "there is no move 7: 1 move can be chosen here"),
        ("0", "there is no move 0"),
        ("1.9", "there is no outcome 9: move 1 has 1 outcome"),
        ("1.x", "an outcome takes a number, not 'x'"),
        ("1 2", "a move takes a number, not '1 2'"),
        ("٣", "a move takes a number, not '٣'"),
        ("9" * 5_000, "a move takes a number"),
        ("r -1", "r takes a number, not '-1'"),
        ("r 100001", "r takes at most 100,000 steps at once"),
        ("b x", "b takes a number, not 'x'"),
        ("jump", "'jump' is no command: ? lists them"),
        ("\x1b[2J", "'\\x1b[2j' is no command"),
        ("s", "s needs the name of a file: s walk.json"),
        ("s walk.txt", "walk.txt: .txt files cannot hold a walk: call it walk.json"),
        ("s L1.json", "L1.json: is one of the models: write the walk to another file"),
        ("s none/walk.json", "none/walk.json: cannot be written: there is no such folder"),
    ],
)
def test_what_is_no_command_is_told_and_changes_nothing(folder: Path, line: str, message: str) -> None:
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    done = step("L1.json L2.json", line, "1")
    assert done.exit_code == 0
    assert done.stderr.splitlines()[0].casefold().startswith(f"symag: {message}".casefold())
    assert "step 1: input" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_help_trace_moves_and_components(folder: Path) -> None:
    done = step("loops.lts", "r 3", "t", "m", "c", "?")
    assert (done.exit_code, done.stderr) == (0, "")
    for word in ("The walk so far, 3 steps", "the components are in", "s FILE.json", "b [N]"):
        assert word in done.stdout


def test_a_walk_is_saved_and_goes_on(folder: Path) -> None:
    first = step("loops.lts --seed 5", "r 6", "s walk.json")
    assert first.stderr == "written: walk.json\n"
    saved = json.loads(Path("walk.json").read_text())
    assert (saved["format"], saved["version"]) == ("symag-walk", 1)
    assert saved["components"] == ["p[1]:LOOP", "p[2]:LOOP", "LOCK"]
    assert len(saved["trace"]) == len(saved["steps"]) == 6
    again = step("loops.lts --replay walk.json", "b 6", "q")
    assert again.exit_code == 0
    assert "The walk so far, 6 steps" in again.stdout
    assert f"step 6: {saved['trace'][-1]}" in again.stdout
    assert again.stdout.count("start\n") == 1
    assert_refused(run("step", "L1.json", "--replay", "walk.json"), "walk.json")
    assert_refused(run("step", "L1.json", "--replay", "none.json"), "none.json")
    assert step("loops.lts --seed 5", "r 6").stdout in first.stdout.replace("> s walk.json\n", "")


def test_a_deadlock_is_told_and_can_be_walked_to(folder: Path) -> None:
    Path("stuck.lts").write_text("A = (go -> x -> y -> A). B = (y -> x -> B). ||S = (A || B).")
    done = step("stuck.lts", "r 9", "1", "b")
    assert done.exit_code == 0
    assert "stuck after 1 random step\nstep 1: go\n" in done.stdout
    assert "deadlock: no move is enabled" in done.stdout
    assert done.stderr == "symag: there is no move 1: 0 moves can be chosen here\n"
    Path("found.json").write_text(run("deadlock", "stuck.lts", "--json").stdout)
    again = step("stuck.lts --replay found.json")
    assert "deadlock: no move is enabled" in again.stdout


def test_many_components_and_many_moves(folder: Path) -> None:
    for number in range(20):
        symag.save(LPTS.build("0", [("0", "a", str(k)) for k in range(10)], name=f"c{number}"), f"c{number}.json")
    done = step(" ".join(f"c{number}.json" for number in range(20)), "m 99999999999999999990", "2")
    assert done.exit_code == 0
    assert "… 8 more components: c lists all" in done.stdout
    assert "… 99,999,999,999,999,999,980 more moves: m 21 goes on" in done.stdout
    assert "c0, c1, c2, c3 and 16 more" in done.stdout
    assert "  99999999999999999990   a" in done.stdout
    assert "… 19 more components: c lists all" in done.stdout


def test_names_are_only_text(folder: Path) -> None:
    odd = LPTS.build("\x1b[2J", [("\x1b[2J", "[red]a\nb", "[/]")], name="[bold]\x07")
    symag.save(odd, "odd.json")
    done = step("odd.json L1.json", "1", "t", "c")
    assert done.exit_code == 0
    assert not {"\x1b", "\x07"} & set(done.stdout)
    for text in ("\\x1b[2J", "[red]a\\nb", "[bold]\\x07", "[/]"):
        assert text in done.stdout


def test_constants_and_limits(folder: Path) -> None:
    Path("count.prism").write_text("mdp const int N; module m x:[0..N]; [up] x<N -> (x'=x+1); endmodule")
    assert "x=3" in step("count.prism --const N=3", "r 9").stdout
    assert_refused(run("step", "count.prism"), "count.prism")
    assert step("count.prism --const N=30000 --max-states 10").exit_code == 3
    assert_refused(run("step", "none.json"), "none.json")


def test_of_values_those_that_change(folder: Path) -> None:
    text = "mdp module m x:[0..3]; y:bool; z:[0..1]; [up] x<3 -> 1/2:(x'=x+1) + 1/2:(x'=x+1)&(y'=!y); endmodule"
    Path("m.prism").write_text(text)
    shown = step("m.prism", "1.2").stdout
    assert "  m          x=1,y=true,z=0\n" in shown
    assert "  1  up      m          1/2 x=1; 1/2 x=1,y=true\n" in shown
    assert "1/2 x=2; 1/2 x=2,y=false" in shown or "1/2 x=2,y=false; 1/2 x=2" in shown


def test_the_input_may_end_or_be_no_text(folder: Path) -> None:
    for given in (b"", b"\xff\xfe\n1\n", b"1"):
        done = subprocess.run([*SYMAG, "step", "L1.json"], input=given, capture_output=True, timeout=PATIENCE)
        assert done.returncode == 0
        assert b"Traceback" not in done.stderr
    assert b"step 1: input" in done.stdout


def test_ctrl_c_ends_it(folder: Path) -> None:
    with subprocess.Popen(
        [*SYMAG, "step", "L1.json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b">"):
            more = os.read(process.stdout.fileno(), 1 << 16)
            assert more, process.stderr and process.stderr.read()
            shown += more
        process.send_signal(signal.SIGINT)
        try:
            _, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, err) == (130, b"symag: interrupted\n")
