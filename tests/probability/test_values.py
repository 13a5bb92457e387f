"""Exact probabilities beside Storm's exact engine, beside all schedulers, and by laws."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from random import Random

import pytest

import symag
from symag import LPTS
from symag.probability import Chance, Formula, leaving
from tests.generate import ACTIONS, random_model
from tests.probability import oracle
from tests.probability.formulas import random_formula, random_path

storm = pytest.mark.skipif(find_spec("stormpy") is None, reason="Storm, the oracle, is not installed (stormpy)")


def greatest(components: list[LPTS], formula: str | Formula) -> Fraction:
    """By composing."""
    asked = symag.formula(formula) if isinstance(formula, str) else formula
    found = symag.check(components, asked, audit=False).value
    assert found is not None
    return found


def random_components(random: Random) -> list[LPTS]:
    return [random_model(random, 4) for _ in range(random.randint(1, 3))]


def random_property(random: Random) -> LPTS:
    names = [f"p{i}" for i in range(random.randint(1, 3))]
    known = random.sample(ACTIONS, random.randint(1, 3))
    rows = [(random.choice(names), random.choice(known), random.choice(names)) for _ in range(random.randint(1, 6))]
    return LPTS.build(names[0], rows, known, states=names)


@storm
@pytest.mark.parametrize("seed", range(250))
def test_values_are_those_of_storm(seed: int) -> None:
    random = Random(seed)
    components = random_components(random)
    asked = symag.formula(f"Pmax=? [ {random_path(random)} ]")
    assert isinstance(asked.root, Chance)
    system = oracle.System.of(components)
    start, places = oracle.game(system, asked.root.path)
    assert greatest(components, asked) == oracle.by_storm(places, start, getattr(asked.root.path, "steps", None))


@storm
@pytest.mark.parametrize("seed", range(100))
def test_values_of_leaving_are_those_of_storm(seed: int) -> None:
    random = Random(seed)
    components, left = random_components(random), random_property(random)
    system = oracle.System.of(components)
    asked = leaving(left, Fraction(1))
    assert isinstance(asked.root, Chance)
    start, places = oracle.game(system, asked.root.path)
    expected = oracle.by_storm(places, start, None)
    verdict = symag.check(components, left, at_most=expected, audit=False)
    assert verdict
    assert verdict.value is None or verdict.value <= expected
    if expected:
        assert not symag.check(components, left, at_most=expected * (1 - Fraction(1, 10**20)), audit=False)


@pytest.mark.parametrize("seed", range(250))
def test_formulas_are_decided_as_by_all_schedulers(seed: int) -> None:
    random = Random(seed)
    components = random_components(random)
    asked = symag.formula(random_formula(random))
    system = oracle.System.of(components)
    try:
        expected = system.initial in oracle.satisfies(system, asked.root)
    except oracle.TooLarge:
        pytest.skip("there are too many schedulers")
    assert bool(symag.check(components, asked, audit=False)) == expected, asked


@pytest.mark.parametrize("seed", range(100))
def test_values_with_steps_rise_to_the_value(seed: int) -> None:
    random = Random(seed)
    components = random_components(random)
    goal, steps = random.choice(ACTIONS), (0, 1, 2, 3, 5, 9)
    values = [greatest(components, f"Pmax=? [ F<={n} {goal} ]") for n in steps]
    limit = greatest(components, f"Pmax=? [ F {goal} ]")
    assert values == sorted(values)
    assert values[0] == 0
    assert values[-1] <= limit
    assert (values[-1] == 0) == (limit == 0)


def test_preserved_by_simulation() -> None:
    """If the one is below the other, and knows no other action, it does nothing with a greater probability."""
    random, pairs = Random(5), 0
    while pairs < 100:
        one = random_model(random, 4)
        other = symag.quotient(one, _partition(random, one)) if random.random() < 0.7 else random_model(random, 2)
        if not (one.alphabet <= other.alphabet and symag.check([one], other, audit=False)):
            continue
        pairs += 1
        path = random_path(random, 2)
        asked = symag.formula(f"Pmax=? [ {path} ]")
        assert greatest([one], asked) <= greatest([other], asked), path


def _partition(random: Random, model: LPTS) -> list[int]:
    blocks = [random.randrange(model.num_states) for _ in range(model.num_states)]
    number: dict[int, int] = {}
    return [number.setdefault(block, len(number)) for block in blocks]
