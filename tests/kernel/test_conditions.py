"""Each condition of the rule keeps out false claims."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from symag.formats import native
from symag.kernel import audit as kernel
from tests.kernel.cases_loopholes import LOOPHOLES
from tests.kernel.documents import by_premises, of_traces
from tests.kernel.killing import without
from tests.kernel.random_proofs import (
    PROOFS,
    entailed,
    premises_of,
    premises_of_pair,
    random_facts,
    random_pair,
    random_premises,
    random_renaming,
    shown_facts,
)
from tests.kernel.reasons import (
    LOST,
    NOT_COVERED,
    NOT_INJECTIVE,
    NOT_KNOWN,
    NOT_USED,
    OTHER_ALPHABETS,
    OTHER_MODELS,
    UNKNOWN_BELOW,
)
from tests.kernel.truth import is_true


@pytest.mark.parametrize("loophole", LOOPHOLES)
def test_the_rule_needs_its_conditions(loophole: str) -> None:
    """The claim is false, and nothing but this one condition is in its way."""
    document, reason = LOOPHOLES[loophole]
    assert not is_true(document, {})
    assert without(reason).audit_each(json.dumps(document))[0]


def test_proofs_with_other_assumptions() -> None:
    """Whatever the kernel accepts is true, and each condition of the rule keeps out what is not."""
    weaker = {reason: without(reason) for reason in (UNKNOWN_BELOW, LOST)}
    let_in: Counter[str] = Counter()
    said: Counter[tuple[bool, bool]] = Counter()
    with_abstractions = 0
    for seed in range(PROOFS):
        given = random_premises(Random(seed))
        found = premises_of(given)
        if found is None:
            continue
        with_abstractions += bool(given.abstractions)
        written = (given.components, given.assumptions, given.abstractions)
        components, assumptions, abstractions = ([native.to_json(model) for model in models] for models in written)
        document = by_premises(components, assumptions, abstractions, native.to_json(given.specification), *found)
        text = json.dumps(document)
        true, result = is_true(document, {}), kernel.audit_each(text)[0]
        said[true, bool(result)] += 1
        assert true or not result, text
        assert result or result.reason in weaker, "the premises are true"
        let_in.update(reason for reason, module in weaker.items() if not true and module.audit_each(text)[0])
    assert said[True, True] >= PROOFS // 4
    assert with_abstractions >= PROOFS // 10
    assert said[False, False] >= PROOFS // 20
    assert min(let_in[reason] for reason in weaker) >= 5, let_in


def test_pairs_with_any_assumptions() -> None:
    """Whatever the kernel accepts is true, and each condition of a pair keeps out what is not."""
    weaker = {reason: without(reason) for reason in (UNKNOWN_BELOW, NOT_COVERED, OTHER_ALPHABETS)}
    let_in: Counter[str] = Counter()
    said: Counter[tuple[bool, bool]] = Counter()
    for seed in range(6 * PROOFS):
        given = random_pair(Random(seed))
        found = premises_of_pair(given)
        if found is None:
            continue
        document = of_traces(by_premises(given.components, given.assumptions, [], given.specification, found))
        text = json.dumps(document)
        true, result = is_true(document, {}), kernel.audit_each(text)[0]
        said[true, bool(result)] += 1
        assert true or not result, text
        assert result or result.reason in weaker, "the premises are true"
        let_in.update(reason for reason, module in weaker.items() if not true and module.audit_each(text)[0])
    assert said[True, True] >= PROOFS // 4, said
    assert said[False, False] >= PROOFS // 10, said
    assert min(let_in[reason] for reason in weaker) >= 2, let_in


def test_facts_in_any_order() -> None:
    """Whatever the kernel accepts is true, and each condition of entailment keeps out what is not."""
    weaker = {reason: without(reason) for reason in (UNKNOWN_BELOW, NOT_KNOWN)}
    let_in: Counter[str] = Counter()
    said: Counter[tuple[bool, bool]] = Counter()
    for seed in range(6 * PROOFS):
        given = random_facts(Random(seed))
        found = shown_facts(given)
        if found is None:
            continue
        document = entailed(given.components, given.assumptions, given.conjuncts, found)
        text = json.dumps(document)
        true, result = is_true(document, {}), kernel.audit_each(text)[0]
        said[true, bool(result)] += 1
        assert true or not result, text
        assert result or result.reason in {*weaker, NOT_USED}, "the premises are true"
        let_in.update(reason for reason, module in weaker.items() if not true and module.audit_each(text)[0])
    assert said[True, True] >= PROOFS // 4, said
    assert said[False, False] >= PROOFS // 20, said
    assert min(let_in[reason] for reason in weaker) >= 2, let_in


def test_renamed_premises() -> None:
    """Whatever the kernel accepts is true, and each condition of a renaming keeps out what is not."""
    weaker = {reason: without(reason) for reason in (UNKNOWN_BELOW, NOT_INJECTIVE, OTHER_MODELS)}
    let_in: Counter[str] = Counter()
    said: Counter[tuple[bool, bool]] = Counter()
    for seed in range(6 * PROOFS):
        components, above, shown = random_renaming(Random(seed))
        if len(shown) < 2:
            continue
        document = entailed(components, [], above, shown)
        text = json.dumps(document)
        true, result = is_true(document, {}), kernel.audit_each(text)[0]
        said[true, bool(result)] += 1
        assert true or not result, text
        assert result or result.reason in weaker, result
        let_in.update(reason for reason, module in weaker.items() if not true and module.audit_each(text)[0])
    assert said[True, True] >= PROOFS // 4, said
    assert said[False, False] >= PROOFS // 20, said
    assert min(let_in[reason] for reason in weaker) >= 2, let_in
