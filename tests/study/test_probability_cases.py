"""The case studies of probabilistic safety have the values that they claim, by composing and by parts."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import symag
from symag.study.bench.probability import storm_value_case
from symag.study.cases.probability import PROBABILITY_CASES

FOLDER = Path(__file__).parents[2] / "examples" / "probability"
SIZES = [(name, size) for name, case in PROBABILITY_CASES.items() for size in (case.size - 1, case.size)]


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_values(name: str, size: int) -> None:
    case = PROBABILITY_CASES[name]
    sides, value = case.components(size), case.value(size)
    below = value * Fraction(9, 10)
    assert symag.check(sides, case.formula(size, value), method="mono", audit=False)
    assert not symag.check(sides, case.formula(size, value - value / 10**6), method="mono", audit=False)
    for rule in ("asym", "asym-n"):
        options: dict[str, Any] = {"method": "agar", "rule": rule}
        assert symag.check(sides, case.formula(size, (1 + 3 * value) / 4), audit=False, **options)
        assert symag.check(sides, case.formula(size, below), audit=False, **options).verdict == "violated"


@pytest.mark.skipif(find_spec("stormpy") is None, reason="Storm, the oracle, is not installed (stormpy)")
@pytest.mark.parametrize(("name", "size"), SIZES)
def test_values_are_those_of_storm(name: str, size: int) -> None:
    case = PROBABILITY_CASES[name]
    assert storm_value_case(name, size, "exact")["value"] == str(case.value(size))


@pytest.mark.parametrize("name", PROBABILITY_CASES)
def test_the_files_are_those_that_are_written(name: str) -> None:
    case = PROBABILITY_CASES[name]
    folder = FOLDER / f"{name.replace(' ', '-')}-{case.size}"
    assert [(folder / f"L{number}.prism").read_text() for number in (1, 2)] == list(case.texts(case.size))
    path = case.path(case.size)
    if not isinstance(path, str):
        written = symag.load(folder / "P.json")
        assert set(written.transitions()) == set(path.transitions())
    assert str(case.value(case.size)) in (FOLDER / "README.md").read_text()
