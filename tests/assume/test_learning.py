"""L* against AALpy's, the teacher against a search, learned assumptions against what they must allow and exclude."""

from __future__ import annotations

from random import Random

import pytest

import symag
from symag import InputError
from symag.study.cases.papers import HASTY, INPUT, ORDER, OUTPUT, REPEATED
from tests.traces.questions import nearest_violation, random_safety_question


@pytest.mark.parametrize("part", range(4))
def test_learned_assumptions_allow_the_rest_and_exclude_violations(part: int) -> None:
    """Every trace of M2 is one of A, and M1 keeps the property with A: by searches that build everything."""
    held = 0
    for seed in range(5_000 + part, 5_080, 4):
        components, specification = random_safety_question(Random(seed))
        verdict = symag.check(components, specification, relation="traces", method="learn", rule="asym")
        if not verdict:
            continue
        held += 1
        (assumption,) = verdict.assumptions
        assert nearest_violation(components[1:], assumption) is None
        assert nearest_violation([components[0], assumption], specification) is None
    assert held >= 5


def test_the_channel_is_learned() -> None:
    verdict = symag.check([INPUT, OUTPUT], ORDER, relation="traces", method="learn")
    assert verdict
    assert verdict.audited
    assert verdict.statistics["conjectures"] == len(verdict.history) >= 2
    assert verdict.statistics["membership_queries"] == sum(entry["queries"] for entry in verdict.history) > 0
    (assumption,) = verdict.assumptions
    assert assumption.alphabet == {"ack", "output", "send"}
    # Fietzke 2006, section 3.3: A_1 is wrong on send ack, and A_2 (Fig. 9) decides it.
    assert [entry.get("counterexample") for entry in verdict.history] == [["send", "ack"], None]
    assert sorted((s, a, next(iter(d))) for s, a, d in assumption.transitions()) == [
        ("0", "ack", "0"),
        ("0", "send", "1"),
        ("1", "output", "0"),
        ("1", "send", "0"),
    ]
    violated = symag.check([INPUT, HASTY], ORDER, relation="traces", method="learn")
    assert violated.counterexample is not None
    assert violated.counterexample.trace == ("input", "send", "ack", "input")


def test_the_modified_channel_is_learned() -> None:
    """Fietzke 2006, section 3.3: an Output that is sent several messages weakens the assumption, twice, to A_4."""
    verdict = symag.check([INPUT, REPEATED], ORDER, relation="traces", method="learn")
    assert verdict
    assert [entry["conjecture"] for entry in verdict.history] == [1, 2, 3, 4]
    assert verdict.history[1]["counterexample"] == ["send", "send", "output"]


def test_what_cannot_be_learned() -> None:
    with pytest.raises(InputError, match="decides the relation 'traces' only"):
        symag.check([INPUT, OUTPUT], ORDER, method="learn")
    with pytest.raises(InputError, match="two components or more"):
        symag.check([INPUT], ORDER, relation="traces", method="learn")
    with pytest.raises(InputError, match="the method 'cegar' has no assumptions: choose from agar and learn"):
        symag.check([INPUT, OUTPUT], ORDER, relation="traces", method="cegar", assumption=ORDER)
