"""Verdicts as text."""

from __future__ import annotations

from html import unescape
from io import StringIO

import pytest
from rich.console import Console

import symag
from symag import LPTS
from symag.report import verdict_text
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
    """Three components: by default the events and who takes them; all moves with `all_moves`, and of the
    counterexample itself."""
    actions = {f"work.{number}" for number in range(3)}
    order = LPTS.build("0", [("0", "work.1", "1"), ("1", "work.2", "0")], actions, name="order")
    verdict = symag.check([cell(number) for number in range(3)], order, relation="traces")
    assert verdict.counterexample is not None
    shown = {}
    for all_moves in (False, True):
        Console(file=(text := StringIO()), width=80).print(verdict_text(verdict, all_moves=all_moves))
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
