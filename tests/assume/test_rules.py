"""The rules as data: sides, premises and side conditions."""

from __future__ import annotations

import pytest

import symag
from symag.assume import RULES, Component, default_rule, refuse_unfit
from symag.assume.rules import ASYM, ASYM_N
from symag.errors import InputError
from symag.evidence import Proof
from symag.model import LPTS


def over(name: str, alphabet: str) -> LPTS:
    """A model with one state that does every action of the alphabet."""
    return LPTS.build("s", [("s", action, "s") for action in alphabet], name=name)


ONE, TWO, THREE, SPEC = over("one", "ab"), over("two", "bc"), over("three", "cd"), over("spec", "ad")
FIRST, SECOND = over("A1", "bcd"), over("A2", "cd")


@pytest.mark.parametrize(
    ("components", "rule", "sides"),
    [
        ([ONE, TWO], ASYM, [["one"], ["two"]]),
        ([ONE, TWO, THREE], ASYM, [["one"], ["two", "three"]]),
        ([[ONE, TWO], THREE], ASYM, [["one", "two"], ["three"]]),
        ([ONE, TWO, THREE], ASYM_N, [["one"], ["two"], ["three"]]),
        ([[ONE, TWO], THREE], ASYM_N, [["one"], ["two"], ["three"]]),
    ],
)
def test_sides(components: Component, rule: symag.assume.Rule, sides: list[list[str]]) -> None:
    assert [[model.name for model in side] for side in rule.sides(components)] == sides


@pytest.mark.parametrize(
    ("components", "message"),
    [([[], ONE], "the first one is empty"), ([[ONE, TWO]], "there is no rest"), ([ONE], "there is no rest")],
)
def test_sides_that_asym_does_not_have(components: Component, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ASYM.sides(components)


def test_the_default_rule() -> None:
    assert default_rule([ONE, TWO]) is ASYM
    assert default_rule([[ONE, TWO], THREE]) is ASYM
    assert default_rule([ONE, TWO, THREE]) is ASYM_N
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_premises_are_a_chain() -> None:
    premises = ASYM_N.premises(((ONE,), (TWO,), (THREE,)), [FIRST, SECOND], SPEC)
    assert [(premise.below, premise.above) for premise in premises] == [
        (("L1", "A1"), "P"),
        (("L2", "A2"), "A1"),
        (("L3",), "A2"),
    ]
    assert [premise.target for premise in premises] == [SPEC, FIRST, SECOND]
    assert [premise.is_about_specification for premise in premises] == [True, False, False]
    assert [premise.claim("≼") for premise in premises] == ["one ‖ A1 ≼ spec", "two ‖ A2 ≼ A1", "three ≼ A2"]


def test_components_without_names_have_their_number() -> None:
    unnamed = over("", "ab")
    premises = ASYM.premises(((unnamed, TWO), (THREE,)), [FIRST], over("", "a"))
    assert premises[0].claim("⊨") == "the component L1 ‖ two ‖ A1 ⊨ P"
    assert premises[1].below == ("L3",)


@pytest.mark.parametrize(
    ("assumptions", "message"),
    [
        ([FIRST, SECOND], None),
        ([over("A1", "bc"), SECOND], "the specification speaks of d, and the assumption A1 does not: add that to it"),
        ([FIRST, over("A2", "c")], "the assumption A1 speaks of d, and the assumption A2 does not: add that to it"),
        ([FIRST, over("A2", "cde")], "the assumption A2 speaks of e, in which the components .* take no part"),
    ],
)
def test_side_conditions(assumptions: list[LPTS], message: str | None) -> None:
    premises = ASYM_N.premises(((ONE,), (TWO,), (THREE,)), assumptions, SPEC)
    if message is None:
        refuse_unfit(premises)
    else:
        with pytest.raises(InputError, match=message):
            refuse_unfit(premises)


@pytest.mark.parametrize("rule", RULES, ids=[rule.name for rule in RULES])
def test_a_proof_has_the_premises_of_its_rule(rule: symag.assume.Rule) -> None:
    method = {"relation": "traces", "method": "learn", "reduce": False} if rule.covers else {"method": "agar"}
    verdict = symag.check([ONE, TWO, THREE], over("all", "abcd"), rule=rule.name, **method)
    assert isinstance(verdict.certificate, Proof)
    premises = rule.premises(rule.sides([ONE, TWO, THREE]), verdict.assumptions, verdict.specification)
    assert [(one.below, one.above) for one in verdict.certificate.premises] == [
        (one.below, one.above) for one in premises
    ]
