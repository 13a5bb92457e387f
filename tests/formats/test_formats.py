"""The formats as other tools write them, and pictures."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import symag
from symag import LPTS, InputError
from symag.formats import native, picture
from symag.formats.prism.write import write_prism
from symag.smt.cases import FIG1_L1, FIG1_L2

PINNED = """{"format": "symag-lpts", "version": 1, "name": "L2", "initial": "idle", "alphabet": ["send","ack"],
 "transitions": [{"from": "idle", "action": "send", "to": {"sent": "9/10", "idle": 1e-1}},
                 {"from": "sent", "action": "ack", "to": "idle"}]}"""
MODEL = LPTS.build("idle", [("idle", "send", {"sent": "9/10", "idle": "1/10"}), ("sent", "ack", "idle")])


def test_the_pinned_example() -> None:
    model = symag.loads(PINNED)
    assert model == MODEL
    assert model.name == "L2"


@pytest.mark.parametrize("number", ["0.1", "1e-1", "0.10", '"1/10"', '"0.1"', '"10e-2"'])
def test_numbers_are_exact(number: str) -> None:
    assert symag.loads(PINNED.replace("1e-1", number)) == MODEL


def test_written_models_say_all_there_is() -> None:
    model = LPTS.build("a", [("a", "x", "b")], ["x", "blocked"], "M", ["a", "b", "unreachable"])
    again = symag.loads(native.write_native(model))
    assert again == model
    assert again.name == "M"
    assert symag.loads(native.write_native(LPTS.build("a", []))) == LPTS.build("a", [])


AUT = {
    "quoted": 'des (0,2,2)\n(0,"send",0 1/10 1)\n(1,"ack",0)\n',
    "as CADP writes it": "des (0, 2, 2)\n(0, send, 0 1/10 1)\n(1, ack, 0)\n",
    "with the end of line of other systems": 'des (0,2,2)\r\n(0,"send",1 9/10 0)\r\n(1,"ack",0)',
}


@pytest.mark.parametrize("text", AUT.values(), ids=AUT)
def test_aldebaran_as_tools_write_it(text: str) -> None:
    assert symag.loads(text, "aut").is_isomorphic_to(MODEL)


def test_aldebaran_details() -> None:
    model = symag.loads('des (1, 4, 3)\n(1,i,0)\n(1,"tau",2)\n(0,"a b (c, d)",1)\n(0, put(3), 1)\n', ".aut")
    assert model.initial_state == "1"
    assert model.alphabet == {"a b (c, d)", "put(3)"}
    assert sum(action == "tau" for _, action, _ in model.transitions()) == 2
    thirds = symag.loads('des (0,1,3)\n(0,"a",0 1/3 1 1/3 2)\n', "aut")
    assert [p for _, p in thirds.outcomes(-1)] == [pytest.approx(1 / 3)] * 3
    for label in ('say "hi"', "i"):
        with pytest.raises(InputError, match="cannot be written"):
            symag.save(LPTS.build("0", [("0", label, "0")]), "never.aut")


def test_files_by_suffix(tmp_path: Path) -> None:
    for suffix in (".json", ".aut", ".dot", ".svg", ".png", ".prism"):
        symag.save(FIG1_L2, tmp_path / f"model{suffix}")
    assert symag.load(tmp_path / "model.json") == FIG1_L2
    assert symag.load(tmp_path / "model.aut").name == "model"
    assert (tmp_path / "model.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (tmp_path / "model.svg").read_bytes()
    for name, message in (("model.svg", ".svg files cannot be read"), ("model.xyz", "use .json, .aut")):
        with pytest.raises(InputError, match=message):
            symag.load(tmp_path / name)
    with pytest.raises(InputError, match="cannot be read"):
        symag.loads("", "png")


def test_writing_is_atomic(tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    symag.save(FIG1_L1, file)
    before = file.read_bytes()
    mode = stat.S_IMODE(os.stat(file).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    assert mode == 0o666 & ~mask
    unwritable = LPTS.build("0", [("0", 'say "hi"', "0")])
    with pytest.raises(InputError):
        symag.save(unwritable, tmp_path / "model.aut")
    with pytest.raises(InputError, match="cannot be written"):
        symag.save(FIG1_L1, tmp_path / "nowhere" / "model.json")
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["model.json"]


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


def test_prism_text() -> None:
    text = write_prism([FIG1_L1, LPTS.build("x", [("x", "tau", "y")], ["blocked"])])
    assert "[input] s1=0 -> 1 : (s1'=1);" in text
    assert "[blocked] false -> true;" in text
    assert "[] s2=0 -> 1 : (s2'=1);" in text
    for action in ("a-b", "module"):
        with pytest.raises(InputError, match="not a name in PRISM"):
            write_prism([LPTS.build("x", [("x", action, "y")])])
