"""Questions that a file asks itself: `load_questions`, `check FILE`, one file with all verdicts, its audit."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import symag
from symag import LPTS, InputError
from symag.formats import FORMATS, AskedModels, Assertion, Format, SourceText, table
from tests.cli.commands import run_line


def cycle(line: str) -> LPTS:
    name, _, actions = line.partition(":")
    words = actions.split()
    return LPTS.build("0", [(str(i), one, str((i + 1) % len(words))) for i, one in enumerate(words)], name=name)


def read_cycles(source: SourceText) -> tuple[LPTS, ...]:
    """A toy language: the first line is the system, a cycle of actions `S: a b`; each other line a property."""
    source.note("a toy")
    return (cycle(source.text.splitlines()[0]),)


def as_they_are(models: AskedModels) -> AskedModels:
    return models


def asserted(source: SourceText) -> tuple[Assertion, ...]:
    system, *others = map(cycle, source.text.splitlines())
    source.note("a toy")
    asked = {one.name: AskedModels((system,), one, (f"on {one.name}",)) for one in others}
    return tuple(
        Assertion(f"S satisfies {name}", "traces", partial(as_they_are, models)) for name, models in asked.items()
    )


ASKING = Format("Asking", (".ask",), "cycles of actions", read=read_cycles, assertions=asserted)
TWO = "S: a b\nP: a b\nQ: b a\n"
ONE = "S: a b\nP: a b\n"


@pytest.fixture(name="folder", autouse=True)
def a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(table, "FORMATS", (*FORMATS, ASKING))
    monkeypatch.chdir(tmp_path)
    for name, text in {"two": TWO, "one": ONE, "none": "S: a b\n"}.items():
        Path(f"{name}.ask").write_text(text)
    return tmp_path


def test_in_python() -> None:
    questions = symag.load_questions("two.ask")
    assert [question.text for question in questions] == ["S satisfies P", "S satisfies Q"]
    verdicts = [question.check(method="mono") for question in questions]
    assert [verdict.verdict for verdict in verdicts] == ["holds", "violated"]
    assert all(verdict.audited and verdict.relation == "traces" for verdict in verdicts)
    assert verdicts[1].notes[:2] == ("two.ask: a toy", "on Q")
    assert verdicts[1].to_json()["question"] == "S satisfies Q"
    with pytest.raises(InputError, match=r"^none\.ask: asks no question of its own: give the specification"):
        symag.load_questions("none.ask")


@pytest.mark.parametrize(
    ("arguments", "code", "verdicts"),
    [
        ("two.ask", 1, ["holds", "violated"]),
        ("one.ask", 0, ["holds"]),
        ("two.ask --method cegar --audit", 1, ["holds", "violated"]),
        ("two.ask --strict", 2, ["holds", "violated"]),
        ("two.ask --max-states 1", 3, ["unknown", "violated"]),
    ],
)
def test_on_the_command_line(arguments: str, code: int, verdicts: list[str]) -> None:
    done = run_line(f"check {arguments}")
    assert done.exit_code == code
    found = [line for line in done.stdout.splitlines() if line.startswith(("holds", "violated", "unknown"))]
    assert [line.partition(":")[0] for line in found] == verdicts
    assert done.stdout.count("a toy") == 1
    asked = json.loads(run_line(f"check {arguments} --json").stdout)
    assert [one["verdict"] for one in asked["questions"]] == verdicts
    assert [one["question"] for one in asked["questions"]] == [f"S satisfies {name}" for name in "PQ"[: len(verdicts)]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("none.ask", "none.ask: asks no question of its own"),
        ("one.ask two.ask", "one file at a time"),
        ("one.ask --const K=1", "there is no constant of that name"),
        ("two.ask --output two.ask", "is one of the models"),
        ("gone.ask", "gone.ask"),
    ],
)
def test_bad_input(arguments: str, message: str) -> None:
    done = run_line(f"check {arguments}")
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert Path("two.ask").read_text() == TWO


def test_one_file_has_all_verdicts_and_each_is_audited() -> None:
    done = run_line("check two.ask --output both.json --report page.html --save-assumptions parts")
    assert done.exit_code == 1
    assert Path("page-1.html").exists()
    assert Path("page-2.html").exists()
    accepted = run_line("audit both.json")
    assert accepted.exit_code == 0
    assert accepted.stdout.count("accepted: ") == 2
    audit = symag.audit("both.json")
    assert audit
    assert (audit.verdict, audit.reason) == ("violated", "the evidence for each of 2 questions")
    assert symag.audit("both.json", components=[cycle("S: a b")])
    assert not symag.audit("both.json", components=[cycle("S: a c")])
    shown = run_line("show both.json")
    assert shown.exit_code == 0
    assert "  > question: S satisfies Q" in shown.stdout
    assert run_line("show both.json -o tree.svg").exit_code == 0
    Path("one.json").write_text(json.dumps({"questions": json.loads(Path("both.json").read_text())["questions"][:1]}))
    assert symag.audit("one.json").verdict == "holds"
    assert run_line("show one.json -o tree.svg").exit_code == 2


@pytest.mark.parametrize("at", [0, 1])
def test_one_forged_verdict_spoils_the_file(at: int) -> None:
    run_line("check two.ask --output both.json")
    data = json.loads(Path("both.json").read_text())
    data["questions"][at]["verdict"] = "violated" if at == 0 else "holds"
    Path("both.json").write_text(json.dumps(data))
    assert not symag.audit("both.json")
    assert symag.audit("both.json").reason.startswith(f"question {at + 1}: ")
    done = run_line("audit both.json")
    assert done.exit_code == 4
    assert done.stdout.count("accepted: ") == done.stdout.count("REJECTED: ") == 1


def test_an_unknown_verdict_is_no_evidence() -> None:
    run_line("check two.ask --max-states 1 --output both.json")
    assert not symag.audit("both.json")
    assert run_line("audit both.json").exit_code == 3
    assert run_line("show both.json").exit_code == 0


def test_questions_share_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that comes after the end of the time is unknown; all are answered in one object."""
    monkeypatch.setattr("symag.limits.Watch.elapsed", lambda self: 5.0)
    done = run_line("check two.ask --timeout 1 --json")
    assert done.exit_code == 3
    asked = json.loads(done.stdout)["questions"]
    assert [one["verdict"] for one in asked] == ["unknown", "unknown"]
    assert {one["reason"] for one in asked} == {"timeout: 1 s were used up while looking for unreachable states"}


