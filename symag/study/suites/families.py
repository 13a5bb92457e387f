"""`symag study families`: the systems of `cases/families.py` at small sizes, by composing and by parts."""

from __future__ import annotations

from typing import Literal

from symag.limits import Limits
from symag.study.cases.families import FAMILIES, FamilyMember
from symag.study.suite import Suite, SuiteCase, Way

__all__ = ["families_suite"]

SIZES = range(2, 7)
WAYS: tuple[Way, ...] = ({"method": "auto"}, {"method": "mono"}, {"method": "agar", "rule": "asym-n"})


def families_suite() -> Suite:
    """Each family at each size: the specification that holds, and the one that is violated."""
    cases = []
    for family in FAMILIES.values():
        for size in SIZES:
            for violated in (False, True):
                name = f"{family.name}({size}){', violated' if violated else ''}"
                subject = FamilyMember(family.name, size, violated)
                expected: Literal["holds", "violated"] = "violated" if violated else "holds"
                cases.append(SuiteCase(name, subject, WAYS, limits=LIMITS, expected=expected, size=family.states(size)))
    return Suite("families", tuple(cases))


LIMITS = Limits(seconds=60.0, memory_mb=2000.0)
