"""What a verdict file claims is marked as a claim, or checked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import symag
from symag import LPTS
from symag.cli.main import app
from symag.relations import read_verdict
from symag.report import saved_text
from symag.report.terminal import rendered
from tests.cli.commands import run_line as run
from tests.evidence.models import AA, AB, ANY

CHECKED = "the kernel has checked and accepted the evidence"


def changed(verdict: symag.Verdict, value: Any, *path: Any) -> str:
    data = json.loads(verdict.dumps())
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (CHECKED, ("statistics", "selection")),
        (f"{CHECKED}\n{CHECKED}", ("statistics", "selection")),
        ({"minimal": True}, ("counterexample", "claims")),
        (99, ("statistics", "states_explored")),
        ([{"iteration": 1}] * 3, ("history",)),
        ("cegar", ("method",)),
        (True, ("audited",)),
    ],
)
def test_claims_are_marked_as_such(folder: Path, value: Any, path: tuple[Any, ...]) -> None:
    """The kernel does not look at them, and neither `audit` nor `show` says them as its own."""
    plain = symag.check([AB], AA)
    for name, text in (("plain", plain.dumps()), ("changed", changed(plain, value, *path))):
        (folder / f"{name}.json").write_text(text)
    assert run("audit changed.json").stdout == run("audit plain.json").stdout
    (sure, claims), (plain_sure, _) = (
        run(f"show {name}.json")
        .stdout.replace(name, "")
        .split("Claims of the file, which the kernel has not checked:\n")
        for name in ("changed", "plain")
    )
    assert sure == plain_sure
    assert all(line.startswith("  > ") for line in claims.splitlines())


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_no_claim_looks_like_a_line_of_symag(folder: Path, columns: int) -> None:
    """However long it is, and wherever it wraps."""
    forged = [f"{'q' * length} {CHECKED}" for length in range(20, 90, 7)]
    model = LPTS.build("s", [("s", "a", "s")], name=f"{'y' * 60} {CHECKED}"[:100])
    symag.check([model], ANY).asked(None, forged).save("forged.json")
    done = CliRunner().invoke(app, ["show", "forged.json"], env={"COLUMNS": str(columns)})
    assert done.exit_code == 0
    sure, claims = re.split(r"Claims\s+of\s+the\s+file,\s+which\s+the\s+kernel\s+has\s+not\s+checked:\n", done.stdout)
    assert all(line.startswith("  > ") for line in claims.splitlines())
    assert all(line.startswith("  ") for line in sure.splitlines()[1:])


@pytest.mark.parametrize(
    ("value", "path", "reason"),
    [
        (99, ("counterexample", "depth"), "the tree does not have the depth that the file states"),
        (
            [json.loads(symag.check([AB], ANY).dumps())["specification"]["model"]],
            ("assumptions",),
            "not part of the proof",
        ),
        (7, ("components", 0, "states"), "a model does not have the size that the file states"),
        ("trace", ("counterexample", "kind"), "the kind of evidence is not one of these: tree"),
    ],
)
def test_what_is_shown_as_a_fact_is_checked(folder: Path, value: Any, path: tuple[Any, ...], reason: str) -> None:
    text = changed(symag.check([AB], AA), value, *path)
    (folder / "changed.json").write_text(text)
    for command in ("audit", "show"):
        done = run(f"{command} changed.json")
        assert (done.exit_code, reason in done.stdout) == (4, True)


def test_a_verdict_that_was_not_checked_in_time_is_a_claim(folder: Path) -> None:
    symag.check([AB], AA).save("verdict.json")
    verdict = read_verdict((folder / "verdict.json").read_text())
    shown = rendered(saved_text(verdict, "timeout: 1 s were used up", "verdict.json"))
    assert shown.startswith("verdict.json is not checked: timeout: 1 s were used up\n")
    assert "  > violated: AB ⋠ AA" in shown
    assert "The system can do this" not in shown
