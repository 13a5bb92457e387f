"""Verdicts as text."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import unescape
from io import StringIO

import pytest
from rich.console import Console

import symag
from symag import LPTS, Verdict
from symag.evidence import Audit, Clique, LowerBound, Minimality, audit_each
from symag.limits import Watch
from symag.relations import read_verdict
from symag.report import saved_text, verdict_text
from symag.report.terminal import rendered
from symag.report.verdict import assumptions_line, proved_by
from symag.study.cases.papers import INPUT, OUTPUT
from symag.study.cases.papers import ORDER as CHANNEL_ORDER
from tests.cli.commands import EAGER, ORDER


@pytest.mark.parametrize("name", ["[/x]", "[red]a[/red]", ":bug:", "[link=file:///]b[/link]", "a[1]"])
def test_names_are_no_styles(name: str) -> None:
    """In trees and in the tables of traces, and in a notebook, too."""
    model = LPTS.build(name, [(name, f"{name}!", "1")], name=name)
    for relation in ("traces", "simulation"):
        verdict = symag.check([model], LPTS.build(name, [], model.alphabet), relation=relation)
        Console(file=(shown := StringIO()), width=200).print(verdict_text(verdict))
        assert f"{name} ⊭ P" in shown.getvalue() or f"{name} ⋠ P" in shown.getvalue()
        assert f"({name})" in shown.getvalue()
        assert f"{name}!" in shown.getvalue()
        assert name in unescape(verdict._repr_html_())


def cell(number: int) -> LPTS:
    """Passes a token on to the next of three, then works; the specification sees the work only."""
    here, there = f"pass.{number}", f"pass.{(number + 1) % 3}"
    labels = ["waiting for the token", "with the token", "it is about to do its work", "ready"]
    moves = [(labels[0], here, labels[1]), (labels[1], there, labels[2]), (labels[2], "tau", labels[3])]
    return LPTS.build(labels[number == 0], [*moves, (labels[3], f"work.{number}", labels[0])], name=f"Cell({number})")


def test_a_trace_fits_a_terminal_and_shows_hidden_moves_on_request() -> None:
    """Three components: by default the events and who takes them; all moves with `verbose`, and of the
    counterexample itself."""
    actions = {f"work.{number}" for number in range(3)}
    order = LPTS.build("0", [("0", "work.1", "1"), ("1", "work.2", "0")], actions, name="order")
    verdict = symag.check([cell(number) for number in range(3)], order, relation="traces")
    assert verdict.counterexample is not None
    shown = {}
    for all_moves in (False, True):
        Console(file=(text := StringIO()), width=80).print(verdict_text(verdict, verbose=all_moves))
        shown[all_moves] = [line.split() for line in text.getvalue().partition("The system can do")[2].splitlines()]
        assert all(len(line) <= 80 for line in text.getvalue().splitlines())
    assert ["3", "work.0", "Cell(0)", "not", "allowed"] in shown[False]
    assert not any("pass.1" in line or "ready" in line for line in shown[False])
    assert ["<work.0>,", "with", "2", "hidden", "moves:", "--verbose", "shows", "them"] in shown[False]
    rows = [line[:2] for line in shown[True] if line and line[0] in ("1", "2", "3")]
    assert rows == [["1", "pass.1"], ["2", "tau"], ["3", "work.0"]]
    assert ["1", "pass.1", "Cell(0)", "it", "is", "about", "to", "do", "its", "work", "0"] in shown[True]
    assert ["Cell(1)", "with", "the", "token"] in shown[True]
    assert ["2", "tau", "Cell(0)", "ready", "0"] in shown[True]
    assert "pass.1" in str(verdict.counterexample)
    assert "pass.1" not in str(verdict)
    assert "print(verdict.counterexample) shows them" in str(verdict)
    assert verdict.to_json()["counterexample"]["trace"] == ["pass.1", "work.0"]


def test_a_failed_premise_has_the_sign_of_its_relation() -> None:
    anything = LPTS.build("a", [("a", "input", "a"), ("a", "output", "a")])
    verdict = symag.check([EAGER, ORDER], ORDER, relation="traces", method="agar", assumption=anything)
    assert "premise 1, eager ‖ A1 ⊨ order, is false" in str(verdict.reason)
    assert verdict.history[0]["claim"] == "eager ‖ A1 ⊨ order"


@pytest.mark.parametrize(
    ("states", "lower_bound", "shown_by", "audited", "said"),
    [
        (7, 7, "clique", True, "proved by an assumption of 7 states; no smaller one exists (checked)"),
        (7, 7, "unsat proof", True, "proved by an assumption of 7 states; no smaller one exists (checked)"),
        (7, 7, "clique", False, "proved by an assumption of 7 states; no smaller one exists (not checked yet)"),
        (7, 5, "clique", True, "proved by an assumption of 7 states; at least 5 states are needed (checked)"),
        (7, 5, "clique", False, "proved by an assumption of 7 states; at least 5 states are needed (not checked yet)"),
        (7, 1, None, True, "proved by an assumption of 7 states"),
        (1, 1, None, True, "proved by an assumption of 1 state; no smaller one exists (checked)"),
    ],
)
def test_how_small_an_assumption_can_be(
    states: int, lower_bound: int, shown_by: str | None, audited: bool, said: str
) -> None:
    assert proved_by(states, lower_bound, shown_by, audited) == said


def test_the_line_on_assumptions_says_how_small_they_can_be() -> None:
    ask = partial(symag.check, [INPUT, OUTPUT], CHANNEL_ORDER, relation="traces")
    assert assumptions_line(ask(method="agar")) == "proved by 1 assumption of 2 states, found in 2 iterations"
    verdict = ask(method="minimal")
    assert assumptions_line(verdict) == "proved by an assumption of 2 states; no smaller one exists (checked)"
    assert verdict.minimality is not None
    evidence = verdict.minimality.assumptions[0].evidence
    bounds = LowerBound("A1", 2, evidence), LowerBound("A2", 5, evidence), LowerBound("A3", 4)
    several = replace(verdict, assumptions=verdict.assumptions * 3, minimality=Minimality(bounds))
    assert assumptions_line(several) == (
        "proved by 3 assumptions of 2, 2, 2 states; A1: no smaller one exists (checked); "
        "A2: at least 2 states are needed (checked)"
    )
    again = rendered(saved_text(read_verdict(verdict.dumps()), _audited(verdict), "verdict.json"))
    assert f"\n  {assumptions_line(verdict)}\n" in again.partition("Claims of the file")[0]


def _audited(verdict: Verdict) -> Audit:
    (result,) = audit_each(verdict.dumps(), Watch())
    return result


def test_what_the_kernel_does_not_check_is_not_said_to_be_checked() -> None:
    """Two words in place of a clique say that two states are needed, and one is enough."""
    anything = LPTS.build("0", [("0", action, "0") for action in sorted(CHANNEL_ORDER.alphabet)], name="anything")
    verdict = symag.check([INPUT, OUTPUT], anything, relation="traces", method="minimal")
    assert [model.num_states for model in verdict.assumptions] == [1]
    forged = Minimality((LowerBound("A1", 1, Clique(((), ("send",)), ((0, 1, ()),))),))
    assert not _audited(replace(verdict, minimality=forged))


def test_assumptions_in_words() -> None:
    verdict = symag.check([INPUT, OUTPUT], CHANNEL_ORDER, relation="traces", method="agar")
    assert rendered(verdict_text(verdict, verbose=True)).splitlines()[-3:] == [
        "  A1 says:",
        "    0  At first, and after output: send comes before output.",
        "    1  After send: only output may come.",
    ]
    assert "A1 says" not in str(verdict)
    loose = LPTS.build("0", [("0", "send", "0"), ("0", "send", "1")])
    many = replace(verdict, assumptions=(loose,) * 9)
    assert rendered(verdict_text(many, verbose=True)).splitlines()[-2:] == [
        "  A8 is not put in words: it is nondeterministic or has hidden moves: a word does not determine its state",
        "  … 1 more assumption",
    ]
    by_simulation = symag.check([INPUT, OUTPUT], CHANNEL_ORDER, method="agar")
    assert rendered(verdict_text(by_simulation, verbose=True)) == rendered(verdict_text(by_simulation))
