"""The glossary of a page."""

from __future__ import annotations

import pytest

from symag.report import html_page
from tests.report.html.elements import parsed, text_of, with_class
from tests.report.reports import CASES


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
