"""A simulation of few pairs: is it one, and is it found wherever there is one?"""

from __future__ import annotations

from array import array
from random import Random

import pytest

import symag
from symag import LPTS, compose
from symag.limits import Watch
from symag.operators import answering_actions, trim
from symag.simulation import fixpoint
from symag.simulation.lazy_pairs import LazyPairs
from symag.study.cases.families import random_lts, sub_system
from tests.generate import random_model
from tests.oracle import textbook


def pairs_for(system: LPTS, specification: LPTS, most: int) -> LazyPairs:
    answered = answering_actions(specification)
    meaning = array("i", [answered.get(action, -1) for action in system.actions])
    return LazyPairs(system, specification, meaning, most, Watch())


def certain(random: Random, model: LPTS) -> LPTS:
    """The model with one outcome of each distribution."""
    rows = [(s, a, random.choice(sorted(to))) for s, a, to in model.transitions()]
    return LPTS.build(model.initial_state, rows, model.alphabet, states=model.states)


def random_lts_question(random: Random) -> tuple[LPTS, LPTS]:
    system = certain(random, random_model(random, 5))
    if random.random() < 0.3:
        return system, certain(random, random_model(random, 4))
    return system, certain(random, compose(random_model(random, 2), system) if random.random() < 0.3 else system)


def test_pairs_agree_with_the_textbook() -> None:
    seen = {True: 0, False: 0}
    for seed in range(1500):
        random = Random(seed)
        system, specification = random_lts_question(random)
        specification = trim(specification)
        expected = textbook([system], specification)
        pairs = pairs_for(system, specification, 1 << 20)
        assert pairs.run() == expected.holds, f"seed {seed}"
        seen[expected.holds] += 1
        if expected.holds:
            found = pairs.relation()
            names = {((system.states[s],), (specification.states[p],)) for s, p in found}
            assert names <= expected.related
            assert (system.initial, specification.initial) in found
            assert len(set(found)) == len(found) <= pairs.statistics()["pairs"]
    assert min(seen.values()) >= 100, seen


def test_pairs_are_audited_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel accepts the pairs; where they fail, the tree still has the least depth."""
    monkeypatch.setattr(fixpoint, "LARGE", 0)
    seen = {"holds": 0, "violated": 0}
    for seed in range(80):
        system, specification = random_lts_question(Random(seed))
        expected = textbook([system], trim(specification))
        verdict = symag.check([system], specification, method="mono")
        assert verdict.audited
        assert bool(verdict) == expected.holds
        seen[verdict.verdict] += 1
        if verdict.counterexample is not None:
            assert verdict.counterexample.depth == expected.rank[expected.initial]
    assert min(seen.values()) >= 10, seen


@pytest.mark.parametrize(("actions", "needed"), [(20, 1521), (5, 2896)])
def test_few_pairs_are_needed_where_moves_have_few_answers(actions: int, needed: int) -> None:
    system, specification = sub_system(random_lts(1500, 7500, actions, 1), 1500, 2)
    pairs = pairs_for(system, specification, 2 * (system.num_states + specification.num_states))
    assert pairs.run() is True
    assert pairs.statistics()["pairs"] == needed
    assert pairs_for(system, specification, needed - 1).run() is None
