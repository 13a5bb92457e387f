"""The section on a violation: stops, refusals, the specification beside the tree."""

from __future__ import annotations

from fractions import Fraction

import pytest

import symag
from symag import LPTS, Verdict
from symag.report import html_page
from tests.report.html.elements import parsed, text_of, with_class
from tests.report.reports import CASES


def test_the_page_shows_why_an_answer_does_not_do() -> None:
    root = parsed(html_page(CASES["auto"][1]()))
    stops = with_class(root, "slide")
    assert [stop.get("data-node") for stop in stops] == ["0", "1", "2", "3"]
    third = text_of(stops[2])
    assert "channel moves : output" in third.replace("moves:", "moves :")
    assert "With 1/10 the system goes to n3, from where idle cannot follow." in third
    assert "Elsewhere the answer goes only with 1/100: that is not enough." in third
    assert "μ(S) > 1 − ν(T) for S = {n3}, T = {idle}: 1/10 > 1/100." in third
    assert [link.get("href") for link in stops[2].iter("a")] == ["#node-3"]
    assert "idle has no answer to output: all that it can do there is input." in text_of(stops[3])
    (upper, lower) = with_class(stops[2], "bar")
    assert [(one.get("class"), one.get("style")) for one in upper] == [("hit", "width: 10.0%"), (None, "width: 90.0%")]
    assert [(one.get("class"), one.get("style")) for one in lower] == [(None, "width: 1.0%"), ("hit", "width: 99.0%")]


def test_a_trace_is_told_step_by_step() -> None:
    stops = with_class(parsed(html_page(CASES["traces"][1]())), "slide")
    assert "1 allows send, which is none of its actions, and stays there." in text_of(stops[1])
    assert "1 has no answer to input: all that it can do there is output." in text_of(stops[-1])
    assert "Input, Hasty move together: send." in text_of(stops[1])


def test_several_moves_at_one_node_are_told_apart() -> None:
    """One state of the specification lacks `a`, the other `b`; and a hidden move is told of the one who makes it."""
    hider = LPTS.build("z", [("z", "tau", "y"), ("y", "go", "t"), ("t", "a", "t"), ("t", "b", "t")], name="hider")
    other = LPTS.build("0", [("0", "c", "0")], name="other")
    choice = LPTS.build("p", [("p", "go", "q"), ("p", "go", "r"), ("q", "a", "q"), ("r", "b", "r")], name="choice")
    first, second, third = with_class(parsed(html_page(symag.check([other, hider], choice))), "slide")
    assert "hider moves: tau." in text_of(first)
    assert "p has 2 answers to go, and none of them matches:" in text_of(second)
    assert "q has no answer to b: all that it can do there is a." in text_of(third)
    assert "r has no answer to a: all that it can do there is b." in text_of(third)


def wide_violation(outcomes: int, guilty: int) -> Verdict:
    """One move with so many outcomes, one of which does what the specification does not allow."""
    fate: dict[str, object] = {f"o{i}": Fraction(1, outcomes) for i in range(outcomes)}
    rows = [(f"o{i}", "boom" if i == guilty else "ok", "s") for i in range(outcomes)]
    specification = LPTS.build("p", [("p", "go", "q"), ("q", "ok", "p")], ["go", "ok", "boom"], name="P")
    return symag.check([LPTS.build("s", [("s", "go", fate), *rows], name="L")], specification, method="mono")


@pytest.mark.parametrize(("outcomes", "guilty"), [(3, 2), (6, 4), (12, 7), (100, 98)])
def test_the_guilty_child_comes_first_and_is_marked(outcomes: int, guilty: int) -> None:
    verdict = wide_violation(outcomes, guilty)
    root = parsed(html_page(verdict))
    shown = [text_of(outcome) for outcome in with_class(with_class(root, "slide")[0], "outcomes")[0]]
    assert shown[0] == f"1/{outcomes} n{guilty + 1}: L in o{guilty} ✗ not below q"
    assert len(shown) == min(outcomes, 12)
    assert not any("✗" in outcome for outcome in shown[1:])
    assert ("88 more outcomes" in text_of(root)) == (outcomes == 100)
    tree = next(with_class(root, "walk")[0].iter("svg"))
    drawn = [text_of(node) for node in with_class(tree, "state")]
    assert drawn[1] == f"n{guilty + 1} (o{guilty})"
    assert len(drawn) == (outcomes + 2 if outcomes <= 6 else 3)
    if outcomes > 6:  # not side by side
        assert drawn[2] == f"{outcomes} other nodes"
    words = [text_of(item) for item in with_class(root, "states")[0]]
    assert words[1].startswith(f"n{guilty + 1} (o{guilty}) boom →")
    branches = str(verdict.counterexample).splitlines()
    assert f"go 1/{outcomes} → n{guilty + 1} (o{guilty})" in branches[3]


def test_the_specification_stands_beside_the_tree() -> None:
    (walk,) = with_class(parsed(html_page(CASES["auto"][1]())), "walk")
    (beside,) = with_class(walk, "spec")
    assert "the specification promise: the states that cannot answer here are filled" in text_of(beside)
    states = with_class(beside, "state")
    assert {text_of(state): "stuck" in state.get("class", "").split() for state in states} == {
        "idle": True,
        "busy": True,
        "again": False,
    }
    slides = with_class(walk, "slide")
    named = {one: text_of(state) for state in states for one in state.get("class", "").split() if one[1:].isdecimal()}
    assert [named[f"s{slide.get('data-above')}"] for slide in slides] == ["idle", "busy", "busy", "idle"]


def test_a_specification_that_is_too_large_stands_beside_the_tree_in_part() -> None:
    """Its states that the tree is about; the slides do without it where those are too many."""
    rows = [(f"p{i}", "a", f"p{i + 1}") for i in range(99)]
    verdict = symag.check([LPTS.build("s", [("s", "a", "t"), ("t", "b", "s")])], LPTS.build("p0", rows, ["a", "b"]))
    (beside,) = with_class(parsed(html_page(verdict)), "spec")
    assert [text_of(state) for state in with_class(beside, "state")] == ["p0", "p1", "98 other states"]
