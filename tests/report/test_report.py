"""The report: one file that needs nothing else, is well-formed, and says what the verdict says."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from base64 import b64encode
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

import symag
from symag import LPTS, Verdict
from symag.cli.demo import CHANNEL, SENDER, succeeding
from symag.cli.main import app
from symag.evidence import iteration_log
from symag.formats.picture import Marks, dot
from symag.report import html_page
from symag.report.html.names import short_labels
from symag.report.html.page import MAX_PAGE
from symag.report.html.pictures import Pictures
from symag.report.html.proof import Whole, by_parts, whole_of
from symag.report.places import whereabouts
from symag.study.cases.papers import ORDER
from symag.study.cases.papers import OUTPUT as WRITER
from tests.report.reports import CASES, FREE, HOSTILE, SPEC, traces

VOID = {"meta", "input"}
LABELLED = {"svg", "input", "section", "article", "nav"}


def parsed(text: str) -> ET.Element:
    """The page as a tree: it is written so that a strict parser can read it."""
    return ET.fromstring(text)


def text_of(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def with_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


@pytest.mark.parametrize("name", CASES)
def test_every_kind_of_verdict_has_a_page(name: str) -> None:
    expected, ask = CASES[name]
    verdict = ask()
    assert verdict.verdict == expected
    text = html_page(verdict)
    root = parsed(text)
    assert len(text.encode()) < MAX_PAGE
    assert verdict.verdict in text_of(with_class(root, "badge")[0])
    refuse_what_is_not_self_contained(root, text)
    refuse_what_cannot_be_navigated(root)
    iterations = next((one for one in root.iter() if one.get("data-slider") == "iterations"), None)
    told = [entry for entry in verdict.history if "iteration" in entry]
    assert len(with_class(iterations, "slide") if iterations is not None else []) == len(told)
    assert bool(with_class(root, "walk")) == (verdict.verdict == "violated")


def refuse_what_is_not_self_contained(root: ET.Element, text: str) -> None:
    for element in root.iter():
        for attribute, value in element.attrib.items():
            assert not attribute.startswith("on")
            assert attribute not in ("src", "srcset", "action", "data", "poster", "xmlns")
            if attribute == "href":
                assert value.startswith("#")
        assert element.tag not in ("img", "iframe", "object", "embed", "link", "base", "form", "a") or element.get(
            "href"
        )
        if element.tag == "style":
            assert "url(" not in (element.text or "")
            assert "@import" not in (element.text or "")
    assert [element.tag for element in root.iter()].count("script") == 1
    (policy,) = (one.get("content", "") for one in root.iter("meta") if one.get("http-equiv"))
    script = text.partition("<script>")[2].partition("</script>")[0]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def refuse_what_cannot_be_navigated(root: ET.Element) -> None:
    """By keyboard and by ear: headings in order, everything labelled, every link has its goal."""
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(names) == len(set(names))
    levels = [int(element.tag[1]) for element in root.iter() if re.fullmatch("h[1-6]", element.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for element in root.iter():
        if element.tag in LABELLED:
            assert element.get("aria-label") or element.get("aria-labelledby") in names
        if element.tag == "button":
            assert element.get("aria-label") or text_of(element)
        if element.get("href"):
            assert element.get("href", "")[1:] in names
        if element.tag in VOID:
            assert not list(element)
            assert not element.text
    assert root.get("lang") == "en"
    assert all(text_of(heading) for heading in root.iter() if re.fullmatch("h[1-6]", heading.tag))


def test_names_from_models_are_only_text() -> None:
    root = parsed(html_page(CASES["hostile"][1]()))
    shown = " ".join(root.itertext())
    assert {"img", "b"} & {element.tag for element in root.iter()} <= {"b"}
    assert HOSTILE[0] in shown
    assert HOSTILE[1] in shown
    assert "new\\nline\\x00\\x1b[31m" in shown
    assert "{{ 7*7 }}" in shown
    assert "x" * 501 not in shown, "long names are cut"
    html = CASES["hostile"][1]()._repr_html_()
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;script&gt;" in html


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


def test_the_slider_shows_the_split_and_its_counterexample() -> None:
    verdict = CASES["agar"][1]()
    first, last = with_class(parsed(html_page(verdict)), "slide")
    before, after = first.iter("svg")
    assert [one.get("class") for one in with_class(before, "node") if "s0" in one.get("class", "")] == [
        "node state s0 seen split"
    ]
    assert [text_of(one) for one in with_class(before, "label") if "seen" in one.get("class", "").split()] == ["output"]
    assert {text_of(one) for one in with_class(after, "new")} == {"1:{empty,delivered}"}
    assert {text_of(one) for one in with_class(after, "rest")} == {"0:{holding}"}
    assert "Enough: A1 of 2 states" in text_of(last)
    assert "a counterexample (2 nodes): at its end the specification has no answer to output." in text_of(first)
    lines = [text_of(line) for line in with_class(first, "lines")[0]]
    start = "0:{empty,holding,delivered}"
    assert lines == [f"n0 (ready, A1 in {start})", f"output → n1 (ready, A1 in {start})"]


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


@pytest.mark.parametrize(
    ("case", "there", "missing"),
    [
        ("agar", {"≼", "block", "simulation", "premise, assumption", "progress"}, {"⊨", "below"}),
        ("traces", {"⊨"}, {"≼", "below", "block", "simulation", "progress"}),
        ("auto", {"≼", "below"}, {"⊨", "block", "premise, assumption"}),
    ],
)
def test_words_and_signs_are_explained(case: str, there: set[str], missing: set[str]) -> None:
    told = {text_of(word) for word in with_class(parsed(html_page(CASES[case][1]())), "words")[0].iter("dt")}
    assert there <= told
    assert not missing & told


def test_names_that_are_long_leave_out_what_has_not_changed() -> None:
    places, before = ("a" * 40, "x=1,y=2", "b" * 40), ("a" * 40, "x=1,y=1", "b" * 40)
    assert whereabouts(places, before) == "(y=2; …)"
    assert whereabouts(places, before, names=("left", "middle", "right")) == "(middle: y=2; …)"
    nested = ("a" * 40, '(y1=3,"c=1,d=2")', "b" * 40)
    assert whereabouts(nested, ("a" * 40, '(y1=3,"c=0,d=2")', "b" * 40)) == '((y1=3,"c=1,d=2"); …)', "in one piece"
    assert whereabouts(places, ()) == f"({', '.join(places)})"
    assert whereabouts(("ready", "x=1"), ("full", "x=1")) == "(ready, x=1)"
    block = LPTS.build(f"0:{{{'s' * 40}}}", [(f"0:{{{'s' * 40}}}", "a", "1:{t}")])
    assert short_labels(block) == ("0", "1:{t}")
    for name in ("1" * 300_000, "1:{" * 100_000):
        assert short_labels(LPTS.build(name, [])) == (f"{name[:31]}…",)


@pytest.mark.parametrize("strategy", ["improved", "paper"])
def test_frames_are_what_the_history_says(strategy: str) -> None:
    """Frames agree with the sizes, and the parts of a split are where the next frame has them."""
    folder = Path(__file__).parents[2] / "examples" / "cav12" / "MER-3"
    if strategy == "paper":
        folder = folder.parent / "CS_1-5"
    first, rest = ("arbiter", "users") if strategy == "improved" else ("server", "clients")
    sides = [symag.load_components(folder / f"{name}.prism") for name in (first, rest)]
    rule = "asym-n" if strategy == "improved" else "asym"
    verdict = symag.check(sides, symag.load(folder / "spec.prism"), method="agar", rule=rule, strategy=strategy)
    assert len(verdict.frames) > 5
    for frame, later in zip(verdict.frames, [*verdict.frames[1:], None], strict=True):
        entry = verdict.history[frame.iteration - 1]
        assert [one.model.num_states for one in frame.snapshots] == entry["assumptions"]
        assert list(map(str, frame.splits)) == entry.get("splits", [])
        for one in frame.splits:
            assert one.block < frame.snapshots[one.level - 1].model.num_states
            if later is not None and later.iteration == frame.iteration + 1:
                assert max(one.rest, one.new) < later.snapshots[one.level - 1].model.num_states
        assert all(snapshot.model.product is None for snapshot in frame.snapshots)


def long_story(iterations: int) -> Verdict:
    """A verdict with so many iterations, each with pictures that are as large as they may be."""
    name = "long<&>" * 12
    states = [f"{name}{number}" for number in range(12)]
    ring = [(state, f"{name}a", states[(number + 1) % 12]) for number, state in enumerate(states)]
    model = LPTS.build(states[0], ring, name="ring")
    told = tuple(iteration_log.FrameNode(n, n, f"{name}a", Fraction(1), (states[n],), ()) for n in range(12))
    frame = iteration_log.IterationFrame(
        1, (iteration_log.Snapshot(1, model),), told, (iteration_log.SplitRecord(1, 0, 0, 1, 1, 2),)
    )
    entry = {
        "assumptions": [12],
        "composition": 9,
        "counterexample": 40,
        "splits": ["A1: 2 states into 1 and 1"],
        "seconds": 1.0,
    }
    return replace(
        CASES["agar"][1](),
        history=[entry | {"iteration": number} for number in range(1, iterations + 1)],
        frames=[replace(frame, iteration=number) for number in range(1, 5)],
        components=(model,) * 24,
        specification=model,
    )


@pytest.mark.parametrize(
    ("largest", "whole", "told"),
    [
        (4, Whole(4, True), "The whole system has only 4 states: composing it would cost less."),
        (4, Whole(5_000, True), "did not build the whole system of 5,000 states."),
        (4, Whole(200_000, False), "did not build the whole system of more than 200,000 states."),
        (4, None, "did not build the whole system."),
    ],
)
def test_what_a_proof_by_parts_saved_is_said(largest: int, whole: Whole | None, told: str) -> None:
    verdict = CASES["agar"][1]()
    assert whole_of(verdict) == Whole(4, True)
    assert by_parts(replace(verdict, statistics={"largest_composition": largest}), whole).endswith(told)
    many = replace(verdict, components=tuple(LPTS.build("0", [(str(i), f"{n}", str((i + 1) % 9)) for i in range(9)])
                                             for n in range(8)))  # fmt: skip
    assert whole_of(many) == Whole(200_000, False)
    assert whole_of(replace(verdict, components=(CHANNEL,))) is None


def test_a_violation_that_a_learner_finds_is_said_to_be_one() -> None:
    *_, last = with_class(parsed(html_page(CASES["learn-violated"][1]())), "slide")
    assert "A real violation" in text_of(last)


def test_a_long_run_has_a_small_page(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = long_story(5_000)
    assert len(html_page(verdict).encode()) > 200_000
    monkeypatch.setattr("symag.report.html.page.MAX_PAGE", 200_000)
    text = html_page(verdict)
    assert len(text.encode()) <= 200_000
    root = parsed(text)
    assert "which the plots and the verdict file have." in " ".join(root.itertext())
    assert with_class(root, "slide")
    assert len(with_class(root, "plot")) == 3


@pytest.mark.parametrize(("large", "kept"), [(None, iteration_log.MAX_FRAMES), (7, 7)])
def test_an_iteration_log_has_the_first_frames(monkeypatch: pytest.MonkeyPatch, large: int | None, kept: int) -> None:
    """None after one that is too large: frames are drawn beside the next ones."""
    monkeypatch.setattr(iteration_log, "MAX_TRANSITIONS", 2_000)
    chain = LPTS.build("0", [(str(i), "a", str(i + 1)) for i in range(iteration_log.MAX_TRANSITIONS + 1)])
    found = iteration_log.IterationLog()
    for number in range(1_000):
        model = chain if number == large else CHANNEL
        frame = iteration_log.IterationFrame(number, (iteration_log.Snapshot(1, model),))
        found.offer([model], lambda frame=frame: frame)  # type: ignore[misc]
    assert [frame.iteration for frame in found.frames] == list(range(kept))


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


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for model in (SENDER, CHANNEL, SPEC):
        symag.save(model, f"{model.name}.json")
    return tmp_path


def test_the_command_writes_it_and_says_how_to_get_it_again(models: Path) -> None:
    command = "check sender.json channel.json --spec promise.json --method agar --no-reduce"
    command += " --output 'my verdict.json' --report report.html"
    done = CliRunner().invoke(app, command, prog_name="symag")
    assert done.exit_code == 0
    told = [text_of(one) for one in parsed((models / "report.html").read_text(encoding="utf-8")).iter("code")]
    assert f"symag {command}" in told
    assert "symag audit 'my verdict.json'" in told
    assert sorted(path.name for path in models.iterdir()) == sorted(
        ["sender.json", "channel.json", "promise.json", "my verdict.json", "report.html"]
    ), "no temporary file is left"
    symag.check([SENDER, CHANNEL], SPEC, method="agar", strategy="paper", timeout=60).report("again.html")
    call = "verdict = symag.check([sender, channel], promise, method='agar', rule='asym', backend='fixpoint'"
    assert f"{call}, strategy='paper', timeout=60)" in (models / "again.html").read_text(encoding="utf-8").replace(
        "&#39;", "'"
    )


@pytest.mark.parametrize(
    ("report", "message"),
    [
        ("nowhere/report.html", "nowhere/report.html: cannot be written: there is no such folder"),
        (".", ".: cannot be written: it is a folder"),
        ("promise.json", "promise.json: is one of the models: write the report to another file"),
        ("verdict.json", "verdict.json: is where the verdict goes: write the report to another file"),
        ("/proc/report.html", "/proc/report.html: cannot be written:"),
    ],
)
def test_a_report_that_cannot_be_written_is_told_first(models: Path, report: str, message: str) -> None:
    """Before anything is read: the components are not even there."""
    options = ["--spec", "promise.json", "--report", report, "--output", "verdict.json"]
    done = CliRunner().invoke(app, ["check", "missing.json", *options], prog_name="symag")
    assert done.exit_code == 2
    assert f"symag: {message}" in done.stderr
    with pytest.raises(symag.InputError, match="cannot be written"):
        symag.check([SENDER], SENDER).report("nowhere/report.html")


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


def test_a_state_of_an_assumption_that_allows_everything_says_so() -> None:
    root = parsed(html_page(traces(WRITER, method="agar")))
    free = replace(CASES["learn"][1](), assumptions=(FREE, ORDER))
    cards = [card for card in with_class(parsed(html_page(free)), "card") if "assumption" in text_of(card)]
    (label,) = [text_of(state) for state in with_class(cards[0], "state")]
    assert label == "*: anything goes"
    assert "starts in * anything goes" in text_of(cards[0])
    assert "anything goes" not in text_of(cards[1])
    components = [card for card in with_class(root, "card") if "component" in text_of(card)]
    assert not any("anything goes" in text_of(card) for card in components)
    first = with_class(root, "slide")[0]  # a single block at first, which can do all that the component can
    assert next(text_of(state) for state in with_class(first, "state")).endswith(": anything goes")


def test_long_names_are_short_with_the_full_name_on_demand() -> None:
    blocks = [f"{number}:{{{','.join(f'x={number},y={i},z=some_value' for i in range(30))}}}" for number in range(2)]
    model = LPTS.build(blocks[0], [(blocks[0], "a", {blocks[0]: "1/3", blocks[1]: "2/3"})], name="A1")
    verdict = replace(CASES["learn"][1](), assumptions=(model,))
    card = next(card for card in with_class(parsed(html_page(verdict)), "card") if "assumption" in text_of(card))
    names = with_class(card, "name")
    assert [text_of(name[0]) for name in names] == [f"{block[:39]}…" for block in blocks]
    assert [text_of(name[1]) for name in names] == blocks
    states = with_class(card, "state")
    assert [text_of(next(state.iter("text"))) for state in states] == ["0", "1"]
    titles = [text_of(next(state.iter("title"))) for state in states]
    assert titles == blocks
    (move,) = [item for item in card.iter("span") if item.get("title")]
    assert text_of(move).startswith(f"1/3 {blocks[0][:39]}… + 2/3 ")


def test_the_page_hints_at_how_to_write_a_specification() -> None:
    exact = LPTS.build("idle", [("idle", "input", "busy"), ("busy", "output", {"idle": "9/10", "busy": "1/10"})])
    (hint,) = with_class(parsed(html_page(symag.check([SENDER, succeeding("19/20", "better")], exact))), "advice")
    assert text_of(hint) == (
        "Hint: on output, the specification goes to idle with exactly 9/10, and the system with more;"
        ' if you mean at least 9/10, see "How to write a specification" in the README.'
    )
    assert not with_class(parsed(html_page(CASES["auto"][1]())), "advice")
