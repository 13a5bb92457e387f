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
    "a place after a comment": Bad("/* a\n b */ P = ;", 2, 11, "sequential composition"),
    "END": Bad("P = (a -> END).", 1, 11, "END and sequential composition are not read: write STOP"),
    "sequential composition": Bad("P = (a -> Q;P).", 1, 12, "sequential composition ';' is not read"),
    "assert": Bad("P = (a -> P).\nassert A = []P", 2, 1, "'assert' (linear temporal logic) is not read"),
    "fluent": Bad("fluent F = <a, b>", 1, 1, "'fluent' (linear temporal logic) is not read"),
    "minimal": Bad("P = (a -> P).\nminimal ||S = P.", 2, 1, "'minimal' is not read: take the word out"),
    "deterministic": Bad("deterministic P = (a -> P).", 1, 1, "'deterministic' is not read: it changes the process"),
    "compose": Bad("compose ||S = P.", 1, 1, "'compose' is not read"),
    "the size of a set": Bad("const N = #S", 1, 11, "'#' (the size of a set) is not read"),
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
    "priority": Bad("P = (a -> P).\n||S = (P)>>{a}.", 2, 10, "action priority '>>' is not read"),
    "low priority": Bad("P = (a -> P). ||S = P<<{a}.", 1, 22, "action priority '<<' is not read"),
    "nested too deep": Bad(f"P = (a[{'(' * 3}{'-' * 70}1{')' * 3}] -> P).", 1, 17, "nested deeper than 64"),
    "sets nested too deep": Bad(f"P = ({'{' * 40}a{'}' * 40} -> P).", 1, 14, "nested deeper than 64"),
    "a label of many parts": Bad("P = (a" + ".a" * 70 + " -> P).", 1, 6, "the label has 71 parts: 64 are allowed"),
    "many indices": Bad(f"P = STOP, Q{'[0]' * 70} = STOP.", 1, 12, "there are 70 indices: 64 are allowed"),
    # names
    "a process twice": Bad("P = (a -> P).\nP = (b -> P).", 2, 1, "the process 'P' is defined twice"),
    "a constant twice": Bad("const N = 1\nrange N = 0..1\nP = STOP.", 2, 7, "'N' is defined twice"),
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
    "an unknown local process": Bad(
        "P = (a -> Q).\nQ = (b -> Q).\n||S = P.", 1, 11, "there is no local process 'Q' in 'P'",
    ),
    "an unknown process": Bad("P = (a -> P).\n||S = (P || Q).", 2, 13, "there is no process 'Q' in this file"),
    "too many arguments": Bad(
        "P(N=1) = (a -> P).\n||S = P(1, 2).", 2, 7, "'P' has 1 parameter, and got 2 values",
    ),
    "too few indices": Bad("P = Q[0], Q[i:0..1][j:0..1] = (a -> P).", 1, 5, "'Q' has 2 indices, and here are 1"),
    # values
    "out of range": Bad(
        "P = Q[0], Q[i:0..1] = (a -> Q[i+1]).", 1, 29, "'Q[2]', which is not defined (out of range), can be",
    ),
    "out of range in a property": Bad(
        "property P = Q[0], Q[i:0..1] = (a -> Q[i+1]).", 1, 38, "write ERROR for what the property does not allow",
    ),
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
    # meaning
    "ERROR": Bad(
        "P = (a -> b -> ERROR).", 1, 16, "ERROR can be reached by a, b, and a model of symag has no error state",
    ),
    "ERROR in a composition": Bad(
        "P = (a -> P | b -> ERROR).\n||S = (x:P || {x}::P).", 1, 20, "ERROR can be reached by x.b, and",
    ),
    "ERROR at once": Bad("P = ERROR.", 1, 5, "ERROR can be reached, and"),
    "a property of nothing": Bad("property P = ERROR.", 1, 10, "allows nothing, not even to begin"),
    "a nondeterministic property": Bad(
        "property P = (a -> P | a -> STOP).", 1, 10, "in the state 'P' one action leads to two",
    ),
    "a nondeterministic relabelling": Bad(
        "property P = (a -> P | b -> STOP).\n||S = P/{c/a, c/b}.", 2, 7, "the property 'P' is not deterministic",
    ),
    "a property that allows and forbids": Bad(
        "property P = (a -> P | b -> ERROR)/{a/b}.", 1, 10, "the property 'P' is not deterministic",
    ),
    "a property with hidden moves": Bad("property P = (a -> P)\\{a}.", 1, 10, "the property 'P' has hidden moves"),
    "a property in a system": Bad(
        "P = (a -> P).\nproperty Q = (a -> Q).\n||S = (P || Q).", 3, 13, "check them with --spec FILE#Q",
    ),
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
    for name in ("no dot", "ERROR", "an unknown process", "division by zero", "priority"):
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
