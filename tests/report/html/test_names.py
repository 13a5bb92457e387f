"""Names of states in a page."""

from __future__ import annotations

from dataclasses import replace

from symag import LPTS
from symag.report import html_page
from symag.study.cases.papers import ORDER
from symag.study.cases.papers import OUTPUT as WRITER
from tests.report.html.elements import parsed, text_of, with_class
from tests.report.reports import CASES, FREE, traces


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
