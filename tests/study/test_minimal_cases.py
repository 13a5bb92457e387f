"""Case studies for smallest assumptions: their properties hold, their wrong variants are found out, and the assumptions
about them have the sizes that are known, in both directions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

import symag
from symag.study.cases.minimal import CASES, FILES, MinimalSubject, case_models

EXAMPLES = Path(__file__).parents[2] / "examples" / "minimal"


def test_the_example_files_are_what_is_written_today() -> None:
    assert {file.name: file.read_text() for file in EXAMPLES.glob("*.lts")} == FILES


METHODS: dict[str, dict[str, Any]] = {
    "mono": {"method": "mono"},
    "learn": {"method": "learn", "rule": "asym"},
    "agar": {"method": "agar", "rule": "asym"},
    "agar, alphabet": {"method": "agar", "rule": "asym", "alphabet_refinement": True},
}


class Case(NamedTuple):
    """A case study of the thesis: a composite process that asks its question, one that is violated, and sizes of the
    assumption about the second side, and about the first."""

    composite: str
    wrong: str
    trace: str
    """The shortest one that violates the property."""
    learned: tuple[int, int]
    refined: tuple[int, int]
    """By abstraction refinement: these may be nondeterministic."""
    smallest: tuple[int, int]


THESIS = {
    "Simple channel": Case("SIMPLE", "WRONG", "input send ack input", (2, 2), (2, 3), (2, 2)),
    "Modified channel": Case("MODIFIED", "WRONG_MODIFIED", "input send ack input", (4, 2), (2, 3), (2, 2)),
    "Two channels, one ack": Case("ONE_ACK", "WRONG", "input[2] send[2] output[1]", (5, 5), (3, 4), (3, 3)),
    "Two channels, two acks": Case("TWO_ACKS", "WRONG_TWO_ACKS", "input[2] send[2] output[1]", (3, 6), (3, 4), (3, 3)),
    "Peterson": Case("PETERSON", "WRONG", "flag.b[1] turn.a enter.b flag.a[1] enter.a", (13, 13), (10, 10), (7, 7)),
    "Peterson, strict": Case(
        "STRICT", "WRONG_STRICT", "flag.b[1] turn.a enter.b flag.a[1] enter.a", (13, 13), (9, 9), (6, 6)
    ),
}


@pytest.mark.parametrize("name", THESIS)
def test_the_files_ask_their_questions(name: str) -> None:
    case = THESIS[name]
    file = EXAMPLES / CASES[name].file
    (right,), (wrong,) = (symag.load_questions(f"{file}#{asked}") for asked in (case.composite, case.wrong))
    for method in ("mono", "agar", "learn"):
        assert right.check(method=method).audited
        assert not right.check(method=method).notes
        assert wrong.check(method=method).verdict == "violated"
    shortest = wrong.check(method="mono").counterexample
    assert shortest is not None
    assert " ".join(shortest.trace) == case.trace
    (default, *_) = symag.load_questions(file)
    assert str(default.text).split()[0] in {one.composite for one in THESIS.values()}


@pytest.mark.parametrize("name", THESIS)
@pytest.mark.parametrize("is_wrong", [False, True])
@pytest.mark.parametrize("is_reversed", [False, True])
def test_every_method_decides_them(name: str, is_wrong: bool, is_reversed: bool) -> None:
    first, second, specification = case_models(name, wrong=is_wrong)
    sides = [second, first] if is_reversed else [first, second]
    for options in METHODS.values():
        verdict = symag.check(sides, specification, relation="traces", **options, audit=True)
        assert verdict.verdict == ("violated" if is_wrong else "holds"), options
        assert verdict.audited, options


@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize("name", THESIS)
def test_what_learning_and_refinement_find(name: str, is_reversed: bool) -> None:
    sides, specification = MinimalSubject(name, None, is_reversed).models()
    expected = {"learn": THESIS[name].learned, "agar": THESIS[name].refined}
    for method, sizes in expected.items():
        verdict = symag.check(sides, specification, relation="traces", rule="asym", method=method)
        assert verdict.assumptions[0].num_states == sizes[is_reversed], method


CAV08: dict[tuple[str, int | None], tuple[int, int]] = {
    ("Gas Station", 2): (3, 4),
    ("Rover Exec.", 2): (2, 3),
    ("MER", 2): (2, 1),
    ("Chiron, property 2", 1): (3, 1),
}
"""The smallest sizes of assumptions about the systems of CAV'08: about the second side, and about the first."""
SMALLEST: dict[tuple[str, int | None], tuple[int, int]] = {(name, None): case.smallest for name, case in THESIS.items()}
SMALLEST |= CAV08
BY_TABLES = ("Simple channel", "Modified channel", "Two channels, one ack")
"""Small enough for searches among observation tables."""


def smallest_assumption(name: str, parameter: int | None, is_reversed: bool, search: str) -> symag.Verdict:
    sides, specification = MinimalSubject(name, parameter, is_reversed).models()
    return symag.check(sides, specification, relation="traces", method="minimal", search=search, audit=True)


@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize(("name", "parameter"), SMALLEST)
def test_the_smallest_assumption(name: str, parameter: int | None, is_reversed: bool) -> None:
    """A search over words takes seconds from three states on."""
    expected = SMALLEST[name, parameter][is_reversed]
    for search in ("sat", "words") if name in BY_TABLES or expected < 3 else ("sat",):
        verdict = smallest_assumption(name, parameter, is_reversed, search)
        assert verdict.audited, search
        assert verdict.assumptions[0].num_states == expected, search
        assert verdict.minimality is not None
        assert verdict.minimality.states == verdict.minimality.lower_bound == expected, search
        assert verdict.minimality.shown_by == "clique"


@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize("search", ["bfs", "iddfs", "dfs"])
@pytest.mark.parametrize("name", BY_TABLES)
def test_searches_among_observation_tables(name: str, search: str, is_reversed: bool) -> None:
    verdict = smallest_assumption(name, None, is_reversed, search)
    assert verdict.assumptions[0].num_states == THESIS[name].smallest[is_reversed]


@pytest.mark.parametrize("name", ["Peterson", "Peterson, strict"])
def test_depth_first_search_soon_has_one_state_less_than_learning(name: str) -> None:
    """As in the thesis, which could not say whether that is the smallest."""
    sides, specification = MinimalSubject(name).models()
    found = symag.check(
        sides, specification, relation="traces", method="minimal", search="dfs", on_assumption=lambda step: False
    )
    assert found.minimality is not None
    assert found.minimality.states == THESIS[name].learned[0] - 1
    assert found.minimality.lower_bound == THESIS[name].smallest[0]
