"""Several properties, decided one by one, against their composition; the parts of a system that matter for one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, InputError
from symag.errors import InternalError
from symag.evidence import Conjunction, Proof, ProvedPremise, audit_verdict
from symag.limits import Watch
from symag.operators import Reduction, reduce_component
from symag.relations import read_verdict
from symag.study.cases.scheduler import cells, cycle_property, job_properties
from tests.traces.questions import nearest_violation, random_lts, random_property, random_protocol

METHODS = ("mono", "auto", "agar", "learn", "cegar", "weakest")
AUDITED = 5
"""One verdict of so many is audited."""
RULES = ("asym-n", "asym", "symmetric")


def random_question(random: Random) -> tuple[list[LPTS], list[LPTS]]:
    """Some of the properties hold: each is what the system does of a few actions, with something missing in half of the
    cases; one may be nondeterministic, or have hidden moves."""
    components, _ = random_protocol(random)
    properties = [random_property(random, components, 2) for _ in range(random.choice([2, 2, 3]))]
    if random.random() < 0.2:
        properties.append(random_lts(random))
    return components, properties


def options_of(seed: int) -> dict[str, Any]:
    method = METHODS[seed % len(METHODS)]
    rule = {"rule": RULES[seed // len(METHODS) % len(RULES)]} if method == "learn" else {}
    return {"method": method, "audit": seed % AUDITED == 0} | rule


@pytest.mark.parametrize("part", range(4))
def test_properties_one_by_one_are_their_composition(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part, 1_200, 4):
        components, properties = random_question(Random(seed))
        whole = symag.check(components, properties, relation="traces", method="mono", split=False, audit=False)
        verdict = symag.check(components, properties, relation="traces", **options_of(seed))
        assert (verdict.verdict, verdict.audited) == (whole.verdict, seed % AUDITED == 0), seed
        seen[verdict.verdict] += 1
        if verdict.counterexample is not None:
            assert_violated(components, verdict)
    assert min(seen.values()) > 60


@pytest.mark.parametrize("method", METHODS)
def test_a_nondeterministic_model_is_split(method: str) -> None:
    """Two states for each of the cycle's: the proof is about the sets of them."""
    turns = [(f"{i}{one}", f"start.{i}", f"{(i + 1) % 4}{two}") for i in range(4) for one in "xy" for two in "xy"]
    verdict = symag.check(cells(4), LPTS.build("0x", turns), relation="traces", method=method, split=True)
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    assert isinstance(verdict.certificate, Proof)
    assert len(verdict.certificate.premises[-1].below) == 4


def test_properties_share_the_reductions_of_components(monkeypatch: pytest.MonkeyPatch) -> None:
    """A component is reduced once for each set of silent actions, of whatever property."""
    made: Counter[tuple[int, frozenset[str]]] = Counter()

    def counted(model: LPTS, silent: frozenset[str], watch: Watch) -> Reduction:
        made[id(model), silent] += 1
        return reduce_component(model, silent, watch)

    monkeypatch.setattr("symag.assume.task.reduce_component", counted)
    assert symag.check(cells(8), cycle_property(8), relation="traces", method="agar", split=True)
    assert set(made.values()) == {1}


def random_composed(random: Random) -> tuple[list[LPTS], LPTS]:
    """The property is one model, a composition of what the system does of two or three actions at a time."""
    components, _ = random_protocol(random)
    parts = [random_property(random, components, 3) for _ in range(random.choice([2, 3]))]
    return components, symag.determinise(symag.compose(*parts))


@pytest.mark.parametrize("part", range(4))
def test_one_model_is_split(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part, 1_200, 4):
        components, specification = random_composed(Random(seed))
        whole = symag.check(components, specification, relation="traces", method="mono", audit=False)
        verdict = symag.check(components, specification, relation="traces", split=True, **options_of(seed))
        assert (verdict.verdict, verdict.audited) == (whole.verdict, seed % AUDITED == 0), seed
        seen[verdict.verdict] += 1
        if verdict.counterexample is not None:
            assert verdict.counterexample.specification.alphabet == specification.alphabet
            assert len(verdict.counterexample.tree.mapping(0)) == len(components)
        elif isinstance(verdict.certificate, Proof) and len(verdict.certificate.premises[-1].below) > 1:
            seen["split"] += verdict.certificate.premises[-1].below[0] == "R1"
    assert min(seen.values()) > 30


