"""Formulas as texts: what is read, what it means, and what is refused, with the place."""

from __future__ import annotations

import pickle
from fractions import Fraction
from random import Random

import pytest

import symag
from symag.errors import InputError
from symag.probability import FORMULA_KIND, Chance, Formula, Until
from symag.probability.formula import And, Enabled, Or, StateFormula, TruthValue
from symag.probability.text import as_written, bound_text, formula_text, path_text
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
    'P<=1/2 [ F "a\\"b\\\\c\\d" ]': Chance(True, Fraction(1, 2), Until(frozenset({'a"b\\c\\d'}))),
    "P<=1 [ (enabled(b)) U c ]": Chance(True, Fraction(1), Until(frozenset("c"), left=Enabled("b"))),
    "P<=.5 [ F a ]": Chance(True, Fraction(1, 2), Until(frozenset("a"))),
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
    assert symag.formula(formula_text(_unwritten(found))).root == found.root
    assert pickle.loads(pickle.dumps(found)).root == found.root
    assert repr(found) == f"<Formula: {' '.join(text.split())}>"


def test_the_question_for_the_greatest_probability() -> None:
    found = symag.formula("Pmax=? [ F fail ]")
    assert found.asks
    spaced = symag.formula("Pmax = ? [ F fail ]")
    assert (spaced.asks, spaced.root, spaced.text) == (True, found.root, "Pmax = ? [ F fail ]")
    assert found.bounded_by(Fraction(1, 3)).text == "P<=1/3 [ F fail ]"


def test_random_formulas_read_as_they_are_written() -> None:
    random = Random(1)
    for _ in range(300):
        found = symag.formula(random_formula(random))
        for root in (found.root, _unwritten(found)):
            assert symag.formula(formula_text(root)).root == found.root


def _unwritten(found: Formula) -> StateFormula:
    """The formula as a verdict file has it, which does not say how its parts were written."""
    read: Formula = FORMULA_KIND.read(FORMULA_KIND.write(found, None))
    return read.root


def test_parts_are_shown_as_they_were_written() -> None:
    text = "P<=0.0399999 [ {x10, x9} U<=1 P>.5 [ F<=1 {b, a} ] ]"
    found = symag.formula(text)
    assert (formula_text(found.root), bound_text(found.chances[0])) == (text, "0.0399999")
    assert path_text(found.chances[1].path) == "[ F<=1 {b, a} ]"
    again = as_written(FORMULA_KIND.read(FORMULA_KIND.write(found, None)))
    assert formula_text(again.root) == text
    globally = symag.formula("P>=0.9 [ G<=4 !{b, a} ]").chances[0]
    assert (formula_text(globally), path_text(globally.path)) == ("P>=0.9 [ G<=4 !{b, a} ]", "[ F<=4 {a, b} ]")
    assert bound_text(globally) == "1/10"


