"""Notes: what to look at before a verdict is trusted. Each kind of note has a neighbour that must not get it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

import symag
from symag import LPTS, TAU, Limits
from symag.cli.main import app
from symag.limits import Watch
from symag.notes import explore_little, explored_by, is_slip, misspelt, notes_on
from symag.notes.composition import LITTLE
from symag.study.cases.cav08 import CASES, system
from symag.study.cases.families import FAMILIES
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P
from tests.generate import random_model, random_question
from tests.test_deadlock import Textbook

EXAMPLES = Path(__file__).parents[2] / "examples"


def loop(name: str, *actions: str, alphabet: Sequence[str] = ()) -> LPTS:
    """The actions in a circle."""
    count = len(actions)
    rows = [(str(i), action, str((i + 1) % count)) for i, action in enumerate(actions)]
    return LPTS.build("0", rows, sorted({*actions, *alphabet} - {TAU}), name=name)


def line(name: str, *actions: str) -> LPTS:
    """The actions, and then nothing."""
    return LPTS.build("0", [(str(i), action, str(i + 1)) for i, action in enumerate(actions)], name=name)


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
    "a component without transitions": (
        ([loop("one", "a"), LPTS.build("x", [], name="idle")], loop("P", "a")),
        ([loop("one", "a"), loop("idle", "a")], loop("P", "a")),
        "idle has no transition that can be reached from its initial state",
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
        assert note in symag.check(components, specification, method=method).notes
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
    lonely = [LPTS.build(f"{i}{long}", [(f"{i}{long}", f"a{i}{long}", f"{i}{long}")], name=long) for i in range(40)]
    notes = symag.check(lonely, loop("P", *(f"b{i}{long}" for i in range(100)))).notes
    assert len(notes) <= 12
    assert all(len(note) <= 400 for note in notes)
    assert notes[-1] == "there are 31 more notes like these"
    assert any(note.endswith("and 92 more, which the specification speaks of") for note in notes)


# Against a textbook search


@pytest.mark.parametrize("seed", range(5))
def test_what_is_said_of_the_composition_is_true(seed: int) -> None:
    random, said = Random(seed), {"stop": 0, "promised": 0, "never": 0, "none": 0}
    for _ in range(60):
        components, specification = random_question(random)
        textbook = Textbook(components)
        notes = symag.check(components, specification).notes
        happens = {action for moves in textbook.moves.values() for action, _, _ in moves}
        stop = [note for note in notes if "can stop" in note or "no move at all" in note]
        assert bool(stop) == bool(textbook.stuck)
        known = frozenset[str]().union(*(component.alphabet for component in components))
        moving = textbook.nearest(textbook.stuck) != 0
        promised = sorted((known & specification.alphabet) - happens) if moving else []
        told = [note for note in notes if "the system can never do" in note]
        assert told == [
            f"the system can never do {', '.join(promised)}, which the specification speaks of" for _ in promised[:1]
        ]
        carried = {action for one in map(symag.trim, components) for _, action, _ in one.transitions()}
        never = sorted(carried - happens - specification.alphabet) if moving else []
        told = [note for note in notes if "in the composition" in note]
        assert re.findall(r"(\w+) \(of", "".join(told)) == never
        for kind, found in (("stop", stop), ("promised", promised), ("never", never)):
            said[kind] += bool(found)
        said["none"] += not notes
    assert min(said["stop"], said["promised"], said["never"]) > 0


# What is not known is not said


def wheel(name: str, size: int) -> LPTS:
    return LPTS.build("0", [(str(i), name, str((i + 1) % size)) for i in range(size)], name=name)


def test_nothing_is_guessed_from_a_part() -> None:
    """The last state of a long line is stuck, and does `end` before: neither is known of the first states alone."""
    long = line("long", *["a"] * (LITTLE + 10), "end")
    explored = explore_little([long], Watch())
    assert explored is not None
    assert not explored.complete
    assert notes_on([long], [long], loop("P", "a"), explored, Watch()) == ()
    agar = symag.check([long, loop("other", "end")], loop("P", "a"), method="agar", reduce=False)
    assert agar.notes == ()


def test_a_composition_that_was_built_is_used() -> None:
    long = line("long", *["a"] * (LITTLE + 10), "end")
    verdict = symag.check([long], loop("P", "a"), method="mono")
    assert explored_by(verdict.certificate, verdict.components) is not None
    assert [note.split(":")[0] for note in verdict.notes] == ["the system can stop"]


def test_a_stop_is_known_from_a_part() -> None:
    wheels = [wheel(f"w{i}", 50) for i in range(4)]
    bomb = LPTS.build("0", [("0", "w0", "1")], [one.name for one in wheels], name="bomb")
    explored = explore_little([*wheels, bomb], Watch())
    assert explored is not None
    notes = symag.check([*wheels, bomb], loop("P", "w0", "w0"), method="agar").notes
    assert any(
        note.startswith("the system can stop: after w0 no component can move (w0 waits for w0") for note in notes
    )


def test_what_is_costly_is_not_explored() -> None:
    """One state with a thousand million moves, and components that are large by themselves."""
    choice = {f"s{i}": "1/10" for i in range(10)}
    wide = [LPTS.build("s0", [("s0", "a", choice)], name=f"L{i}") for i in range(9)]
    assert explore_little(wide, Watch()) is None
    forking = [LPTS.build("0", [("0", "a", str(i)) for i in range(30)], name=f"F{i}") for i in range(6)]
    assert explore_little(forking, Watch()) is None
    assert explore_little([wheel("w", 40_000)], Watch()) is None
    small = [loop("one", "a", "b", "c")]
    assert explore_little(small, Watch()) is not None
    assert explore_little(small, Watch(Limits(max_states=2))) is not None
    assert explore_little(wide[:1], Watch(Limits(max_states=2))) is None
    assert explore_little(small, Watch(Limits(seconds=1e-9))) is None


def test_notes_of_an_unknown_verdict() -> None:
    wheels = [wheel(f"w{i}", 50) for i in range(4)]
    verdict = symag.check(wheels, loop("P", "nothing"), method="mono", max_states=100)
    assert verdict.verdict == "unknown"
    assert "no component knows nothing, which the specification speaks of" in verdict.notes


# Spelling


SLIPS = """
comit commit, strat start, sned send, reqeust request, outptu output, delivre deliver, ack_tiem ack_time,
sendMsg send_msg, Send send, timer.expired timerExpired, noeeror noerror, recieve receive, acknowlege acknowledge,
p[1].sned p[1].send, committ commit, transmision transmission, seperate separate, adress address
"""
WORDS = """
token[0] enter[0], p[1].up p[2].up, a1 a2, ping pong, tick tock, lock unlock, get.left put.left, requesta requestb,
openA openB, send sent, sends send, token taken, change charge, unlock unblock, arise raise, trains trans, get set,
read ready, left lift, train drain, start restart, accept except, ack nack, stop step, lose loose, on no, in out,
send.1 send.2, strat[1] start[2], a A, north south, connect disconnect, input output, full fill, east last,
reader header
"""


def pairs(table: str) -> list[tuple[str, str]]:
    return [tuple(pair.split()) for pair in table.replace("\n", " ").split(",")]  # type: ignore[misc]


@pytest.mark.parametrize(("one", "other"), pairs(SLIPS))
def test_slips(one: str, other: str) -> None:
    assert is_slip(one, other)
    assert is_slip(other, one)


@pytest.mark.parametrize(("one", "other"), pairs(WORDS))
def test_different_words(one: str, other: str) -> None:
    assert not is_slip(one, other)
    assert not is_slip(other, one)


def test_likeness_is_looked_for_only_among_short_names() -> None:
    """Long ones have many neighbours."""
    for length, is_found in ((37, True), (100, False)):
        known, asked = (loop("x", "x" * length + end) for end in ("aby", "bay"))
        assert any("is it x" in note for note in symag.check([known], asked).notes) == is_found


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("p[1].sned p[2].sned", "p[1].send p[2].send", "p[1].sned p[1].send"),
        ("request ack_tiem", "reqeust ack_time", "ack_tiem ack_time request reqeust"),
        ("a1b a2b a3b a4b wort wrod", "a1b a2b a3b a4b", ""),
        ("strat start", "stop", ""),
        ("strat", "start meet", "strat start"),
        ("strat".rjust(100, "x"), "start".rjust(100, "x"), ""),
        ("spoken", "spokne promised", "spoken spokne"),
        (" ".join(["strat", *(a + b for a in "abcdefghijklm" for b in "abcdefghijklm")]), "start", "strat start"),
        (
            "accept deliver output request",
            "accpet delivre outptu reqeust",
            "accept accpet deliver delivre output outptu",
        ),
    ],
)
def test_two_spellings_of_one_action(one: str, other: str, found: str) -> None:
    """Only of actions that one of two knows, and the specification does not; and three of them at most."""
    components = [LPTS.build("0", [("0", action, "0") for action in actions.split()]) for actions in (one, other)]
    notes = misspelt(["A", "B"], components, LPTS.build("0", [("0", "promised", "0")]), Watch())
    words = found.split()
    assert notes == [
        f"only A knows {a}, and only B knows {b}: is it the same action?"
        for a, b in zip(words[::2], words[1::2], strict=True)
    ]


@pytest.mark.parametrize("folder", sorted(path.name for path in EXAMPLES.glob("cav12/*/")))
def test_no_false_guess_on_prism_examples(folder: str) -> None:
    files = sorted((EXAMPLES / "cav12" / folder).glob("*.prism"))
    parts = [part for file in files if file.stem != "spec" for part in symag.load_components(file)]
    assert len(parts) > 2
    specification = symag.load(EXAMPLES / "cav12" / folder / "spec.prism")
    assert misspelt([part.name for part in parts], parts, specification, Watch()) == []


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_no_false_guess_on_fsp_examples(name: str, wrong: bool) -> None:
    first, second, specification = system(name, 3, wrong)
    assert misspelt([part.name for part in first + second], first + second, specification, Watch()) == []


# On the command line


COPIES = """mdp
module first x : bool init false; [begin] !x -> (x'=true); [comit] x -> (x'=false); endmodule
module second = first [x=y] endmodule
module log z : bool init false; [begin] !z -> (z'=true); [commit] z -> (z'=false); endmodule
"""
ORDER = """mdp
module order w : bool init false; [begin] !w -> (w'=true); [commit] w -> (w'=false); endmodule
"""
BRIDGE = """
A = (a -> b -> A).
B = (b -> c -> B).
||BRIDGE = (A || B).
property ONEWAY = (a -> b -> ONEWAY).
"""
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
