"""Traces: every method agrees with a search that builds everything, shortest traces are shortest; what is refused."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from generate import ACTIONS
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import symag
from symag import LPTS, TAU
from symag.cli.main import app
from symag.errors import InputError
from symag.operators import with_error

INPUT = LPTS.build("0", [("0", "input", "1"), ("1", "send", "2"), ("2", "ack", "0")], name="Input")
OUTPUT = LPTS.build("0", [("0", "send", "1"), ("1", "output", "2"), ("2", "ack", "0")], name="Output")
HASTY = LPTS.build("0", [*((s, a, "".join(d)) for s, a, d in OUTPUT.transitions()), ("1", "ack", "0")], name="Hasty")
ORDER = LPTS.build("0", [("0", "input", "1"), ("1", "output", "0")], name="Order")

METHODS: dict[str, dict[str, Any]] = {
    "mono": {"method": "mono"},
    "mono, reduced": {"method": "mono", "reduce": True},
    "auto": {"method": "auto"},
    "cegar": {"method": "cegar"},
    "asym": {"method": "agar", "rule": "asym"},
    "asym-n": {"method": "agar", "rule": "asym-n"},
    "asym-n, plain": {"method": "agar", "rule": "asym-n", "reduce": False},
    "asym, paper": {"method": "agar", "rule": "asym", "strategy": "paper"},
    "asym, alphabets": {"method": "agar", "rule": "asym", "alphabet_refinement": True},
    "asym-n, alphabets": {"method": "agar", "rule": "asym-n", "alphabet_refinement": True},
    "learn, asym": {"method": "learn", "rule": "asym"},
    "learn, asym-n": {"method": "learn", "rule": "asym-n"},
    "learn, asym, alphabets": {"method": "learn", "rule": "asym", "alphabet_refinement": True},
    "learn, asym-n, alphabets": {"method": "learn", "rule": "asym-n", "alphabet_refinement": True},
}


def random_lts(random: Random, actions: tuple[str, ...] = ACTIONS, deterministic: bool = False) -> LPTS:
    names = [f"s{i}" for i in range(random.randint(1, 4))]
    alphabet = random.sample(actions, random.randint(1, len(actions)))
    labels = alphabet if deterministic or random.random() < 0.6 else [*alphabet, TAU]
    rows = {}
    for position in range(random.randint(0, 3 * len(names))):
        source = names[0] if position < 2 else random.choice(names)
        action, to = random.choice(labels), random.choice(names)
        rows[(source, action) if deterministic else (source, action, to)] = (source, action, to)
    return LPTS.build(names[0], list(rows.values()), alphabet, states=names)


def random_safety_question(random: Random) -> tuple[list[LPTS], LPTS]:
    """Half of the properties are what the system does, with something missing in half of these."""
    components = [random_lts(random) for _ in range(random.choice([2, 2, 3, 4]))]
    if random.random() < 0.5:
        return components, random_lts(random, deterministic=True)
    known = sorted(frozenset().union(*(model.alphabet for model in components)))
    spoken_of = random.sample(known, random.randint(1, len(known)))
    exact = symag.determinise(symag.project(symag.compose(*components), spoken_of))
    rows = [(s, a, next(iter(d))) for s, a, d in exact.transitions()]
    if rows and random.random() < 0.5:
        del rows[random.randrange(len(rows))]
    return components, LPTS.build(exact.initial_state, rows, spoken_of)


def nearest_violation(components: list[LPTS], specification: LPTS) -> int | None:
    """The length of a shortest execution that is not allowed, hidden moves included; by building everything."""
    allowed = {(s, a): next(iter(d)) for s, a, d in specification.transitions()}
    moves = [
        {(s, a): [next(iter(d)) for t, b, d in m.transitions() if (t, b) == (s, a)] for s, a, _ in m.transitions()}
        for m in components
    ]
    actions = sorted(frozenset().union(*(model.alphabet for model in components)))
    start = (tuple(model.initial_state for model in components), specification.initial_state)
    level, seen, length = [start], {start}, 0
    while level:
        length += 1
        later = []
        for places, above in level:
            steps = []
            for i, place in enumerate(places):
                steps += [(TAU, {i: to}) for to in moves[i].get((place, TAU), [])]
            for action in actions:
                taking = [i for i, model in enumerate(components) if action in model.alphabet]
                for chosen in product(*(moves[i].get((places[i], action), []) for i in taking)):
                    steps.append((action, dict(zip(taking, chosen, strict=True))))
            for action, changes in steps:
                then = above
                if action in specification.alphabet:
                    if (above, action) not in allowed:
                        return length
                    then = allowed[above, action]
                after = tuple(changes.get(i, place) for i, place in enumerate(places)), then
                if after not in seen:
                    seen.add(after)
                    later.append(after)
        level = later
    return None


def assert_execution(verdict: symag.Verdict) -> None:
    """The trace can be done, and all but its last action is allowed."""
    assert verdict.counterexample is not None
    trace = verdict.counterexample.trace
    allowed = {(s, a): next(iter(d)) for s, a, d in verdict.specification.transitions()}
    above: str | None = verdict.specification.initial_state
    for number, action in enumerate(trace):
        if action in verdict.specification.alphabet:
            assert above is not None
            above = allowed.get((above, action))
            assert (above is None) == (number == len(trace) - 1)


@pytest.mark.parametrize("part", range(8))
def test_every_method_agrees_with_the_search(part: int) -> None:
    verdicts = {"holds": 0, "violated": 0}
    for seed in range(part, 320, 8):
        components, specification = random_safety_question(Random(seed))
        length = nearest_violation(components, specification)
        expected = "holds" if length is None else "violated"
        verdicts[expected] += 1
        for name, options in METHODS.items():
            verdict = symag.check(components, specification, relation="traces", **options, audit=True)
            assert verdict.verdict == expected, (seed, name)
            assert verdict.audited
            if length is not None:
                assert verdict.counterexample is not None
                assert verdict.counterexample.kind == "trace"
                assert_execution(verdict)
                assert name != "mono" or verdict.counterexample.depth == length, seed
    assert min(verdicts.values()) >= 10


@pytest.mark.parametrize("backend", ["z3", "pysmt:cvc5"])
def test_solvers_agree(backend: str) -> None:
    for seed in range(1_000, 1_020):
        components, specification = random_safety_question(Random(seed))
        expected = "holds" if nearest_violation(components, specification) is None else "violated"
        for options in (METHODS["mono"], METHODS["asym-n"]):
            assert (
                symag.check(components, specification, relation="traces", backend=backend, **options).verdict
                == expected
            )


@pytest.mark.parametrize("method", METHODS)
def test_the_channel(method: str) -> None:
    """CAV'08, section 3: input and output alternate; AGAR needs an assumption of two states."""
    verdict = symag.check([INPUT, OUTPUT], ORDER, relation="traces", **METHODS[method])
    assert verdict
    assert verdict.audited
    if METHODS[method]["method"] == "agar":
        assert [assumption.num_states for assumption in verdict.assumptions] == [2]
    verdict = symag.check([INPUT, HASTY], ORDER, relation="traces", **METHODS[method])
    assert verdict.verdict == "violated"
    assert verdict.counterexample is not None
    assert verdict.counterexample.trace == ("input", "send", "ack", "input")
    assert repr(verdict.counterexample) == "<Counterexample: the trace input send ack input>"


