"""Execution trees: what each component contributes to a counterexample."""

from __future__ import annotations

import pytest

import symag
from symag import LPTS, TAU
from symag.assume.execution_tree import (
    contributions,
)


@pytest.mark.parametrize("swapped", [False, True])
def test_who_made_a_hidden_move(swapped: bool) -> None:
    """One hides and stays where it is, the other hides and moves: what one did is not taken for what the other did."""
    pair = LPTS.build("t", [("t", TAU, "t")]), LPTS.build("s", [("s", TAU, "u"), ("s", TAU, {"s": "1/2", "u": "1/2"})])
    models = pair[::-1] if swapped else pair
    staying, moving = (1, 0) if swapped else (0, 1)
    system = symag.compose(*models)
    seen = []
    for t in range(system.first[0], system.first[1]):
        target = system.target[t]
        made = contributions(system, models, 0, system.action[t], target)
        by = staying if target == 0 else moving
        assert [number for number, goal in enumerate(made) if goal is not None] == [by]
        goal = made[by]
        assert goal is not None
        assert sorted(p for _, p in models[by].outcomes(goal)) == sorted(p for _, p in system.outcomes(target))
        seen.append(by)
    assert sorted(seen) == sorted([staying, moving, moving])
