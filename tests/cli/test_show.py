"""`symag show`: models, and verdicts of files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import symag
from symag import LPTS
from symag.errors import InputError
from symag.relations import read_verdict
from symag.report import verdict_text
from symag.study.cases.families import FAMILIES
from symag.study.cases.papers import FIG1_L1, FIG1_L2, INPUT, OUTPUT
from symag.study.cases.papers import ORDER as CHANNEL_ORDER
from tests.cli.commands import CHECK_LINE, EAGER, ORDER, PROMISE, assert_refused, run, run_line

VIOLATED_LINE = "check L1.json L2.json --spec promise.json"


@pytest.mark.parametrize(
    "command",
    [
        CHECK_LINE,
        f"{CHECK_LINE} --method agar",
        f"{CHECK_LINE} --max-states 2",
        VIOLATED_LINE,
        f"{VIOLATED_LINE} --method agar",
        "check eager.json --spec order.json --relation traces",
    ],
)
def test_show_says_what_check_said(folder: Path, command: str) -> None:
    said = run_line(f"{command} --output verdict.json").stdout.splitlines()
    shown = run_line("show verdict.json")
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
    run_line(f"{VIOLATED_LINE} --output violated.json")
    assert run_line("show violated.json -o tree.dot").exit_code == 0
    assert "n0 (t0, s0)" in (folder / "tree.dot").read_text()
    run_line(f"{CHECK_LINE} --output holds.json")
    done = run_line("show holds.json -o tree.dot")
    assert done.exit_code == 2
    assert "holds.json: there is no counterexample" in done.stderr


@pytest.mark.parametrize(
    "command", ["check verdict.json --spec P.json", "check L1.json --spec verdict.json", "convert verdict.json a.aut"]
)
def test_a_verdict_is_no_model(folder: Path, command: str) -> None:
    run_line(f"{CHECK_LINE} --output verdict.json")
    done = run_line(command)
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
    done = run_line("show bad.json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "bad.json: this is a verdict, but not as symag writes it: " in done.stderr
    assert len(done.stderr) < 600


def test_an_initial_state_that_leads_nowhere(folder: Path) -> None:
    text = Path("L1.json").read_text().replace('"initial": "t0"', '"initial": "tO"')
    Path("typo.json").write_text("".join(re.split(r'"states": \[[^]]*\],?', text)))
    for command in ("show typo.json", "show typo.json -o typo.dot"):
        done = run_line(command)
        assert done.exit_code == 0
        note = (
            "note: L1 has no transition that can be reached from its initial state: is it right that it starts in tO?"
        )
        assert done.stderr.splitlines()[0] == note
    assert run_line("show L1.json").stderr == ""


def test_drawing_is_quiet(folder: Path) -> None:
    """Also where the machine's fonts are set up in a way that the Graphviz of the wheel does not know."""
    (folder / "fonts.conf").write_text("<fontconfig><nonsense/></fontconfig>")
    code = "import symag; symag.save(symag.load('L1.json'), 'l.svg')"
    environment = {**os.environ, "FONTCONFIG_FILE": str(folder / "fonts.conf")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


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
    before = Path("loops.lts").read_text()
    assert_refused(run("show", "loops.lts#LOCK", "-o", "loops.lts"), "loops.lts")
    assert Path("loops.lts").read_text() == before


def test_show_of_several_components(folder: Path) -> None:
    done = run_line("show loops.lts")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == (
        "loops.lts  3 components, 8 actions, 4 shared\n"
        "  component  states  transitions  hidden  shared  local  alphabet\n"
        "  p[1]:LOOP       4            4       0       2      2  p[1].down, p[1].enter, p[1].exit and 1 more\n"
        "  p[2]:LOOP       4            4       0       2      2  p[2].down, p[2].enter, p[2].exit and 1 more\n"
        "  LOCK            2            4       0       4      0  p[1].down, p[1].up, p[2].down and 1 more\n"
        "  shared actions      take part\n"
        "  p[1].down, p[1].up  p[1]:LOOP, LOCK\n"
        "  p[2].down, p[2].up  p[2]:LOOP, LOCK\n"
        "  composed: 7 states, 8 transitions; it can always move\n"
    )
    assert run_line("show loops.lts --composed").stdout.startswith(
        "loops  7 states, 8 transitions, alphabet {p[1].down"
    )
    assert run_line("show loops.lts#LOCK").stdout.startswith("LOCK  2 states")
    assert run_line("show L1.json --composed").stdout == run_line("show L1.json").stdout


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (
            "A = (x -> y -> A). B = (x -> B) + {y}. ||S = (A || B).",
            "the system can stop: after x no component can move",
        ),
        ("A = (x -> y -> A). B = (y -> x -> B). ||S = (A || B).", "has no move at all (A waits for x; B waits for y)"),
        ("A = (x -> A). B = (x -> B)\\{x}. ||S = (A || B).", "composed: 1 state, 2 transitions; it can always move"),
    ],
)
def test_show_tells_deadlocks(folder: Path, text: str, end: str) -> None:
    Path("system.lts").write_text(text)
    done = run_line("show system.lts")
    assert done.exit_code == 0
    assert end in done.stdout


