"""Assumptions about probabilistic components over fewer actions than their interface, and when they need more."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, TAU
from symag.assume.agar import droppable
from symag.assume.sides import flatten
from symag.assume.task import Task
from symag.kernel.audit import audit_each
from symag.operators import reduce_component
from symag.relations import PROBABILITY
from symag.study.cases.cav12 import Cav12Subject
from symag.study.cases.families import FamilyMember
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P
from tests.assume.questions import Question, assert_real, busy_component
from tests.generate import nudged
from tests.probability.formulas import random_formula
from tests.tasks import direct_task

REFINED: dict[str, Any] = {"method": "agar", "alphabet_refinement": True}
QUESTIONS, PARTS = 504, 12


def forgetful_question(random: Random, actions: str = "abcdef") -> Question:
    """Components, and a specification that does not know some of their actions: the least one without these, with a few
    of its states made one, and now and then nudged. So assumptions need some of the actions, and not others."""
    while True:
        count = random.choice([2, 2, 3, 3, 4])
        components = [busy_component(random, random.randint(2, max(3, 7 - count)), actions) for _ in range(count)]
        system = symag.compose(*components)
        known = sorted(system.alphabet)
        forgotten = {*random.sample(known, random.randint(1, len(known) - 1))}
        specification = reduce_component(system, forgotten | ({TAU} if random.random() < 0.5 else set())).reduced
        if 4 <= system.num_states <= 30 and specification.num_states > 1:
            break
    blocks = list(range(specification.num_states))
    for _ in range(random.choice([0, 0, 1, 2])):
        one, two = random.sample(blocks, 2)
        blocks = [one if block == two else block for block in blocks]
    number: dict[int, int] = {}
    specification = symag.quotient(specification, [number.setdefault(block, len(number)) for block in blocks])
    for _ in range(random.choice([0, 1, 2])):
        specification = nudged(random, specification)
    return components, specification


@pytest.mark.parametrize("part", range(PARTS))
def test_verdicts_are_those_of_composing(part: int) -> None:
    seen = Counter[str]()
    for seed in range(part, QUESTIONS, PARTS):
        components, specification = forgetful_question(Random(seed))
        expected = symag.check(components, specification, method="mono", audit=False)
        rule, strategy = ("asym", "asym-n")[seed // PARTS % 2], ("improved", "paper")[seed // PARTS % 3 // 2]
        verdict = symag.check(components, specification, rule=rule, strategy=strategy, **REFINED)
        assert (verdict.verdict, verdict.audited) == (expected.verdict, True), seed
        if not verdict:
            assert_real(verdict, symag.compose(*components), set())
        seen[verdict.verdict] += 1
        seen["needed more"] += any("actions" in entry for entry in verdict.history)
        fewer = verdict.statistics["alphabets"][0] < verdict.statistics["interfaces"][0]
        seen[f"{verdict.verdict} with fewer"] += fewer
    for kind, least in {"holds": 10, "violated": 8, "needed more": 6, "holds with fewer": 5}.items():
        assert seen[kind] >= least, seen
    assert seen["violated with fewer"] > 0


@pytest.mark.parametrize("part", range(4))
def test_formulas(part: int) -> None:
    seen = Counter[str]()
    for seed in range(part, 160, 4):
        random = Random(seed)
        components = [busy_component(random, random.randint(2, 4), "abcdef") for _ in range(random.choice([2, 2, 3]))]
        bound, goal = random.choice(["1/10", "1/2", "1/3", "9/10"]), random.choice("abcdef")
        text = f"P<={bound} [ F {goal} ]" if random.random() < 0.7 else random_formula(random)
        formula = symag.formula(text)
        if formula.asks or symag.compose(*components).num_states > 60:
            continue
        expected = symag.check(components, formula, method="mono", audit=False)
        verdict = symag.check(components, formula, rule=("asym", "asym-n")[seed // 4 % 2], **REFINED)
        assert (verdict.verdict, verdict.audited) == (expected.verdict, True), (seed, text)
        seen[verdict.verdict] += 1
        seen["fewer"] += verdict.statistics["alphabets"][0] < verdict.statistics["interfaces"][0]
    assert min(seen["holds"], seen["violated"], seen["fewer"]) >= 5, seen


def test_actions_are_added_by_counterexamples() -> None:
    """In the channel, the order of input and output needs the handshake that the specification does not speak of."""
    verdict = symag.check([FIG1_L1, FIG1_L2], FIG1_P, **REFINED)
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    added = [entry["actions"] for entry in verdict.history if "actions" in entry]
    assert {action for actions in added for action in actions["A1"]} == {"send", "ack"}
    assert (verdict.statistics["alphabets"], verdict.statistics["interfaces"]) == ([3], [3])


def probability_task(components: list[LPTS], text: str) -> Task:
    return direct_task(components, symag.formula(text), relation=PROBABILITY)  # type: ignore[arg-type]


def test_what_can_be_dropped() -> None:
    one = LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"}), ("t", "b", "s"), ("t", "own", "t")], name="one")
    two = LPTS.build("u", [("u", "a", "v"), ("v", "b", "u"), ("v", TAU, "v"), ("v", "c", "v")], name="two")
    specification = LPTS.build("p", [("p", "c", "p")])
    assert droppable(direct_task([one, two], specification)) == {"a", "b"}, "shared, and not spoken of"
    assert droppable(probability_task([one, two], "P<=1/2 [ F own ]")) == {"b"}, "a has two outcomes"
    assert not droppable(probability_task([one, two], "P<=1/2 [ F<=3 c ]")), "steps are counted"


@pytest.mark.parametrize("users", [3, 4])
@pytest.mark.parametrize("rule", ["asym", "asym-n"])
def test_the_arbiter_needs_few_actions(rule: str, users: int) -> None:
    """Those of the radio, which its specification knows."""
    sides, specification = Cav12Subject("MER", users).models()
    verdict = symag.check(sides, specification, rule=rule, **REFINED)
    plain = symag.check(sides, specification, rule=rule, method="agar", audit=False)
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    assert not any("actions" in entry for entry in verdict.history)
    assert verdict.statistics["alphabets"][0] == 4 * users < verdict.statistics["interfaces"][0] == 10 * users
    assert verdict.statistics["states_explored"] * 3 < plain.statistics["states_explored"]
    assert verdict.assumptions[0].num_states == plain.assumptions[0].num_states


def test_a_server_that_comes_last() -> None:
    """The requests of a client matter to the server only, and not to what is proved."""
    sides, specification = Cav12Subject("CS_1", 4).models()
    server, *clients = flatten(sides)
    components = [*clients, server]
    few = symag.check(components, specification, rule="asym-n", **REFINED)
    all_of_them = symag.check(components, specification, rule="asym-n", method="agar", audit=False)
    assert few
    assert few.audited
    assert few.statistics["largest_assumption"] * 5 < all_of_them.statistics["largest_assumption"]


@pytest.mark.parametrize("rule", ["asym", "asym-n"])
def test_a_violation_is_lifted_to_the_given_components(rule: str) -> None:
    sides, specification = FamilyMember("arbiter", 4, violated=True, two_sides=rule == "asym").models()
    verdict = symag.check(sides, specification, rule=rule, **REFINED)
    assert (verdict.verdict, verdict.audited) == ("violated", True)
    assert verdict.statistics["alphabets"][0] < verdict.statistics["interfaces"][0]
    assert verdict.counterexample is not None
    known = {action for _, action, _ in verdict.counterexample.to_lpts().transitions()}
    assert known - specification.alphabet, "requests come before grants again"


def test_assumptions_over_few_actions_are_used_again() -> None:
    sides, specification = Cav12Subject("MER", 3).models()
    found = symag.check(sides, specification, rule="asym", **REFINED)
    again = symag.check(sides, specification, rule="asym", method="agar", assumption=found.assumptions)
    assert (again.verdict, again.audited) == ("holds", True)


def forgeries(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Proofs in which one of the assumptions or reductions has another alphabet."""
    places = [("assumptions", model) for model in range(len(document["assumptions"]))]
    places += [("abstractions", model) for model in range(len(document["certificate"]["abstractions"]))]
    for kind, number in places:
        alphabet = (document if kind == "assumptions" else document["certificate"])[kind][number]["alphabet"]
        for action in [*alphabet, "never heard of"]:
            for moves in ("kept", "dropped", "blocked"):
                forged = json.loads(json.dumps(document))
                model = (forged if kind == "assumptions" else forged["certificate"])[kind][number]
                if moves != "kept":
                    model["transitions"] = [row for row in model["transitions"] if row["action"] != action]
                if action not in alphabet:
                    model["alphabet"] = [*alphabet, action]
                elif moves != "blocked":
                    model["alphabet"] = [one for one in alphabet if one != action]
                if model != (document if kind == "assumptions" else document["certificate"])[kind][number]:
                    yield f"{kind} {number}: {action} {moves}", forged