BAD = {
    "true &": (1, 7, "expected the formula of a state"),
    "P<=1/10 [ F fail": (1, 17, "expected ']'"),
    "P<=1/10 [ F ]": (1, 13, "expected an action"),
    "P<=1/10 [ F U ]": (1, 13, "put the name U in quotes"),
    "P<=1/10\n[ F {a, } ]": (2, 9, "expected an action"),
    "P<=2 [ F a ]": (1, 4, "greater than one"),
    "P<=1/0 [ F a ]": (1, 4, "divides by zero"),
    "P<=x [ F a ]": (1, 4, "expected a probability"),
    "P [ F a ]": (1, 3, "followed by a bound"),
    "P<=1/2 [ U a ]": (1, 10, "expected an action"),
    "P<=1/2 [ !a U b ]": (1, 10, "list the actions that are meant"),
    "P<=1/2 [ F (a | b) ]": (1, 13, "such as P>1/10 [ F fail ] or enabled(fail), not 'a': for one of several actions"),
    "P<=1/2 [ F (1 | b) ]": (1, 13, "or enabled(fail), not '1'"),
    "P<=1/2 [Fail]": (1, 13, "expected 'U', not ']'"),
    "P<=1 [ F s = 2 ]": (1, 12, "formulas speak of actions, not of variables; a name with '=' goes in quotes"),
    "P<=½ [ F a ]": (1, 4, "write a number as 1/10"),
    "true -> false": (1, 6, "'-' has no meaning in a formula outside of quotes"),
    "P<=1/2 [ a ]": (1, 12, "a path is X, F, G or U"),
    "P<=1/2 [ F<=1/2 a ]": (1, 13, "a whole number"),
    "P<=1/2 [ F<=10000000 a ]": (1, 13, "at most 1,000,000"),
    "P<=1/2 [ F tau ]": (1, 12, "the hidden action"),
    "P<=1/2 [ F a ] x": (1, 16, "expected the end of the formula"),
    "P<=1/2 [ F a$b ]": (1, 13, "has no meaning"),
    "P<1/2 [ F a ]": (1, 1, "need not have a finite counterexample"),
    "P>1/2 [ F a ]": (1, 1, "P>1/2 [ F a ] is not preserved by simulation"),
    "P>=0.9 [ F a ]": (1, 1, "Bound from above what must not happen: P<=1/10 [ F fail ]"),
    "P<=1/10 [ G !a ]": (1, 1, "give a lower bound: P>=9/10 [ G !a ] says the same as P<=1/10 [ F a ]"),
    'P<9/10 [ G<=2 !"F" ]': (1, 1, 'P>=9/10 [ G<=2 !"F" ] says the same as P<=1/10 [ F<=2 "F" ]'),
    "P>0.9 [ G !a ]": (1, 1, "Write P>=0.9, or a greater bound"),
    "P<0.1 [ F a ]": (1, 1, "Write P<=0.1, or a smaller bound"),
    "P<=1/2 [ F P<=1/3 [ G !a ] ]": (1, 12, "only P< with G is preserved"),
    "P<=1 [ F<4 a ]": (1, 9, "write F<=3 for F<4"),
    "P<=1 [ b U<4 a ]": (1, 11, "write U<=3 for U<4"),
    "P<=1 [ F=4 a ]": (1, 9, "as in F<=4: F=4 has no meaning"),
    "P<=1 [ F>=4 a ]": (1, 9, "as in F<=4: F>=4 has no meaning"),
    "P<=1 [ F[0,4] a ]": (1, 9, "a greatest number of steps"),
    'P<=1 [ F "a ]': (1, 10, "the quote is not closed"),
    "P<=1 [ F u[1].go! ]": (1, 17, 'put the name in quotes: "u[1].go!"'),
    "P<=1 [ F p-1 ]": (1, 11, 'put the name in quotes: "p-1"'),
    "P<=1 [ F a(1) ]": (1, 11, "put the name in quotes"),
    "P<=1 [ F 1a ]": (1, 10, "put a name that begins with a digit in quotes"),
    "P<=1 [ F a\\b ]": (1, 11, "'\\' has no meaning in a formula: put the name in quotes: \"a\\\\b\""),
    "P<=1 [ F é ]": (1, 10, "put names that are no words in quotes"),
    "P<=1 [ F enabled(a) & enabled(b) ]": (1, 21, "in brackets, as in [ F (enabled(a) & enabled(b)) ]"),
    "P<=1 [ F a : enabled(b) | enabled(c) ]": (1, 25, "in brackets, as in [ F (enabled(a) | enabled(b)) ]"),
    "P<=1 [ enabled(a) & enabled(b) U c ]": (1, 19, "put what holds on the way in brackets"),
    "P<=1 [ F a | b ]": (1, 12, "write a set, as in [ F {a, b} ]"),
    "P<=1 [ F a & b ]": (1, 12, "a step has one action"),
    "P<=10% [ F a ]": (1, 6, "write 10/100"),
    "P<=1. [ F a ]": (1, 5, "write a number as 1/10, 0.1 or 1e-1"),
    "P<=0,1 [ F a ]": (1, 5, "with a point"),
    "P<=-1/10 [ F a ]": (1, 4, "without a sign"),
    "P≤1/10 [ F a ]": (1, 2, "write <="),
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
    with pytest.raises(InputError, match="the formula is empty: write one"):
        symag.formula(" ")
    with pytest.raises(InputError, match="a formula is a text"):
        symag.formula(3)  # type: ignore[arg-type]
