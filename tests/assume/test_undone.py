"""A search of reduced components as evidence about the given ones, with and without the reductions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

import symag
from symag import LPTS
from symag.assume.reduction import searched_proof
from symag.evidence import Proof, ReachedPairs, audit_verdict
from symag.limits import Watch
from symag.operators import reduce_component, silent_actions
from symag.traces import reach_error
from tests.traces.questions import random_protocol, random_safety_question


def proof_of(components: list[LPTS], specification: LPTS) -> Proof | None:
    """By a search of the reduced components, accepted by the kernel; None if the question does not hold."""
    silent = silent_actions(components, specification)
    reductions = [reduce_component(model, actions) for model, actions in zip(components, silent, strict=True)]
    tree, explored = reach_error([one.reduced for one in reductions], specification, Watch())
    if tree is not None:
        return None
    proof = searched_proof(ReachedPairs(explored, specification), reductions, Watch())
    assert isinstance(proof, Proof)
    verdict = symag.check(components, specification, relation="traces", method="mono", audit=False)
    assert audit_verdict(replace(verdict, certificate=proof)).audited
    return proof


@pytest.mark.parametrize("drawn", [10_000, 1])
@pytest.mark.parametrize("ask", [random_protocol, random_safety_question])
def test_random_questions_without_any_reduction(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[Random], tuple[list[LPTS], LPTS]], drawn: int
) -> None:
    monkeypatch.setattr("symag.assume.reduction.is_worthless", lambda one, searched: True)
    monkeypatch.setattr("symag.evidence.relation.DRAWN", drawn)
    found = [proof_of(*ask(Random(seed))) for seed in range(60)]
    assert sum(proof is not None for proof in found) > 15
    assert all(proof.abstractions == () and len(proof.premises) == 1 for proof in found if proof)


def test_a_reduction_stays_where_it_is_small() -> None:
    """A long silent way is one state; a component that shows each of its moves is itself."""
    rows = [(str(i), "hush", str(i + 1)) for i in range(9)]
    silent = LPTS.build("0", [*rows, ("9", "good", "0")], name="patient")
    loud = LPTS.build("a", [("a", "good", "b"), ("b", "well", "a")], name="loud")
    proof = proof_of([silent, loud], LPTS.build("p", [("p", "good", "q"), ("q", "well", "p")], name="P"))
    assert proof is not None
    assert [premise.below for premise in proof.premises] == [("R1", "L2"), ("L1",)]
