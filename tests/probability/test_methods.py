"""Every method answers as composing does, and so does a reduced system; the evidence shows it by itself."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, Verdict
from symag.evidence import Bound
from symag.probability import Chance, Formula
from symag.study.cases.probability import PROBABILITY_CASES
from tests.generate import ACTIONS, random_model
from tests.probability import oracle
from tests.probability.formulas import random_formula

METHODS: tuple[dict[str, Any], ...] = (
    {"method": "mono"},
    {"method": "auto"},
    {"method": "agar", "rule": "asym"},
    {"method": "agar", "rule": "asym-n"},
    {"method": "cegar"},
)
TINY = Fraction(1, 10**9)
LARGEST_TREE = 12
"""That the oracle looks at."""


def random_question(random: Random) -> tuple[list[LPTS], Formula]:
    """Two or three components, and a formula; mostly a bound on reaching an action, near the value."""
    components = [random_model(random, 4) for _ in range(random.randint(2, 3))]
    if random.random() < 0.4:
        return components, symag.formula(random_formula(random))
    goal = random.choice(ACTIONS)
    value = symag.check(components, symag.formula(f"Pmax=? [ F {goal} ]"), reduce=False, audit=False).value
    assert value is not None
    bound = random.choice([value, value * Fraction(2, 3), value - TINY * value, (1 + value) / 2])
    return components, symag.formula(f"P<={bound} [ F {goal} ]")


@pytest.mark.parametrize("seed", range(500))
def test_methods_agree(seed: int) -> None:
    components, asked = random_question(Random(seed))
    expected = symag.check(components, asked, method="mono", reduce=False, audit=False)
    assert expected.verdict in ("holds", "violated")
    for options in METHODS:
        found = symag.check(components, asked, **options)
        if found.limit == "counterexample":
            continue  # it has too many nodes
        assert found.verdict == expected.verdict, options
        assert found.audited
        if found.verdict == "violated":
            assert_refutes(found, components, asked)
    if not expected:
        assert_refutes(expected, components, asked)


def assert_refutes(verdict: Verdict, components: list[LPTS], formula: Formula) -> None:
    """The counterexample is below the system, and violates the formula by itself."""
    assert verdict.counterexample is not None
    tree = verdict.counterexample.to_lpts()
    assert symag.check([tree], symag.compose(*components), audit=False)
    assert _violates(tree, formula)


def _violates(tree: LPTS, formula: Formula) -> bool:
    system = oracle.System.of([tree])
    if len(system.moves) <= LARGEST_TREE:
        try:
            return system.initial not in oracle.satisfies(system, formula.root)
        except oracle.TooLarge:
            pass
    return symag.check([tree], formula, method="mono", reduce=False, audit=False).verdict == "violated"


@pytest.mark.parametrize("seed", range(150))
def test_verdicts_turn_at_the_exact_value(seed: int) -> None:
    random = Random(seed)
    components = [random_model(random, 4) for _ in range(random.randint(1, 3))]
    path = f"F{random.choice(['', '', '<=4'])} {random.choice(ACTIONS)}"
    value = symag.check(components, symag.formula(f"Pmax=? [ {path} ]"), audit=False).value
    assert value is not None
    for bound in (value, min(value + TINY, Fraction(1)), (value + 1) / 2):
        verdict = symag.check(
            components, symag.formula(f"P<={bound} [ {path} ]"), method="mono", reduce=False, audit=False
        )
        assert verdict
        assert_bounds(verdict, components, bound)
    if value:
        for bound in (value - TINY * value, value / 2):
            asked = symag.formula(f"P<={bound} [ {path} ]")
            verdict = symag.check(components, asked, method="mono", reduce=False, audit=False)
            assert verdict.verdict == "violated"
            assert_refutes(verdict, components, asked)


def assert_bounds(verdict: Verdict, components: list[LPTS], most: Fraction) -> None:
    """The numbers of the evidence are inductive: by the plain definition, on a system that is composed by names."""
    bound = verdict.certificate
    assert isinstance(bound, Bound)
    root = bound.specification.root
    assert isinstance(root, Chance)
    system = oracle.System.of(components)
    start, places = oracle.game(system, root.path)
    (part,) = bound.evidence()["bounds"]
    rounds = [_numbers(groups) for groups in part.get("steps", [part.get("values")])]
    steps = getattr(root.path, "steps", None)
    for left in range((steps or 0) + 1):
        now, before = rounds[min(left, len(rounds) - 1)], rounds[min(max(left - 1, 0), len(rounds) - 1)]
        if steps is not None and left == 0:
            continue
        for place, choices in places.items():
            one = now.get(place, Fraction(1))
            assert one >= 0
            assert all(oracle.worth(choice, _with_ones(places, before)) <= one for choice in choices)
    assert rounds[min(steps or 0, len(rounds) - 1)].get(start, Fraction(1)) <= most


def _numbers(groups: list[dict[str, object]]) -> dict[oracle.State, Fraction]:
    found = {}
    for group in groups:
        states = group["states"]
        assert isinstance(states, list)
        found.update({tuple(state): Fraction(str(group["at_most"])) for state in states})
    return found


def _with_ones(places: oracle.Game, numbers: dict[oracle.State, Fraction]) -> dict[oracle.State, Fraction]:
    return {place: numbers.get(place, Fraction(1)) for place in places}


SILENT = LPTS.build("s", [("s", "tau", {"t": "1/2", "u": "1/2"}), ("t", "a", "t")], name="L")
LATER = LPTS.build("s", [("s", "own", "t"), ("t", "a", "t")], name="L")
IDLE = LPTS.build("i", [], [], name="M")


@pytest.mark.parametrize("options", METHODS, ids=lambda options: "-".join(options.values()))
@pytest.mark.parametrize(
    ("component", "text", "verdict"),
    [
        (SILENT, "P<=1/2 [ F a ]", "holds"),
        (SILENT, "P<=49/100 [ F a ]", "violated"),
        (LATER, "disabled(a)", "holds"),
        (LATER, "P<=0 [ X a ]", "holds"),
        (LATER, "P<=0 [ F<=1 a ]", "holds"),
        (LATER, "P<=0 [ a U a ]", "holds"),
        (LATER, "P<=0 [ (enabled(a)) U a ]", "holds"),
        (LATER, "P<=1/2 [ F a ]", "violated"),
    ],
)
def test_silent_steps_matter(component: LPTS, text: str, verdict: str, options: dict[str, Any]) -> None:
    """A reduction neither chooses among the outcomes of a silent move nor hides what a state can do."""
    assert symag.check([component, IDLE], symag.formula(text), **options).verdict == verdict


@pytest.mark.parametrize(
    ("case", "parameter", "bound", "rule", "sizes"),
    [
        ("MER", 3, "7/25", "asym", [3]),
        ("MER", 3, "7/25", "asym-n", [1, 1]),
        ("MER", 4, "7/25", "asym", [3]),
        ("SN", 2, "1/20", "asym", [3]),
        ("SN", 2, "1/20", "asym-n", [3, 1]),
        ("SN", 2, "26/625", "asym-n", [10, 4]),
    ],
)
def test_assumptions_are_small(case: str, parameter: int, bound: str, rule: str, sizes: list[int]) -> None:
    """Several things that a counterexample demands of the users at once do not tell all of their states apart."""
    study = PROBABILITY_CASES[case]
    formula = study.formula(parameter, Fraction(bound))
    order: dict[str, Any] = {"order": "auto"} if rule == "asym-n" else {}
    verdict = symag.check(study.components(parameter), formula, method="agar", rule=rule, audit=True, **order)
    assert verdict
    assert verdict.audited
    assert [assumption.num_states for assumption in verdict.assumptions] == sizes
    assert len(verdict.history) <= 40
