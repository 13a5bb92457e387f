"""Reachability of the error state, executions with a given trace, and replay on components."""

from __future__ import annotations

import symag
from symag import LPTS


def test_the_nearest_violation_is_found_without_building_the_rest() -> None:
    """20 counters: 10^20 states if composed."""
    rows = [(str(i), "up", str(i + 1)) for i in range(9)]
    counters = [LPTS.build("0", [(s, f"up{n}", t) for s, _, t in rows], name=f"C{n}") for n in range(20)]
    never = LPTS.build("0", [("0", "up3", "1"), ("1", "up3", "2")], name="never thrice")
    verdict = symag.check(counters, never, relation="traces", method="mono")
    assert verdict.counterexample is not None
    assert verdict.counterexample.trace == ("up3", "up3", "up3")
    assert verdict.statistics["states_explored"] < 10_000


def test_a_long_trace_is_found_in_time() -> None:
    """No step takes time quadratic in its length."""
    rows = [(str(i), "tick", str(i + 1)) for i in range(3_000)]
    clock = LPTS.build("0", [*rows, ("3000", "stop", "0")])
    verdict = symag.check([clock], LPTS.build("0", [("0", "tick", "0")], ["tick", "stop"]), relation="traces")
    assert verdict.counterexample is not None
    assert len(verdict.counterexample.trace) == 3_001
