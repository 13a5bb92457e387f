"""Iterations in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from symag.model import counted
from symag.report import iteration_text


@pytest.mark.parametrize(
    ("number", "noun", "text"),
    [
        (0, "state", "0 states"),
        (1, "state", "1 state"),
        (2000, "node", "2,000 nodes"),
        (1, "query", "1 query"),
        (3, "query", "3 queries"),
    ],
)
def test_plurals(number: int, noun: str, text: str) -> None:
    assert counted(number, noun) == text


LEARNED = {"iteration": 3, "level": 1, "conjecture": 1, "queries": 1}

REFINED = {"iteration": 1, "assumptions": [1], "composition": 1, "seconds": 0.5}


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (LEARNED, "conjecture 3: A1 of 1 state, after 1 query: enough to decide"),
        (LEARNED | {"with": "A2"}, "conjecture 3: A1 of 1 state, after 1 query: enough together with A2"),
        (LEARNED | {"level": 2}, "conjecture 3: A2 of 1 state, after 1 query: enough to judge A1"),
        (
            LEARNED | {"conjecture": 2, "queries": 9, "counterexample": ["a", "b"]},
            "conjecture 3: A1 of 2 states, after 9 queries: wrong about a b",
        ),
        (
            LEARNED | {"actions": {"A1": ["up"]}},
            "conjecture 3: A1 of 1 state, after 1 query: too few actions; A1 gets the actions up",
        ),
        (REFINED, "iteration 1: an assumption of 1 state, 1 state composed (0.5 s)"),
        (
            REFINED | {"assumptions": [1, 4], "counterexample": 1, "real": True},
            "iteration 1: assumptions of 1, 4 states, 1 state composed, a counterexample of 1 node, which is real "
            "(0.5 s)",
        ),
    ],
)
def test_iterations_in_a_line(entry: Mapping[str, Any], text: str) -> None:
    assert iteration_text(entry) == text
