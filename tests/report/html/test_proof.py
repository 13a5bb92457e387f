"""What a proof by parts saved."""

from __future__ import annotations

from dataclasses import replace

import pytest

import symag
from symag import LPTS
from symag.cli.demo import CHANNEL
from symag.report.html.proof import Whole, by_parts, premises, whole_of
from symag.study.cases.papers import INPUT, ORDER, OUTPUT
from tests.report.reports import CASES


@pytest.mark.parametrize(
    ("largest", "whole", "told"),
    [
        (4, Whole(4, True), "The whole system has only 4 states: composing it would cost less."),
        (4, Whole(5_000, True), "did not build the whole system of 5,000 states."),
        (4, Whole(200_000, False), "did not build the whole system of more than 200,000 states."),
        (4, None, "did not build the whole system."),
    ],
)
def test_what_a_proof_by_parts_saved_is_said(largest: int, whole: Whole | None, told: str) -> None:
    verdict = CASES["agar"][1]()
    assert whole_of(verdict) == Whole(4, True)
    assert by_parts(replace(verdict, statistics={"largest_composition": largest}), whole).endswith(told)
    many = replace(verdict, components=tuple(LPTS.build("0", [(str(i), f"{n}", str((i + 1) % 9)) for i in range(9)])
                                             for n in range(8)))  # fmt: skip
    assert whole_of(many) == Whole(200_000, False)
    assert whole_of(replace(verdict, components=(CHANNEL,))) is None


def test_the_premises_of_the_symmetric_rule_say_that_the_assumptions_cover() -> None:
    verdict = symag.check(
        [INPUT, OUTPUT], ORDER, relation="traces", method="learn", rule="symmetric", reduce=False, audit=False
    )
    one, two = (premise.claim for premise in premises(verdict))
    assert one == "Input ‖ A1 ⊨ Order"
    assert two == "Output ‖ A2 ⊨ Order, and A1 and A2 together allow every trace"
