"""Formulas of probabilistic safety by solvers, beside the exact engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, InputError, InternalError
from symag.limits import Limits, Watch
from symag.probability import Chance, Evaluation, Formula, leaving
from symag.simulation import Capabilities, Decision, Fixpoint, capabilities_of, get_backend
from symag.smt.bound_cases import AGAIN, BOUND_CASES, LINK, BoundCase
from symag.smt.formula import MakeSolver, SolverFormula
from symag.smt.probability_backend import decide_formula
from symag.smt.probability_bound import LARGEST, BoundQuestion, PathBound
from symag.smt.z3_solver import Z3Solver
from tests.backends import SOLVERS
from tests.generate import random_model
from tests.probability.formulas import random_formula, random_path
from tests.probability.test_values import random_property

TINY = Fraction(1, 10**12)


def random_components(random: Random) -> list[LPTS]:
    return [random_model(random, 4) for _ in range(random.randint(1, 2))]


def decided(components: list[LPTS], asked: Formula, backend: str) -> str:
    verdict = symag.check(components, asked, backend=backend)
    assert verdict.audited
    return verdict.verdict


def test_solvers_agree_with_the_exact_engine() -> None:
    answers: Counter[str] = Counter()
    for seed in range(40):
        random = Random(seed)
        components = random_components(random)
        asked = symag.formula(random_formula(random))
        if random.random() < 0.3:
            asked = leaving(random_property(random), Fraction(random.randint(0, 4), 4))
        found = {decided(components, asked, backend) for backend in ("fixpoint", *SOLVERS)}
        assert len(found) == 1, (seed, asked)
        answers.update(found)
    assert min(answers["holds"], answers["violated"]) >= 10


def test_at_the_exact_value_and_below_it() -> None:
    """Also with formulas inside of the path; and the value itself, which the solver confirms."""
    violated = 0
    for seed in range(30):
        random = Random(seed)
        components, path = random_components(random), random_path(random, 2)
        asks = symag.formula(f"Pmax=? [ {path} ]")
        value = symag.check(components, asks).value
        assert value is not None
        below = value * (1 - TINY)
        for backend in SOLVERS:
            assert symag.check(components, asks, backend=backend).value == value
            assert decided(components, symag.formula(f"P<={value} [ {path} ]"), backend) == "holds"
            if value:
                assert decided(components, symag.formula(f"P<={below} [ {path} ]"), backend) == "violated"
                violated += 1
    assert violated >= 30


@pytest.mark.parametrize("case", BOUND_CASES, ids=lambda case: case.name)
def test_the_cases_are_as_every_backend_says(case: BoundCase) -> None:
    for backend in ("fixpoint", *SOLVERS):
        assert decided([case.system], case.asked, backend) == ("holds" if case.holds else "violated")


def bound_of(system: LPTS, text: str, make: MakeSolver = Z3Solver) -> PathBound:
    asked = symag.formula(text)
    assert isinstance(asked.root, Chance)
    problem = Evaluation(system, asked, Watch()).problem(asked.root)
    return PathBound(BoundQuestion(problem, [problem.initial], asked.root.bound), make)


def test_what_is_asked() -> None:
    """Nothing about places from which the goal cannot be reached; linear arithmetic, and no Boolean without need."""
    question = bound_of(LINK, "P<=1/1000 [ F fail ]").question
    assert [LINK.states[node.place] for node in question.nodes] == ["first", "second", "third", "lost"]
    formula = question.formula()
    assert (formula.logic, formula.num_clauses, len(formula.inequalities)) == ("QF_LRA", 0, 5)
    assert not bound_of(LINK, "P<=1/2 [ F<=0 fail ]").question.nodes


def test_a_core_has_one_choice_for_each_place() -> None:
    """Also if the solver's core has all of them."""

    class Rough(Z3Solver):
        def core(self) -> list[int]:
            return self.given

        def solve(self, assumed: Any = ()) -> bool:
            self.given = list(assumed)
            return super().solve(assumed)

    rows = [("s", "b", "u"), ("s", "a", "t"), ("t", "b", "u"), ("t", "a", "s"), ("u", "a", "s"), ("u", "win", "u")]
    model = LPTS.build("s", [("s", "a", {"t": "1/2", "u": "1/2"}), *rows])
    for bound in ("1/10", "9/10"):
        path = bound_of(model, f"P<={bound} [ F win ]", Rough)
        assert not path.is_at_most(model.initial)
        policy = path.policy(model.initial)
        assert path.core == 1 + len(path.question.choices)
        assert policy(model.states.index("u"), 0) >= 0
        tree = decide_formula(model, symag.formula(f"P<={bound} [ F win ]"), Watch(), Rough).tree
        assert tree is not None


