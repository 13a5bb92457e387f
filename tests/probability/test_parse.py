"""Formulas as texts: what is read, what it means, and what is refused, with the place."""

from __future__ import annotations

import pickle
from fractions import Fraction
from random import Random

import pytest

import symag
from symag.errors import InputError
from symag.probability import Chance, Until
from symag.probability.formula import And, Enabled, Or, TruthValue
from symag.probability.text import formula_text
from tests.probability.formulas import random_formula

FAIL = Until(frozenset({"fail"}))

GOOD = {
    "P<=1/10 [ F fail ]": Chance(True, Fraction(1, 10), FAIL),
    "P <= 0.1[F fail]": Chance(True, Fraction(1, 10), FAIL),
    "P<=1e-2 [ true U fail ]": Chance(True, Fraction(1, 100), FAIL),
    "P>=9/10 [ G !fail ]": Chance(True, Fraction(1, 10), FAIL),
    "P>=0.9 [ G<=4 !{fail} ]": Chance(True, Fraction(1, 10), Until(frozenset({"fail"}), steps=4)),
    "P<=0 [ X {a, b} ]": Chance(True, Fraction(0), Until(frozenset("ab"), steps=1)),
    "P<=1 [ {b} U<=7 a ]": Chance(True, Fraction(1), Until(frozenset("a"), frozenset("b"), steps=7)),
    'P<=1/2 [ F "u[1].a b" ]': Chance(True, Fraction(1, 2), Until(frozenset({"u[1].a b"}))),
    "P<=1/2 [ F u[1].go ]": Chance(True, Fraction(1, 2), Until(frozenset({"u[1].go"}))),
    "P<=1/2 [ F a : enabled(b) ]": Chance(True, Fraction(1, 2), Until(frozenset("a"), right=Enabled("b"))),
    "P<=1/2 [ F P>1/3 [ X a ] ]": Chance(
        True,
        Fraction(1, 2),
        Until(None, right=Chance(False, Fraction(1, 3), Until(frozenset("a"), steps=1))),
    ),
    "P<=1/2 [ (enabled(a)) b U c ]": Chance(
        True, Fraction(1, 2), Until(frozenset("c"), frozenset("b"), left=Enabled("a"))
    ),
    "disabled(a) & true | false": Or((And((Enabled("a", False), TruthValue(True))), TruthValue(False))),
    "disabled(a) & (true | false)": And((Enabled("a", False), Or((TruthValue(True), TruthValue(False))))),
}


@pytest.mark.parametrize("text", GOOD)
def test_what_a_formula_means(text: str) -> None:
    found = symag.formula(text)
    assert found.root == GOOD[text]
    assert symag.formula(formula_text(found.root)).root == found.root
    assert pickle.loads(pickle.dumps(found)).root == found.root
    assert repr(found) == f"<Formula: {' '.join(text.split())}>"


def test_the_question_for_the_greatest_probability() -> None:
    found = symag.formula("Pmax=? [ F fail ]")
    assert found.asks
    assert found.bounded_by(Fraction(1, 3)).text == "P<=1/3 [ F fail ]"


def test_random_formulas_read_as_they_are_written() -> None:
    random = Random(1)
    for _ in range(300):
        root = symag.formula(random_formula(random)).root
        assert symag.formula(formula_text(root)).root == root


BAD = {
    "": (1, 1, "expected the formula of a state"),
    "P<=1/10 [ F fail": (1, 17, "expected ']'"),
    "P<=1/10 [ F ]": (1, 13, "expected an action"),
    "P<=1/10 [ F U ]": (1, 13, "put the name U in quotes"),
    "P<=1/10\n[ F {a, } ]": (2, 9, "expected an action"),
    "P<=2 [ F a ]": (1, 4, "greater than one"),
    "P<=1/0 [ F a ]": (1, 4, "divides by zero"),
    "P<=x [ F a ]": (1, 4, "expected a probability"),
    "P [ F a ]": (1, 3, "followed by a bound"),
    "P<=1/2 [ a ]": (1, 12, "a path is X, F, G or U"),
    "P<=1/2 [ F<=1/2 a ]": (1, 13, "a whole number"),
    "P<=1/2 [ F<=10000000 a ]": (1, 13, "at most 1,000,000"),
    "P<=1/2 [ F tau ]": (1, 12, "the hidden action"),
    "P<=1/2 [ F a ] x": (1, 16, "expected the end of the formula"),
    "P<=1/2 [ F a$b ]": (1, 13, "has no meaning"),
    "P<1/2 [ F a ]": (1, 1, "need not have a finite counterexample"),
    "P>1/2 [ F a ]": (1, 1, "P<=1/2 [ … ]"),
    "P>=9/10 [ F a ]": (1, 1, "Bound the opposite from above: P<=1/10"),
    "P<=1/10 [ G !a ]": (1, 1, "G goes with P>="),
    "P>=1/10 [ G a ]": (1, 13, "G is followed by !"),
    "P<=1/2 [ F P<=1/2 [ F a ] ]": (1, 12, "only P>p is preserved"),
    "Pmin=? [ F a ]": (1, 1, "Pmin is not preserved"),
    "Pmax=? [ G !a ]": (1, 10, "write F"),
    "true & Pmax=? [ F a ]": (1, 8, "a formula of its own"),
    "enabled(a)": (1, 1, "only disabled(a) is"),
    "P<=1/2 [ F disabled(a) ]": (1, 12, "only enabled(a) is"),
    "!disabled(a)": (1, 1, "negation is not preserved"),
    "(" * 100 + "true" + ")" * 100: (1, 65, "nested deeper than 64"),
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_refused_and_where(text: str) -> None:
    line, column, message = BAD[text]
    with pytest.raises(InputError) as caught:
        symag.formula(text)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_texts_that_are_too_long_and_no_texts() -> None:
    with pytest.raises(InputError, match="is too long"):
        symag.formula("true & " * 10_000 + "true")
    with pytest.raises(InputError, match="a formula is a text"):
        symag.formula(3)  # type: ignore[arg-type]
