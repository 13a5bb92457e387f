"""The option `decompose`: two sides are chosen by what they explore, and the proof by them is as good as any."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import symag
from symag.assume import TwoSides, choose_sides, two_way
from symag.assume.decompose import keeps_alone
from symag.errors import InputError
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose
from symag.study.cases.tosem08 import Tosem08Subject

NAMES = tuple("abcdefghijklmnop")


def cost(components: tuple[LPTS, ...], specification: LPTS, first: tuple[int, ...]) -> tuple[int, int]:
    """The states of the larger side, twice if the first side does not keep the property alone; and of both sides."""
    one, other = ([c for i, c in enumerate(components) if (i in first) is wanted] for wanted in (True, False))
    sizes = compose(*one, specification).num_states, compose(*other).num_states
    alone = keeps_alone(one, {action for c in other for action in c.alphabet}, specification, Watch())
    return max(sizes) * (1 if alone else 2), sum(sizes)


def subject(number: int) -> tuple[tuple[LPTS, ...], LPTS]:
    (components,), specification = Tosem08Subject(number).models()
    return tuple(components), specification


@pytest.mark.parametrize("number", [10, 19, 24])
def test_no_decomposition_should_explore_less(number: int) -> None:
    components, specification = subject(number)
    found = choose_sides(components, NAMES, specification, Watch())
    assert found is not None
    costs = [cost(components, specification, first) for first in two_way(len(components))]
    assert cost(components, specification, found.first) == min(costs)
    assert (found.largest * (1 if found.alone else 2), found.first_states + found.second_states) == min(costs)
    assert found.complete
    assert found.looked_at == len(costs)
    assert found.names == tuple(NAMES[number] for number in found.first)
    first, second = found.sides(components)
    assert sorted(map(id, (*first, *second))) == sorted(map(id, components))
    assert f"the fewest of all {len(costs)} decompositions" in found.why()


@pytest.mark.parametrize(("names", "alone"), [("artist1 artist2", False), ("artist1 event_dispatcher1", True)])
def test_a_side_that_keeps_the_property_alone(names: str, alone: bool) -> None:
    """Then an assumption of one state does, and premises explore the sides as they are."""
    first = tuple(names.split())
    (one, other), specification = Tosem08Subject(15, 2, first).models()
    assert keeps_alone(one, {action for c in other for action in c.alphabet}, specification, Watch()) is alone
    options: dict[str, Any] = {"method": "agar", "order": "given", "alphabet_refinement": True, "reduce": False}
    verdict = symag.check([one, other], specification, relation="traces", audit=False, **options)
    sizes = compose(*one, specification).num_states, compose(*other).num_states
    assert (verdict.assumptions[0].num_states == 1) is alone
    assert not alone or verdict.statistics["largest_composition"] == max(sizes)


def test_whether_a_proof_by_parts_should_pay() -> None:
    sides = TwoSides((0,), ("a",), 60, 80, 2, True, True, True)
    assert (sides.should_pay(80, False), sides.should_pay(79, False)) == (True, False)
    helped = replace(sides, alone=False, letters=4)
    assert (helped.should_pay(100, False), helped.should_pay(99, False)) == (True, False)
    assert replace(helped, letters=3).should_pay(80, False)
    assert replace(helped, first_states=100).should_pay(80, True), "reduced: the second side alone says so"
    assert replace(helped, with_specification=False).should_pay(80, False)


def test_of_many_components_some_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """One component on a side, and from the best one on, one component changes sides."""
    parts, specification = subject(10)
    best = choose_sides(parts, NAMES, specification, Watch())
    monkeypatch.setattr("symag.assume.decompose.ALL_OF", 3)
    found = choose_sides(parts, NAMES, specification, Watch())
    assert best is not None
    assert found is not None
    assert 2 * len(parts) <= found.looked_at < best.looked_at
    assert not found.complete
    ones = [cost(parts, specification, (i,)) for i in range(len(parts))]
    assert cost(parts, specification, best.first) <= cost(parts, specification, found.first) <= min(ones)
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
    assert verdict.statistics["selection"].startswith("first side: VARIABLE: 3 states with the specification, ")
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
    assert "a proof by parts should explore fewer states at once than composing, which has 137 states" in text
    found = json.loads(json.dumps(explanation.to_json()))["two_sides"]
    assert found["looked_at"] == 30
    assert found["complete"] is True
    assert symag.explain(components[:1], specification, relation="traces").two_sides is None