@pytest.mark.parametrize("method", ["mono", "auto", "weakest"])
def test_letters_that_no_component_knows(method: str) -> None:
    """The specification never allows `never`, and `f` only at first; `e` is missing where d comes once. A premise must
    not speak of them."""
    chain = [alternating(*letters) for letters in ("ab", "bc", "cd", "de")]
    whole = symag.compose(*chain)
    rows = [(s, action, next(iter(to))) for s, action, to in whole.transitions()]
    rows += [(s, "free", s) for s in whole.states] + [(whole.initial_state, "f", whole.initial_state)]
    specification = LPTS.build(whole.initial_state, rows, [*whole.alphabet, "never", "free", "f"], states=whole.states)
    once = LPTS.build("0", [("0", "d", "1")])
    for components, expected in ((chain, "holds"), ([*chain[:3], once], "holds"), (chain[:3], "violated")):
        verdict = symag.check(components, specification, relation="traces", method=method, split=True)
        assert (verdict.verdict, verdict.audited) == (expected, True)
        assert "propert" in verdict.statistics["selection"]
        if verdict.counterexample is not None:
            assert verdict.counterexample.specification.alphabet == specification.alphabet


def assert_violated(components: list[LPTS], verdict: symag.Verdict) -> None:
    """The trace is one of all components, and a shortest one that its property does not allow."""
    counterexample = verdict.counterexample
    assert counterexample is not None
    assert len(counterexample.tree.mapping(0)) == len(components)
    if verdict.method == "mono":
        assert counterexample.depth == nearest_violation(components, counterexample.specification)


def alternating(one: str, two: str, name: str = "") -> LPTS:
    return LPTS.build("0", [("0", one, "1"), ("1", two, "0")], name=name)


GATE = alternating("go", "a")
KEEPER = LPTS.build("0", [], ["go"])
WALKER = LPTS.build("0", [("0", "a", "1"), ("1", "b", "0")], ["a", "b", "c"])


def test_a_violation_of_a_part_need_not_be_one_of_the_whole() -> None:
    """WALKER alone does a; GATE waits for go, which KEEPER never does."""
    never = LPTS.build("0", [], ["b"], name="never b")
    order = alternating("a", "b", "order")
    for components, verdict in (
        ((WALKER,), "violated"),
        ((WALKER, GATE), "violated"),
        ((WALKER, GATE, KEEPER), "holds"),
    ):
        for method in METHODS if len(components) > 1 else ("mono", "auto"):
            found = symag.check(components, [order, never], relation="traces", method=method)
            assert (found.verdict, found.audited) == (verdict, True), method
            if found.counterexample is not None:
                assert found.counterexample.trace == (("a", "b") if len(components) == 1 else ("go", "a", "b"))
                assert found.counterexample.specification.name == "never b"
                assert "the property never b does not allow it" in str(found)


def test_components_that_do_not_matter_are_left_out() -> None:
    verdict = symag.check(cells(30), job_properties(30), relation="traces", method="mono")
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    assert verdict.statistics["largest_composition"] <= 10
    proof = verdict.certificate
    assert isinstance(proof, Proof)
    assert [(premise.below, premise.above) for premise in proof.premises] == [
        ((f"L{number}",), f"P{number}") for number in range(1, 31)
    ]
    assert isinstance(verdict.specification, Conjunction)
    assert (verdict.specification.name, len(verdict.specification.conjuncts)) == ("SchedProp", 30)


@pytest.mark.parametrize(
    ("variant", "expected"), [("right", "holds"), ("hasty", "violated"), ("two tokens", "violated")]
)
@pytest.mark.parametrize("method", ["auto", "agar", "weakest"])
def test_the_scheduler_in_turn(method: str, variant: Any, expected: str) -> None:
    verdict = symag.check(cells(6, variant), cycle_property(6), relation="traces", method=method, split=True)
    assert (verdict.verdict, verdict.audited) == (expected, True)
    if isinstance(verdict.certificate, Proof):
        top = verdict.certificate.premises[-1]
        assert (top.below, top.above) == (tuple(f"R{number}" for number in range(1, 7)), "P")


