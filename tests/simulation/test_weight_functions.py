"""Weight functions of the engine against exact arithmetic: any width, any denominator."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings

import symag
from symag import LPTS
from symag.errors import LimitReached
from symag.limits import Limits, Watch
from symag.operators import answering_actions
from symag.simulation import exact_flow
from symag.simulation.fixpoint import some_simulation
from symag.simulation.integer_flow import IntegerFlow
from symag.simulation.refiner import Refiner
from symag.simulation.scaled_flow import ScaledFlow
from symag.simulation.successor_matching import SuccessorMatcher
from symag.simulation.vector_numbers import VectorNumbers
from symag.study.cases.chances import random_chances
from tests.generate import LARGE_PRIME, randoms
from tests.oracle import textbook
from tests.simulation.test_differential import assert_coarsest
from tests.simulation.weights import BOUNDARIES, Weights, random_weights

LIMB = 62
"""Bits of a limb of a number of the flow."""


def decided(weights: Weights) -> bool:
    """By the engine."""
    return some_simulation(*weights.models(), Watch()) is not None


def refined(model: LPTS, specification: LPTS) -> ScaledFlow:
    """The flows that it takes to refine the rows of a model."""
    matcher = SuccessorMatcher(model, specification, VectorNumbers(model, specification, Watch()), Watch())
    answered = answering_actions(specification)
    Refiner(model, specification, array("i", [answered.get(a, -1) for a in model.actions]), matcher).run(Watch())
    return matcher.distributions.problem


@settings(max_examples=150, deadline=None)
@given(randoms)
def test_agrees_with_exact_arithmetic_in_both_directions(random: Random) -> None:
    weights = random_weights(random)
    expected = weights.expected()
    assert decided(weights) == expected
    assert decided(weights.reversed()) == expected


def test_both_answers_and_all_kinds_of_numbers_occur() -> None:
    answers, flows, long_flows = [], 0, 0
    for seed in range(400):
        weights = random_weights(Random(seed))
        answers.append(decided(weights))
        assert answers[-1] == weights.expected(), seed
        found = refined(*weights.models())
        flows, long_flows = flows + found.flows, long_flows + found.long_flows
    assert 100 < sum(answers) < 300
    assert flows > 100
    assert long_flows > 30


def _cut(random: Random, total: int, count: int) -> list[int]:
    """The total in so many pieces."""
    return [b - a for a, b in pairwise([0, *sorted(random.randrange(total) for _ in range(count - 1)), total])]


def put(flow: IntegerFlow, position: int, number: int, limbs: int) -> None:
    """Fill a number of the flow."""
    for i in range(limbs):
        flow.number[position * limbs + i] = number >> LIMB * i & (1 << LIMB) - 1


@pytest.mark.parametrize("limbs", [1, 2, 3, 9])
def test_flows_of_any_width_and_length(limbs: int) -> None:
    """The compiled flow alone, with numbers up to the last bit of their limbs; one flow decides all."""
    random, flow, answers = Random(limbs), IntegerFlow(Watch()), []
    for _ in range(150):
        width, groups = (random.randint(1, random.choice([4, 8, 64, 65, 130])) for _ in range(2))
        total = (1 << LIMB * limbs) - 1 - random.randint(0, 1)
        masses, rooms = _cut(random, total, width), _cut(random, total, groups)
        density = random.choice([0.5, 0.9, 0.97])
        related = [[random.random() < density for _ in rooms] for _ in masses]
        flow.begin(width, groups)
        words = (groups + 63) // 64
        for x, row in enumerate(related):
            for w in range(words):
                flow.mask[x * words + w] = sum(bit << i for i, bit in enumerate(row[64 * w : 64 * w + 64]))
        flow.clear_numbers(limbs)
        for x, mass in enumerate(masses):
            put(flow, x, mass, limbs)
        for y, room in enumerate(rooms):
            put(flow, width + y, room, limbs)
        mu = {x: Fraction(mass, total) for x, mass in enumerate(masses)}
        nu = {y: Fraction(room, total) for y, room in enumerate(rooms)}
        exact = exact_flow(mu, nu, lambda x, y, related=related: related[x][y], Watch())  # type: ignore[misc]
        answers.append(flow.fits())
        assert answers[-1] == (exact.weights is not None)
    assert 15 < sum(answers) < 135


@pytest.mark.parametrize("scale", BOUNDARIES)
@pytest.mark.parametrize("other", [2, 3, 2**31 - 1, 2**31, 2**32, 2**33 + 1, LARGE_PRIME])
def test_at_the_boundaries_of_words(scale: int, other: int) -> None:
    """Outcome 0 goes to 0 only: what decides is one comparison, which the other outcomes turn into a flow."""
    for numerator in (1, scale // 3, scale - 2):
        share = Fraction(numerator, scale)
        near = Fraction(share.numerator * other // share.denominator, other)
        for least in {near, near + Fraction(1, other), share, share + Fraction(1, scale * other)}:
            if not 0 < least < 1:
                continue
            mu = [share, (1 - share) / 3, (1 - share) * 2 / 3]
            nu = [least, (1 - least) / 2, (1 - least) / 2]
            related = [[True, False, False], [True, True, True], [True, True, True]]
            assert decided(Weights(mu, nu, related)) == (share <= least)
            assert decided(Weights(nu, mu, [list(row) for row in zip(*related, strict=True)])) == (share <= least)


def awkward_model(random: Random, states: int) -> LPTS:
    """A model whose distributions have unrelated denominators."""
    names = [f"s{i}" for i in range(states)]
    rows: list[tuple[str, str, dict[str, object]]] = []
    for name in names:
        for _ in range(random.randint(0, 2)):
            goals = random.sample(names, random.randint(2, states))
            scale = random.choice([1, 3, 10**6 + 3, LARGE_PRIME, 10**40 + 1])
            weights = [random.randint(1, scale) for _ in goals]
            shares = {goal: Fraction(w, sum(weights)) for goal, w in zip(goals, weights, strict=True)}
            rows.append((name, random.choice("ab"), dict(shares)))
        if random.random() < 0.3:
            rows.append((name, "c", {name: 1}))
    return LPTS.build(names[0], rows, ["a", "b", "c"], states=names)


@pytest.mark.parametrize("share", range(4))
def test_whole_simulations_agree_with_the_textbook(share: int) -> None:
    for seed in range(share, 40, 4):
        random = Random(seed)
        model = awkward_model(random, 6)
        rows = [(source, action, dict(to)) for source, action, to in model.transitions()]
        part = LPTS.build("s0", [row for row in rows if random.random() < 0.8], ["a", "b", "c"], states=model.states)
        for one, other in ((part, model), (model, part)):
            expected = textbook([one], other)
            verdict = symag.check([one], other)
            assert verdict.audited
            assert bool(verdict) == expected.holds, seed
            if verdict:
                assert_coarsest(verdict, expected)


def test_numbers_too_large_for_words() -> None:
    shares = {"1": f"1/{LARGE_PRIME}", "2": f"{LARGE_PRIME - 1}/{LARGE_PRIME}"}
    less = {"1": f"1/{LARGE_PRIME - 2}", "2": f"{LARGE_PRIME - 3}/{LARGE_PRIME - 2}"}
    rows = [("1", "b", "0"), ("2", "c", "0")]
    one, two = (LPTS.build("0", [("0", "a", to), *rows]) for to in (shares, less))
    assert symag.check([one], one).verdict == "holds"
    assert symag.check([one], two).verdict == "violated"


def test_wide_supports() -> None:
    names = [f"x{i}" for i in range(90)]
    rows = [(name, f"a{i % 3}", "end") for i, name in enumerate(names)]
    model = LPTS.build("0", [("0", "go", dict.fromkeys(names, "1/90")), *rows])
    skewed = dict.fromkeys(names, "1/90") | {"x0": "2/90"}
    del skewed["x1"]
    other = LPTS.build("0", [("0", "go", skewed), *rows])
    assert symag.check([model], model).audited
    assert symag.check([model], other).verdict == "violated"


def test_small_weights_never_take_several_limbs() -> None:
    """Nor does anything of it take Python: there is no way from the compiled modules back."""
    for chances in ("1..2", "1..1000", "data"):
        model = random_chances(60, 8, chances)
        found = refined(model, model)
        assert found.flows > 50
        assert found.long_flows == 0


@pytest.mark.parametrize("width", [2, 5])
def test_few_rows_and_small_scales_take_no_flow(width: int) -> None:
    for chances in ("1..2", "1..1000", "data"):
        model = random_chances(60, width, chances)
        assert refined(model, model).flows == 0


def test_equal_distributions_take_no_flow() -> None:
    """A distribution against itself, of many outcomes of which each is below itself only."""
    names = [f"x{i}" for i in range(80)]
    shares = {name: Fraction(i + 1, 3240) for i, name in enumerate(names)}
    model = LPTS.build("0", [("0", "go", shares), *((name, name, name) for name in names)])
    assert refined(model, model).flows == 0


def test_nested_rows_take_no_flow_whatever_the_numbers_are() -> None:
    """Each outcome is below those with a larger number: sums decide, also where the numbers take several limbs."""
    names = [f"x{i}" for i in range(70)]
    rows = [(f"x{i}", f"a{j}", f"x{i}") for i in range(70) for j in range(i + 1)]
    scale = LARGE_PRIME * (2**127 - 1)
    less = {name: Fraction(1, 70) for name in names}
    more = less | {"x0": Fraction(1, 70) - Fraction(1, scale), "x69": Fraction(1, 70) + Fraction(1, scale)}
    much = less | {"x0": Fraction(1, 140), "x69": Fraction(3, 140)}
    one, near, far = (LPTS.build("s", [("s", "go", to), *rows]) for to in (less, more, much))
    assert [some_simulation(*two, Watch()) is not None for two in ((one, near), (near, one))] == [True, False]
    assert some_simulation(one, far, Watch()) is not None
    assert refined(one, near).long_flows == 1, "the difference is lost in rounding"
    assert refined(far, one).flows == 0
    assert some_simulation(far, one, Watch()) is None


def test_hopeless_distributions_take_few_flows() -> None:
    """Many distributions on an action: what one outcome or the heaviest row rules out is not computed."""
    model = random_chances(60, 8, "1..1000", moves=8)
    specification = random_chances(60, 8, "1..1000", moves=8, seed=2)
    matched = sum(model.num_distributions for _ in range(specification.num_distributions))
    assert refined(model, specification).flows < matched


def long_chain(size: int, clock: Callable[[], float]) -> bool:
    """One flow: each mass fills the room of its own number, though the next one would do; the last mass needs room 0.
    So everything must move on by one."""
    flow = IntegerFlow(Watch(Limits(seconds=60), clock=clock, memory=lambda: 0.0))
    flow.begin(size, size)
    words = (size + 63) // 64
    for x in range(size):
        for y in (x, x + 1) if x < size - 1 else (0,):
            flow.mask[x * words + (y >> 6)] |= 1 << (y & 63)
    flow.clear_numbers(1)
    for number in range(2 * size):
        flow.number[number] = 1000
    return flow.fits()


def test_the_clock_is_looked_at_within_a_wide_flow() -> None:
    """In proportion to the work: the time may be up in the middle of the one path that it takes."""
    readings = 0

    def clock() -> float:
        nonlocal readings
        readings += 1
        return 0.0 if readings <= last else 1e9

    last = 10**9
    assert long_chain(4000, clock)
    needed = readings
    assert needed >= 30
    for last in (needed // 4, needed * 3 // 4):
        readings = 0
        with pytest.raises(LimitReached, match="timeout"):
            long_chain(4000, clock)
        assert readings == last + 1
