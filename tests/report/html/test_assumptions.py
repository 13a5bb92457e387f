"""The section of the page on what the assumptions say."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element

import pytest

import symag
from symag import LPTS, Verdict
from symag.report import html_page
from tests.report.html.elements import parsed, text_of, with_class
from tests.report.reports import CASES, HOSTILE


def section(verdict: Verdict) -> Element | None:
    return next((one for one in parsed(html_page(verdict)).iter("section") if one.get("id") == "says"), None)


def rows(element: Element) -> list[str]:
    return [" | ".join(map(text_of, row)) for body in element.iter("tbody") for row in body]


def test_what_the_assumption_of_the_channel_says() -> None:
    found = section(CASES["traces-agar"][1]())
    assert found is not None
    assert text_of(found[0]) == "What A1 says"
    assert text_of(found[1]) == "The verdict is proved by 1 assumption of 2 states, found in 2 iterations."
    assert "A1 has to be strong enough for Input ‖ A1 ⊨ Order. It speaks of ack, output and send." in text_of(found)
    assert [text_of(node) for node in with_class(found, "state")] == ["0:{0,2} 0", "1:{1} 1"], "tooltip and name"
    (sentences,) = with_class(found, "says")
    assert [*map(text_of, sentences)] == [
        "0",
        "At first, and after output: send comes before output.",
        "1",
        "After send: only output may come.",
    ]
    assert rows(found) == [
        "0 | output | output",
        "1 | send ack | input send ack input",
        "1 | send send | not needed: Input never does it there",
    ]
    assert [text_of(one) for one in with_class(found, "wrong")] == ["output", "output", "ack", "ack", "send"]
    assert [text_of(one) for one in with_class(found, "seen")] == ["send", "send", "send"]


@pytest.mark.parametrize("name", ["agar", "mono", "traces", "learn-violated", "unknown", "given"])
def test_other_verdicts_have_no_such_section(name: str) -> None:
    assert section(CASES[name][1]()) is None


def test_several_assumptions_and_one_that_is_too_large() -> None:
    verdict = CASES["learn"][1]()
    long = LPTS.build("0", [(str(n), "send", str(n + 1)) for n in range(20)])
    found = section(replace(verdict, assumptions=(*verdict.assumptions, long)))
    assert found is not None
    assert [text_of(one) for one in found.iter("h3")] == ["A1", "A2"]
    assert (
        "A2 is not put in words: 21 states and 1 action are too many to put in words (at most 12 and 30)."
        in text_of(found)
    )
    only = section(replace(verdict, assumptions=(long,)))
    assert only is not None
    assert not with_class(only, "says")
    assert "A sentence for each state" not in text_of(only)


def test_names_are_only_text() -> None:
    a, b, c, _, e, f, *_ = HOSTILE
    left = LPTS.build(a, [(a, a, b), (b, c, f), (f, e, a)], name=a)
    right = LPTS.build(b, [(b, c, a), (a, b, c), (c, e, b)], name=b)
    above = LPTS.build(c, [(c, a, e), (e, b, c)], name=c)
    verdict = symag.check([left, right], above, relation="traces", method="agar")
    assert verdict.verdict == "holds"
    found = section(verdict)
    assert found is not None
    assert not {"img", "script"} & {element.tag for element in found.iter()}
    assert with_class(found, "wrong")
    assert f"comes before {b}" in text_of(found) or f"only {b}" in text_of(found)