def test_a_verdict_is_read_again(tmp_path: Path) -> None:
    bad = alternating("start.1", "start.0", "bad")
    for number, properties in enumerate(([*job_properties(3).conjuncts], [*job_properties(3).conjuncts, bad])):
        verdict = symag.check(cells(3), properties, relation="traces")
        verdict.save(file := tmp_path / f"{number}.json")
        verdict.report(tmp_path / "page.html")
        assert symag.audit(file)
        read = read_verdict(file.read_text())
        assert (read.claim, isinstance(read.specification, Conjunction)) == (verdict.claim, True)
        if verdict.counterexample is not None:
            assert read.counterexample is not None
            assert read.counterexample.specification.name == "bad"


def proof_of(properties: list[LPTS] | LPTS, **options: Any) -> symag.Verdict:
    verdict = symag.check(cells(3), properties, relation="traces", method="mono", audit=False, **options)
    assert isinstance(verdict.certificate, Proof)
    return verdict


def mutations(verdict: symag.Verdict) -> list[tuple[str, symag.Verdict]]:
    """Each premise left out, or about another model; the other implication; another property in place of one."""
    proof = verdict.certificate
    assert isinstance(proof, Proof)
    found: list[tuple[str, Proof]] = [("substitution", replace(proof, implication="substitution"))]
    for number, premise in enumerate(proof.premises):
        rest = (*proof.premises[:number], *proof.premises[number + 1 :])
        found.append((f"without {number}", replace(proof, premises=rest)))
        assert isinstance(premise, ProvedPremise)
        other = premise._replace(below=("L2", *premise.below[1:]) if premise.below[0] != "L2" else ("L3",))
        changed = (*proof.premises[:number], other, *proof.premises[number + 1 :])
        found.append((f"another below {number}", replace(proof, premises=changed)))
    return [(name, replace(verdict, certificate=mutated)) for name, mutated in found]


@pytest.mark.parametrize("kind", ["several properties", "one model"])
def test_mutated_proofs_are_rejected(kind: str) -> None:
    if kind == "one model":
        verdict = proof_of(cycle_property(3), split=True)
    else:
        verdict = proof_of([*job_properties(3).conjuncts])
    assert audit_verdict(verdict).audited
    for name, mutated in mutations(verdict):
        assert not is_accepted(mutated), name


def is_accepted(verdict: symag.Verdict) -> bool:
    try:
        return audit_verdict(verdict).audited
    except InternalError:
        return False


def test_bad_input() -> None:
    chance = LPTS.build("0", [("0", "a", {"0": "1/2", "1": "1/2"})], name="chance")
    order = alternating("a", "b", "order")
    cases: list[tuple[Any, dict[str, Any], str]] = [
        ([], {}, "there is no property"),
        ([order, order], {}, "2 properties have the name 'order'"),
        ([order, "a formula"], {}, "property 2 must be an LPTS"),
        ([order, chance], {}, "chance is probabilistic"),
        (order, {"relation": "simulation", "split": True}, "split goes with the relation traces"),
    ]
    for specification, options, message in cases:
        with pytest.raises(InputError, match=message):
            symag.check([WALKER], specification, **{"relation": "traces"} | options)


def test_simulation_composes_the_properties() -> None:
    walk, free = alternating("a", "b", "walk"), LPTS.build("0", [("0", "c", "0")], name="free")
    verdict = symag.check([WALKER], [walk, free])
    assert (verdict.verdict, verdict.specification.name) == ("holds", "walk ‖ free")
    assert isinstance(verdict.specification, LPTS)


def test_a_limit_of_one_property_does_not_hide_the_violation_of_another() -> None:
    counting = [
        LPTS.build("0", [(str(i), f"t{n}", str((i + 1) % 9)) for i in range(9)] + [("0", "x", "0")]) for n in range(6)
    ]
    large = LPTS.build("0", [("0", "x", "0")], ["x", *(f"t{n}" for n in range(5))], name="large")
    small = LPTS.build("0", [], ["t5"], name="small")
    wide = LPTS.build("0", [("0", letter, "0") for letter in ("x", *(f"t{n}" for n in range(6)))], name="wide")
    options: dict[str, Any] = {"relation": "traces", "method": "mono", "max_states": 500}
    assert symag.check(counting, [wide, small], **options).verdict == "violated"
    unknown = symag.check(counting, [wide, LPTS.build("0", [("0", "x", "0")], name="only x")], **options)
    assert (unknown.verdict, unknown.limit) == ("unknown", "max-states")
    assert symag.check(counting, [large, small], **options).verdict == "violated"
