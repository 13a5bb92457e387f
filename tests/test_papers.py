"""The worked examples of CAV'12 with the paper's answers, from every backend."""

from __future__ import annotations

import pytest

import symag
from symag import LPTS, Counterexample
from symag.smt.cases import (
    FIG1_L,
    FIG1_L1,
    FIG1_L2,
    FIG1_P,
    FIG3_L1,
    FIG3_L2,
    LEMMA4_R1,
    LEMMA4_R2,
    LEMMA5_L,
    LEMMA5_R,
)
from tests.backends import BACKENDS

every_backend = pytest.mark.parametrize("backend", BACKENDS)


def violated(components: list[LPTS], specification: LPTS, backend: str) -> Counterexample:
    """The counterexample: audited, a tree below the system and not below the specification."""
    verdict = symag.check(components, specification, backend=backend)
    assert (verdict.verdict, verdict.audited, verdict.backend) == ("violated", True, backend.partition("/")[0])
    assert verdict.counterexample is not None
    assert verdict.counterexample.minimal
    tree = verdict.counterexample.to_lpts()
    assert tree.is_tree
    assert symag.check([tree], symag.compose(*components)).verdict == "holds"
    assert symag.check([tree], specification).verdict == "violated"
    return verdict.counterexample


def test_fig_1_composes_as_in_the_paper() -> None:
    assert symag.compose(FIG1_L1, FIG1_L2).is_isomorphic_to(FIG1_L)
    assert all(model.is_reactive and model.is_fully_probabilistic for model in (FIG1_L, FIG1_L1, FIG1_L2, FIG1_P))
    assert FIG1_L1.is_lts
    assert not FIG1_L2.is_lts


@every_backend
@pytest.mark.parametrize("components", [[FIG1_L], [FIG1_L1, FIG1_L2], [FIG1_L2, [FIG1_L1]]])
def test_fig_1_holds(components: list[LPTS], backend: str) -> None:
    verdict = symag.check(components, FIG1_P, backend=backend)
    assert verdict.verdict == "holds"
    assert verdict
    assert verdict.audited
    assert isinstance(verdict.certificate, symag.SimulationRelation)
    assert len(verdict.certificate.row_of) == 4


@every_backend
def test_fig_1_fails_by_a_millionth(backend: str) -> None:
    share = {"u1": "100001/1000000", "u0": "899999/1000000"}
    specification = LPTS.build("u0", [("u0", "input", "u1"), ("u1", "output", share)])
    tree = violated([FIG1_L1, FIG1_L2], specification, backend).to_lpts()
    assert tree.is_reactive, "Corollary 1: L1 ‖ L2 is reactive"


@every_backend
def test_fig_3_has_a_tree_with_an_execution_mapping(backend: str) -> None:
    counterexample = violated([FIG3_L1], FIG3_L2, backend)
    tree = counterexample.tree
    assert [tree.mapping(n) for n in range(3)] == [("s0",), ("s1",), ("s2",)]
    actions = {action for _, action, _ in counterexample.to_lpts().transitions()}
    assert actions == {"a", "c"}, "s1 and its c is all it takes"


def test_the_fixpoint_has_trees_of_least_depth() -> None:
    examples = [(FIG3_L1, FIG3_L2, 2), (LEMMA4_R1, LEMMA4_R2, 2), (LEMMA5_L, LEMMA5_R, 3)]
    for system, specification, depth in examples:
        assert violated([system], specification, "fixpoint").depth == depth


@every_backend
def test_lemma_4_needs_a_reactive_tree(backend: str) -> None:
    tree = violated([LEMMA4_R1], LEMMA4_R2, backend).to_lpts()
    assert tree.is_reactive, "Corollary 1: R1 is reactive"
    assert not tree.is_fully_probabilistic, "Lemma 4: no counterexample is"


@every_backend
def test_lemma_5_has_no_reactive_tree(backend: str) -> None:
    tree = violated([LEMMA5_L], LEMMA5_R, backend).to_lpts()
    assert not tree.is_reactive, "Lemma 5: no counterexample is"
