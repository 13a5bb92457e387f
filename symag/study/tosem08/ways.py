"""The ways in which the study checks its subjects: the paper's method, and those of symag, by their names in tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = [
    "ASKED",
    "AS_ONE",
    "AUTO",
    "BY_PARTS",
    "BY_RULE",
    "CHOSEN",
    "N_WAY",
    "PUBLISHED",
    "READY",
    "SCALED",
    "SCALED_AS_ONE",
    "SCALED_BESIDE",
    "SYMMETRIC",
    "SYMMETRIC_OPTIONS",
    "WHOLE",
]

PUBLISHED = "Learning"
"""The method of the paper."""
BY_PARTS: Mapping[str, dict[str, Any]] = {
    PUBLISHED: {"method": "learn", "learner": "rs", "reduce": False},
    "Learning+α": {"method": "learn", "learner": "rs", "alphabet_refinement": True, "reduce": False},
    "AGAR+α": {"method": "agar", "alphabet_refinement": True, "reduce": False},
    "Learning+α, reduced": {"method": "learn", "learner": "rs", "alphabet_refinement": True, "reduce": True},
    "AGAR+α, reduced": {"method": "agar", "alphabet_refinement": True, "reduce": True},
}
"""All by rule ASYM, in the order that the decomposition has; α is alphabet refinement. The components are as they are,
or reduced first, which the paper does not do."""
BY_RULE: dict[str, Any] = {"rule": "asym", "order": "given"}
WHOLE: Mapping[str, dict[str, Any]] = {"Mono": {"method": "mono"}, "Mono, reduced": {"method": "mono", "reduce": True}}
"""Without decompositions."""
N_WAY: Mapping[str, dict[str, Any]] = {
    "AGAR+α, n-way": {"method": "agar", "rule": "asym-n", "order": "auto", "alphabet_refinement": True},
    "Learning+α, n-way": {
        "method": "learn",
        "learner": "rs",
        "rule": "asym-n",
        "order": "auto",
        "alphabet_refinement": True,
    },
    "Weakest": {"method": "weakest"},
}
"""By parts, each component by itself; reduced where the method does so."""
SYMMETRIC = "Learning, symmetric"
"""The rule with an assumption for each side, by the best decomposition of the paper's method."""
SYMMETRIC_OPTIONS: dict[str, Any] = {"method": "learn", "learner": "rs", "reduce": False, "rule": "symmetric"}
CHOSEN = "AGAR+α, decompose"
"""The sides are chosen by `--decompose auto`."""
CHOSEN_OPTIONS: dict[str, Any] = {"method": "agar", "alphabet_refinement": True, "decompose": "auto"}
AUTO = "Auto"
"""What symag selects."""
AS_ONE: Mapping[str, dict[str, Any]] = {
    **WHOLE,
    **N_WAY,
    CHOSEN: CHOSEN_OPTIONS,
    f"{CHOSEN}, reduced": CHOSEN_OPTIONS | {"reduce": True},
    "Learning+α, decompose": CHOSEN_OPTIONS | {"method": "learn"},
    AUTO: {"method": "auto"},
}
"""What needs no decomposition."""
SCALED = (PUBLISHED, "AGAR+α, reduced")
"""Methods whose best decompositions are generalised, if they are in the plan."""
SCALED_AS_ONE = tuple(method for method in AS_ONE if method not in (*WHOLE, AUTO))
"""By parts, without a decomposition that is given."""
SCALED_BESIDE = (*WHOLE, AUTO)
"""By composing; and by what symag selects, which may be by parts or not."""
READY = ("symag.study.cases.tosem08_ready",)
"""What jobs start with."""
ASKED: dict[str, Any] = {"relation": "traces", "audit": False}
