"""The records of relations: complete, and consistent with the kernel and with the words that people read."""

from __future__ import annotations

from fractions import Fraction

import pytest

import symag
from symag.evidence import Bound, SimulationRelation, Tree
from symag.kernel.audit import RELATIONS as CHECKED
from symag.kernel.formula import RELATIONS as OF_FORMULAS
from symag.limits import Watch
from symag.model import LPTS
from symag.probability import Formula, leaving
from symag.relations import RELATIONS, SIMULATION, Relation, read_verdict, relation_of
from symag.simulation import get_backend

TICK = LPTS.build("on", [("on", "tick", "off"), ("off", "tock", "on")], name="tick")
EAGER = LPTS.build("on", [("on", "tick", "on"), ("on", "tock", "on")], name="eager")
COIN = LPTS.build("s", [("s", "tick", {"s": "1/2", "t": "1/2"})], name="coin")
NAMES = [relation.name for relation in RELATIONS]


def specified(relation: Relation, model: LPTS) -> LPTS | Formula:
    """The model as a specification of the relation; of probabilities, that it is never left."""
    return model if LPTS in relation.specification.types else leaving(model, Fraction(0))


def test_the_kernel_checks_every_relation() -> None:
    assert set(NAMES) == set(CHECKED) | set(OF_FORMULAS)
    assert len(NAMES) == len(set(NAMES))


@pytest.mark.parametrize("relation", RELATIONS, ids=NAMES)
def test_words_cover_every_verdict(relation: Relation) -> None:
    assert set(relation.words.signs) == set(relation.words.sentences) == {"holds", "violated", "unknown"}
    for sentence in relation.words.sentences.values():
        assert "L1" in sentence.format(system="L1", specification="P")
        assert "P" in sentence.format(system="L1", specification="P")


@pytest.mark.parametrize("relation", RELATIONS, ids=NAMES)
@pytest.mark.parametrize(("system", "specification", "holds"), [(TICK, EAGER, True), (EAGER, TICK, False)])
def test_decide_prove_and_check_agree(relation: Relation, system: LPTS, specification: LPTS, holds: bool) -> None:
    backend, given = get_backend("fixpoint"), specified(relation, specification)
    decision, _ = relation.decide([system], given, backend, Watch())
    assert (decision.tree is None) == holds
    proved = relation.prove([system], given, backend, Watch())
    assert isinstance(proved, SimulationRelation | Bound if holds else Tree)
    if relation.search is not None:
        tree, reached = relation.search([system], given, Watch())
        assert (tree is None) == holds
        assert reached.specification is specification
    verdict = symag.check(system, given, relation=relation.name)
    assert bool(verdict) == holds
    assert verdict.sign == relation.words.signs[verdict.verdict]
    if verdict.counterexample is not None:
        assert verdict.counterexample.kind == relation.counterexample


@pytest.mark.parametrize("relation", RELATIONS, ids=NAMES)
@pytest.mark.parametrize(("system", "specification"), [(TICK, EAGER), (EAGER, TICK)])
def test_a_saved_verdict_is_read_with_the_words_of_its_relation(
    relation: Relation, system: LPTS, specification: LPTS
) -> None:
    verdict = symag.check(system, specified(relation, specification), relation=relation.name)
    assert read_verdict(verdict.dumps()).claim == verdict.claim


def test_a_relation_that_is_not_known_is_refused() -> None:
    text = symag.check(TICK, EAGER).dumps().replace('"relation": "simulation"', '"relation": "likeness"', 1)
    with pytest.raises(symag.InputError, match="the relation 'likeness' is not known"):
        read_verdict(text)


def test_admission() -> None:
    relation_of("simulation").admit([COIN], COIN)
    with pytest.raises(symag.InputError, match="coin is probabilistic"):
        relation_of("traces").admit([COIN], TICK)
    assert relation_of("simulation") is SIMULATION
