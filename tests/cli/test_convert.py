"""`symag convert`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import symag
from symag import LPTS
from symag.study.cases.papers import FIG1_L, FIG1_L1, FIG1_L2, FIG1_P
from tests.cli.commands import assert_refused, run


def test_convert_there_and_back(folder: Path) -> None:
    for model in (FIG1_L, FIG1_L1, FIG1_L2, FIG1_P):
        assert run("convert", f"{model.name}.json", "there.aut").exit_code == 0
        assert run("convert", "there.aut", "back.json").exit_code == 0
        assert symag.load("there.aut").is_isomorphic_to(model)
        assert symag.load("back.json").is_isomorphic_to(model)


@pytest.mark.parametrize("action", ["a b", "a,1", "(a)", "é", "‖", "a\u2028b", "a\x0bb", "a\x0cb", "a\x85b"])
def test_convert_keeps_every_action(folder: Path, action: str) -> None:
    """Those with a control character may be refused, but never written so that they cannot be read."""
    row = {"from": "s", "action": action, "to": {"s": "1/3", "t": "2/3"}}
    data = {"format": "symag-lpts", "version": 1, "initial": "s", "transitions": [row]}
    (folder / "model.json").write_text(json.dumps(data))
    done = run("convert", "model.json", "model.aut")
    assert done.exit_code == 0 or (done.exit_code == 2 and not action.isprintable())
    if done.exit_code == 0:
        assert symag.load("model.aut").is_isomorphic_to(symag.load("model.json"))


def test_convert_tells_what_is_lost(folder: Path) -> None:
    symag.save(LPTS.build("s", [("s", "a", "s")], alphabet=["a", "never"]), "blocks.json")
    done = run("convert", "blocks.json", "blocks.aut")
    assert done.exit_code == 0
    assert "never" in done.stderr


def test_convert_to_prism(folder: Path) -> None:
    assert run("convert", "L2.json", "L2.prism").exit_code == 0
    text = (folder / "L2.prism").read_text()
    assert text.startswith("mdp")
    assert "9/10" in text
    assert "[send]" in text


def test_convert_refuses_what_it_cannot_write(folder: Path) -> None:
    (folder / "old.aut").write_text("old")
    symag.save(LPTS.build("s", [("s", 'say "a"', "s")]), "quotes.json")
    done = run("convert", "quotes.json", "old.aut")
    assert done.exit_code == 2
    assert (folder / "old.aut").read_text() == "old"
    assert_refused(run("convert", "L2.json", "L2.docx"), "L2.docx")
    assert_refused(run("convert", "L2.json", "none/L2.aut"), "none/L2.aut")
