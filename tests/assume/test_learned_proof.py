"""Caches, both rules, recursion, refined alphabets: all come to one verdict, with evidence that the kernel accepts."""

from __future__ import annotations

import re
from itertools import product
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, InputError
from symag.assume import learned_proof
from symag.evidence import Proof
from symag.study.cases.papers import HASTY, INPUT, ORDER, OUTPUT
from symag.study.cases.scheduler import cells, cycle_property, job_property
from tests.traces.questions import random_protocol, random_safety_question

CACHES = ["none", "plain", "prefix", "suffix", "plain,prefix", "plain,suffix", "prefix,suffix", "plain,prefix,suffix"]
WAYS: list[dict[str, Any]] = [
    {"rule": rule, "recursive": recursive, "alphabet_refinement": refined}
    for rule, recursive, refined in product(("asym", "symmetric"), (None, 1, 2), (False, True))
]


def check(components: Any, specification: LPTS, **options: Any) -> symag.Verdict:
    return symag.check(components, specification, relation="traces", method="learn", audit=True, **options)


@pytest.mark.parametrize("part", range(4))
def test_every_way_comes_to_one_verdict(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every premise with more components than allowed is learned: no short search decides it."""
    monkeypatch.setattr(learned_proof, "SHORT_SEARCH", 1)
    seen = dict.fromkeys(("holds", "violated", "nested"), 0)
    for seed in range(part, 48, 4):
        random = Random(seed)
        make = random_protocol if seed % 2 else random_safety_question
        components, specification = make(random)
        expected = symag.check(components, specification, relation="traces", method="mono").verdict
        seen[expected] += 1
        for number, way in enumerate(WAYS):
            verdict = check(components, specification, cache=CACHES[(seed + number) % len(CACHES)], **way)
            assert (verdict.verdict, verdict.audited) == (expected, True), (seed, way)
            assert_counted(verdict)
            if isinstance(verdict.certificate, Proof) and way["recursive"]:
                names = [name for premise in verdict.certificate.premises for name in premise.below]
                sizes = [sum(name[0] != "A" for name in one.below) for one in verdict.certificate.premises]
                states = [one.relation.system.num_states for one in verdict.certificate.proved]
                assert (
                    max((size for size, count in zip(sizes, states, strict=True) if count > 1), default=0)
                    <= way["recursive"]
                )
                seen["nested"] += any(name == "A3" for name in names)
    assert min(seen.values()) >= 1, seen


def assert_counted(verdict: symag.Verdict) -> None:
    figures = verdict.statistics
    cached = [figures[f"cached_{name}"] for name in ("plain", "prefix", "suffix")]
    assert figures["membership_queries"] == figures["teacher_queries"] + sum(cached) == figures["queries"]
    assert figures["membership_queries"] == sum(entry["queries"] for entry in verdict.history)
    assert figures["conjectures"] == len(verdict.history)
    named = verdict.options.get("cache", "none").split(",")
    assert all(name in named for name, count in zip(("plain", "prefix", "suffix"), cached, strict=True) if count)


@pytest.mark.parametrize("rule", ["asym", "asym-n", "symmetric"])
def test_caches_change_nothing_but_who_answers(rule: str) -> None:
    for seed in range(20):
        components, specification = random_protocol(Random(seed))
        plain = check(components, specification, rule=rule, cache="none")
        saved = set()
        for cache in CACHES:
            verdict = check(components, specification, rule=rule, cache=cache)
            assert (verdict.history, verdict.assumptions) == (plain.history, plain.assumptions)
            saved.add(verdict.statistics["teacher_queries"])
        assert max(saved) == plain.statistics["teacher_queries"]
    assert len(saved) > 1


SCHEDULERS: list[tuple[int, str, dict[str, Any], str]] = [
    (9, "right", {"rule": "asym"}, "holds"),
    (9, "right", {"rule": "symmetric"}, "holds"),
    (9, "right", {"rule": "symmetric", "recursive": 3}, "holds"),
    (24, "right", {"recursive": 4}, "holds"),
    (24, "right", {"rule": "symmetric", "recursive": 4}, "holds"),
    (24, "hasty", {"recursive": 4}, "violated"),
    (24, "two tokens", {"rule": "symmetric", "recursive": 4}, "violated"),
]


@pytest.mark.parametrize(("n", "variant", "options", "expected"), SCHEDULERS)
def test_the_scheduler(n: int, variant: Any, options: dict[str, Any], expected: str) -> None:
    found = cells(n, variant)
    sides = found if "recursive" in options else [found[n // 3 + 1 :], found[: n // 3 + 1]]
    verdict = check(sides, cycle_property(n), **options)
    assert (verdict.verdict, verdict.audited) == (expected, True)
    if "recursive" in options and isinstance(verdict.certificate, Proof):
        states = [premise.relation.system.num_states for premise in verdict.certificate.proved]
        assert max(states) <= learned_proof.SHORT_SEARCH, "no premise is of the size of the system"


def test_jobs_are_finished_before_they_are_started_again() -> None:
    """Table 2 of the paper: the assumption grows with the property."""
    sizes = []
    for n in range(3, 7):
        found = cells(n)
        verdict = check([found[n // 3 + 1 :], found[: n // 3 + 1]], job_property(n))
        assert verdict
        sizes.append(verdict.assumptions[0].num_states)
    assert sizes == [9, 13, 17, 33]


def test_supplied_assumptions_of_the_symmetric_rule() -> None:
    learned = check([INPUT, OUTPUT], ORDER, rule="symmetric")
    assert isinstance(learned.certificate, Proof)
    assert learned.certificate.pairs == {0}
    one, two = learned.assumptions
    given = check([INPUT, OUTPUT], ORDER, rule="symmetric", assumption=[one, two])
    assert (given.verdict, given.audited, given.rule) == ("holds", True, "symmetric")
    nothing = LPTS.build("0", [], sorted(one.alphabet))
    everything = LPTS.build("0", [("0", action, "0") for action in sorted(one.alphabet)])
    for assumption, reason in (
        ([nothing, nothing], "neither of them allows the trace ack"),
        ([everything, two], "the assumption A1 proves nothing, it is too weak .*: premise 1, .* is false"),
        ([one, everything], "the assumption A2 proves nothing, it is too weak .*: premise 2, .* is false"),
    ):
        verdict = check([INPUT, OUTPUT], ORDER, rule="symmetric", assumption=assumption)
        assert verdict.verdict == "unknown"
        assert verdict.reason is not None
        assert re.search(reason, verdict.reason), verdict.reason
    with pytest.raises(InputError, match="must have the same alphabet"):
        check([INPUT, OUTPUT], ORDER, rule="symmetric", assumption=[one, ORDER])
    with pytest.raises(InputError, match="2 sides need 2 assumptions, not 1"):
        check([INPUT, OUTPUT], ORDER, rule="symmetric", assumption=one)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "agar", "rule": "symmetric"}, "or choose the option method 'learn'"),
        ({"method": "cegar", "rule": "symmetric"}, "the method 'cegar' has no rule"),
        ({"method": "learn", "rule": "asym-n", "recursive": 2}, "leave the option recursive out"),
        ({"method": "agar", "recursive": 2}, "the option recursive goes with the method learn only"),
        ({"method": "mono", "cache": "plain"}, "the option cache goes with the method learn only"),
        ({"method": "learn", "recursive": 0}, "must be a number of components, 1 or more, not 0"),
        ({"method": "learn", "cache": "all"}, "the cache 'all' is not known"),
    ],
)
def test_what_does_not_go_together(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        symag.check([INPUT, OUTPUT, HASTY], ORDER, relation="traces", **options)
