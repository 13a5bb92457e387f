"""The road of `auto` that splits a specification that is one model, against the composition."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

import symag
from symag.assume.roads import COSTS, PartsGuess
from symag.evidence import Proof
from symag.study.cases.scheduler import cells, job_property
from tests.assume.test_split import random_composed
from tests.traces.questions import random_property, random_protocol

NEVER = 1e15
FORCED = replace(
    COSTS,
    first=0.0,
    component=NEVER,
    worth_splitting=0,
    grows=0.0,
    parts=(PartsGuess("split", -1e18, 0.0), PartsGuess("weakest", -1e17, 0.0)),
)
"""Costs that are not true: what can be split is split, whatever its size."""


@pytest.mark.parametrize("part", range(4))
def test_what_is_split_gives_the_verdict_of_mono(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """1,200 questions, four of five with a composition of small properties; the kernel accepts the evidence of each."""
    monkeypatch.setattr("symag.assume.auto.COSTS", FORCED)
    monkeypatch.setattr("symag.limits.LOOK_WORK", 50)  # so that even these small systems take several turns
    monkeypatch.setattr("symag.traces.split.SAMPLED", (3, 256)[part % 2])
    seen: Counter[str] = Counter()
    for seed in range(part, 1_200, 4):
        random = Random(seed)
        components, specification = random_composed(random)
        if random.random() < 0.2:
            components, _ = random_protocol(random)
            specification = symag.determinise(random_property(random, components, 3))
        whole = symag.check(components, specification, relation="traces", method="mono", audit=False)
        verdict = symag.check(components, specification, relation="traces", audit=True)
        assert (verdict.verdict, verdict.audited) == (whole.verdict, True), seed
        road = verdict.statistics["selection"].split(":")[0]
        seen[f"{road}, {verdict.verdict}"] += 1
        if road.startswith("split") and verdict.certificate is not None:
            assert isinstance(verdict.certificate, Proof)
            assert verdict.certificate.premises[-1].above == "P"
        if verdict.counterexample is not None:
            assert verdict.counterexample.specification.alphabet == specification.alphabet
            assert len(verdict.counterexample.tree.mapping(0)) == len(components)
    split = "split, property by property"
    assert min(seen[f"{split}, holds"], seen[f"{split}, violated"]) >= 20, seen
    assert sum(count for taken, count in seen.items() if not taken.startswith("split")) >= 20, seen


def test_what_must_not_be_split_is_not() -> None:
    verdict = symag.check(cells(14), job_property(14), relation="traces", split=False, audit=False)
    assert verdict
    assert "split" not in verdict.statistics["spent"]


def test_the_limit_is_that_of_the_search() -> None:
    """That a specification cannot be split is no reason for `unknown`."""
    verdict = symag.check(cells(10), job_property(10), relation="traces", max_states=30, reduce=False)
    assert (verdict.verdict, verdict.limit) == ("unknown", "max-states")
