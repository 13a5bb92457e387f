"""Notes on a question: each kind, few and short, where people look."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

import symag
from symag import LPTS, TAU
from symag.cli.main import app
from symag.study.cases.families import FAMILIES
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P
from tests.generate import random_model
from tests.notes.small_models import BRIDGE, COPIES, ORDER, line, loop, wheel

ANY = loop("any", "a")

LOST = LPTS.build("0", [("0", "a", "0"), ("lost", "a", "0"), ("worse", "a", "lost")], name="L")

PAIR = [loop("one", "a", "b"), loop("two", "b", "c")]

BLOCKED = [LPTS.build("0", [("0", "a", "0"), ("0", "b", "1")], name="one"), loop("two", "a", alphabet=["b"])]

KINDS = {
    "unknown to all": (
        ([loop("one", "go")], loop("P", "og")),
        ([loop("one", "go")], loop("P", "go")),
        "no component knows og, which the specification speaks of",
    ),
    "unknown to all, misspelt": (
        ([FIG1_L1, FIG1_L2], LPTS.build("0", [("0", "outptu", "0")], ["input", "outptu"])),
        ([FIG1_L1, FIG1_L2], FIG1_P),
        "no component knows outptu (is it output?), which the specification speaks of",
    ),
    "no guess": (
        ([loop("one", "enter[0]")], loop("P", "token[0]")),
        ([loop("one", "enter[0]")], loop("P", "enter[0]")),
        "no component knows token[0], which the specification speaks of",
    ),
    "nothing in common": (
        ([loop("clock", "tick")], loop("P", *"abcdefghij")),
        ([loop("clock", "tick", "a")], loop("P", *"abcdefghij")),
        "the specification and the system have no action in common: is it the right specification?",
    ),
    "a lonely component": (
        ([FIG1_L1, FIG1_L2, loop("clock", "tick")], FIG1_P),
        ([FIG1_L1, FIG1_L2, loop("clock", "input")], FIG1_P),
        "clock has no action in common with another component or with the specification",
    ),
    "lonely components": (
        ([FIG1_L1, FIG1_L2, *(loop(f"clock{n}", f"tick{n}") for n in range(10))], FIG1_P),
        ([FIG1_L1, FIG1_L2, *(loop(f"clock{n}", "input") for n in range(10))], FIG1_P),
        "clock0, clock1, clock2, clock3 and 6 more have no action in common with another component or with",
    ),
    "a component without transitions": (
        ([loop("one", "a"), LPTS.build("x", [], name="idle")], loop("P", "a")),
        ([loop("one", "a"), loop("idle", "a")], loop("P", "a")),
        "idle has no transition that can be reached from its initial state",
    ),
    "components without transitions": (
        ([loop("one", "a"), LPTS.build("x", [], name="idle"), LPTS.build("x", [], name="lazy")], loop("P", "a")),
        ([loop("one", "a"), loop("idle", "a"), loop("lazy", "a")], loop("P", "a")),
        "idle, lazy have no transition that can be reached from their initial states",
    ),
    "misspelt": (
        ([loop("one", "comit"), loop("two", "commit")], ANY),
        ([loop("one", "commit"), loop("two", "commit")], ANY),
        "only one knows comit, and only two knows commit: is it the same action?",
    ),
    "misspelt, and specified": (
        ([loop("one", "comit"), loop("two", "commit")], loop("P", "commit")),
        ([loop("one", "comit"), loop("two", "commit")], loop("P", "commit", "comit")),
        "only one knows comit, and two and the specification know commit: is it the same action?",
    ),
    "misspelt by copies": (
        ([loop("one", "go", "comit"), loop("two", "go", "comit"), loop("log", "commit")], ANY),
        ([loop("one", "go", "comit"), loop("two", "comit"), loop("log", "commit")], ANY),
        "only one, two know comit, and only log knows commit: is it the same action?",
    ),
    "misspelt in one place of a component": (
        ([loop("one", "commit", "comit"), loop("two", "commit")], ANY),
        ([loop("one", "commit", "comit")], ANY),
        "only one knows comit, and only one, two know commit: is it the same action?",
    ),
    "a component is the specification": (
        ([loop("one", "a"), loop("two", "b")], loop("P", "a")),
        ([loop("one", "a"), loop("two", "b")], loop("P", "b", "a")),
        "the specification is one itself, a component of the system: it promises nothing",
    ),
    "the system is the specification": (
        (PAIR, symag.compose(*PAIR)),
        ([*PAIR[:1], loop("two", "b")], symag.compose(*PAIR)),
        "the specification is composed of the components themselves: it promises nothing",
    ),
    "one name for two": (
        ([loop("one", "a"), loop("two", "a", "b")], loop("two", "b", "a")),
        ([loop("one", "a"), loop("two", "a", "b")], loop("P", "b", "a")),
        "two is the name of the specification and of a component",
    ),
    "states out of reach": (
        ([LOST], loop("P", "a", "a")),
        ([symag.trim(LOST)], loop("P", "a", "a")),
        "2 of the 3 states of L cannot be reached from 0: lost, worse",
    ),
    "no move at all": (
        ([loop("one", "a", "b"), loop("two", "b", "a")], loop("P", "a", "a")),
        ([loop("one", "a", "b"), loop("two", "a", "b")], loop("P", "a", "a")),
        "the composed system has no move at all (one waits for a; two waits for b): it satisfies every specification",
    ),
    "can stop": (
        ([loop("one", "a", "b"), line("two", "a", "b", "a", "a")], loop("P", "a", "b", "c")),
        ([loop("one", "a", "b"), loop("two", "a", "b", "a", "b")], loop("P", "a", "b", "c")),
        "the system can stop: after a, b, a no component can move (one waits for b; two waits for a)",
    ),
    "ends": (
        ([line("one", "a", TAU)], loop("P", "a", "a")),
        ([loop("one", "a", TAU)], loop("P", "a", "a")),
        "the system can stop: after a (2 steps) no component can move (none of them waits for anything)",
    ),
    "never, and specified": (
        (BLOCKED, loop("P", "b", "a")),
        ([BLOCKED[0], loop("two", "a", "b")], loop("P", "b", "a")),
        "the system can never do b, which the specification speaks of",
    ),
    "never": (
        (BLOCKED, loop("P", "a", "a")),
        ([BLOCKED[0], loop("two", "a", "b")], loop("P", "a", "a")),
        "b (of one) never happens in the composition",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_note(kind: str) -> None:
    """With every method: notes are about the question, not about how it is decided."""
    (components, specification), neighbour, note = KINDS[kind]
    for method in ("auto", "mono", *(["agar"] if len(components) > 1 else [])):
        assert any(one.startswith(note) for one in symag.check(components, specification, method=method).notes)
    assert note not in symag.check(*neighbour).notes


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("violated", [False, True])
def test_families_get_the_notes_that_they_deserve(name: str, violated: bool) -> None:
    """In a channel the acknowledgements can be in each other's way; the others never stop."""
    components, specification = FAMILIES[name](2, violated)
    notes = symag.check(components, specification).notes
    assert [note.split(":")[0] for note in notes] == (["the system can stop"] if name == "channel" else [])