class Lying(Z3Solver):
    """Its numbers are too small."""

    def values(self, reals: Any) -> list[Fraction]:
        return [value / 2 for value in super().values(reals)]


class Yes(Z3Solver):
    """Everything is satisfiable, by ones."""

    def solve(self, assumed: Any = ()) -> bool:
        return True

    def values(self, reals: Any) -> list[Fraction]:
        return [Fraction(1) for _ in reals]


class No(Z3Solver):
    """Nothing is satisfiable, unless it has to be explained."""

    def add(self, formula: SolverFormula) -> None:
        super().add(formula)
        self.explained = any(one.guard for one in formula.inequalities[:-1])

    def solve(self, assumed: Any = ()) -> bool:
        return self.explained and super().solve(assumed)


@pytest.mark.parametrize(
    ("solver", "message"),
    [(Lying, "no inductive bound"), (Yes, "exceed the bound"), (No, "a model of constraints that it had called")],
)
def test_a_solver_that_lies_is_found_out(solver: MakeSolver, message: str) -> None:
    with pytest.raises(InternalError, match=message):
        decide_formula(LINK, symag.formula("P<=1/100 [ F fail ]"), Watch(), solver)


@pytest.mark.parametrize("solver", [No, Yes])
def test_a_greatest_probability_is_confirmed_from_both_sides(solver: MakeSolver) -> None:
    with pytest.raises(InternalError):
        decide_formula(LINK, symag.formula("Pmax=? [ F fail ]"), Watch(), solver)


@pytest.mark.parametrize("backend", SOLVERS)
def test_limits(backend: str) -> None:
    decide = capabilities_of(get_backend(backend)).formulas
    assert decide is not None
    readings = count()
    watch = Watch(Limits(seconds=1.0), clock=lambda: next(readings) / 8)
    with pytest.raises(symag.LimitReached, match="timeout"):
        decide(AGAIN, symag.formula("P<=1/2 [ F<=3000 deliver ]"), watch)


def test_too_many_steps() -> None:
    verdict = symag.check([AGAIN], symag.formula(f"P<=1/2 [ F<={LARGEST + 1} deliver ]"), backend="z3")
    assert (verdict.verdict, verdict.limit) == ("unknown", "size")
    assert verdict.reason == f"size: a solver gets at most {LARGEST:,} unknowns: choose the backend fixpoint"


class Foreign:
    """A backend of another package."""

    name = "foreign"

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        return Fixpoint().simulate(system, specification, watch)


class Explicit(Foreign):
    """One that leaves questions that need no backend to symag."""

    capabilities = Capabilities(is_explicit=True)


def test_backends_of_other_packages() -> None:
    asked = symag.formula("P<=1/100 [ F fail ]")
    with pytest.raises(InputError, match="'foreign' does not decide formulas of probabilistic safety: choose fixpoint"):
        symag.check([LINK], asked, backend=Foreign())
    assert symag.check([LINK], asked, backend=Explicit())


def test_statistics_and_by_parts() -> None:
    verdict = symag.check([LINK], symag.formula("P<=1/10000 [ F fail ]"), backend="z3", method="mono")
    assert {key: verdict.statistics[key] for key in ("variables", "clauses", "core")} == {
        "variables": 4,
        "clauses": 4,
        "core": 5,
    }
    user = LPTS.build("0", [("0", "send", "0"), ("0", "fail", "0")], name="User")
    for bound, expected in (("1/10", "holds"), ("1/10000", "violated")):
        for backend in ("fixpoint", "z3"):
            verdict = symag.check(
                [LINK, user], symag.formula(f"P<={bound} [ F fail ]"), backend=backend, method="agar", rule="asym"
            )
            assert (verdict.verdict, verdict.audited) == (expected, True)
