"""`symag convert`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import Result

import symag
from symag import LPTS
from symag.formats import FORMATS, write_atomically
from symag.study.cases.papers import FIG1_L, FIG1_L1, FIG1_L2, FIG1_P
from tests.cli.commands import assert_refused, run, run_line


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
    symag.save(LPTS.build("s", [("s", "two\nlines", "s")]), "lines.json")
    done = run("convert", "lines.json", "old.aut")
    assert done.exit_code == 2
    assert (folder / "old.aut").read_text() == "old"
    assert_refused(run("convert", "L2.json", "L2.docx"), "L2.docx")
    assert_refused(run("convert", "L2.json", "none/L2.aut"), "none/L2.aut")


COINS = """mdp
module coin  c:[0..2]; [toss] c=0 -> 1/2:(c'=1) + 1/2:(c'=2); [again] c>0 -> (c'=0); endmodule
module hand  h:bool; [toss] !h -> (h'=true); [again] h -> (h'=false); [] h -> true; endmodule
module hand2 = hand [h=g, toss=wave, again=rest] endmodule
"""


def are_same(one: Sequence[LPTS], other: Sequence[LPTS]) -> bool:
    return len(one) == len(other) and all(a.is_isomorphic_to(b) for a, b in zip(one, other, strict=True))


READ_BACK = ["out.prism", *(["out.jani"] if any(format.name == "JANI" and format.read for format in FORMATS) else [])]


@pytest.mark.parametrize("target", READ_BACK)
def test_modules_stay_apart_where_they_can(folder: Path, target: str) -> None:
    Path("coins.prism").write_text(COINS)
    done = run_line(f"convert coins.prism {target}")
    assert (done.exit_code, done.stderr) == (0, f"written: {target}\n")
    assert are_same(symag.load_components(target), symag.load_components("coins.prism"))
    done = run_line(f"convert coins.prism {target} --composed")
    assert (done.exit_code, done.stderr) == (0, f"written: {target}\n")
    assert are_same(symag.load_components(target), [symag.load("coins.prism")])


def test_fsp_keeps_its_parts(folder: Path) -> None:
    assert run_line("convert loops.lts out.lts").exit_code == 0
    assert are_same(symag.load_components("out.lts"), symag.load_components("loops.lts"))
    assert [part.name for part in symag.load_components("out.lts")] == ["P_1_LOOP", "P_2_LOOP", "LOCK"]
    assert run_line("convert loops.lts#LOCK lock.lts").exit_code == 0
    assert are_same(symag.load_components("lock.lts"), [symag.load("loops.lts#LOCK")])
    assert_refused_without(run_line("convert L2.json out2.lts"), "has probabilities, and FSP has none", "out2.lts")


def assert_refused_without(done: Result, message: str, *files: str) -> None:
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not any(Path(file).exists() for file in files)


@pytest.mark.parametrize("suffix", [".json", ".aut"])
def test_one_model_where_a_file_holds_one(folder: Path, suffix: str) -> None:
    Path("coins.prism").write_text(COINS)
    done = run_line(f"convert coins.prism out{suffix}")
    note = f"note: {suffix} files hold one model, so the 3 components are composed: --components keeps them apart"
    assert done.stderr.splitlines() == [f"written: out{suffix}", note]
    assert symag.load(f"out{suffix}").is_isomorphic_to(symag.load("coins.prism"))
    assert run_line(f"convert coins.prism out{suffix} --composed").stderr.splitlines()[0] == f"written: out{suffix}"


@pytest.mark.parametrize(("option", "suffix"), [("", ".json"), (" --to aut", ".aut"), (" --to .PRISM", ".prism")])
def test_components_in_files_of_their_own(folder: Path, option: str, suffix: str) -> None:
    Path("coins.prism").write_text(COINS)
    done = run_line(f"convert coins.prism --components parts{option}")
    files = [Path("parts") / f"{name}{suffix}" for name in ("coin", "hand", "hand2")]
    assert done.exit_code == 0
    assert done.stderr.splitlines() == [f"written: {file}" for file in files]
    assert sorted(Path("parts").iterdir()) == files
    assert are_same([symag.load(file) for file in files], symag.load_components("coins.prism"))


def test_names_of_files_are_safe_and_different(folder: Path) -> None:
    names = ["../../etc/x", "x", "X", "con", "", "-", "p[1]:LOOP", ".hidden", "é", "a" * 300]
    components = [LPTS.build("0", [("0", "a", "0")], name=name) for name in names]
    found = symag.save_components(components, "parts", "json")
    called = ["etc_x", "x", "X_2", "con_2", "L5", "component", "p_1_LOOP", "hidden", "component_2", "a" * 80]
    assert [file.name for file in found] == [f"{name}.json" for name in called]
    assert sorted(Path("parts").iterdir()) == sorted(found)
    assert symag.load(found[6]).name == "p[1]:LOOP"


def test_nothing_is_overwritten_and_all_is_written_or_nothing(folder: Path) -> None:
    Path("coins.prism").write_text(COINS)
    Path("parts").mkdir()
    Path("parts/hand2.json").write_text("mine")
    assert_refused(run_line("convert coins.prism --components parts"), "parts/hand2.json")
    assert [file.name for file in Path("parts").iterdir()] == ["hand2.json"]
    assert Path("parts/hand2.json").read_text() == "mine"
    odd = [LPTS.build("0", [("0", action, "0")], name=action) for action in ("good", "Bad")]
    with pytest.raises(symag.InputError, match="'Bad' of Bad is not a label"):
        symag.save_components(odd, "fresh", ".lts")
    assert not Path("fresh").exists()
    assert_refused(run_line("convert coins.prism --components L1.json"), "L1.json")
    assert_refused(run_line("convert coins.prism --components none/parts"), "none/parts")


def test_a_failure_in_the_middle_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(file: str, data: bytes) -> None:
        if "hand" in file:
            raise symag.InputError("cannot be written: the disk is full", file)
        write_atomically(file, data)

    monkeypatch.setattr("symag.formats.folder.write_atomically", fail)
    Path("coins.prism").write_text(COINS)
    assert_refused(run_line("convert coins.prism --components parts"), "parts/hand.json")
    assert not list(Path("parts").iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("coins.prism", "give OUT, or --components FOLDER"),
        ("coins.prism out.json --components parts", "give OUT, or --components FOLDER, not both"),
        ("coins.prism out.json --to aut", "--to goes with --components"),
        ("coins.prism --components parts --composed", "give --composed or --components, not both"),
        ("coins.prism --components parts --to docx", ".docx files cannot be written"),
        ("coins.prism coins.prism", "coins.prism: is one of the models: write the result to another file"),
        ("coins.prism ./coins.prism --composed", "coins.prism: is one of the models"),
        ("loops.lts#LOCK loops.lts", "loops.lts: is one of the models"),
    ],
)
def test_options_that_do_not_go_together(folder: Path, arguments: str, message: str) -> None:
    Path("coins.prism").write_text(COINS)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert_refused_without(run_line(f"convert {arguments}"), message)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_actions_that_the_format_cannot_have_are_renamed(folder: Path) -> None:
    assert_refused(run_line("convert loops.lts out.prism"), "out.prism")
    assert_refused(run_line("convert loops.lts --components parts --to prism"), "parts/p_1_LOOP.prism")
    done = run_line("convert loops.lts out.prism --rename")
    assert done.exit_code == 0
    assert done.stderr.startswith("note: renamed: p[1].down is p_1_down, p[1].enter is p_1_enter, ")
    assert [module.name for module in symag.load_components("out.prism")] == ["p_1_LOOP", "p_2_LOOP", "LOCK"]
    assert symag.load("out.prism").num_states == symag.load("loops.lts").num_states
    assert run_line("convert loops.lts out.lts --rename").stderr == "written: out.lts\n"
    assert run_line("convert loops.lts out.svg --rename").stderr == "written: out.svg\n"


def test_determinise_composes_or_takes_each(folder: Path) -> None:
    assert run_line("convert --determinise loops.lts out.lts").exit_code == 0
    assert len(symag.load_components("out.lts")) == 1
    assert run_line("convert --determinise loops.lts --components parts").exit_code == 0
    assert len(list(Path("parts").iterdir())) == 3
