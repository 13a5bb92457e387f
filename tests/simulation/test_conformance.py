"""The conformance suite on the fixpoint, and on backends as another package might write them."""

from __future__ import annotations

from symag.limits import Watch
from symag.model import LPTS
from symag.simulation import Decision, Fixpoint
from symag.testing import BackendConformance


class Forwarding:
    """As little as the protocol asks for: no capabilities."""

    name = "forwarding"

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        return Fixpoint().simulate(system, specification, watch)


class TestFixpoint(BackendConformance):
    make = Fixpoint


class TestForwarding(BackendConformance):
    make = Forwarding
