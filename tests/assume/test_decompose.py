"""The option `decompose`: two sides are chosen by what they explore, and the proof by them is as good as any."""

from __future__ import annotations

import json
from typing import Any

import pytest

import symag
from symag.assume import choose_sides, two_way
from symag.errors import InputError
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose
from symag.study.cases.tosem08 import Tosem08Subject

NAMES = tuple("abcdefghijklmnop")


def sum_of_sides(components: tuple[LPTS, ...], specification: LPTS, first: tuple[int, ...]) -> int:
    sides = [[c for i, c in enumerate(components) if (i in first) is wanted] for wanted in (True, False)]
    return compose(*sides[0], specification).num_states + compose(*sides[1]).num_states


def subject(number: int) -> tuple[tuple[LPTS, ...], LPTS]:
    (components,), specification = Tosem08Subject(number).models()
    return tuple(components), specification


@pytest.mark.parametrize("number", [1, 19, 24])
def test_no_decomposition_has_fewer_states(number: int) -> None:
    components, specification = subject(number)
    found = choose_sides(components, NAMES, specification, Watch())
    assert found is not None
    sums = [sum_of_sides(components, specification, first) for first in two_way(len(components))]
    assert found.first_states + found.second_states == sum_of_sides(components, specification, found.first) == min(sums)
    assert found.complete
    assert found.looked_at == len(sums)
    assert found.names == tuple(NAMES[number] for number in found.first)
    first, second = found.sides(components)
    assert sorted(map(id, (*first, *second))) == sorted(map(id, components))
    assert "the fewest together of all" in found.why()


def test_of_many_components_some_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """One component on a side, and from the best one on, one component changes sides."""
    parts, specification = subject(1)
    best = choose_sides(parts, NAMES, specification, Watch())
    monkeypatch.setattr("symag.assume.decompose.ALL_OF", 3)
    found = choose_sides(parts, NAMES, specification, Watch())
    assert best is not None
    assert found is not None
    assert 2 * len(parts) <= found.looked_at < best.looked_at
    assert not found.complete
    ones = [sum_of_sides(parts, specification, (i,)) for i in range(len(parts))]
    assert best.first_states + best.second_states <= found.first_states + found.second_states <= min(ones)
    little = choose_sides(parts, NAMES, specification, Watch(), work=10)
    assert little is not None
    assert little.looked_at == 1
    assert choose_sides(parts[:1], NAMES, None, Watch()) is None


@pytest.mark.parametrize("options", [{"method": "agar"}, {"method": "learn"}, {"method": "learn", "rule": "symmetric"}])
def test_the_verdict_says_why(options: dict[str, Any]) -> None:
    components, specification = subject(24)
    verdict = symag.check(components, specification, relation="traces", decompose="auto", **options)
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    assert verdict.rule == options.get("rule", "asym")
    assert verdict.statistics["selection"].startswith("first side: VARIABLE: 3 states with the specification, and 8 on")
    assert verdict.options["decompose"] == "auto"
    wrong, _ = Tosem08Subject(24, violated=True).models()
    assert symag.check(wrong, specification, relation="traces", decompose="auto", **options).verdict == "violated"


def test_for_simulation_and_with_both_orders() -> None:
    components, specification = subject(24)
    verdict = symag.check(components, specification, method="agar", decompose="auto")
    assert verdict.verdict == "holds"
    assert " with the specification" not in verdict.statistics["selection"]
    both = symag.check(components, specification, relation="traces", method="agar", decompose="auto", order="auto")
    assert both.statistics["selection"].count(";") == 1
    assert "order: " in both.statistics["selection"]


def test_what_does_not_go_together() -> None:
    components, specification = subject(24)
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"method": "agar", "rule": "asym-n"}, "a side for each component.*choose from asym and symmetric"),
        ({"method": "mono"}, "the option decompose goes with the methods .*agar"),
        ({"method": "weakest"}, "takes components one by one: leave the option decompose out"),
        ({"method": "agar", "assumption": specification}, "leave it out, or leave assumption and recursive out"),
        ({"method": "learn", "recursive": 1}, "leave it out, or leave assumption and recursive out"),
        ({"method": "agar", "decompose": "best"}, "the decompose 'best' is not known: choose from given, auto"),
    )
    for options, said in wrong:
        with pytest.raises(InputError, match=said):
            symag.check(components, specification, **{"relation": "traces", "decompose": "auto"} | options)


def test_explain_shows_the_sides() -> None:
    components, specification = subject(19)
    explanation = symag.explain(components, specification, relation="traces")
    assert explanation.two_sides is not None
    text = " ".join(str(explanation).split())
    assert "two sides first side: " in text
    assert "a proof by parts should explore fewer states than composing, which has 137 states" in text
    found = json.loads(json.dumps(explanation.to_json()))["two_sides"]
    assert found["looked_at"] == 30
    assert found["complete"] is True
    assert symag.explain(components[:1], specification, relation="traces").two_sides is None
