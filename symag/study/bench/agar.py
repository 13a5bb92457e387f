"""`symag bench agar`: proofs by parts beside composing, on an arbiter with more and more users, and on a lock.

Every case runs in a process of its own. Times are without the audit, which is measured by itself.
"""

from __future__ import annotations

import time
from typing import Any

from rich.table import Table

from symag.check import check
from symag.evidence import audit_verdict
from symag.limits import peak_memory_mb
from symag.study.bench.benchmark import Cells, Curve, Panel, Results, Settings
from symag.study.bench.figures import Figures
from symag.study.cases.families import FAMILIES

__all__ = ["bench_agar"]

ROADS: dict[str, dict[str, Any]] = {
    "mono": {"method": "mono"},
    "mono, reduced": {"method": "mono", "reduce": True},
    "asym": {"method": "agar", "rule": "asym"},
    "asym-n": {"method": "agar", "rule": "asym-n"},
    "asym-n, paper": {"method": "agar", "rule": "asym-n", "strategy": "paper"},
    "auto": {"method": "auto"},
}
CASES = {
    ("arbiter", 4): tuple(ROADS),
    ("arbiter", 6): tuple(ROADS),
    ("arbiter", 14): ("mono", "mono, reduced", "asym-n", "auto"),
    ("arbiter", 16): ("mono", "mono, reduced", "asym-n", "auto"),
    ("arbiter", 19): ("mono, reduced", "asym-n", "auto"),
    ("arbiter", 24): ("asym-n",),
    ("mutex", 15): ("mono", "mono, reduced", "asym-n", "auto"),
}
"""A family and its size, and who gets there. Nothing of the arbiter can be reduced, nearly everything of the lock."""
SECONDS = 120.0
AUDITED_USERS = 15
"""Of the system whose proofs are audited, of both kinds."""


def road_case(family: str, users: int, road: str, violated: bool) -> Figures:
    """One method on one size; no time if it does not finish."""
    components, specification = FAMILIES[family](users, violated)
    sides: Any = [components[0], components[1:]] if ROADS[road].get("rule") == "asym" else components
    started = time.process_time()
    verdict = check(sides, specification, **ROADS[road], audit=False, timeout=SECONDS)
    seconds = time.process_time() - started
    done = verdict.verdict == ("violated" if violated else "holds")
    return {
        "seconds": seconds if done else None,
        "memory_mb": peak_memory_mb(),
        "iterations": len(verdict.history),
        "largest_composition": verdict.statistics["largest_composition"],
        "largest_assumption": verdict.statistics["largest_assumption"],
        "selection": verdict.statistics.get("selection"),
    }


def audit_case(users: int, method: str) -> Figures:
    """How long the kernel takes over a proof."""
    components, specification = FAMILIES["arbiter"](users)
    verdict = check(components, specification, method=method, audit=False)
    before = peak_memory_mb()
    started = time.process_time()
    assert audit_verdict(verdict).audited
    return {"seconds": time.process_time() - started, "memory_mb": peak_memory_mb(), "memory_before_mb": before}


def bench_agar(cells: Cells, settings: Settings) -> Results:
    """All cases in two tables, and a picture of those that hold."""
    headings = ("system", "states if composed", "verdict", "method", "seconds", "MB", "iterations", "composed", "|A|")
    caption = "composed: the states of the largest composition; |A|: of the largest assumption. Without the audit."
    table = Table(*headings, title="symag bench agar (CPU seconds)", caption=caption, caption_justify="left")
    lines: dict[str, list[tuple[float, float]]] = {road: [] for road in ROADS}
    for (family, users), roads in CASES.items():
        states = FAMILIES[family].states(users)
        for violated in (False, True):
            for road in roads:
                name = f"{family} {users}, {'violated' if violated else 'holds'}, {road}"
                found = cells.measure(name, road_case, family, users, road, violated)
                table.add_row(f"{family} {users}", f"{states:,}", *_shown(name, found))
                if family == "arbiter" and not violated and found["seconds"] is not None:
                    lines[road].append((states, found["seconds"]))
    audits = Table("system", "proof", "seconds", "MB", title="auditing")
    for method in ("mono", "agar"):
        found = cells.measure(f"audit of {AUDITED_USERS} users, {method}", audit_case, AUDITED_USERS, method)
        audits.add_row(f"arbiter {AUDITED_USERS}", method, f"{found['seconds']:.2f}", f"{found['memory_mb']:.0f}")
    drawn = tuple(Curve(road, tuple(points)) for road, points in lines.items())
    return Results((table, audits), (Panel("an arbiter and its users", "states if composed", drawn),))


def _shown(name: str, found: Figures) -> list[str]:
    _, verdict, road = name.split(", ", 2)
    seconds = f"> {SECONDS:.0f}" if found["seconds"] is None else f"{found['seconds']:.2f}"
    rest = [
        f"{found[key]:,}" if found[key] else "" for key in ("iterations", "largest_composition", "largest_assumption")
    ]
    return [verdict, road, seconds, f"{found['memory_mb']:.0f}", *rest]
