"""What a CSPm script asks: verdicts against the traces model, what is not decided, and what is read for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import cast

import pytest
from typer.testing import CliRunner

import symag
from symag import InputError, LimitReached, Limits, load_questions
from symag.cli.main import app
from symag.file_questions import FileQuestion, questions_in
from symag.formats import ModelReader
from symag.formats.csp.process import Process
from symag.formats.csp.questions import asserted
from symag.formats.csp.script import AssertedRefinement
from symag.formats.csp.space import ProcessSpace
from symag.formats.csp.structure import structured
from symag.formats.positions import Position
from symag.limits import Watch

from .csp_terms import Named, random_process, random_static, traces

SCHEDULER = """-- Wehrheim and Wonisch
N = 4
Ids = {0..N-1}
channel start, finish, c : Ids
inc(i) = (i + 1) % N
ACell(i) = start.i -> c.inc(i) -> (finish.i -> c.i -> ACell(i) [] c.i -> finish.i -> ACell(i))
IACell(i) = c.i -> ACell(i)
Cell(i) = if i == 0 then ACell(0) else IACell(i)
A(i) = {start.i, finish.i, c.i, c.inc(i)}
Sched = (|| i:Ids @ [A(i)] Cell(i)) \\ {|c|}
JobProp(i) = start.i -> finish.i -> JobProp(i)
SchedProp = ||| i:Ids @ JobProp(i)
CycleProp(i) = start.i -> CycleProp(inc(i))
assert SchedProp [T= Sched
assert CycleProp(0) [T= Sched \\ {|finish|}
assert not CycleProp(0) [T= Sched
assert Sched :[has trace [T]]: <start.0, start.1>
assert Sched :[deadlock free [F]]
assert SchedProp [FD= Sched
"""


def questions(text: str, tmp_path: Path, name: str = "") -> tuple[FileQuestion, ...]:
    file = tmp_path / "script.csp"
    file.write_text(text, encoding="utf-8")
    return questions_in(f"{file}#{name}" if name else file, ModelReader())


def verdicts(text: str, tmp_path: Path) -> list[str]:
    return [question.check().verdict for question in questions(text, tmp_path) if not question.not_decided]


def test_the_scheduler(tmp_path: Path) -> None:
    asked = questions(SCHEDULER, tmp_path)
    assert [question.text for question in asked[:2]] == ["SchedProp [T= Sched", "CycleProp(0) [T= Sched \\ {|finish|}"]
    assert [question.negated for question in asked] == [False, False, True, False, False, False]
    assert [question.not_decided for question in asked[4:]] == [
        "'deadlock free' is not about traces alone, and symag decides traces only; "
        "symag deadlock looks for states without moves",
        "[FD= asks about failures and divergences, and symag decides traces only",
    ]
    answers = [question.check() for question in asked[:4]]
    assert [answer.verdict for answer in answers] == ["holds", "holds", "violated", "holds"]
    components = cast("tuple[symag.LPTS, ...]", asked[1].components)
    assert [component.name for component in components] == [f"Cell({i})" for i in range(4)]
    assert components[2].alphabet == {"start.2", "finish.2", "c.2", "c.3"}
    assert asked[1].specification.alphabet == {f"start.{i}" for i in range(4)}
    assert answers[2].as_asserted


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (":[deadlock free [FDx]]", "'deadlock free' is not about traces alone, and symag decides traces only; symag"),
        (":[livelock-free]", "'livelock free' is not about"),
        (":[ divergence free ]", "'divergence free' is not about"),
        (":[deterministic [FD]]", "'deterministic' is not about"),
        (":[has trace [F]]: <a>", "'has trace' is not about"),
        (":[sublock free]", "'sublock free' is not about"),
        ("[V= P", "[V= asks about revivals, and"),
        ("[RD= P", "[RD= asks about refusals and divergences, and"),
        ("[T= P :[tau priority over]: {a}", "with priorities a process has fewer traces"),
        ('|= LTL: "G a"', "'|= LTL: \"G a\"' is not about"),
    ],
)
def test_what_fdr_knows_and_symag_does_not_decide(asked: str, reason: str, tmp_path: Path) -> None:
    """It does not count, and keeps nothing else from being decided."""
    text = f"channel a\nP = a -> P\nassert P {asked}\nassert P [T= P\nassert P :[deadlok free]\n"
    one, two, wrong = questions(text, tmp_path)
    assert one.not_decided.startswith(reason)
    assert two.check()
    with pytest.raises(InputError, match=r"script\.csp:5:12: there is no property 'deadlok free'"):
        wrong.check()
    assert not wrong.not_decided, "it is wrong: it counts"


LAWS: list[tuple[str, str, str]] = [
    ("P [T= P", "P = a -> P [] b -> SKIP", "holds"),
    ("STOP [T= SKIP", "", "violated"),  # TICK counts
    ("SKIP [T= STOP", "", "holds"),
    ("a -> STOP [T= a -> SKIP", "", "violated"),
    ("a -> STOP [T= a -> b -> STOP", "", "violated"),  # b counts, though the specification never does it
    ("a -> STOP [T= (a -> b -> STOP) \\ {b}", "", "holds"),
    ("a -> b -> STOP [T= (a -> STOP ||| (b -> STOP) \\ {b})", "", "holds"),
    ("b -> STOP [T= (b -> a -> STOP ||| b -> STOP) \\ {b}", "", "violated"),  # its b is hidden, the other b is not
    ("b -> b -> STOP [T= ((b -> STOP [|{b}|] b -> b -> STOP) \\ {b}) ||| b -> STOP", "", "holds"),
    ("a -> STOP |~| b -> STOP [T= a -> STOP [] b -> STOP", "", "holds"),
    ("a -> (b -> STOP [] c -> STOP) [T= a -> b -> STOP |~| a -> c -> STOP", "", "holds"),
    ("a -> b -> STOP |~| a -> c -> STOP [T= a -> (b -> STOP [] c -> STOP)", "", "holds"),
    ("RUN({a, b}) [T= CHAOS({a, b})", "", "holds"),
    ("RUN({a, b}) [T= CHAOS({a, b}) ; SKIP", "", "holds"),
    ("RUN({a, b}) [T= a -> b -> SKIP", "", "violated"),
    ("CHAOS(Events) [T= P", "P = a -> tau -> P", "holds"),
    ("RUN({a}) [T= P", "P = a -> tau -> P", "violated"),  # a channel called tau is not hidden
    ("RUN({a}) [T= P \\ {tau}", "P = a -> tau -> P", "holds"),
    ("COUNT(0) [T= a -> a -> b -> STOP", "COUNT(n) = a -> COUNT(n + 1) [] n > 0 & b -> COUNT(n - 1)", "holds"),
    ("COUNT(0) [T= a -> b -> b -> STOP", "COUNT(n) = a -> COUNT(n + 1) [] n > 0 & b -> COUNT(n - 1)", "violated"),
]


@pytest.mark.parametrize(("question", "definitions", "verdict"), LAWS, ids=[law[0] for law in LAWS])
def test_verdicts(question: str, definitions: str, verdict: str, tmp_path: Path) -> None:
    assert verdicts(f"channel a, b, c, tau\n{definitions}\nassert {question}\n", tmp_path) == [verdict]


def test_what_the_specification_allows_instead_is_told(tmp_path: Path) -> None:
    """Also an event that the implementation never does."""
    text = "channel a, b, c\nP = a -> (b -> P [] c -> P)\nassert P [T= a -> a -> STOP\n"
    (question,) = questions(text, tmp_path)
    assert question.specification.alphabet == {"a", "b", "c"}
    answer = CliRunner().invoke(app, ["check", str(tmp_path / "script.csp")])
    assert answer.exit_code == 1
    assert "instead of a, the specification allows b, c" in answer.output


def test_random_questions_against_the_traces_model() -> None:
    """Both verdicts, all operators; the answer is that of the equations of the traces model."""
    chance = Random(5)
    count = {"holds": 0, "violated": 0}
    for number in range(400):
        make = random_process if number % 2 else lambda chance, size: random_static(chance, size)
        system, wanted = make(chance, chance.randint(2, 7)), random_process(chance, chance.randint(2, 7))
        specification: Process = system if number % 3 == 0 else wanted
        try:
            inside = traces(system, 14) <= traces(specification, 14)
        except RecursionError:
            continue
        terms = {"S": lambda term=specification: term, "I": lambda term=system: term}
        one = AssertedRefinement("S [T= I", Position(1, 1), False, "T", Named(terms, "S"), Named(terms, "I"))
        models = asserted(one, Watch()).read()
        answer = symag.check(models.components, models.specification, relation="traces")
        assert answer.verdict == ("holds" if inside else "violated"), (number, system, specification)
        count[answer.verdict] += 1
    assert min(count.values()) > 60


def test_what_is_wrong_is_an_error_where_it_is_needed(tmp_path: Path) -> None:
    text = "channel a\nP = a -> P\nWRONG = a -> nowhere\nassert P [T= WRONG\nassert P [T= P\n"
    text += "assert P :[has trace]: <nowhere>\n"
    asked = questions(text, tmp_path)
    assert asked[1].check().verdict == "holds"
    with pytest.raises(InputError, match=r"script\.csp:3:14: .*nowhere"):
        asked[0].check()
    with pytest.raises(InputError, match=r"script\.csp:6:25: .*nowhere"):
        asked[2].check()
    answer = CliRunner().invoke(app, ["check", str(tmp_path / "script.csp")])
    assert answer.exit_code == 2
    assert "holds" in answer.output
    answer = CliRunner().invoke(app, ["check", str(tmp_path / "script.csp"), "--assertion", "2"])
    assert answer.exit_code == 0


COUNTERS = """channel a, b, c
COUNT(n) = a -> COUNT(n + 1) [] n > 0 & b -> COUNT(n - 1)
BAD(n) = a -> BAD(n + 1) [] n == 5 & c -> BAD(0)
P = a -> P [] b -> P
"""


@pytest.mark.parametrize(
    ("system", "trace", "unfinished"),
    [
        ("BAD(0)", "aaaaac", "BAD(0)"),
        ("BAD(0) \\ {a}", "c", "BAD(0)"),
        ("BAD(0)[[a <- b]] [|{b}|] COUNT(0)", "abababababc", "BAD(0), COUNT(0)"),
        ("BAD(0)[[a <- b]] ||| COUNT(3)", "bbbbbc", "BAD(0), COUNT(3), BAD(0) ‖ COUNT(3)"),
        ("BAD(0)[[a <- b, c <- a]] [|{b}|] BAD(3)[[a <- b]]", "bbc", "BAD(0), BAD(3)"),
    ],
)
def test_a_violation_in_the_beginning_of_an_infinite_process_is_found(
    system: str, trace: str, unfinished: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the method; with evidence that the kernel accepts, and a note. Cycles are not explored further."""
    monkeypatch.setattr("symag.formats.csp.questions.BEGINNING", 300)
    file = tmp_path / "count.csp"
    file.write_text(f"{COUNTERS}assert P [T= {system}\n")
    (question,) = load_questions(file)
    for options in ({}, {"method": "learn", "rule": "asym-n"} if "[|" in system else {"method": "mono", "timeout": 99}):
        verdict = question.check(**options)
        assert (verdict.verdict, verdict.audited) == ("violated", True)
        assert verdict.counterexample is not None
        events = verdict.counterexample.events
        assert (len(events), events[-1]) == (len(trace), trace[-1])
        assert f"the violation was found in the first 300 states of {unfinished}: the components" in verdict.notes[-1]
        assert not any("can stop" in note for note in verdict.notes), "that is not known"
        assert all(component.num_states < 310 for component in verdict.components)


@pytest.mark.parametrize(
    ("system", "method"),
    [
        ("COUNT(7)", "auto"),
        ("COUNT(7) ||| COUNT(8)", "mono"),
        ("COUNT(7) [|{a, b}|] COUNT(8)", "learn"),
    ],
)
def test_an_infinite_process_without_a_violation_is_a_limit_that_names_it(
    system: str, method: str, tmp_path: Path
) -> None:
    file = tmp_path / "count.csp"
    file.write_text(f"{COUNTERS}assert P [T= {system}\n")
    (question,) = load_questions(file, limits=Limits(max_states=1000))
    with pytest.raises(LimitReached, match=r"more than 1,000 states while exploring COUNT\(7\)"):
        question.check(method=method)
    answer = CliRunner().invoke(app, ["check", str(file), "--max-states", "1000"])
    assert answer.exit_code == 3


def test_a_large_process_is_explored_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is beyond the beginning counts, if there is no violation before."""
    monkeypatch.setattr("symag.formats.csp.questions.BEGINNING", 50)
    text = "channel a, b\nC(n) = if n == 200 then b -> STOP else a -> C(n + 1)\nP = a -> P\n"
    (tmp_path / "long.csp").write_text(f"{text}Q = a -> Q [] b -> Q\nassert P [T= C(0)\nassert Q [T= C(0)\n")
    beyond, never = load_questions(tmp_path / "long.csp")
    verdict = beyond.check()
    assert (verdict.verdict, verdict.audited, len(verdict.components[0].states)) == ("violated", True, 202)
    assert not any("the violation was found in" in note for note in verdict.notes)
    assert never.check().verdict == "holds"
    assert len(cast("tuple[symag.LPTS, ...]", never.components)[0].states) == 202


def test_options_that_are_wrong_are_refused_before_violations_are_looked_for(tmp_path: Path) -> None:
    (tmp_path / "count.csp").write_text(f"{COUNTERS}assert P [T= BAD(0)\n")
    (question,) = load_questions(tmp_path / "count.csp")
    with pytest.raises(InputError, match="the method 'magic' is not known"):
        question.check(method="magic")


def test_random_beginnings_show_violations_only() -> None:
    """A process that is explored to a few states does nothing that it could not do in full."""
    chance, count = Random(7), {False: 0, True: 0}
    for _ in range(300):
        system = random_static(chance, chance.randint(2, 7))
        space = ProcessSpace(Watch())
        begun, whole = (structured(space, system, cap=cap) for cap in (chance.randint(1, 4), None))
        one, all_of = begun.whole(Watch()), whole.whole(Watch())
        known = replace(all_of, actions=(*all_of.actions, *sorted(one.alphabet - all_of.alphabet)))
        assert symag.check([one], known, relation="traces"), system
        count[bool(begun.unfinished)] += 1
    assert min(count.values()) > 30


def test_processes_as_arguments_may_be_nested_deep(tmp_path: Path) -> None:
    text = "channel a\nW(P) = a -> W(P [] a -> P)\nQ = a -> Q\nassert Q [T= W(a -> STOP)\n"
    (tmp_path / "nested.csp").write_text(text)
    (question,) = load_questions(tmp_path / "nested.csp", limits=Limits(max_states=1500))
    with pytest.raises(LimitReached):
        question.check()


def test_the_questions_about_a_process(tmp_path: Path) -> None:
    assert [one.text for one in questions(SCHEDULER, tmp_path, "Sched") if not one.not_decided] == [
        "SchedProp [T= Sched",
        "not CycleProp(0) [T= Sched",
        "Sched :[has trace [T]]: <start.0, start.1>",
    ]


def test_the_order_of_components_is_that_of_the_script(tmp_path: Path) -> None:
    """Whatever was asked before: an order that depends on it would make proofs by parts short or long by chance."""
    text = "channel a, b, c, d\nP(x) = a -> x -> P(x)\nS = RUN({a, b, c, d})\nQ = P(b) [|{a}|] P(d)\nR = P(c)\n"
    text += "assert S [T= Q\nassert S [T= R [|{a}|] Q\nassert S [T= P(d) [|{a}|] R [|{a}|] SKIP ||| P(b)\n"
    names = [["P(b)", "P(d)"], ["R", "P(b)", "P(d)"], ["P(d)", "R", "SKIP", "P(b)"]]
    for order in ([0, 1, 2], [2, 1, 0]):
        asked = questions(text, tmp_path)
        for number in order:
            components = cast("tuple[symag.LPTS, ...]", asked[number].components)
            assert [component.name for component in components] == names[number]


def test_processes_by_name(tmp_path: Path) -> None:
    file = tmp_path / "sched.csp"
    file.write_text(SCHEDULER)
    components = symag.load_components(f"{file}#Sched", {"N": 6})
    assert [component.name for component in components] == [f"Cell({i})" for i in range(6)]
    assert components[0].alphabet == {"start.0", "finish.0", "c.0#1", "c.1#1"}  # hidden, and marked as that
    whole = symag.load(f"{file}#Sched")
    assert (whole.name, whole.num_states) == ("Sched", 96)
    assert whole.alphabet == {f"{name}.{i}" for name in ("start", "finish") for i in range(4)}
    assert symag.load(f"{file}#ACell(2)").states[0] == "ACell(2)"
    assert symag.load(f"{file}#Sched \\ {{|finish|}}").alphabet == {f"start.{i}" for i in range(4)}
    for name, message in [
        ("Sched2", "there is no process 'Sched2' in this file: there are ACell(_), IACell(_), Cell(_), Sched"),
        ("N", "the process 'N': "),
        ("ACell(", "the process 'ACell(': "),
    ]:
        with pytest.raises(InputError) as caught:
            symag.load(f"{file}#{name}")
        assert message in str(caught.value)
    shown = CliRunner().invoke(app, ["show", str(file)])  # of the first assertion, with a note
    assert shown.exit_code == 0
    assert "which the first assertion is about: FILE.csp#NAME names another process" in " ".join(shown.output.split())


@pytest.mark.parametrize(
    ("system", "specification", "note"),
    [
        ("IMPL", "SPEC", "only, and not b; to constrain all events, write 'assert SPEC [T= IMPL' in script.csp, and"),
        ("PAR", "SPEC", "only, and not b, ✓; to constrain all events, write 'assert SPEC [T= PAR' in script.csp, and"),
        ("IMPL|PAR", "SPEC", "only, and not b, ✓; to constrain all events, write 'assert SPEC [T= IMPL' in script.csp"),
        ("SPEC", "SPEC", None),
        ("SPEC", "IMPL", None),
        ("HIDDEN", "SPEC", None),
        ("other.aut", "SPEC", None),
    ],
)
def test_a_specification_that_constrains_less_than_an_assertion_is_noted(
    system: str, specification: str, note: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of several components; what the system hides is not told."""
    monkeypatch.chdir(tmp_path)
    Path("other.aut").write_text('des (0,2,1)\n(0,"a",0)\n(0,"b",0)\n')
    Path("script.csp").write_text(
        "channel a, b, c\nSPEC = a -> SPEC\nIMPL = (a -> c -> IMPL [] b -> IMPL) \\ {c}\n"
        "PAR = (a -> b -> SKIP [|{a}|] a -> SKIP)\nHIDDEN = (a -> b -> c -> STOP [|{b}|] b -> STOP) \\ {b, c}\n"
    )
    files = [system] if "." in system else [f"script.csp#{one}" for one in system.split("|")]
    answer = CliRunner().invoke(app, ["check", *files, "--spec", f"script.csp#{specification}", "--relation", "traces"])
    assert answer.exit_code == 0
    said = " ".join(answer.output.split())
    assert ("constrains its own alphabet" in said) == (note is not None)
    assert note is None or f"note: SPEC, as --spec gives it, constrains its own alphabet {note}" in said


def test_the_process_that_a_script_is_about(tmp_path: Path) -> None:
    (tmp_path / "one.csp").write_text("channel a, b\nP = a -> P\nQ = P \\ {a}\nassert STOP [T= Q\nassert Q [F= Q\n")
    assert symag.load(tmp_path / "one.csp").alphabet == set()
    (tmp_path / "alone.csp").write_text("channel a, b\nP = a -> P\n")
    assert symag.load(tmp_path / "alone.csp").alphabet == {"a"}


def test_constants(tmp_path: Path) -> None:
    file = tmp_path / "const.csp"
    file.write_text("N = 2\nB = true\nM = N + 1\nchannel a : {0..9}\nP = a!(if B then M else 0) -> P\n")
    table: list[tuple[dict[str, object], str]]
    table = [({}, "a.3"), ({"N": "5"}, "a.6"), ({"B": "false"}, "a.0"), ({"M": 7}, "a.7")]
    for given, event in table:
        assert symag.load(f"{file}#P", given).alphabet == {event}
    with pytest.raises(InputError, match="there is N, B"):
        symag.load(f"{file}#P", {"K": 3})
    with pytest.raises(InputError, match="'B' is a bool"):
        symag.load(f"{file}#P", {"B": 3})


@pytest.mark.parametrize("command", ["show", "deadlock", "step"])
def test_commands(command: str, tmp_path: Path) -> None:
    (tmp_path / "sched.csp").write_text(SCHEDULER)
    answer = CliRunner().invoke(app, [command, str(tmp_path / "sched.csp#Sched")], input="q\n")
    assert answer.exit_code == 0, answer.output
    assert "Cell(3)" in answer.output


def test_convert(tmp_path: Path) -> None:
    (tmp_path / "sched.csp").write_text(SCHEDULER)
    answer = CliRunner().invoke(app, ["convert", str(tmp_path / "sched.csp#Sched"), str(tmp_path / "sched.aut")])
    assert answer.exit_code == 0, answer.output
    assert symag.load(tmp_path / "sched.aut").num_states == 96


CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "csp"


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the collection of scripts is not here")
def test_the_corpus() -> None:
    """Every assertion about traces is decided, or wrong in the script itself."""
    decided = wrong = 0
    for file in sorted(CORPUS.glob("*.csp")):
        try:
            asked = questions_in(file, ModelReader())
        except InputError:
            continue
        for question in asked:
            if not question.not_decided:
                try:
                    assert question.check().verdict in ("holds", "violated"), (file.name, question.text)
                    decided += 1
                except InputError:
                    wrong += 1
    assert decided >= 45
    assert wrong <= 10