def test_notes_are_few_and_short() -> None:
    long = "x" * 1_000
    labels = [f"{i}{long}" for i in range(40)]
    moves = {label: [(label, f"a{label}", label), (f"b{label}", f"a{label}", label)] for label in labels}
    lonely = [LPTS.build(label, moves[label], name=long) for label in labels]
    notes = symag.check(lonely, loop("P", *(f"b{i}{long}" for i in range(100)))).notes
    assert len(notes) <= 12
    assert all(len(note) <= 400 for note in notes)
    assert notes[-1] == "there are 32 more notes like these"
    assert any(note.endswith("and 92 more, which the specification speaks of") for note in notes)


def test_notes_of_an_unknown_verdict() -> None:
    wheels = [wheel(f"w{i}", 50) for i in range(4)]
    verdict = symag.check(wheels, loop("P", "nothing"), method="mono", max_states=100)
    assert verdict.verdict == "unknown"
    assert "no component knows nothing, which the specification speaks of" in verdict.notes


MISSPELT = "only first, second know comit, and log and the specification know commit: is it the same action?"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "copies.prism").write_text(COPIES)
    (tmp_path / "right.prism").write_text(COPIES.replace("comit", "commit"))
    (tmp_path / "order.prism").write_text(ORDER)
    (tmp_path / "bridge.lts").write_text(BRIDGE)
    (tmp_path / "plain.lts").write_text(BRIDGE.partition("property")[0])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str) -> Result:
    return CliRunner().invoke(app, command.split(), prog_name="symag", env={"COLUMNS": "300"})


