"""The table of formats: every record says what is true of its language, and a new format needs nothing else."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

import symag
from symag import LPTS, InputError
from symag.cli.main import app
from symag.formats import FORMATS, Format, SourceText, format_of, main_suffixes, table

TEXTS = {
    "native JSON": '{"format": "symag-lpts", "version": 1, "initial": "s", "transitions": []}',
    "Aldebaran": "des (0, 0, 1)\n",
    "PRISM": "mdp\nconst int K;\nmodule m x:[0..K]; [a] x<K -> (x'=x+1); endmodule\n",
    "JANI": """{"jani-version": 1, "name": "m", "type": "mdp", "actions": [{"name": "a"}],
        "constants": [{"name": "K", "type": "int"}], "variables": [{"name": "x", "initial-value": 0,
            "type": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": "K"}}],
        "automata": [{"name": "m", "locations": [{"name": "l"}], "initial-locations": ["l"], "edges": [
            {"location": "l", "action": "a", "guard": {"exp": {"op": "<", "left": "x", "right": "K"}},
             "destinations": [{"location": "l", "assignments": [
                {"ref": "x", "value": {"op": "+", "left": "x", "right": 1}}]}]}]}],
        "system": {"elements": [{"automaton": "m"}]}}""",
    "FSP": "const K = 1\nP = P[0], P[i:0..K] = (when (i<K) a -> P[i+1]).\nproperty Q = (a -> Q).\n",
    "Ada": "k : constant := 1;\ntask t;\ntask body t is begin for i in 1 .. k loop --# event a\nend loop; end t;\n",
    "CSPm": "K = 1\nchannel a\nP(i) = i < K & a -> P(i + 1)\nQ = P(0)\nassert Q [T= Q\n",
}
"""A small text of each format that can be read; if it has a constant, that is K."""

READ = [format for format in FORMATS if format.read]
WRITTEN = [format for format in FORMATS if format.write]
BOTH = [format for format in READ if format.write]


def named(format: Format) -> str:
    return format.name


def read(format: Format, text: str, constants: dict[str, object] | None = None) -> LPTS:
    return symag.loads(
        text, format.suffixes[0], {"K": 2} if constants is None and format.takes_constants else constants
    )


def test_names_and_suffixes_are_unique() -> None:
    suffixes = [suffix for format in FORMATS for suffix in format.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert all(suffix == suffix.lower() and suffix.startswith(".") for suffix in suffixes)
    assert len({format.name for format in FORMATS}) == len(FORMATS)
    assert all(format.help and "\n" not in format.help and (format.read or format.write) for format in FORMATS)
    assert format_of("MODEL.PRISM") is format_of("model.nm")
    assert main_suffixes(readable=True).startswith(".json, .aut, .prism")
    assert main_suffixes(readable=True).endswith(f" or {READ[-1].suffixes[0]}")
    assert main_suffixes(readable=False).endswith(f" or {WRITTEN[-1].suffixes[0]}")


@pytest.mark.parametrize("format", READ, ids=named)
def test_comments_are_read_over(format: Format) -> None:
    text, comments = TEXTS[format.name], format.comments
    plain = read(format, text)
    if comments.line:
        assert read(format, f"{comments.line} a remark\n{text}{comments.line} the end").is_isomorphic_to(plain)
    if comments.block:
        begin, end = comments.block
        assert read(format, f"{begin} a\nremark {end}{text}").is_isomorphic_to(plain)
    for sign in {"//", "--", "#", "%"} - {comments.line}:
        with suppress(InputError):
            assert not read(format, f"{sign} a remark\n{text}").is_isomorphic_to(plain)


@pytest.mark.parametrize("format", READ, ids=named)
def test_constants_are_taken_where_the_record_says_so(format: Format) -> None:
    if format.takes_constants:
        assert read(format, TEXTS[format.name], {"K": 5}).num_states == 6
    else:
        with pytest.raises(InputError, match="no constant of that name"):
            read(format, TEXTS[format.name], {"K": 5})


@pytest.mark.parametrize("format", READ, ids=named)
def test_processes_are_selected_where_the_record_says_so(format: Format, tmp_path: Path) -> None:
    file = tmp_path / f"model{format.suffixes[0]}"
    file.write_text(TEXTS[format.name])
    if format.selects_processes:
        assert symag.load(f"{file}#Q").name == "Q"
        with pytest.raises(InputError, match="there is no process 'R'"):
            symag.load(f"{file}#R")
    else:
        with pytest.raises(InputError, match="cannot be read"):
            symag.load(f"{file}#Q")


def test_the_properties_of_a_text() -> None:
    asking = {format.name: format.properties(SourceText(TEXTS[format.name])) for format in READ if format.properties}
    assert asking == {"FSP": ("Q",)}


@pytest.mark.parametrize("format", BOTH, ids=named)
def test_the_alphabet_is_kept_where_the_record_says_so(format: Format, tmp_path: Path) -> None:
    model = LPTS.build("s", [("s", "a", "t"), ("t", "b", "s")], ["a", "b", "unused"])
    symag.save(model, tmp_path / f"model{format.suffixes[0]}")
    again = symag.load(tmp_path / f"model{format.suffixes[0]}")
    assert again.is_isomorphic_to(model) == format.keeps_unused_actions
    assert again.alphabet - {"a", "b"} == ({"unused"} if format.keeps_unused_actions else set())


@pytest.mark.parametrize("format", WRITTEN, ids=named)
def test_every_suffix_is_written(format: Format, tmp_path: Path) -> None:
    for suffix in format.suffixes:
        symag.save(LPTS.build("s", [("s", "a", "s")]), tmp_path / f"model{suffix}")
        assert (tmp_path / f"model{suffix}").stat().st_size


def test_the_readme_lists_the_table() -> None:
    readme = Path(str(table.__file__)).with_name("README.md").read_text(encoding="utf-8")
    rows = [line for line in readme.splitlines() if line.startswith("| `.")]
    for format in FORMATS:
        suffixes = ", ".join(f"`{suffix}`" for suffix in format.suffixes)
        (row,) = [row for row in rows if row.startswith(f"| {suffixes} |")]
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert [bool(cell) for cell in cells[2:]] == [
            bool(format.read),
            bool(format.write),
            bool(format.selects_processes),
            bool(format.takes_constants),
            bool(format.comments.line),
        ]
    assert len(rows) == len(FORMATS)


def read_walk(source: SourceText) -> tuple[LPTS, ...]:
    """A toy language: a cycle of actions, such as `coin tea`."""
    actions = source.text.split()
    if not actions:
        raise InputError("a walk has at least one action", None, 1, 1)
    count = len(actions)
    return (LPTS.build("0", [(str(i), action, str((i + 1) % count)) for i, action in enumerate(actions)]),)


WALK = Format(
    "Walk",
    (".walk",),
    "a cycle of actions",
    read=read_walk,
    write=lambda models: " ".join(action for _, action, _ in models[0].transitions()).encode(),
    keeps_unused_actions=False,
)


def test_a_new_format_is_one_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read, written, converted, checked and named in messages as all others are."""
    monkeypatch.setattr(table, "FORMATS", (*FORMATS, WALK))
    monkeypatch.chdir(tmp_path)
    Path("machine.walk").write_text("coin tea")
    machine = symag.load("machine.walk")
    assert (machine.name, machine.num_states, sorted(machine.alphabet)) == ("machine", 2, ["coin", "tea"])
    assert symag.loads("coin tea", "walk") == machine
    run = CliRunner().invoke
    assert run(app, ["convert", "machine.walk", "machine.json"]).exit_code == 0
    assert run(app, ["convert", "machine.json", "again.walk"]).exit_code == 0
    assert Path("again.walk").read_text() == "coin tea"
    assert run(app, ["check", "machine.walk", "--spec", "machine.json"]).exit_code == 0
    assert "2 states" in run(app, ["show", "machine.walk"]).output
    Path("empty.walk").write_text("")
    with pytest.raises(InputError, match=r"^empty\.walk:1:1: a walk has at least one action"):
        symag.load("empty.walk")
    with pytest.raises(InputError, match=r"use .*\.ada, \.walk"):
        symag.load("machine.xyz")
    with pytest.raises(InputError, match=r"use .*\.png, \.walk"):
        symag.save(machine, "machine.xyz")
