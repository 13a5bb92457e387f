"""Pictures in a page: layout, excerpts, summaries, words instead."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

import symag
from symag import LPTS
from symag.cli.demo import CHANNEL
from symag.formats.picture import Marks, dot
from symag.report import html_page
from symag.report.html.pictures import Pictures
from tests.report.html.elements import parsed, text_of, with_class
from tests.report.reports import CASES


def test_labels_are_drawn_after_all_arrows_and_wide_pictures_from_top_to_bottom() -> None:
    """So no arrow crosses out a label, and a chain does not become a thread."""
    chain = LPTS.build("0", [(str(i), f"to the {i + 1}th state of all", str(i + 1)) for i in range(12)])
    sizes = []
    for model in (CHANNEL, chain):
        drawing = Pictures().draw(model, "it").drawing
        assert drawing is not None
        root = parsed(drawing)
        kinds = [one.get("class", "").split()[0] for one in root.iter("g")]
        assert "edge" not in kinds[kinds.index("label") :]
        assert not any(with_class(edge, "text") or list(edge.iter("text")) for edge in with_class(root, "edge"))
        assert {text_of(one) for one in with_class(root, "label")} > {chain.actions[1] if model is chain else "1/10"}
        sizes.append([float(side) for side in root.get("viewBox", "").split()[2:]])
    (wide, low), (narrow, high) = sizes
    assert wide > low
    assert high > narrow


def test_an_excerpt_has_the_states_that_matter_and_one_for_all_others() -> None:
    """Whatever goes elsewhere is added up; what is small is drawn as a whole."""
    goals: dict[str, object] = {"1": "1/6", "2": "1/3", "3": "1/2"}
    ring = [(str(i), f"a{j}", str((i + j) % 20)) for i in range(20) for j in range(1, 4)]
    model = LPTS.build("0", [*ring, ("0", "roll", goals), ("1", "roll", {"5": "1/2", "6": "1/2"}), ("1", "b", "7")])
    text = dot(model, Marks({0: "seen", 1: "split"}, only=frozenset({0, 1})))
    assert 'others [label="18 other states"' in text
    assert [line.split("[")[0].strip() for line in text.splitlines() if line.strip().startswith("d")][1:] == [
        "d3",
        "d3 -> s1",
        "d3 -> others",
    ]
    assert 'd3 -> others [label="5/6"' in text
    assert 's1 -> others [label="a1\\na2\\na3\\nroll\\nb"' in text, "all of it goes elsewhere"
    pictures = Pictures()
    picture = pictures.excerpt(model, "it", Marks({0: "seen", 1: "split"}))
    assert picture.excerpt == "2 of its 20 states, and their transitions"
    assert len(with_class(parsed(picture.drawing or ""), "state")) == 3
    assert pictures.excerpt(CHANNEL, "it", Marks({0: "seen"})).excerpt == ""
    assert pictures.excerpt(model, "it", Marks()).excerpt == ""


@pytest.mark.parametrize(
    ("states", "seen", "wide", "is_drawn"), [(600, 20, 1, True), (300, 300, 1, False), (60, 20, 50, False)]
)
def test_an_excerpt_is_small_enough_for_graphviz(states: int, seen: int, wide: int, is_drawn: bool) -> None:
    """And if one is not, the others are drawn all the same."""
    steps = [(i, [(7 * i + j) % states for j in range(1, wide + 1)]) for i in range(states)]
    rows = [(str(i), "a", {str(goal): Fraction(1, wide) for goal in goals}) for i, goals in steps]
    pictures = Pictures()
    picture = pictures.excerpt(LPTS.build("0", rows), "it", Marks(dict.fromkeys(range(seen), "seen")))
    assert (picture.drawing is not None) == is_drawn
    assert is_drawn or "are too many for a readable picture" in picture.instead
    assert pictures.draw(CHANNEL, "it").drawing is not None


def test_a_large_model_is_summarised() -> None:
    ring = [(str(i), "step" if i % 5 else "fifth", str(i + 1)) for i in range(60)]
    picture = Pictures().draw(LPTS.build("0", ring), "ring")
    assert picture.drawing is None
    assert picture.instead.startswith("61 states and 60 transitions are too many for a readable picture")
    assert "Transitions by action: step 48, fifth 12. 1 state has no transition." in picture.instead


def test_a_dense_model_is_drawn_as_its_shape() -> None:
    dense = [(str(i), f"action number {j}", str((i * j) % 15)) for i in range(15) for j in range(1, 9)]
    model = LPTS.build("0", [*dense, ("0", "roll", {"1": "1/2", "2": "1/2"})])
    picture = Pictures().outline(model, "it", Marks())
    assert picture.excerpt.startswith("the shape")
    root = parsed(picture.drawing or "")
    assert len(with_class(root, "state")) == 15
    assert not with_class(root, "label")
    steps = {(s, goal) for s in range(15) for t in model.row(s)
             for goal, _ in model.outcomes(model.target[t]) if goal != s}  # fmt: skip
    assert len(with_class(root, "move")) == len({frozenset(step) for step in steps})
    assert Pictures().outline(CHANNEL, "it", Marks()).excerpt == ""


def test_without_graphviz_the_models_are_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    for name in ("agar", "auto"):
        root = parsed(html_page(CASES[name][1]()))
        assert not with_class(root, "graph")
        told = " ".join(text_of(root).split())
        assert "pip install pygraphviz" in told
        assert "output → 1/10 holding + 9/10 delivered" in told
    assert CHANNEL._repr_svg_() is None
    assert "pip install pygraphviz" in CHANNEL._repr_html_()
    with pytest.raises(symag.InputError, match="pip install pygraphviz"):
        symag.save(CHANNEL, "channel.svg")
