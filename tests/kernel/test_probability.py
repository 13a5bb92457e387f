"""Formulas: judged as the tables say; verdicts of all methods are accepted, and what is accepted is true."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS
from symag.formats import native
from symag.kernel import audit, formula
from symag.kernel.minimality import audit_with_bounds
from tests.generate import random_model, random_partition
from tests.kernel.cases import CASES_OF_PROBABILITY
from tests.kernel.cases_probability import ACCEPTED, LOOPHOLES, NO_RELATION_ALONE
from tests.kernel.documents import Document
from tests.kernel.expectations import is_as_expected
from tests.kernel.killing import second, without
from tests.kernel.mutations import MUTATIONS, inside
from tests.kernel.random_formulas import OF_FORMULAS, random_formula, random_verdict_on_formula
from tests.kernel.test_mutations import mutate_verdicts
from tests.kernel.truth import is_true

VERDICTS = 200


@pytest.mark.parametrize(
    ("text", "accepted", "why"),
    [case[1:] for case in CASES_OF_PROBABILITY],
    ids=[case[0] for case in CASES_OF_PROBABILITY],
)
def test_tables(text: str, accepted: bool, why: str) -> None:
    assert is_as_expected(formula, text, accepted, why), formula.audit_with_formulas(text)
    assert not accepted or NO_RELATION_ALONE in audit.audit_each(text)[0].reason


@pytest.mark.parametrize("what", ACCEPTED)
def test_what_the_table_accepts_is_true(what: str) -> None:
    assert is_true(ACCEPTED[what][0], {})


@pytest.mark.parametrize("loophole", LOOPHOLES)
def test_the_rule_needs_its_conditions(loophole: str) -> None:
    """The claim is false, and nothing but this one condition is in its way."""
    document, reason = LOOPHOLES[loophole]
    assert not is_true(document, {})
    (result,) = second(without(reason)).audit_with_formulas(json.dumps(document))
    assert result.accepted, result


def test_paths_inside_of_paths_are_valued_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is not exponential in their depth."""
    deep, done = 40, 0
    states = LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"}), ("t", "a", "s")], name="L")
    text = "P<=1/9 [ F " + "P>1/9 [ F " * deep + "a" + " ]" * (deep + 1)
    verdict = symag.check([states], symag.formula(text), audit=False)
    assert verdict.verdict == "violated"
    plain = formula.Values.worth

    def counted(*given: Any) -> Any:
        nonlocal done
        done += 1
        assert done < 100 * deep
        return plain(*given)

    monkeypatch.setattr(formula.Values, "worth", counted)
    (result,) = audit_with_bounds(json.dumps(verdict.to_json()))
    assert result, result.reason


def random_verdicts(count: int) -> Iterator[tuple[Random, Document]]:
    for random in map(Random, range(count)):
        document = random_verdict_on_formula(random)
        if document is not None:
            yield random, document


def test_verdicts_of_all_methods() -> None:
    said: Counter[tuple[str, str]] = Counter()
    for _, document in random_verdicts(VERDICTS):
        (result,) = audit_with_bounds(json.dumps(document))
        assert result, result.reason
        assert result.relation == "probability"
        said[document["method"], document["verdict"]] += 1
    assert min(said[method, claim] for method in ("mono", "agar", "cegar") for claim in ("holds", "violated")) >= 5, (
        said
    )


def says_something(document: Document) -> bool:
    """Would it be rejected without its numbers?"""
    without_numbers = deepcopy(document)
    for one in inside(without_numbers["certificate"], dict):
        if "bounds" in one:
            one["bounds"] = [None] * len(one["bounds"])
    return without_numbers == document or not all(audit_with_bounds(json.dumps(without_numbers)))


def test_mutated_verdicts() -> None:
    originals = [one for one in random_verdicts(VERDICTS // 3) if says_something(one[1])]
    found = mutate_verdicts(originals, [*MUTATIONS, *OF_FORMULAS], audit_with_bounds)
    assert found.different >= 1000, found
    assert found.accepted <= found.different * 2 / 3, found  # a greater number is as right as the given one
    assert min(found.asking_otherwise, found.untrue) >= 50, found


def blinded(random: Random, model: LPTS) -> LPTS:
    """An abstraction that does not know one of the actions, or has no hidden moves."""
    model = symag.quotient(model, random_partition(random, model))
    left_out = random.choice(["tau", *sorted(model.alphabet)])
    rows = [(state, action, dict(to)) for state, action, to in model.transitions() if action != left_out]
    return LPTS.build(model.initial_state, rows, model.alphabet - {left_out}, states=model.states, name="A1")


def test_true_premises_with_a_false_conclusion() -> None:
    """What one side does and the assumption does not know never happens beside it."""
    accepted = wrong = 0
    for random in map(Random, range(600)):
        (one, two), asked = (random_model(random, 3) for _ in range(2)), symag.formula(random_formula(random))
        assumption = blinded(random, two)
        plain: dict[str, Any] = {"method": "mono", "reduce": False, "audit": False}
        upper, lower = symag.check([one, assumption], asked, **plain), symag.check([two], assumption, **plain)
        if not (upper and lower):
            continue
        document, below = upper.to_json(), lower.to_json()
        document["components"][1], document["assumptions"] = below["components"][0], [native.to_json(assumption)]
        premises = [
            {"below": ["L1", "A1"], "above": "P", "bounds": document["certificate"]["bounds"]},
            {"below": ["L2"], "above": "A1", "relation": below["certificate"]["relation"]},
        ]
        document["certificate"] = {"kind": "assume-guarantee", "abstractions": [], "premises": premises}
        document["certificate"]["implication"] = "substitution"
        result, truth = all(audit_with_bounds(json.dumps(document))), bool(symag.check([one, two], asked, **plain))
        assert truth or not result, document
        accepted, wrong = accepted + result, wrong + (not truth)
    assert accepted >= 50, accepted
    assert wrong >= 8, wrong
