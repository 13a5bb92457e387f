"""Backends that go wrong: one hangs, one eats, one crashes. Each is known where this module is imported."""

from __future__ import annotations

import symag
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation import Decision
from tests.study import made_up_jobs as made_up

__all__: list[str] = []


class _WrongBackend:
    """Begins to decide, and goes wrong."""

    name = "wrong"

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        """Does not return."""
        raise NotImplementedError


@symag.register("hangs")
class _Hanging(_WrongBackend):
    name = "hangs"

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        made_up.waiting_for_ever()
        return super().simulate(system, specification, watch)


@symag.register("leaks")
class _Leaking(_WrongBackend):
    name = "leaks"

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        made_up.eating()
        return super().simulate(system, specification, watch)


@symag.register("crashes")
class _Crashing(_WrongBackend):
    name = "crashes"

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        made_up.crashing()
        return super().simulate(system, specification, watch)
