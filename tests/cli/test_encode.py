"""`symag encode`."""

from __future__ import annotations

from pathlib import Path

import z3

from tests.cli.commands import HOLDS, run


def test_encode_writes_or_prints(folder: Path) -> None:
    printed = run("encode", *HOLDS[1:], "--encoding", "cuts")
    assert printed.exit_code == 0
    assert printed.stdout.endswith("(check-sat)\n")
    assert run("encode", *HOLDS[1:], "--encoding", "cuts", "-o", "question.smt2").stdout == ""
    assert (folder / "question.smt2").read_text() == printed.stdout
    for options, code in ((["--encoding", "lazy"], 2), (["--max-states", "1"], 3)):
        assert run("encode", *HOLDS[1:], *options).exit_code == code


def test_encode_a_bound_on_a_probability(folder: Path) -> None:
    formula = ["--property", "P<=1/10 [ F<=4 ack ]"]
    done = run("encode", *HOLDS[1:3], *formula)
    assert done.exit_code == 0
    assert "(set-logic QF_LRA)" in done.stdout
    solver = z3.Solver()
    solver.from_string(done.stdout)
    assert str(solver.check()) == "unsat"
    assert run("encode", *HOLDS[1:3], "--property", "P<=0 [ F never ]").stdout.endswith("(check-sat)\n")
    for wrong in (["--encoding", "cuts", *formula], ["--property", "Pmax=? [ F ack ]"], [], ["--at-most", "1/2"]):
        assert run("encode", *HOLDS[1:3], *wrong).exit_code == 2
