"""Formulas: judged as the tables say; verdicts of all methods are accepted, and what is accepted is true."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

from symag.kernel import audit, formula
from symag.kernel.minimality import audit_with_bounds
from tests.kernel.cases import CASES_OF_PROBABILITY
from tests.kernel.cases_probability import ACCEPTED, LOOPHOLES, NO_RELATION_ALONE
from tests.kernel.documents import Document
from tests.kernel.expectations import is_as_expected
from tests.kernel.killing import FOURTH, others, without
from tests.kernel.mutations import MUTATIONS, inside
from tests.kernel.random_formulas import OF_FORMULAS, random_verdict_on_formula
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
    weaker = dict(others(without(reason)))[FOURTH]
    (result,) = weaker.audit_with_formulas(json.dumps(document))
    assert result.accepted, result


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
