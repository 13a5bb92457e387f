"""Pictures of models."""

from __future__ import annotations

from pathlib import Path

import pytest

import symag
from symag import LPTS, InputError
from symag.formats import drawing, picture
from symag.study.cases.papers import FIG1_L2


def test_pictures_escape_what_models_say() -> None:
    hostile = LPTS.build('<b>"\\N', [('<b>"\\N', "<script>alert(1)</script>", "line\nbreak\x00")])
    drawn = picture.svg(hostile)
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn
    assert "line\\nbreak\\x00" in drawn
    assert picture.dot(FIG1_L2).count("->") == 6


def test_one_arrow_for_all_actions_between_two_states() -> None:
    """With every name in files; cut where labels are, and a marked loop is drawn on a side of its own."""
    model = LPTS.build("0", [("0", f"a{i}", "0") for i in range(9)] + [("0", "b", "1"), ("0", "c", "1")])
    assert 's0 -> s0 [label="a0\\na1\\na2\\na3\\na4\\na5\\na6\\na7\\na8"' in picture.dot(model)
    assert 's0 -> s1 [label="b\\nc"' in picture.dot(model)
    cut = picture.dot(model, picture.Marks(longest=20))
    assert 's0 -> s0 [label="a0\\na1\\na2\\na3\\n… 5 more"' in cut
    for down, side in ((False, "s"), (True, "w")):
        marked = picture.dot(model, picture.Marks(transitions={0: "seen"}, down=down))
        assert f's0 -> s0 [label="a0", class="move seen", headport={side}, tailport={side}]' in marked
        assert marked.count("s0 -> s0") == 2


def test_trees_with_long_labels_grow_down() -> None:
    long = [f"n{i} (x={i},y=0, sender is ready, receiver is waiting)" for i in range(3)]
    tree = LPTS.build(long[0], [(long[0], "a", long[1]), (long[1], "a", long[2])])
    assert "rankdir=TB" in picture.dot(tree)
    assert 'label="n0 (x=0,y=0,\\nsender is ready,\\nreceiver is waiting)"' in picture.dot(tree)
    assert "rankdir=TB" not in picture.dot(LPTS.build(long[0], [(long[0], "a", long[1]), (long[1], "a", long[0])]))
    assert "rankdir=TB" not in picture.dot(LPTS.build("0", [("0", "a", "1")]))


def test_large_models_are_not_drawn() -> None:
    big = LPTS.build("0", [(str(i), "a", str(i + 1)) for i in range(600)])
    with pytest.raises(InputError, match="too many for a picture"):
        picture.draw(big, "svg")


def test_components_and_what_they_share() -> None:
    alphabets = (["go", "x", "own"], ["go", "x"], ["go"])
    text = drawing.components_dot([LPTS.build("0", [], alphabet, f"<{len(alphabet)}>") for alphabet in alphabets])
    assert 'c0 [label="<3>\\n1 state\\n1 own action"]' in text
    assert 'a0 [label="x", shape=plain' in text
    assert 'a1 [label="go", shape=plain' in text
    assert [line.strip() for line in text.splitlines() if "--" in line] == [
        f"a{group}:e -- c{box}:w;" for group, box in ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))
    ]
    assert drawing.components_dot([LPTS.build("0", [], [f"a{i}" for i in range(9)])] * 2).count("… 3 more") == 1


def test_many_components_have_labels_of_one_line() -> None:
    rings = [LPTS.build("0", [], [f"a{i}", f"a{(i + 1) % 9}", "all", "own"], f"l{i}") for i in range(9)]
    text = drawing.components_dot(rings)
    assert 'c0 [label="l0, 1 state"]' in text
    assert '[label="a3", shape=plain' in text
    assert '[label="2 actions", shape=plain' in text
    assert r"\n" not in text


def test_too_many_components_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="600 components are too many for a picture"):
        symag.save([LPTS.build("0", [("0", "a", "0")])] * 600, tmp_path / "many.svg")
