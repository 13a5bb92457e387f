"""`symag bench agar`: proofs by parts beside composing, on an arbiter with more and more users, and on a lock.

Times are without the audit, which is measured by itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from symag.check import check
from symag.evidence import audit_verdict
from symag.limits import Limits, peak_memory_mb
from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import CheckCell
from symag.study.cases.families import FAMILIES, FamilyMember
from symag.study.checks import check_job
from symag.study.jobs import Figures, Job
from symag.study.view import Curve, Grid, GridRow, Panel, View

__all__ = ["agar_jobs", "agar_view"]

WAYS: dict[str, dict[str, Any]] = {
    "mono": {"method": "mono"},
    "mono, reduced": {"method": "mono", "reduce": True},
    "asym": {"method": "agar", "rule": "asym"},
    "asym+α": {"method": "agar", "rule": "asym", "alphabet_refinement": True},
    "asym-n": {"method": "agar", "rule": "asym-n"},
    "asym-n+α": {"method": "agar", "rule": "asym-n", "alphabet_refinement": True},
    "asym-n, paper": {"method": "agar", "rule": "asym-n", "strategy": "paper"},
    "auto": {"method": "auto"},
}
CASES = {
    ("arbiter", 4): tuple(WAYS),
    ("arbiter", 6): tuple(WAYS),
    ("arbiter", 14): ("mono", "mono, reduced", "asym-n", "asym-n+α", "auto"),
    ("arbiter", 16): ("mono", "mono, reduced", "asym-n", "asym-n+α", "auto"),
    ("arbiter", 19): ("mono, reduced", "asym-n", "asym-n+α", "auto"),
    ("arbiter", 24): ("asym-n", "asym-n+α"),
    ("mutex", 15): ("mono", "mono, reduced", "asym-n", "asym-n+α", "auto"),
}
"""A family and its size, and the methods that can do it. Nothing of the arbiter can be reduced, nearly everything of
the lock."""
LIMITS = Limits(seconds=120.0)
AUDITED_USERS = 15
"""Of the system whose proofs are audited, of both kinds."""


def audit_case(users: int, method: str) -> Figures:
    """How long the kernel takes over a proof."""
    components, specification = FAMILIES["arbiter"](users)
    verdict = check(components, specification, method=method, audit=False)
    before = peak_memory_mb()
    started = time.process_time()
    assert audit_verdict(verdict).audited
    return {"seconds": time.process_time() - started, "memory_mb": peak_memory_mb(), "memory_before_mb": before}


def _checks() -> Iterator[tuple[FamilyMember, str, str]]:
    """Each member with a way to check it, and the name of the job."""
    for (family, users), ways in CASES.items():
        for violated in (False, True):
            for way in ways:
                member = FamilyMember(family, users, violated, two_sides=WAYS[way].get("rule") == "asym")
                yield member, way, f"{family} {users}, {'violated' if violated else 'holds'}, {way}"


def _audit_name(method: str) -> str:
    return f"audit of {AUDITED_USERS} users, {method}"


def agar_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`."""
    for member, way, name in _checks():
        asked = WAYS[way] | {"audit": False}
        yield check_job(name, member, asked, LIMITS, "violated" if member.violated else "holds")
    for method in ("mono", "agar"):
        yield Job(_audit_name(method), audit_case, (AUDITED_USERS, method))


def agar_view(settings: Settings, found: Found) -> View:
    """All cases in two tables, and a picture of those that hold."""
    headings = (
        "system",
        "states if composed",
        "verdict",
        "method",
        "seconds",
        "MB",
        "iterations",
        "composed",
        "|A|",
        "actions",
    )
    caption = (
        "composed: the states of the largest composition; |A|: of the largest assumption; actions: those of the first "
        "assumption, where alphabets are refined (+α). Without the audit."
    )
    rows = []
    points: dict[str, list[tuple[float, float]]] = {way: [] for way in WAYS}
    for member, way, name in _checks():
        states, cell = FAMILIES[member.family].states(member.size), CheckCell.of(found[name])
        shown = ("violated" if member.violated else "holds", way, *_figures(cell))
        rows.append(GridRow((f"{member.family} {member.size}", f"{states:,}", *shown)))
        if member.family == "arbiter" and not member.violated and cell.seconds is not None:
            points[way].append((states, cell.seconds))
    table = Grid("symag bench agar (CPU seconds)", headings, tuple(rows), caption)
    curves = tuple(Curve(way, tuple(line)) for way, line in points.items())
    return View((table, _audits(found)), (Panel("an arbiter and its users", "states if composed", curves),))


def _figures(cell: CheckCell) -> tuple[str, ...]:
    seconds = f"> {cell.allowed:.0f}" if cell.seconds is None else f"{cell.seconds:.2f}"
    memory = "" if cell.memory_mb is None else str(cell.memory_mb)
    sizes = (cell.iterations, cell.largest_composition, cell.largest_assumption, cell.alphabet)
    return seconds, memory, *(f"{size:,}" if size else "" for size in sizes)


def _audits(found: Found) -> Grid:
    rows = []
    for method in ("mono", "agar"):
        figures = found[_audit_name(method)].figures
        seconds, memory = f"{figures['seconds']:.2f}", f"{figures['memory_mb']:.0f}"
        rows.append(GridRow((f"arbiter {AUDITED_USERS}", method, seconds, memory)))
    return Grid("auditing", ("system", "proof", "seconds", "MB"), tuple(rows))
