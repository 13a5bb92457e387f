"""The slides of the iterations."""

from __future__ import annotations

from pathlib import Path

import pytest

import symag
from symag import LPTS
from symag.cli.demo import CHANNEL
from symag.evidence import iteration_log
from symag.report import html_page
from tests.report.html.elements import parsed, text_of, with_class
from tests.report.reports import CASES


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


@pytest.mark.parametrize("strategy", ["improved", "paper"])
def test_frames_are_what_the_history_says(strategy: str) -> None:
    """Frames agree with the sizes, and the parts of a split are where the next frame has them."""
    folder = Path(__file__).parents[3] / "examples" / "cav12" / "MER-3"
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


def test_a_violation_that_a_learner_finds_is_said_to_be_one() -> None:
    *_, last = with_class(parsed(html_page(CASES["learn-violated"][1]())), "slide")
    assert "A real violation" in text_of(last)


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
