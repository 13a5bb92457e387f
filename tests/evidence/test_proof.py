"""Proofs by premises are small."""

from __future__ import annotations

import symag
from symag.evidence import Proof


def test_reduced_systems_have_small_evidence() -> None:
    """What each component is simulated by, and the reduced system; nothing as large as the product."""
    from symag.study.cases.families import FAMILIES

    components, specification = FAMILIES["mutex"](12, False)
    verdict = symag.check(components, specification, method="mono", reduce=True)
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    assert isinstance(verdict.certificate, Proof)
    assert verdict.certificate.abstractions
    assert not verdict.assumptions
    assert verdict.certificate.obligations < 10_000
