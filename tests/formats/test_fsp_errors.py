"""Malformed FSP files: each ends in exit code 2 and one line with file, line, column, and what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

import symag
from symag import InputError
from symag.cli.main import app


class Bad(NamedTuple):
    """A text, where its error is, and a part of the message."""

    text: str
    line: int
    column: int
    message: str


BAD = {
    # words
    "empty": Bad("", 1, 1, "defines no process"),
    "only constants": Bad("const N = 1", 1, 1, "defines no process"),
    "an alien character": Bad("P = (a -> P).\n $", 2, 2, "'$' is no part of the FSP language"),
    "an open comment": Bad("P = (a -> P).\n  /* never", 2, 3, "never ends: close it by '*/'"),
    "a place after a comment": Bad("/* a\n b */ P = ;", 2, 11, "';' cannot stand here"),
    "an octal number": Bad("P = (a[08] -> P).", 1, 8, "'08' is no number: 0 at its beginning makes it octal"),
    "a long number": Bad("P = (a[1234567890123456789] -> P).", 1, 8, "has more than 18 digits"),
    # grammar
    "no dot": Bad("P = (a -> P)", 1, 13, "the file ends too early: expected one of"),
    "no brackets": Bad("P = a -> P.", 1, 5, "'a' cannot stand here: expected one of '(', 'if', an upper-case name"),
    "no arrow": Bad("P = (a P).", 1, 8, "'P' cannot stand here"),
    "a lower-case process": Bad("p = (a -> p).", 1, 1, "'p' cannot stand here"),
    "a word as an action": Bad("P = (set -> P).", 1, 6, "is a word of the language and cannot be a name"),
    "an action that ends": Bad("P = (a -> b).", 1, 12, "')' cannot stand here"),
    "a range of processes": Bad("P = (a -> P[0..1]).", 1, 12, "needs one value here, not a range"),
    "a variable without a range": Bad("P = (a[i:3] -> P).", 1, 7, "a variable needs a range or a set"),
    "tau": Bad("P = (a -> tau -> P).", 1, 11, "'tau' is the hidden action and cannot be named"),
    "tau as a new name": Bad("P = (a -> P)/{tau/a}.", 1, 15, "'tau' is the hidden action"),
    "nested too deep": Bad(f"P = (a[{'(' * 3}{'-' * 70}1{')' * 3}] -> P).", 1, 17, "nested deeper than 64"),
    "sets nested too deep": Bad(f"P = ({'{' * 40}a{'}' * 40} -> P).", 1, 14, "nested deeper than 64"),
    "a label of many parts": Bad("P = (a" + ".a" * 70 + " -> P).", 1, 6, "the label has 71 parts: 64 are allowed"),
    "many indices": Bad(f"P = STOP, Q{'[0]' * 70} = STOP.", 1, 12, "there are 70 indices: 64 are allowed"),
    "a formula without an end": Bad("assert A = [](P", 1, 16, "the file ends too early"),
    "nothing after assert": Bad("assert A", 1, 9, "the file ends too early: expected '='"),
    # names
    "a constant twice": Bad("const N = 1\nconst N = 2\nP = STOP.", 2, 7, "the const 'N' is defined twice"),
    "a composite twice": Bad("P = STOP. ||S = P. ||S = P.", 1, 22, "the composite process 'S' is defined twice"),
    "a process twice": Bad("P = (a -> P).\nP = (b -> P).", 2, 1, "the process 'P' is defined twice"),
    "a parameter twice": Bad("P(N=1, N=2) = STOP.", 1, 8, "the parameter 'N' stands there twice"),
    "an index twice": Bad("P = Q[0][0], Q[i:0..1][i:0..1] = STOP.", 1, 23, "the index 'i' stands there twice"),
    "a local process twice": Bad("P = Q[1], Q[i:0..1] = (a -> P), Q[1] = (b -> P).", 1, 33, "'Q[1]' is defined twice"),
    "STOP defined": Bad("STOP = (a -> STOP).", 1, 1, "'STOP' has its own meaning"),
    "an unknown constant": Bad("P = (a[N] -> P).", 1, 8, "'N' is not defined here: it is no constant and no parameter"),
    "a constant that comes later": Bad("const N = M\nconst M = 1\nP = STOP.", 1, 11, "define it before it is used"),
    "an unknown index": Bad("P = (a[i:0..1] -> P | b[i] -> P).", 1, 25, "'i' is not defined here: it is no index"),
    "an unknown set": Bad("P = (a -> P)+S.", 1, 14, "there is no set 'S'"),
    "an unknown range": Bad("P = (a[i:T] -> P).", 1, 10, "'T' is no range and no set"),
    "a range as a number": Bad("range T = 0..1\nP = (a[T+1] -> P).", 2, 8, "'T' is a range, not a number"),
    "an unknown process": Bad("P = (a -> P).\n||S = (P || Q).", 2, 13, "there is no process 'Q' in this file"),
    "too many arguments": Bad(
        "P(N=1) = (a -> P).\n||S = P(1, 2).", 2, 7, "'P' has 1 parameter, and got 2 values",
    ),
    # values
    "an empty range": Bad("P = (a[3..2] -> P).", 1, 8, "the range 3..2 is empty"),
    "an empty set": Bad("P = ({} -> P).", 1, 6, "the set is empty"),
    "division by zero": Bad("P = (a[1/0] -> P).", 1, 9, "1 / 0: division by zero"),
    "a remainder of zero": Bad("P = (a[1%0] -> P).", 1, 9, "1 % 0: division by zero"),
    "too large a number": Bad("P = (a[999999999999*999999999999] -> P).", 1, 20, "more than 18 digits"),
    "too large a shift": Bad("P = (a[1<<99] -> P).", 1, 9, "a shift by 99 is not read"),
    "a label as a number": Bad(
        "P = (a[x:{u}] -> b[x+1] -> P).", 1, 20, "this is the label 'u', and a number is needed here",
    ),
    "a label as a condition": Bad("P = (a[x:{u}] -> if x then P else STOP).", 1, 21, "this is the label 'u'"),
    "a label that is a set": Bad("P = (a[x:{u}] -> if x == '{u, v} then P).", 1, 26, "these are 2 labels, and one"),
    "a member that is not there": Bad("set S = {a, b}\nP = (c[@(S, 2)] -> P).", 2, 8, "there is none at 2"),
    # meaning
    "nothing can follow": Bad("P = (a -> STOP).\nQ = (b -> P;END).", 2, 11, "'P' never comes to END: nothing can"),
    "a process through itself": Bad("P = (a -> P;END).", 1, 11, "the process 'P' is a part of itself"),
    "processes without end": Bad("P(I=0) = (a -> P(I+1);END).", 1, 16, "more than 500 processes go through one"),
    "an imported process": Bad('import P = "p.aut"\n||S = P.', 2, 7, "imported processes are not read"),
    "a constraint": Bad("constraint C = []!a\nP = (a -> P).\n||S = (P || C).", 3, 13, "'constraint' in linear"),
    "a formula as a process": Bad("ltl_property C = []!a\n||S = C.", 2, 7, "write it as a 'property'"),
    "a controller": Bad("P = (a -> P).\nsafe ||S = P.", 2, 8, "'safe' (a controller that LTSA makes) is not read"),
    "accepting states": Bad("P = Q, Q@ = (a -> P).", 1, 9, "accepting states '@' are not read"),
    "a property of nothing": Bad("property P = ERROR.", 1, 10, "allows nothing, not even to begin"),
    "a nondeterministic property": Bad(
        "property P = (a -> P | a -> STOP).", 1, 10, "in the state 'P' one action leads to two",
    ),
    "a property that allows and forbids": Bad(
        "property P = (a -> P | b -> ERROR)/{a/b}.", 1, 10, "the property 'P' is not deterministic",
    ),
    "a property with hidden moves": Bad("property P = (a -> P)\\{a}.", 1, 10, "the property 'P' has hidden moves"),
    "a process that is itself": Bad("P = Q, Q = P.", 1, 12, "is defined by itself, without an action"),
    "a composite that is itself": Bad(
        "P = STOP.\n||S = (P || S).", 2, 13, "the composite process 'S' is a part of itself",
    ),
    "a composite without parts": Bad("P = STOP.\n||S = if 0 then P.", 2, 3, "has no parts"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad(name: str) -> None:
    bad = BAD[name]
    with pytest.raises(InputError) as caught:
        symag.loads(bad.text, "lts")
    assert bad.message in caught.value.message
    assert (caught.value.line, caught.value.column) == (bad.line, bad.column)


def test_bad_files(tmp_path: Path) -> None:
    """The same through the command line: one line with the file in it, exit code 2, no traceback."""
    file = tmp_path / "bad.lts"
    for name in ("no dot", "nothing can follow", "an unknown process", "division by zero", "a controller"):
        file.write_text(BAD[name].text)
        done = CliRunner().invoke(app, ["show", str(file)])
        assert done.exit_code == 2
        assert f"{file}:{BAD[name].line}:{BAD[name].column}:" in done.stderr.replace("\n", "")
        assert "Traceback" not in done.output + done.stderr


def test_composites_nested_too_deep() -> None:
    text = "P = STOP. ||S0 = P. " + " ".join(f"||S{i} = S{i - 1}." for i in range(1, 100))
    with pytest.raises(InputError, match="nested deeper than 128"):
        symag.loads(text, "lts")
    brackets = "P = STOP. ||S0 = P. " + " ".join(f"||S{i} = {'(' * 60}S{i - 1}{')' * 60}." for i in range(1, 60))
    with pytest.raises(InputError, match="nested deeper than 128"):
        symag.loads(brackets, "lts")
