"""Specifications that are compositions, in CSPm and FSP: where they stay apart, and what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

import symag
from symag.evidence import Conjunction

CHANNELS = "channel a, b, c, d\n"
ALT = "ALT(x, y) = x -> y -> ALT(x, y)\n"
CSP = {
    # specification, implementation: number of properties (1: one model), verdict
    "disjoint interleaving": ("ALT(a, b) ||| ALT(c, d)", "a -> c -> b -> d -> STOP", 2, "holds"),
    "disjoint, violated": ("ALT(a, b) ||| ALT(c, d)", "a -> c -> c -> STOP", 2, "violated"),
    "shared letters of an interleaving": ("ALT(a, b) ||| ALT(a, c)", "a -> a -> c -> b -> STOP", 1, "holds"),
    "shared letters, violated": ("ALT(a, b) ||| ALT(a, c)", "a -> a -> a -> STOP", 1, "violated"),
    "three, two of which share": ("ALT(a, b) ||| ALT(a, c) ||| d -> STOP", "d -> a -> a -> STOP", 2, "holds"),
    "synchronised": ("ALT(a, b) [|{b}|] ALT(b, c)", "a -> b -> c -> a -> b -> STOP", 2, "holds"),
    "synchronised, violated": ("ALT(a, b) [|{b}|] ALT(b, c)", "a -> b -> a -> b -> STOP", 2, "violated"),
    "an event that only one side can do": ("ALT(a, b) [|{b, d}|] ALT(b, d)", "a -> b -> d -> STOP", 3, "violated"),
    "not synchronised, and shared": ("ALT(a, b) [|{a}|] ALT(a, b)", "a -> b -> b -> STOP", 1, "holds"),
    "alphabetised": ("ALT(a, b) [{a, b} || {b, c}] ALT(b, c)", "a -> b -> c -> STOP", 2, "holds"),
    "outside of all alphabets": ("ALT(a, b) ||| ALT(c, d)", "a -> e -> STOP", 3, "violated"),
    "outside, and never done": ("ALT(a, b) ||| ALT(c, d)", "a -> (STOP [|{e}|] e -> STOP)", 2, "holds"),
    "hidden outside": ("(ALT(a, b) [|{b}|] ALT(b, c)) \\ {b}", "a -> c -> a -> STOP", 1, "holds"),
    "hidden outside, violated": ("(ALT(a, b) [|{b}|] ALT(b, c)) \\ {b}", "c -> STOP", 1, "violated"),
    "hidden inside": ("(ALT(a, b) \\ {b}) ||| ALT(c, d)", "a -> a -> c -> STOP", 2, "holds"),
    "hidden outside, of one part": ("(ALT(a, b) ||| ALT(c, d)) \\ {b}", "a -> c -> a -> c -> STOP", 2, "violated"),
    "renamed outside": ("(ALT(a, b) ||| ALT(c, d))[[d <- a]]", "c -> a -> a -> b -> STOP", 1, "holds"),
    "both terminate": ("(a -> SKIP) ||| (b -> SKIP)", "b -> a -> SKIP", 2, "holds"),
    "one alone does not terminate": ("(a -> SKIP) ||| (b -> SKIP)", "b -> SKIP", 2, "violated"),
    "one never terminates": ("(a -> SKIP) ||| ALT(c, d)", "a -> SKIP", 3, "violated"),
    "one never terminates, stopped": ("(a -> SKIP) ||| ALT(c, d)", "a -> c -> d -> STOP", 2, "holds"),
}


@pytest.mark.parametrize("case", CSP)
def test_csp(case: str, tmp_path: Path) -> None:
    specification, implementation, count, expected = CSP[case]
    file = tmp_path / "case.csp"
    text = f"SPEC = {specification}\nIMPL = {implementation}\nassert SPEC [T= IMPL\n"
    file.write_text(f"channel e\n{CHANNELS}{ALT}{text}")
    (question,) = symag.load_questions(file)
    found = question.specification
    assert (len(found.conjuncts) if isinstance(found, Conjunction) else 1) == count
    for options in ({}, {"split": False}):
        verdict = question.check(**options)
        assert (verdict.verdict, verdict.audited) == (expected, True)
    assert verdict.specification.name == "SPEC"


SYSTEM = "U(I=0) = (a[I] -> b[I] -> U).\nA(I=0) = (a[I] -> b[I] -> A).\n||SYS = (forall[i:0..3] U(i)).\n"
FSP = {
    "a composite property": ("property ||P = (forall[i:0..3] A(i)).\n||S = (SYS || P).", 4, "holds"),
    "a violated one": ("B = (b[1] -> a[1] -> B).\nproperty ||P = (A(0) || B).\n||S = (SYS || P).", 2, "violated"),
    "with hidden actions": ("property ||P = (A(0) || A(1)) \\ {b[0]}.\n||S = (SYS || P).", 1, "holds"),
    "with ERROR": ("E = (b[1] -> ERROR | a[1] -> E).\nproperty ||P = (A(0) || E).\n||S = (SYS || P).", 1, "violated"),
    "of one part": ("property ||P = A(2).\n||S = (SYS || P).", 1, "holds"),
}


@pytest.mark.parametrize("case", FSP)
def test_fsp(case: str, tmp_path: Path) -> None:
    text, count, expected = FSP[case]
    file = tmp_path / "case.lts"
    file.write_text(SYSTEM + text)
    (question,) = symag.load_questions(f"{file}#S")
    assert question.text == "S satisfies P"
    found = question.specification
    assert (len(found.conjuncts) if isinstance(found, Conjunction) else 1) == count
    for options in ({}, {"split": False}):
        verdict = question.check(**options)
        assert (verdict.verdict, verdict.audited) == (expected, True)


def test_copies_of_a_composite_property_are_different_questions(tmp_path: Path) -> None:
    file = tmp_path / "case.lts"
    file.write_text(f"{SYSTEM}property ||P = (A(0) || A(1)).\n||S = (x:SYS || x:P || y:SYS || y:P).")
    questions = symag.load_questions(f"{file}#S")
    assert [question.text for question in questions] == ["S satisfies x:P", "S satisfies y:P"]
    assert all(question.check().verdict == "holds" for question in questions)
