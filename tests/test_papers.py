"""The worked examples of CAV'12 with the paper's answers."""

from __future__ import annotations

import pytest
from systems import (
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

import symag
from symag import LPTS, Counterexample


def violated(components: list[LPTS], specification: LPTS) -> Counterexample:
    verdict = symag.check(components, specification)
    assert verdict.verdict == "violated"
    assert verdict.audited
    assert verdict.counterexample is not None
    return verdict.counterexample


def test_fig_1_composes_as_in_the_paper() -> None:
    assert symag.compose(FIG1_L1, FIG1_L2).is_isomorphic_to(FIG1_L)
    assert all(model.is_reactive and model.is_fully_probabilistic for model in (FIG1_L, FIG1_L1, FIG1_L2, FIG1_P))
    assert FIG1_L1.is_lts
    assert not FIG1_L2.is_lts


@pytest.mark.parametrize("components", [[FIG1_L], [FIG1_L1, FIG1_L2], [FIG1_L2, [FIG1_L1]]])
def test_fig_1_holds(components: list[LPTS]) -> None:
    verdict = symag.check(components, FIG1_P)
    assert verdict.verdict == "holds"
    assert verdict
    assert verdict.audited
    assert verdict.certificate is not None
    assert len(verdict.certificate.row_of) == 4


def test_fig_1_fails_by_a_millionth() -> None:
    share = {"u1": "100001/1000000", "u0": "899999/1000000"}
    counterexample = violated([FIG1_L1, FIG1_L2], LPTS.build("u0", [("u0", "input", "u1"), ("u1", "output", share)]))
    assert counterexample.to_lpts().is_tree


def test_fig_3_has_a_tree_with_an_execution_mapping() -> None:
    counterexample = violated([FIG3_L1], FIG3_L2)
    tree = counterexample.tree
    assert counterexample.to_lpts().is_tree
    assert (tree.depth, [tree.mapping(n) for n in range(3)]) == (2, [("s0",), ("s1",), ("s2",)])
    actions = {action for _, action, _ in counterexample.to_lpts().transitions()}
    assert actions == {"a", "c"}, "s1 and its c is all it takes"
    below, above = counterexample.to_lpts(), FIG3_L2
    assert symag.check([below], FIG3_L1).verdict == "holds"
    assert symag.check([below], above).verdict == "violated"


def test_lemma_4_needs_a_reactive_tree() -> None:
    tree = violated([LEMMA4_R1], LEMMA4_R2).to_lpts()
    assert tree.is_reactive, "Corollary 1: R1 is reactive"
    assert not tree.is_fully_probabilistic, "Lemma 4: no counterexample is"
    assert symag.check([tree], LEMMA4_R1).verdict == "holds"


def test_lemma_5_has_no_reactive_tree() -> None:
    tree = violated([LEMMA5_L], LEMMA5_R).to_lpts()
    assert tree.is_tree
    assert not tree.is_reactive, "Lemma 5: no counterexample is"
    assert symag.check([tree], LEMMA5_L).verdict == "holds"
