"""Several properties, decided one by one, against their composition; the parts of a system that matter for one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import symag
from symag import LPTS
from symag.evidence import Proof
from tests.traces.questions import nearest_violation, random_lts, random_property, random_protocol

METHODS = ("mono", "auto", "agar", "learn", "cegar")
RULES = ("asym-n", "asym", "symmetric")


def random_question(random: Random) -> tuple[list[LPTS], list[LPTS]]:
    """Some of the properties hold: each is what the system does of a few actions, with something missing in half of the
    cases; one may be nondeterministic, or have hidden moves."""
    components, _ = random_protocol(random)
    properties = [random_property(random, components, 2) for _ in range(random.choice([2, 2, 3]))]
    if random.random() < 0.2:
        properties.append(random_lts(random))
    return components, properties


def options_of(seed: int) -> dict[str, str]:
    method = METHODS[seed % len(METHODS)]
    return {"method": method} | ({"rule": RULES[seed % len(RULES)]} if method == "learn" else {})


@pytest.mark.parametrize("part", range(4))
def test_properties_one_by_one_are_their_composition(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part, 1_200, 4):
        components, properties = random_question(Random(seed))
        whole = symag.check(components, properties, relation="traces", method="mono", split=False, audit=False)
        verdict = symag.check(components, properties, relation="traces", audit=False, **options_of(seed))  # type: ignore[arg-type]
        assert verdict.verdict == whole.verdict, seed
        seen[verdict.verdict] += 1
        if verdict.counterexample is not None:
            assert_violated(components, verdict)
    assert min(seen.values()) > 60


def random_composed(random: Random) -> tuple[list[LPTS], LPTS]:
    """The property is one model, a composition of what the system does of two or three actions at a time."""
    components, _ = random_protocol(random)
    parts = [random_property(random, components, 3) for _ in range(random.choice([2, 3]))]
    return components, symag.determinise(symag.compose(*parts))


@pytest.mark.parametrize("part", range(4))
def test_one_model_is_split(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part, 1_200, 4):
        components, specification = random_composed(Random(seed))
        whole = symag.check(components, specification, relation="traces", method="mono", audit=False)
        verdict = symag.check(components, specification, relation="traces", split=True, audit=False, **options_of(seed))  # type: ignore[arg-type]
        assert verdict.verdict == whole.verdict, seed
        seen[verdict.verdict] += 1
        if verdict.counterexample is not None:
            assert verdict.counterexample.specification.alphabet == specification.alphabet
            assert len(verdict.counterexample.tree.mapping(0)) == len(components)
        elif isinstance(verdict.certificate, Proof) and len(verdict.certificate.premises[-1].below) > 1:
            seen["split"] += verdict.certificate.premises[-1].below[0] == "R1"
    assert min(seen.values()) > 30


def assert_violated(components: list[LPTS], verdict: symag.Verdict) -> None:
    """The trace is one of all components, and a shortest one that its property does not allow."""
    counterexample = verdict.counterexample
    assert counterexample is not None
    assert len(counterexample.tree.mapping(0)) == len(components)
    if verdict.method == "mono":
        assert counterexample.depth == nearest_violation(components, counterexample.specification)
