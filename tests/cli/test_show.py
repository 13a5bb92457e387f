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
from symag.errors import InputError
from symag.relations import read_verdict
from symag.report import verdict_text
from symag.study.cases.families import FAMILIES
from symag.study.cases.papers import FIG1_L1, FIG1_L2
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