def test_a_verdict_about_traces(tmp_path: Path) -> None:
    for model in (INPUT, HASTY, ORDER):
        symag.save(model, tmp_path / f"{model.name}.json")
    files = [str(tmp_path / f"{name}.json") for name in ("Input", "Hasty")]
    command = ["check", *files, "--spec", str(tmp_path / "Order.json"), "--relation", "traces"]
    done = CliRunner().invoke(app, [*command, "--json", "--output", str(tmp_path / "verdict.json")])
    assert done.exit_code == 1
    found = json.loads(done.stdout)["counterexample"]
    assert (found["kind"], found["trace"]) == ("trace", ["input", "send", "ack", "input"])
    assert "violated: Input ‖ Hasty ⊭ Order" in done.stderr
    assert "not allowed" in done.stderr
    assert symag.audit(tmp_path / "verdict.json")


@pytest.mark.parametrize(
    ("method", "told"), [("agar", "iteration 2: assumptions of 2 states"), ("learn", "conjecture 2")]
)
def test_iterations_are_told(method: str, told: str, tmp_path: Path) -> None:
    for model in (INPUT, OUTPUT, ORDER):
        symag.save(model, tmp_path / f"{model.name}.json")
    files = [str(tmp_path / f"{name}.json") for name in ("Input", "Output")]
    command = [
        "check",
        *files,
        "--spec",
        str(tmp_path / "Order.json"),
        "--relation",
        "traces",
        "--method",
        method,
        "-v",
    ]
    done = CliRunner().invoke(app, [*command, "-v"])
    assert done.exit_code == 0
    assert told in done.stderr


