"""The scheduler of Wehrheim and Wonisch: what the paper says of it, and the variants that are wrong."""

from __future__ import annotations

import pytest

import symag
from symag.study.cases.scheduler import VARIANTS, Variant, cells, cycle_property, job_property, scheduler_states


@pytest.mark.parametrize("n", range(2, 8))
def test_states(n: int) -> None:
    assert symag.compose(*cells(n)).num_states == scheduler_states(n)
    assert cycle_property(n).num_states == n
    assert job_property(n).num_states == 2**n


@pytest.mark.parametrize("n", [3, 4, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_variants(variant: Variant, n: int) -> None:
    """Jobs are always started and finished by turns; the wrong variants start one out of turn."""
    out_of_turn = {"right": None, "hasty": ("c.1", "c.2", "start.1"), "two tokens": (f"start.{n // 2}",)}
    verdict = symag.check(cells(n, variant), cycle_property(n), relation="traces", method="mono")
    assert verdict.audited
    assert (verdict.counterexample and verdict.counterexample.trace) == out_of_turn[variant]
    assert symag.check(cells(n, variant), job_property(n), relation="traces", method="mono")


def test_four_conjectures_for_four_cells() -> None:
    """Section 3.2: the assumption about cells 0 and 1. The words that refute the first two conjectures are the paper's;
    the last conjecture allows the cycle start.0 start.1 c.2 c.0."""
    found = cells(4)
    verdict = symag.check([found[2:], found[:2]], cycle_property(4), relation="traces", method="learn", rule="asym")
    assert [entry["conjecture"] for entry in verdict.history] == [1, 2, 4, 5]
    assert [entry.get("counterexample") for entry in verdict.history[:2]] == [
        ["start.0", "start.0"],
        ["start.0", "start.1", "start.1"],
    ]
    (assumption,) = verdict.assumptions
    assert assumption.alphabet == {"start.0", "start.1", "c.0", "c.2"}
