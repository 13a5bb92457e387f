"""`symag encode`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.commands import HOLDS, run


def test_encode_writes_or_prints(folder: Path) -> None:
    printed = run("encode", *HOLDS[1:], "--encoding", "cuts")
    assert printed.exit_code == 0
    assert printed.stdout.endswith("(check-sat)\n")
    assert run("encode", *HOLDS[1:], "--encoding", "cuts", "-o", "question.smt2").stdout == ""
    assert (folder / "question.smt2").read_text() == printed.stdout
    for options, code in ((["--encoding", "lazy"], 2), (["--max-states", "1"], 3)):
        assert run("encode", *HOLDS[1:], *options).exit_code == code
