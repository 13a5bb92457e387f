"""Trees that violate a formula: their masses and likeliest paths; schedulers."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from random import Random

import symag
from symag import LPTS, Counterexample, Formula
from symag.evidence import Bound
from symag.probability import Chance
from symag.probability.mass import WitnessMasses
from symag.probability.problem import GOAL
from symag.probability.scheduler import best_scheduler
from tests.generate import random_model
from tests.probability.formulas import random_formula, random_path

LOSSY = LPTS.build(
    "idle",
    [
        ("idle", "send", {"sent": "9/10", "lost": "1/10"}),
        ("sent", "ack", "idle"),
        ("lost", "retry", {"sent": "4/5", "bad": "1/5"}),
        ("bad", "fail", "bad"),
    ],
    name="lossy",
)


def witness(formula: str | Formula, *components: LPTS) -> Counterexample:
    asked = symag.formula(formula) if isinstance(formula, str) else formula
    found = symag.check(components or [LOSSY], asked).counterexample
    assert found is not None
    return found


def masses(found: Counterexample) -> WitnessMasses:
    formula = found.specification
    assert isinstance(formula, Formula)
    return WitnessMasses(found.tree, formula)


def test_the_likeliest_paths_of_a_tree() -> None:
    found = masses(witness("P<=1/20 [ F fail ]"))
    (violated,) = found.violated()
    assert isinstance(violated, Chance)
    mass = found.mass(violated)
    assert (mass.value, mass.num_paths) == (Fraction(271, 5000), 3)
    assert [path.probability for path in mass.paths()] == [Fraction(1, 50), Fraction(9, 500), Fraction(81, 5000)]
    paths, is_enough = mass.suffice(100)
    assert (len(paths), is_enough) == (3, True)
    paths, is_enough = mass.suffice(2)
    assert (len(paths), is_enough) == (2, False)
    assert sum(flow.ends for flow in mass.flows().values()) == mass.value


def test_paths_of_a_shared_tree_are_found_one_by_one() -> None:
    """There are more paths than anybody could list."""
    found = masses(witness("P<=9/10 [ F fail ]"))
    (violated,) = found.violated()
    assert isinstance(violated, Chance)
    mass = found.mass(violated)
    assert mass.num_paths == 10**18
    assert len(found.tree.nodes) < 3_000
    shown = [path.probability for path in islice(mass.paths(), 50)]
    assert shown == sorted(shown, reverse=True)
    assert sum(flow.ends for flow in mass.flows().values()) == mass.value > Fraction(9, 10)


def test_every_random_witness_violates_its_formula() -> None:
    """The mass that is shown exceeds the bound, and all paths together have it."""
    random, violations = Random(2), 0
    while violations < 60:
        components = [random_model(random, 4) for _ in range(random.randint(1, 2))]
        verdict = symag.check(components, symag.formula(random_formula(random)), audit=False)
        if verdict.counterexample is None:
            continue
        violations += 1
        found = masses(verdict.counterexample)
        violated = found.violated()
        assert violated or verdict.specification.name == "false"
        for part in violated:
            if isinstance(part, Chance):
                mass = found.mass(part)
                assert mass.value > part.bound
                assert sum(flow.ends for flow in mass.flows().values()) == mass.value
                if mass.num_paths < 200:
                    assert sum(path.probability for path in mass.paths()) == mass.value
        assert str(verdict.counterexample)


def test_a_scheduler_reaches_the_greatest_probability() -> None:
    """What it does in each place is worth what is said of the place, by its own outcomes."""
    random, found = Random(3), 0
    while found < 40:
        components = [random_model(random, 4) for _ in range(random.randint(1, 2))]
        verdict = symag.check(
            components, symag.formula(f"Pmax=? [ {random_path(random, 1)} ]"), method="mono", reduce=False
        )
        bound, formula = verdict.certificate, verdict.specification
        assert isinstance(bound, Bound)
        assert isinstance(formula, Formula)
        choices = best_scheduler(bound.system, formula)
        if not choices:
            assert verdict.value == 0
            continue
        found += 1
        assert choices[0].value == verdict.value
        for one in choices:
            worth = sum(
                share * (1 if to == GOAL else choices[to].value) for share, to in one.outcomes if to == GOAL or to >= 0
            )
            assert worth == one.value > 0
