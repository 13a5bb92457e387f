"""What a backend may declare, and what symag makes of it."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import pytest

import symag
from symag.errors import BackendError, LimitReached
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation import Capabilities, Decision, Fixpoint, capabilities_of, get_backend
from tests.backends import SMT


class Plain:
    """As little as the protocol asks for."""

    name = "plain"

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        return Fixpoint().simulate(system, specification, watch)


class Heir(Fixpoint):
    """Inherits everything of a trusted backend."""


class Boaster(Plain):
    """Claims trust."""

    capabilities = Capabilities(finds_least_depth=True, is_trusted=True)


@dataclass(frozen=True)
class Confused(Plain):
    capabilities: object = "everything"


def test_a_backend_that_declares_nothing_is_promised_nothing() -> None:
    assert capabilities_of(Plain()) == Capabilities()
    assert not Capabilities().is_trusted
    assert Capabilities().membership is None


def test_trust_is_neither_inherited_nor_claimed() -> None:
    assert capabilities_of(Fixpoint()).is_trusted
    assert capabilities_of(get_backend("fixpoint")).is_trusted
    assert not capabilities_of(Heir()).is_trusted
    assert not capabilities_of(Boaster()).is_trusted
    assert capabilities_of(Boaster()).finds_least_depth, "the other claims are taken as they are"


@pytest.mark.parametrize("name", SMT)
def test_solvers_are_audited_and_answer_membership_queries(name: str) -> None:
    found = capabilities_of(get_backend(name))
    assert not found.is_trusted
    assert found.membership is not None


@pytest.mark.parametrize("backend", [Plain(), Heir(), Boaster()], ids=["plain", "heir", "boaster"])
def test_what_is_not_trusted_is_audited(backend: symag.simulation.Backend) -> None:
    model = LPTS.build("s", [("s", "a", "s")])
    assert symag.check([model], model, backend=backend).audited


def test_capabilities_of_another_type_are_refused() -> None:
    model = LPTS.build("s", [("s", "a", "s")])
    with pytest.raises(BackendError, match=r"the backend 'plain' must be a .*Capabilities, not 'every"):
        symag.check([model], model, backend=Confused())


def test_a_limit_says_its_kind_in_other_processes_too() -> None:
    again = pickle.loads(pickle.dumps(LimitReached("max-states", "max-states: more than 2 states")))
    assert (again.kind, str(again)) == ("max-states", "max-states: more than 2 states")
