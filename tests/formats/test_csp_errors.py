"""Malformed CSPm scripts through the command line: exit code 2, the place and what is wrong, no traceback; and
processes without an end: exit code 3, and the process that has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run_line

HEAD = "channel a, b\nchannel c : {0..2}\nchannel n : Int\n"

WRONG = {
    "x = 9" + "*9" * 100 + "\nassert STOP [T= c!x -> STOP": (5, 17, "is not an event of the channel 'c'"),
    "x = " + "9" * 2000 + "\nassert STOP [T= STOP": (4, 5, "has more than 1000 digits"),
    "assert STOP [T= " + "(" * 5000 + "STOP" + ")" * 5000: (4, 82, "nested deeper than 64"),
    "assert STOP [T= " + "a -> (" * 300 + "STOP" + ")" * 300: (4, 407, "nested deeper than 64"),
    "assert STOP [T= Undefined": (4, 17, "'Undefined' is not defined"),
    "assert STOP [T= 3": (4, 17, "a process is expected here, not the integer 3"),
    "assert STOP [T= {a}": (4, 17, "a process is expected here, not the set {a}"),
    "assert a [T= STOP": (4, 8, "a process is expected here, not the channel a"),
    "assert STOP [T= \\ x @ x": (4, 17, "a process is expected here, not the function \\"),
    "P(x) = c!x -> STOP\nassert STOP [T= P(3)": (4, 8, "c.3 is not an event of the channel 'c'"),
    "P(x) = c!x -> STOP\nassert STOP [T= P(1, 2)": (5, 17, "'P' takes 1 argument, and 2 are given"),
    "P(x) = STOP\nassert STOP [T= P": (5, 17, "a process is expected here, not the function P"),
    "assert STOP [T= e -> STOP": (4, 17, "'e' is not defined"),
    "P = a -> P\nP = b -> P\nassert STOP [T= P": (5, 1, "'P' is defined twice"),
    "assert STOP [T= a -> c!(1 / 0) -> STOP": (4, 27, "1 is divided by 0"),
    "assert STOP [T= a -> c!head(<>) -> STOP": (4, 24, "the empty sequence has no head"),
    "assert STOP [T= |~| x:{} @ c!x -> STOP": (4, 17, "an internal choice of nothing has no meaning"),
    "assert STOP [T= n?x -> STOP": (4, 17, "the channel 'n' has too many values"),
    "assert STOP [T= a -> STOP [| {1} |] STOP": (4, 30, "a channel is expected here, not the integer 1"),
    "assert STOP [T= (a -> STOP": (4, 27, "')' is expected here, not the end of the script"),
    "assert STOP [T= a -> STOP)": (4, 26, "an operator"),
    "assert STOP [T= let x = 1 in STOP": (4, 27, "an operator"),
    "assert STOP [T= a -> STOP [[ a <- 1 ]]": (4, 27, "a channel is expected here, not the integer 1"),
    "assert STOP [T= STOP [ {a} || a ] STOP": (4, 31, "a set is expected here, not the channel a"),
    "assert STOP [T= CHAOS(a)": (4, 17, "a set is expected here, not the channel a"),
    "assert STOP [T= 1 & STOP": (4, 17, "true or false is expected here, not the integer 1"),
    "assert STOP [T= if 1 then STOP else STOP": (4, 20, "true or false is expected here, not the integer 1"),
    "assert STOP [T= c?x:{5} -> STOP": (4, 17, "c.5 is not an event of the channel 'c'"),
    "assert STOP [T= c?x:3 -> STOP": (4, 21, "a set is expected here, not the integer 3"),
    "assert STOP [T= STOP \\ a": (4, 24, "a set is expected here, not the channel a"),
    "assert STOP [T= a; b": (4, 17, "a process is expected here, not the channel a"),
    "assert STOP [T= a -> b": (4, 22, "a process is expected here, not the channel b"),
    "assert STOP T= STOP": (4, 13, "a refinement such as '[T='"),
    "assert STOP :[T= STOP": (4, 13, "this ':[' is not closed by ']'"),
    "assert STOP :[deadlok free]": (
        4,
        15,
        "no property 'deadlok free': did you mean 'deadlock free'? FDR has",
    ),
    "assert STOP :[ diverg-free [FD]]": (4, 16, "no property 'diverg free': did you mean 'divergence free'?"),
    "assert STOP :[has trce]: <a>": (4, 15, "no property 'has trce': did you mean 'has trace'?"),
    "assert STOP :[frobnicate]": (4, 15, "there is no property 'frobnicate': FDR has deadlock free, livelock free"),
    "assert STOP :[deterministic [DF]]": (4, 30, "there is no model 'DF': did you mean 'F'? FDR has T, F, FD, V, VD"),
    "assert STOP [TF= STOP": (4, 13, "there is no refinement '[TF=': did you mean '[T='? FDR has [T=, [F=, [FD="),
    "assert STOP [T= STOP :[tau priorty]: {a}": (4, 24, "no option 'tau priorty': did you mean 'tau priority'?"),
    "assert STOP | LTL": (4, 13, "a refinement such as '[T='"),
    "assert not": (4, 11, "an expression is expected here, not the end of the script"),
    "assert": (4, 7, "an expression is expected here, not the end of the script"),
    "datatype T = a\nassert STOP [T= a -> STOP": (4, 14, "'a' is defined twice"),
    "channel q : Undefined\nassert STOP [T= q?x -> STOP": (4, 13, "'Undefined' is not defined"),
    "channel q : {0..1000000000000}\nassert STOP [T= q?x -> STOP": (5, 17, "the channel 'q' has too many values"),
    "assert STOP [T= [] x:{0..1000000000000} @ a -> STOP": (4, 22, "{0..1000000000000} has too many values"),
    "assert STOP [T= [] x:Set({0..40}) @ a -> STOP": (4, 22, "Set({0, …, 40}) has too many values"),
    "assert STOP [T= card(Set({0..40})) > 1 & STOP": (4, 17, "a finite set is expected here, not Set({0, …, 40})"),
    'include "none.csp"\nassert STOP [T= STOP': (4, 1, "the file 'none.csp'"),
    'include "../x.csp"\nassert STOP [T= STOP': (4, 1, "'../x.csp' is not in the folder of the script"),
    'include "s.csp"\nassert STOP [T= STOP': (4, 1, "more than 100 files, or 16 within each other, are included"),
    "f(0) = STOP\nassert STOP [T= f(1)": (4, 1, "no clause of 'f' matches f(1)"),
    "P = c?x -> c!(x + 1) -> P\nassert P [T= P": (4, 12, "c.3 is not an event of the channel 'c'"),
    "assert STOP [T= a.1 -> STOP": (4, 17, "a.1 has too many fields"),
    "assert STOP [T= c.0.1 -> STOP": (4, 17, "c.0.1 has too many fields"),
    "assert STOP [T= STOP [c <-> a] STOP": (4, 22, "a.0 has too many fields"),
    "assert STOP [T= STOP [[c <- a]]": (4, 22, "a.0 has too many fields"),
    "assert STOP [T= {| c.7 |} == {} & STOP": (4, 17, "c.7 is not an event of the channel 'c'"),
    "assert STOP [T= RUN({c.7})": (4, 17, "c.7 is not an event of the channel 'c'"),
    "assert STOP [T= STOP [|{a}|> ": (4, 30, "an expression is expected here, not the end of the script"),
    "assert STOP [T= STOP /\\ 1": (4, 25, "a process is expected here, not the integer 1"),
    "assert STOP [T= <a> ; STOP": (4, 17, "a process is expected here, not the sequence <a>"),
    "assert STOP [T= SKIP(1)": (4, 17, "a function is expected here, not SKIP"),
    "assert STOP [T= a?x -> STOP": (4, 17, "a has no more fields"),
    "assert STOP [T= c!1.2 -> STOP": (4, 17, "c.1.2 has too many fields"),
    "assert STOP [T= true": (4, 17, "a process is expected here, not the truth value true"),
    "assert STOP [T= (STOP, STOP)": (4, 17, "a process is expected here, not the tuple (STOP, STOP)"),
    "assert STOP [T= <RUN({a}), a -> STOP>": (4, 17, "here, not the sequence <RUN(…), a process>"),
    "assert STOP [T= {P}\nP = SKIP": (4, 17, "a process is expected here, not the set {P}"),
    "assert STOP [T= c!{0..99} -> STOP": (4, 17, "15, 16… is not an event of the channel 'c': {0, 1, 2,"),
    "assert STOP [T= c.1.<1..99> -> STOP": (4, 17, "15, 16,… has too many fields: the channel 'c' has {0, 1, 2}"),
    "assert STOP [T= <1..99>": (4, 17, "a process is expected here, not the sequence <1, 2, 3, 4, 5, 6, 7,"),
    "assert STOP [T= mapLookup(emptyMap, {1..99})": (4, 17, "the map has no key {1, 2, 3, 4, 5, 6, 7, 8, 9, 10,"),
    "f(0) = STOP\nassert STOP [T= f({1..99})": (4, 1, "no clause of 'f' matches f({1, 2, 3, 4, 5, 6, 7, 8, 9, 10,"),
    "P(x) = 3\nassert STOP [T= P({1..99})": (5, 17, "8, 9, 10, 11, 12, 13, 14, 15, 16, 1… is no process: its value"),
}

MOST = 280
"""Characters of a message."""
ENDLESS = {
    "x = x\nassert STOP [T= x == 1 & STOP": "the value of 'x' needs itself, again and again: it has none",
    "P = P\nassert STOP [T= P": "the value of 'P' needs itself, again and again: it has none",
    "P = Q\nQ = P [] P\nassert STOP [T= P": "P calls itself before it does an event",
    "P(x) = a -> P({1..card(x) + 1})\nassert RUN({a}) [T= P({1..99})": "exploring P({1, 2, 3, 4, 5, 6, 7, 8, 9, 10,",
    "P(k) = a -> P(k + 1)\nassert P(0) [T= P(0)": "more than 2,000 states while exploring P(0)",
    "P = a -> (P ||| P)\nassert P [T= P": "more than 2,000 states while exploring P",
    "P = (a -> P) ; P\nassert P [T= P": "more than 2,000 states while exploring P",
}


def told(script: str, folder: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> str:
    """What `symag check` says of a script, in one line."""
    monkeypatch.chdir(folder)
    Path("s.csp").write_text(HEAD + script, encoding="utf-8")
    done = run_line("check s.csp --max-states 2000")
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return " ".join(done.output.split())


@pytest.mark.parametrize("script", WRONG, ids=lambda script: script[-40:])
def test_wrong_scripts_are_refused_with_their_place(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, column, part = WRONG[script]
    found = told(script, tmp_path, monkeypatch, 2)
    assert f"s.csp:{line}:{column}: " in found
    assert part in found
    assert len(found) < MOST, "values in a message are shortened"


@pytest.mark.parametrize("script", ENDLESS)
def test_processes_without_an_end_are_a_limit(script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = told(script, tmp_path, monkeypatch, 3)
    assert ENDLESS[script] in found
    assert len(found) < MOST
