"""Auditing beside deciding: cases of `symag bench engine`.

Random LTSs and failing clients have questions that all differ; other composed systems share most of theirs. The audit
is all that a user waits for after the decision: the evidence is made and written, and the kernel checks it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from symag.check import check
from symag.evidence import audit_verdict
from symag.model import LPTS
from symag.study.bench.benchmark import Found
from symag.study.bench.large import large_models
from symag.study.cases.cav08 import Cav08Subject
from symag.study.cases.families import FAMILIES
from symag.study.jobs import Figures, Job
from symag.study.view import GridRow

__all__ = ["audit_jobs", "audit_rows", "audited_case"]

Asked = tuple[list[Any], LPTS, dict[str, Any]]
"""Components, a specification, and options."""


def _random(actions: int) -> Asked:
    system, specification = large_models(10_000, actions, True)
    return [system], specification, {}


def _family(name: str, size: int) -> Asked:
    return *FAMILIES[name](size), {"method": "mono"}


def _server_last() -> Asked:
    """A diagram that asked the components in this order would be hard to walk."""
    (server, *clients), specification, options = _family("cs", 60)
    return [*clients, server], specification, options


def _traces(name: str, number: int, is_flat: bool = False) -> Asked:
    sides, specification = Cav08Subject(name, number).models()
    components: list[Any] = [model for side in sides for model in side] if is_flat else list(sides)
    return components, specification, {"relation": "traces"}


CASES: dict[str, Callable[[], Asked]] = {
    "10,000 random states against themselves, 20 actions": lambda: _random(20),
    "10,000 random states against themselves, 5 actions": lambda: _random(5),
    "130 failing clients": lambda: _family("cs", 130),
    "60 failing clients, the server last": _server_last,
    "an arbiter and 12 users": lambda: _family("arbiter", 12),
    "Gas Station(7)": lambda: _traces("Gas Station", 7),
    "Gas Station(8)": lambda: _traces("Gas Station", 8),
    "Chiron, property 3(7)": lambda: _traces("Chiron, property 3", 7),
    "Rover Exec.(8)": lambda: _traces("Rover Exec.", 8),
    "Rover Exec.(10), flat": lambda: _traces("Rover Exec.", 10, is_flat=True),
    "Rover Exec.(12), flat": lambda: _traces("Rover Exec.", 12, is_flat=True),
}


def audited_case(name: str) -> Figures:
    """Decide a question that holds, then audit it."""
    components, specification, options = CASES[name]()
    started = time.process_time()
    verdict = check(components, specification, audit=False, **options)
    decided = time.process_time()
    audited = audit_verdict(verdict)
    ended = time.process_time()
    assert audited.verdict == "holds"
    assert audited.audited
    return {"decide": decided - started, "audit": ended - decided, "mb": len(audited.dumps()) / 1e6}


def audit_jobs() -> Iterator[Job]:
    """Each question in a process of its own."""
    for name in CASES:
        yield Job(f"audit of {name}", audited_case, (name,))


def audit_rows(found: Found) -> Iterator[GridRow]:
    """A row for each question: the audit, deciding, and the ratio."""
    for name in CASES:
        figures = found[f"audit of {name}"].figures
        yield GridRow(
            (
                f"audit of {name}",
                f"{figures['audit']:.2f} s, {figures['mb']:.2f} MB",
                f"deciding {figures['decide']:.3f} s",
                f"{figures['audit'] / figures['decide']:.1f} × as long",
            )
        )
