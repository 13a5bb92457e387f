"""Undoing reductions: silent moves that are put back into a counterexample."""

from __future__ import annotations

import symag
from symag import LPTS, TAU


def test_a_long_silent_way_to_a_violation() -> None:
    """Hundreds of silent moves are put back, one after the other."""
    rows = [(str(i), TAU, str(i + 1)) for i in range(300)]
    system = LPTS.build("0", [*rows, ("300", "bad", "300")], name="patient")
    other = LPTS.build("o", [("o", "good", "o")], name="other")
    specification = LPTS.build("p", [("p", "good", "p")], ["good", "bad"])
    verdict = symag.check([system, other], specification, method="agar", timeout=60)
    assert verdict.verdict == "violated"
    assert verdict.counterexample is not None
    assert verdict.counterexample.depth == 301