def test_a_verdict_beside_questions_is_judged_as_what_it_shows() -> None:
    """The kernel and `show` agree on what a file of questions is: a claim that was not judged is never shown."""
    run_line("check two.ask --output both.json")
    _, violated = json.loads(Path("both.json").read_text())["questions"]
    forged = {**violated, "verdict": "holds", "counterexample": None}
    Path("evil.json").write_text(json.dumps({**violated, "questions": [forged]}))
    assert run_line("show evil.json").stdout.startswith("violated: ")
    assert symag.audit("evil.json").verdict == "violated"
    Path("twice.json").write_text(f'{{"questions": [{json.dumps(violated)}], "questions": {json.dumps([forged] * 2)}}}')
    assert run_line("show twice.json").exit_code == 4
    assert run_line("audit twice.json").exit_code == 2


def test_a_property_as_a_component_is_noted() -> None:
    Path("p.lts").write_text("P = (a -> P | b -> P). property S = (a -> S) + {b}. property N = STOP + {b}.")
    done = run_line("check p.lts#P p.lts#S --spec p.lts#N --relation traces")
    assert done.exit_code == 0
    assert "note: p.lts: S is a property: as a component it blocks what it does not allow" in done.stdout
    assert "is a property: as a component" not in run_line("check p.lts#P --spec p.lts#N --relation traces").stdout


def asked_in_many_ways(source: SourceText) -> tuple[Assertion, ...]:
    """Four questions: one holds, one is violated as the text asserts, one is of a kind that symag does not decide, and
    the models of one cannot be read."""
    system, one, other = map(cycle, TWO.splitlines())

    def unreadable() -> AskedModels:
        raise InputError("no process Z", line=3, column=7)

    return (
        Assertion("P [T= S", "traces", partial(as_they_are, AskedModels((system,), one))),
        Assertion("not Q [T= S", "traces", partial(as_they_are, AskedModels((system,), other)), negated=True),
        Assertion("P [F= S", "traces", unreadable, not_decided="asks about failures"),
        *([] if source.text == "three" else [Assertion("P [T= Z", "traces", unreadable)]),
    )


@pytest.mark.parametrize(
    ("arguments", "code", "verdicts", "reasons"),
    [
        ("three.many", 0, ["holds", "violated"], ["asks about failures"]),
        ("four.many", 2, ["holds", "violated"], ["asks about failures", "error: four.many:3:7: no process Z"]),
        ("four.many --assertion 2", 0, ["violated"], []),
        ("four.many --assertion 3", 3, [], ["asks about failures"]),
        ("four.many --assertion P[T=S", 0, ["holds"], []),
    ],
)
def test_assertions(
    arguments: str, code: int, verdicts: list[str], reasons: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    many = Format("Many", (".many",), "questions", read=read_cycles, assertions=asked_in_many_ways)
    monkeypatch.setattr(table, "FORMATS", (*FORMATS, many))
    for name in ("three", "four"):
        Path(f"{name}.many").write_text(name)
    done = run_line(f"check {arguments} --json")
    assert done.exit_code == code
    found = json.loads(done.stdout)
    assert [one["verdict"] for one in found["questions"]] == verdicts
    assert [one["negated"] for one in found["questions"]] == [one == "violated" for one in verdicts]
    left = found.get("not_decided", [])
    assert [one["reason"] for one in left] == reasons
    texts = ["P [T= S", "not Q [T= S", "P [F= S", "P [T= Z"]
    assert all(one["question"] == texts[one["number"] - 1] for one in [*found["questions"], *left])
    shown = run_line(f"check {arguments} --output verdicts.json")
    wrong = sum(reason.startswith("error: ") for reason in reasons)
    assert [shown.stdout.count(text) for text in ("as the file asserts", "not decided: ", "wrong: ")] == [
        verdicts.count("violated"),
        len(reasons) - wrong,
        wrong,
    ]
    if verdicts:
        assert run_line("audit verdicts.json").exit_code == 0


@pytest.mark.parametrize("assertion", ["0", "5", "P[T=X"])
def test_no_such_assertion(assertion: str) -> None:
    done = run_line(f"check two.ask --assertion {assertion}")
    assert done.exit_code == 2
    assert "1: S satisfies P; 2: S satisfies Q" in done.stderr
    assert run_line("check two.ask --spec two.ask --assertion 1").exit_code == 2


def test_compare_takes_a_question_of_a_file() -> None:
    done = run_line("compare two.ask --assertion 2 --methods mono,cegar --json")
    assert done.exit_code == 0
    assert {row["verdict"] for row in json.loads(done.stdout)["rows"]} == {"violated"}
    refused = run_line("compare two.ask")
    assert refused.exit_code == 2
    assert "asks 2 questions: choose one with --assertion N" in refused.stderr


def test_options_that_are_wrong_for_every_question_are_one_error() -> None:
    done = run_line("check two.ask --rule symmetric")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("symag: the method 'auto' has no rule: leave --rule symmetric out, or choose")