@pytest.mark.parametrize(
    ("command", "code", "verdict", "noted"),
    [
        ("check copies.prism --spec order.prism", 0, "holds", True),
        ("check copies.prism --spec order.prism --strict", 2, "holds", True),
        ("check copies.prism --spec order.prism --strict --max-states 2 --method mono", 2, "unknown", True),
        ("check copies.prism --spec order.prism --max-states 2 --method mono", 3, "unknown", True),
        ("check right.prism --spec order.prism --strict", 0, "holds", False),
        ("check bridge.lts --spec bridge.lts#ONEWAY --relation traces --strict", 0, "holds", False),
    ],
)
def test_strict(folder: Path, command: str, code: int, verdict: str, noted: bool) -> None:
    done = run(command)
    assert done.exit_code == code
    assert done.stdout.startswith(f"{verdict}: ")
    assert (f"note: {MISSPELT}" in done.stdout) == noted
    done = run(f"{command} --json")
    assert done.exit_code == code
    found = json.loads(done.stdout)
    assert found["verdict"] == verdict
    assert (MISSPELT in found["notes"]) == noted


def test_a_violated_question_may_have_notes(folder: Path) -> None:
    symag.save(loop("wrong", "comit", "begin"), "wrong.json")
    assert run("check copies.prism --spec wrong.json").exit_code == 1
    assert run("check copies.prism --spec wrong.json --strict").exit_code == 2


def test_the_property_of_the_file_is_meant(folder: Path) -> None:
    note = (
        "note: --spec bridge.lts is the last process of bridge.lts, not its property ONEWAY: "
        "write --spec bridge.lts#ONEWAY for the property"
    )
    assert note in run("check bridge.lts --spec bridge.lts").stdout
    assert note in run("check bridge.lts#A --spec bridge.lts").stdout
    assert "note: --spec" not in run("check bridge.lts --spec bridge.lts#ONEWAY").stdout
    assert "note: --spec" not in run("check plain.lts --spec plain.lts").stdout
    assert "note: --spec" not in run("check plain.lts --spec bridge.lts").stdout
    itself = "note: the specification is composed of the components themselves"
    assert itself in run("check plain.lts --spec plain.lts").stdout
    assert itself[6:] in symag.check(symag.load_components("plain.lts"), symag.load("plain.lts")).notes[0]


def test_notes_are_where_people_look(folder: Path) -> None:
    command = "check copies.prism --spec order.prism -o v.json --report r.html --json"
    done = run(command)
    assert json.loads(done.stdout)["notes"] == json.loads(Path("v.json").read_text())["notes"] != []
    assert f"note: {MISSPELT}" in done.stderr
    assert MISSPELT in Path("r.html").read_text()
    assert f"note: {MISSPELT}" in run("show v.json").stdout
    assert run("audit v.json").exit_code == 0


def test_notes_of_a_file_are_its_claims(folder: Path) -> None:
    run("check copies.prism --spec order.prism -o v.json")
    saved = json.loads(Path("v.json").read_text())
    lie = "the kernel has checked and accepted the evidence"
    Path("v.json").write_text(json.dumps(saved | {"notes": [lie]}))
    accepted, claimed = run("show v.json").stdout.split("Claims of the file, which the kernel has not checked:")
    assert lie not in accepted
    assert f"  > note: {lie}" in claimed
    for odd in ([7], [lie * 100], [lie] * 100, "", None):
        Path("v.json").write_text(json.dumps(saved | {"notes": odd}))
        assert run("show v.json").exit_code == 2


@pytest.mark.parametrize("seed", range(3))
def test_notes_change_no_verdict(seed: int) -> None:
    """A model may be as odd as it likes."""
    random = Random(seed)
    for _ in range(50):
        models = [random_model(random, 3) for _ in range(3)]
        verdict = symag.check(models[:2], models[2])
        assert verdict.audited
        assert all(isinstance(note, str) for note in verdict.notes)