def test_the_nearest_violation_is_found_without_building_the_rest() -> None:
    """20 counters: 10^20 states if composed."""
    rows = [(str(i), "up", str(i + 1)) for i in range(9)]
    counters = [LPTS.build("0", [(s, f"up{n}", t) for s, _, t in rows], name=f"C{n}") for n in range(20)]
    never = LPTS.build("0", [("0", "up3", "1"), ("1", "up3", "2")], name="never thrice")
    verdict = symag.check(counters, never, relation="traces", method="mono")
    assert verdict.counterexample is not None
    assert verdict.counterexample.trace == ("up3", "up3", "up3")
    assert verdict.statistics["states_explored"] < 10_000


@pytest.mark.parametrize(
    ("components", "specification", "message"),
    [
        ([LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"})], name="coin")], ORDER, "coin is probabilistic"),
        ([INPUT], LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"})]), "the specification is probabilistic"),
        ([INPUT], LPTS.build("s", [("s", "a", "s"), ("s", "a", "t")]), "'s' of the specification has two moves on 'a'"),
        ([INPUT], LPTS.build("s", [("s", TAU, "s")]), "'s' of the specification has a move on tau"),
    ],
)
def test_what_has_no_traces_is_refused(components: list[LPTS], specification: LPTS, message: str) -> None:
    with pytest.raises(InputError, match=message):
        symag.check(components, specification, relation="traces")


def test_only_what_can_be_reached_must_be_safe() -> None:
    late = LPTS.build("s", [("s", "a", "s"), ("t", "a", "s"), ("t", "a", "t")], states=["s", "t"])
    assert symag.check([INPUT], late, relation="traces")


def test_completion_with_the_error_state() -> None:
    error = with_error(ORDER, {"input", "output", "more"})
    assert sorted((s, a, next(iter(d))) for s, a, d in error.transitions()) == [
        ("0", "input", "1"),
        ("0", "output", "π"),
        ("1", "input", "π"),
        ("1", "output", "0"),
    ]
    assert with_error(LPTS.build("π", [("π", "a", "π")]), {"a"}).states == ("π", "π'")
    assert not with_error(ORDER, {"more"}).num_transitions


# Determinisation


def words(model: LPTS, length: int) -> set[tuple[str, ...]]:
    """The traces of at most so many actions."""
    found: set[tuple[str, ...]] = set()
    todo: list[tuple[tuple[str, ...], str]] = [((), model.initial_state)]
    seen = set(todo)
    while todo:
        word, state = todo.pop()
        found.add(word)
        for source, action, distribution in model.transitions():
            longer = word if action == TAU else (*word, action)
            after = longer, next(iter(distribution))
            if source == state and len(longer) <= length and after not in seen:
                seen.add(after)
                todo.append(after)
    return found


@given(st.randoms(use_true_random=False))
def test_determinising_keeps_the_traces(random: Random) -> None:
    model = random_lts(random)
    safe = symag.determinise(model)
    assert safe.is_reactive
    assert 0 not in safe.action
    assert safe.alphabet == model.alphabet
    assert words(safe, 4) == words(model, 4)
    assert symag.check([model], safe, relation="traces")


def test_only_plain_models_are_determinised() -> None:
    with pytest.raises(InputError, match="probabilistic"):
        symag.determinise(LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"})]))