def test_show_says_what_was_not_explored(folder: Path) -> None:
    counter = "module c{0} x{0}:[0..9]; [a{0}] true -> (x{0}'=mod(x{0}+1,10)); endmodule"
    Path("counters.prism").write_text("mdp " + " ".join(counter.format(n) for n in range(50)))
    done = run_line("show counters.prism")
    assert done.exit_code == 0
    assert "counters.prism  50 components, 50 actions, 0 shared" in done.stdout
    assert "… 10 more components" in done.stdout
    assert "shared actions" not in done.stdout
    assert re.search(r"composed: more than [0-9,]+ states; no deadlock among those", done.stdout)
    branches = " | ".join(f"a -> Q{k}" for k in range(10))
    states = ", ".join(f"Q{k} = (b[{k}] -> STOP)" for k in range(10))
    choices = " ".join(f"C{n} = ({branches}), {states}." for n in range(9))
    Path("choices.lts").write_text(f"{choices} ||S = ({' || '.join(f'C{n}' for n in range(9))}).")
    assert "composed: not tried here, as it would take long" in run_line("show choices.lts").stdout


def test_show_as_json(folder: Path) -> None:
    done = run_line("show loops.lts --json")
    assert (done.exit_code, done.stdout.count("\n")) == (0, 1)
    data = json.loads(done.stdout)
    lock = {"name": "LOCK", "states": 2, "transitions": 4, "hidden_moves": 0, "local": []}
    assert data["components"][2].items() >= lock.items()
    assert data["components"][0]["local"] == ["p[1].enter", "p[1].exit"]
    assert data["shared"]["p[1].up"] == ["p[1]:LOOP", "LOCK"]
    assert data["composition"] == {"states": 7, "transitions": 8, "complete": True}
    assert (data["deadlock"], data["notes"]) == (None, [])
    (one,) = json.loads(run_line("show L2.json --json").stdout)["components"]
    assert (one["name"], one["shared"], one["local"]) == ("L2", [], ["ack", "output", "send"])
    assert json.loads(run_line("show loops.lts --json --composed").stdout)["components"][0]["states"] == 7
    assert run_line("show L2.json --json -o l.svg").exit_code == 2
    run_line(f"{CHECK_LINE} --output verdict.json")
    assert_refused(run_line("show verdict.json --json"), "verdict.json")


@pytest.mark.parametrize("suffix", [".svg", ".png", ".dot"])
def test_show_draws_components_and_what_they_share(folder: Path, suffix: str) -> None:
    for option in ("", "--composed "):
        done = run_line(f"show loops.lts {option}-o {option.strip()}picture{suffix}")
        assert (done.exit_code, done.stdout) == (0, "")
    components, composed = (Path(f"{name}picture{suffix}").read_bytes() for name in ("", "--composed"))
    assert components != composed
    if suffix != ".png":
        assert b"p[1]:LOOP" in components
        assert b"(LOOP,LOOP,LOCK)" in composed.replace(b"\\n", b"")


def test_notes_of_readers_are_printed(folder: Path) -> None:
    """By every command that reads models."""
    from symag.formats import SourceText, table
    from symag.formats.format import Format

    def read(source: SourceText) -> tuple[LPTS, ...]:
        source.note("the part \x1b is skipped")
        return (EAGER, ORDER)

    noted = Format("Noted", (".noted",), "has a note", read=read)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "FORMATS", (*table.FORMATS, noted))
        Path("a.noted").write_text("")
        for command in (
            "show a.noted",
            "show a.noted --json",
            "show a.noted --composed",
            "convert a.noted a.json",
            "deadlock a.noted",
            "step a.noted",
            "compare a.noted --spec order.json --backends fixpoint",
        ):
            done = run_line(command)
            assert done.exit_code in (0, 1), command
            assert "note: a.noted: the part \\x1b is skipped\n" in done.stderr, command
        assert json.loads(run_line("show a.noted --json").stdout)["notes"] == ["a.noted: the part \x1b is skipped"]


def test_of_many_outcomes_the_first_are_shown(folder: Path) -> None:
    symag.save(LPTS.build("s", [("s", "a", {f"t{k}": "1/5000" for k in range(5_000)})]), "wide.json")
    shown = run_line("show wide.json").stdout
    assert "+ … 4,960 more" in " ".join(re.sub("[│├└─]", "", shown).split())
    assert len(shown) < 10_000


def test_what_assumptions_say(folder: Path) -> None:
    """With `--verbose`, and of a verdict that the kernel accepts."""
    asked = "check input.json output.json --spec order.json --relation traces --method agar"
    for model, name in ((INPUT, "input"), (OUTPUT, "output"), (CHANNEL_ORDER, "order")):
        symag.save(model, folder / f"{name}.json")
    said = "  A1 says:\n    0  At first, and after output: send comes before output.\n"
    said += "    1  After send: only output may come.\n"
    assert said not in run_line(f"{asked} --output verdict.json").stdout
    assert run_line(f"{asked} -v").stdout.endswith(said)
    sure = run_line("show verdict.json").stdout.split("Claims of the file")[0]
    assert sure.endswith(f"{said}\n")
