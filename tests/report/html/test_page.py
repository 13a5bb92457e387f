"""The page: one for every kind of verdict, self-contained, safe, small, and written by the command."""

from __future__ import annotations

import re
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
from symag.report import html_page
from symag.report.html.page import MAX_PAGE
from tests.report.html.elements import parsed, text_of, with_class
from tests.report.reports import CASES, HOSTILE, SPEC

VOID = {"meta", "input"}

LABELLED = {"svg", "input", "section", "article", "nav"}


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


def test_the_page_hints_at_how_to_write_a_specification() -> None:
    exact = LPTS.build("idle", [("idle", "input", "busy"), ("busy", "output", {"idle": "9/10", "busy": "1/10"})])
    (hint,) = with_class(parsed(html_page(symag.check([SENDER, succeeding("19/20", "better")], exact))), "advice")
    assert text_of(hint) == (
        "Hint: on output, the specification goes to idle with exactly 9/10, and the system with more;"
        ' if you mean at least 9/10, see "How to write a specification" in the README.'
    )
    assert not with_class(parsed(html_page(CASES["auto"][1]())), "advice")
