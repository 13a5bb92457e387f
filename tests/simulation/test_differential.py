"""The engine against the textbook: at least 2,000 random questions per run, both verdicts well represented."""

from __future__ import annotations

from random import Random

import pytest

import symag
from symag import LPTS, Counterexample
from tests.generate import random_question
from tests.oracle import Textbook, textbook

QUESTIONS = 2016
SHARES = 24


@pytest.mark.parametrize("share", range(SHARES))
def test_agrees_with_the_textbook(share: int) -> None:
    seen = {"holds": 0, "violated": 0}
    for seed in range(share, QUESTIONS, SHARES):
        components, specification = random_question(Random(seed))
        verdict = symag.check(components, specification)
        expected = textbook(components, specification)
        assert verdict.audited
        assert bool(verdict) == expected.holds, f"seed {seed}"
        seen[verdict.verdict] += 1
        if verdict.certificate is not None:
            assert_coarsest(verdict, expected)
        if verdict.counterexample is not None:
            assert_good_tree(verdict.counterexample, components, specification, expected)
    assert min(seen.values()) >= QUESTIONS // SHARES // 5, seen


def assert_coarsest(verdict: symag.Verdict, expected: Textbook) -> None:
    """The certificate is the coarsest simulation, pair by pair."""
    relation = verdict.certificate
    assert isinstance(relation, symag.SimulationRelation)
    product = relation.system.product
    assert product is not None
    pairs = {
        (product.labels(s), (relation.specification.states[p],))
        for s in range(relation.system.num_states)
        for p in range(relation.specification.num_states)
        if (s, p) in relation
    }
    assert pairs == expected.related
    assert len(pairs) == len(relation)


def assert_good_tree(
    counterexample: Counterexample, components: list[LPTS], specification: LPTS, expected: Textbook
) -> None:
    """A stochastic tree below the system, not below the specification, of least depth, with nothing to drop."""
    tree = counterexample.to_lpts()
    assert tree.is_tree
    assert counterexample.minimal
    assert counterexample.depth == expected.rank[expected.initial]
    system = symag.compose(*components)
    assert textbook([tree], system).holds
    assert not textbook([tree], specification).holds
    if system.is_reactive:
        assert tree.is_reactive, "CAV'12, Corollary 1"
    rows = list(tree.transitions())
    for dropped in range(len(rows)):
        rest = LPTS.build(tree.initial_state, rows[:dropped] + rows[dropped + 1 :], tree.alphabet, states=tree.states)
        assert textbook([rest], specification).holds, "a transition of the tree can be dropped"
