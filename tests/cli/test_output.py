"""The files that commands write."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import CHECK_LINE, run, run_line


@pytest.mark.parametrize(
    ("command", "files"),
    [
        (CHECK_LINE, []),
        (f"{CHECK_LINE} -o v.json --report r.html", ["v.json", "r.html"]),
        (f"{CHECK_LINE} --json --output v.json", ["v.json"]),
        (f"{CHECK_LINE} --method agar --save-assumptions parts", ["parts/A1.json"]),
        (f"encode {CHECK_LINE[6:]} -o q.smt2", ["q.smt2"]),
        (f"compare {CHECK_LINE[6:]} --backends fixpoint -o c.json", ["c.json"]),
        ("show L1.json -o l.svg", ["l.svg"]),
        ("convert L1.json l.aut", ["l.aut"]),
    ],
)
def test_files_that_were_written_are_told(folder: Path, command: str, files: list[str]) -> None:
    done = run_line(command)
    assert done.exit_code == 0, done.stderr
    assert [line for line in done.stderr.splitlines() if "written" in line] == [f"written: {file}" for file in files]
    assert all((folder / file).exists() for file in files)


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
