"""Learners against each other, learned assumptions against what they must allow and exclude, and those of papers."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import symag
from symag import InputError
from symag.limits import Watch
from symag.study.cases.papers import HASTY, INPUT, ORDER, OUTPUT, REPEATED
from symag.study.cases.scheduler import cells, cycle_property
from symag.traces import LEARNERS, Conjecture, WeakestAssumption, Word, learn, reach_error, trace_lts
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


@pytest.mark.parametrize("part", range(4))
def test_every_learner_comes_to_one_verdict(part: int) -> None:
    """Each with another teacher, rule and alphabet; the kernel accepts the evidence of all."""
    ways: list[dict[str, Any]] = [
        {},
        {"rule": "symmetric"},
        {"rule": "asym", "alphabet_refinement": True, "cache": "plain,suffix"},
        {"rule": "asym", "recursive": 1, "cache": "none"},
        {"rule": "asym", "backend": "z3"},
    ]
    seen: set[str] = set()
    asked = dict.fromkeys([kind.name for kind in LEARNERS], 0)
    for seed in range(6_000 + part, 6_060, 4):
        components, specification = random_safety_question(Random(seed))
        expected = symag.check(components, specification, relation="traces", method="mono").verdict
        seen.add(expected)
        for number, name in product(range(len(ways)), asked):
            way = ways[number] | {"relation": "traces", "method": "learn", "learner": name, "audit": True}
            verdict = symag.check(components, specification, **way)
            assert (verdict.verdict, verdict.audited) == (expected, True), (seed, way)
            assert verdict.options["learner"] == name
            asked[name] += verdict.statistics["membership_queries"]
    assert seen == {"holds", "violated"}
    assert asked["kv"] < asked["rs"]


def test_solvers_are_asked_less_by_default() -> None:
    found = cells(4)
    sides, specification = [found[2:], found[:2]], cycle_property(4)

    def queries(**options: Any) -> int:
        verdict = symag.check(sides, specification, relation="traces", method="learn", **options)
        count: int = verdict.statistics["membership_queries"]
        return count

    assert queries() == queries(learner="rs") != queries(learner="kv")
    assert queries(backend="z3") == queries(backend="z3", learner="kv") < queries(backend="z3", learner="rs")


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


CHAIN = [("0", "start.0", "1"), ("1", "start.1", "3"), ("3", "c.2", "4"), ("4", "c.0", "0")]
WHATEVER = [(state, "c.0", "2") for state in "0123"] + [("2", action, "2") for action in ("c.2", "start.0", "start.1")]
"""After c.0 too early, the cells of S2 are stuck: then anything is allowed."""
FIGURE_4 = [
    ["start.0", "start.0"],
    ["start.0", "start.1", "start.1"],
    ["start.0", "start.1", "c.2", "c.0", "start.1"],
]


def transitions(model: symag.LPTS) -> list[tuple[str, str, str]]:
    return sorted((s, a, next(iter(d))) for s, a, d in model.transitions())


def test_the_scheduler_of_four_cells_is_learned() -> None:
    """Wehrheim and Wonisch 2008, Fig. 4: four conjectures, and the last one is the chain start.0 start.1 c.2 c.0.

    The third counterexample is another one: that of the paper and ours are both of eight steps, hidden ones included.
    """
    found = cells(4)
    verdict = symag.check([found[2:], found[:2]], cycle_property(4), relation="traces", method="learn", reduce=False)
    assert verdict
    assert verdict.audited
    assert [entry["conjecture"] for entry in verdict.history] == [1, 2, 4, 5]
    words = [entry.get("counterexample") for entry in verdict.history]
    assert words == [*FIGURE_4[:2], ["start.0", "start.1", "c.2", "c.2"], None]
    (assumption,) = verdict.assumptions
    assert transitions(assumption) == sorted(CHAIN + WHATEVER)


def test_the_counterexamples_of_the_paper_lead_to_its_assumption() -> None:
    """Fig. 4, with the three counterexamples that FDR found: each is one, and the last conjecture passes both steps."""
    found, specification = cells(4), cycle_property(4)
    alphabet = ["c.0", "c.2", "start.0", "start.1"]
    teacher = WeakestAssumption(found[2:], specification, alphabet, Watch())
    left = [tuple(alphabet.index(action) + 1 for action in word) for word in FIGURE_4]
    lengths = []

    def refute(conjecture: Conjecture) -> Word | None:
        tree, _ = reach_error([*found[2:], conjecture.to_lpts(alphabet, "A")], specification, Watch())
        if tree is not None:
            line = trace_lts(tuple(alphabet[letter - 1] for letter in left[0]), alphabet)
            other, _ = reach_error(found[2:], specification, Watch(), line)
            assert other is not None
            lengths.append((len(tree.nodes) - 1, len(other.nodes) - 1))
        return left.pop(0) if tree is not None else None

    last = learn(len(alphabet), teacher, refute, Watch()).to_lpts(alphabet, "A")
    assert lengths == [(2, 2), (3, 3), (8, 8)], "each is as short as ours"
    assert not left
    assert transitions(last) == sorted(CHAIN + WHATEVER)
    assert reach_error(found[:2], last, Watch())[0] is None


def test_what_cannot_be_learned() -> None:
    with pytest.raises(InputError, match="decides the relation 'traces' only"):
        symag.check([INPUT, OUTPUT], ORDER, method="learn")
    with pytest.raises(InputError, match="two components or more"):
        symag.check([INPUT], ORDER, relation="traces", method="learn")
    with pytest.raises(InputError, match="the method 'cegar' has no assumptions: choose from agar and learn"):
        symag.check([INPUT, OUTPUT], ORDER, relation="traces", method="cegar", assumption=ORDER)
