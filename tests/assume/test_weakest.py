"""The method `weakest`: weakest assumptions, lemmas, and proofs by entailment, against a search of the whole system."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, TAU
from symag.assume import weakest as module
from symag.assume.derivation import Facts
from symag.assume.sides import alphabet_of
from symag.assume.task import Task
from symag.assume.weakest import Elimination
from symag.evidence import Proof, RenamedPremise
from symag.kernel.audit import audit_each
from symag.limits import Watch
from symag.operators import determinise, weakest_assumption
from symag.relations.traces import TRACES
from symag.simulation import get_backend
from symag.study.cases.cav08 import system
from symag.study.cases.scheduler import cells, cycle_property, job_properties
from symag.traces import Trace, project_trace, reach_error, replay, trace_of

SYSTEMS = 1_000


def plain_model(random: Random, letters: str, name: str = "") -> LPTS:
    """A small plain LTS over at most three of the letters, nondeterministic and with hidden moves."""
    states, alphabet = random.randint(1, 4), random.sample(letters, min(len(letters), random.randint(1, 3)))
    labels = [*alphabet, *([TAU] if random.random() < 0.5 else [])]
    rows = [
        (f"{state}", label, f"{random.randrange(states)}")
        for state in range(states)
        for label in labels
        for _ in range(random.choice([0, 1, 1, 1, 2]))
    ]
    return LPTS.build("0", rows, alphabet, name=name)


def system_with_properties(random: Random, count: int = 3) -> tuple[list[LPTS], list[LPTS]]:
    letters = "abcdefg"[: random.randint(2, 7)]
    components = [plain_model(random, letters, f"L{i}") for i in range(random.randint(1, 5))]
    return components, [determinise(plain_model(random, letters, f"Q{i}")) for i in range(count)]


def task_of(components: list[LPTS], specification: LPTS, order: str) -> Task:
    sides = tuple((component,) for component in components)
    return Task(sides, specification, TRACES, get_backend("fixpoint"), Watch(), reduce=False, order=order)


def assert_facts(facts: Facts, components: list[LPTS], property: LPTS, known: set[int]) -> None:
    """Each fact is true, speaks of what is known, and follows from facts before it; the last one is the property."""
    everything = alphabet_of(components)
    for fact in facts:
        assert all(id(model) in known for model in fact.below)
        assert fact.above.alphabet & everything <= alphabet_of(fact.below)
        assert reach_error(fact.below, fact.above, Watch())[0] is None
        known.add(id(fact.above))
    assert id(property) in known


def assert_violation(trace: Trace, components: list[LPTS], property: LPTS) -> None:
    """The components can do the trace, and the property forbids it."""
    assert trace_of(replay(components, trace, alphabet_of(components), Watch())) == trace
    word = LPTS.build("0", [(f"{i}", a, f"{i + 1}") for i, a in enumerate(trace)], alphabet_of(components))
    assert reach_error([word], property, Watch())[0] is not None
    assert project_trace(trace, property.alphabet)


@pytest.mark.parametrize(
    ("most", "first", "small"), [(module.STEP_STATES, module.FIRST_STATES, module.SMALL), (4, 4, 8), (64, 4, 0)]
)
def test_every_outcome_is_that_of_the_whole_system(
    monkeypatch: pytest.MonkeyPatch, most: int, first: int, small: int
) -> None:
    """Also if steps take too many states, so that what is left is searched, and if all candidates of a step are
    compared. Lemmas of one property serve the next."""
    monkeypatch.setattr(module, "STEP_STATES", most)
    monkeypatch.setattr(module, "FIRST_STATES", first)
    monkeypatch.setattr(module, "SMALL", small)
    outcomes: dict[bool, int] = {True: 0, False: 0}
    for seed in range(SYSTEMS):
        random = Random(seed)
        components, properties = system_with_properties(random)
        elimination = Elimination(task_of(components, properties[0], random.choice(["auto", "given"])))
        known = set(map(id, components))
        for one in properties:
            holds = reach_error(components, one, Watch())[0] is None
            found = elimination.prove(one)
            outcomes[holds] += 1
            if isinstance(found, list):
                assert holds, seed
                assert_facts(found, components, one, known)
            else:
                assert not holds, seed
                assert_violation(found, components, one)
    assert min(outcomes.values()) > SYSTEMS / 4


def test_verdicts_are_audited() -> None:
    """Of properties that are not deterministic, too, of one and of several."""
    seen = set()
    for seed in range(150):
        random = Random(seed)
        components, properties = system_with_properties(random, random.choice([1, 2, 3]))
        if len(components) < 2:
            continue
        properties[0] = plain_model(random, "abcd", "Q0")
        specification = properties[0] if len(properties) == 1 else properties
        verdict = symag.check(components, specification, relation="traces", method="mono")
        found = symag.check(components, specification, relation="traces", method="weakest", audit=True)
        assert (found.verdict, found.audited) == (verdict.verdict, True), seed
        if found.verdict == "violated" and verdict.counterexample and found.counterexample:
            assert len(properties) > 1 or len(found.counterexample.trace) == len(verdict.counterexample.trace)
        seen.add((found.verdict, len(properties)))
    assert len(seen) == 6


@pytest.mark.parametrize(("name", "parameter"), [("MER", 6), ("Chiron, property 3", 4)])
def test_the_hub_alone_keeps_the_property(name: str, parameter: int) -> None:
    """The order finds the component that shares actions with all others, if its assumption is the smallest."""
    found = system(name, parameter, False)
    components, specification = [*found.first, *found.second], found.specification
    figures = []
    for order in ("auto", "given"):
        verdict = symag.check(components, specification, relation="traces", method="weakest", order=order)
        assert verdict.verdict == "holds"
        figures.append(verdict.statistics)
    assert (figures[0]["queries"], figures[0]["largest_assumption"]) == (1, 1)
    assert figures[0]["states_explored"] < figures[1]["states_explored"]


@pytest.mark.parametrize(("name", "parameter"), [("Gas Station", 3), ("MER", 3), ("Rover Exec.", 4)])
def test_orders_agree(name: str, parameter: int) -> None:
    for violated in (False, True):
        found = system(name, parameter, violated)
        components, specification = [*found.first, *found.second], found.specification
        verdicts = {
            symag.check(components, specification, relation="traces", method="weakest", order=order).verdict
            for order in ("auto", "given")
        }
        assert verdicts == {"violated" if violated else "holds"}


def neighbours(n: int) -> list[LPTS]:
    """Jobs are started in turn, by pairs of neighbours: together these are CycleProp."""
    pairs = [(i, i + 1) for i in range(n - 1)] + [(0, n - 1)]
    return [
        LPTS.build("0", [("0", f"start.{i}", "1"), ("1", f"start.{j}", "0")], name=f"start.{i} before start.{j}")
        for i, j in pairs
    ]


def test_the_scheduler() -> None:
    """The assumptions of the whole property have n + 2 states at most, those of the pairs eight; lemmas are shared, so
    that the number of premises for each pair does not depend on n; most premises are renamed ones."""
    n = 30
    whole = symag.check(cells(n), cycle_property(n), relation="traces", method="weakest", split=False, audit=True)
    assert (whole.verdict, whole.audited, whole.statistics["largest_assumption"]) == ("holds", True, n + 2)
    verdict = symag.check(cells(n), neighbours(n), relation="traces", method="weakest", audit=True)
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    assert verdict.statistics["largest_assumption"] <= 8
    assert isinstance(verdict.certificate, Proof)
    assert verdict.certificate.implication == "entailment"
    premises = verdict.certificate.premises
    assert len(premises) <= 8 * n
    assert sum(isinstance(premise, RenamedPremise) for premise in premises) > 3 * n


@pytest.mark.slow
@pytest.mark.parametrize(
    "specification", [cycle_property(1_000), job_properties(1_000)], ids=["CycleProp", "SchedProp"]
)
@pytest.mark.parametrize("method", ["weakest", "auto"])
def test_a_thousand_cells(method: str, specification: Any) -> None:
    verdict = symag.check(cells(1_000), specification, relation="traces", method=method, audit=True)
    assert (verdict.verdict, verdict.audited) == ("holds", True)


@pytest.mark.parametrize("changed", [1, 7, 14])
def test_a_family_with_one_component_changed(changed: int) -> None:
    """The component that differs is not taken for one of the others."""
    n = 15
    ring = [*cells(n)]
    ring[changed] = cells(n, "hasty")[changed]
    verdict = symag.check(ring, neighbours(n), relation="traces", method="weakest", audit=True)
    alone = symag.check(ring, cycle_property(n), relation="traces", method="mono", audit=False)
    assert (verdict.verdict, verdict.audited) == (alone.verdict, True) == ("violated", True)


def test_a_forged_renaming_is_rejected() -> None:
    """The kernel compares the models itself."""
    verdict = symag.check(cells(6), neighbours(6), relation="traces", method="weakest", audit=True)
    document = json.loads(verdict.dumps())
    assert audit_each(json.dumps(document))[0]
    renamings = [entry["renaming"] for entry in document["certificate"]["premises"] if "like" in entry]
    for renaming in renamings[:8]:
        letters = renaming["actions"]
        one, two, *_ = letters
        renaming["actions"] = letters | {one: letters[two], two: letters[one]}
        assert not audit_each(json.dumps(document))[0]
        renaming["actions"] = letters
    assert len(renamings) > 8


def test_the_weakest_assumption_by_hand() -> None:
    """CAV'08, Fig. 1: the channel must not acknowledge before it puts out."""
    reader = LPTS.build("0", [("0", "input", "1"), ("1", "send", "2"), ("2", "ack", "0")])
    order = LPTS.build("0", [("0", "input", "1"), ("1", "output", "0")])
    found = weakest_assumption([reader], order, ["send", "ack", "output"], Watch())
    assert found.assumption is not None
    assert (found.assumption.num_states, found.allows_everything) == (4, False)
    assert weakest_assumption([reader], order, ["send", "output"], Watch()).assumption is not None
    idle = LPTS.build("0", [("0", "ack", "0")], ["input", "ack"])
    assert weakest_assumption([idle], LPTS.build("0", [("0", "output", "0")]), ["output"], Watch()).allows_everything
    hasty = LPTS.build("0", [("0", "input", "1"), ("1", "input", "2")])
    assert weakest_assumption([hasty], order, [], Watch()).assumption is None


def test_a_proof_without_a_search_is_printed() -> None:
    """Its transitions are not counted."""
    verdict = symag.check(cells(9), cycle_property(9), relation="traces", method="weakest")
    assert verdict.statistics["transitions_explored"] is None
    assert f"{verdict.statistics['states_explored']:,} states composed" in str(verdict)