@pytest.mark.parametrize("seed", range(3))
def test_forged_alphabets(seed: int) -> None:
    """A proof of what does not hold: that of a right system, with a component of a wrong one in its place. Whatever
    alphabet its assumptions and reductions claim to have, the kernel rejects it."""
    random, forged = Random(seed), 0
    while forged < 60:
        components, specification = forgetful_question(random)
        verdict = symag.check(components, specification, rule=random.choice(["asym", "asym-n"]), **REFINED)
        wrong = [nudged(random, components[0]), *components[1:]]
        if not verdict or symag.check(wrong, specification, method="mono", audit=False).verdict != "violated":
            continue
        document = verdict.to_json()
        claimed = symag.check(wrong, specification, rule="asym", method="agar", audit=False).to_json()
        document["components"] = claimed["components"]
        assert not audit_each(json.dumps(document))[0]
        for name, one in forgeries(document):
            assert not audit_each(json.dumps(one))[0], name
            forged += 1


def test_an_alphabet_without_an_action_of_the_specification() -> None:
    """P speaks of `output`, which L1 does not know: no assumption can do without it."""
    document = symag.check([FIG1_L1, FIG1_L2], FIG1_P, **REFINED).to_json()
    (assumption,) = document["assumptions"]
    assumption["alphabet"].remove("output")
    assumption["transitions"] = [row for row in assumption["transitions"] if row["action"] != "output"]
    assert "knows an action that no model below it knows" in audit_each(json.dumps(document))[0].reason
