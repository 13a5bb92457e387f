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


def test_a_failed_premise_has_the_sign_of_its_relation() -> None:
    anything = LPTS.build("a", [("a", "input", "a"), ("a", "output", "a")])
    verdict = symag.check([EAGER, ORDER], ORDER, relation="traces", method="agar", assumption=anything)
    assert "premise 1, eager ‖ A1 ⊨ order, is false" in str(verdict.reason)
    assert verdict.history[0]["claim"] == "eager ‖ A1 ⊨ order"
