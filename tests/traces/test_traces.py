"""Traces: every method agrees with a search that builds everything, shortest traces are shortest; what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import symag
from symag import LPTS, TAU
from symag.cli.main import app
from symag.errors import InputError
from symag.limits import Watch
from symag.operators import with_error
from symag.traces import interleave_traces, trace_difference
from tests.generate import ACTIONS

INPUT = LPTS.build("0", [("0", "input", "1"), ("1", "send", "2"), ("2", "ack", "0")], name="Input")
OUTPUT = LPTS.build("0", [("0", "send", "1"), ("1", "output", "2"), ("2", "ack", "0")], name="Output")
HASTY = LPTS.build("0", [*((s, a, "".join(d)) for s, a, d in OUTPUT.transitions()), ("1", "ack", "0")], name="Hasty")
ORDER = LPTS.build("0", [("0", "input", "1"), ("1", "output", "0")], name="Order")

SOME = ("mono, reduced", "auto", "cegar", "asym-n, plain", "asym, paper")
"""Methods that are tried on a quarter of the random systems."""
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
    return components, random_property(random, components, len(ACTIONS))


def random_protocol(random: Random) -> tuple[list[LPTS], LPTS]:
    """Components in circles that meet in some of their actions; the property is what they do of a few actions, with
    something missing in half of the cases. Assumptions of several states and of few actions are common."""
    actions = [f"x{i}" for i in range(random.randint(4, 7))]
    alphabets: list[list[str]] = [[] for _ in range(random.choice([2, 3, 3, 4]))]
    for action in actions:
        for alphabet in random.sample(alphabets, random.choice([1, 2, 2, 2])):
            alphabet.append(action)
    components = []
    for alphabet in alphabets:
        labels, size = alphabet or actions[:1], random.randint(2, 4)
        rows = {(str(i), random.choice(labels), str((i + 1) % size)) for i in range(size)}
        for _ in range(random.randint(0, 3)):
            rows.add((str(random.randrange(size)), random.choice([*labels, *labels, TAU]), str(random.randrange(size))))
        components.append(LPTS.build("0", sorted(rows), labels))
    return components, random_property(random, components, 2)


def random_property(random: Random, components: list[LPTS], count: int) -> LPTS:
    """What the system does of at most so many actions; with something missing in half of the cases."""
    known = sorted(frozenset().union(*(model.alphabet for model in components)))
    spoken_of = random.sample(known, random.randint(1, min(count, len(known))))
    exact = symag.determinise(symag.project(symag.compose(*components), spoken_of))
    rows = [(s, a, next(iter(d))) for s, a, d in exact.transitions()]
    if rows and random.random() < 0.5:
        del rows[random.randrange(len(rows))]
    return LPTS.build(exact.initial_state, rows, spoken_of)


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
@pytest.mark.parametrize("question", [random_safety_question, random_protocol])
def test_every_method_agrees_with_the_search(question: Callable[[Random], tuple[list[LPTS], LPTS]], part: int) -> None:
    """1,040 systems; a quarter of them by every method, with an audit by the kernel."""
    verdicts = {"holds": 0, "violated": 0}
    for seed in range(part * 65, part * 65 + 65):
        components, specification = question(Random(seed))
        length = nearest_violation(components, specification)
        expected = "holds" if length is None else "violated"
        verdicts[expected] += 1
        thorough = seed % 4 == 0
        for name, options in METHODS.items():
            if name in SOME and not thorough:
                continue
            verdict = symag.check(components, specification, relation="traces", **options, audit=thorough)
            assert verdict.verdict == expected, (seed, name)
            assert verdict.audited == thorough
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
    ("method", "told"), [("agar", "iteration 2: an assumption of 2 states,"), ("learn", "conjecture 2")]
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


def test_a_long_trace_is_told_in_time() -> None:
    """Nothing takes the square of its length."""
    rows = [(str(i), "tick", str(i + 1)) for i in range(3_000)]
    clock = LPTS.build("0", [*rows, ("3000", "stop", "0")])
    verdict = symag.check([clock], LPTS.build("0", [("0", "tick", "0")], ["tick", "stop"]), relation="traces")
    assert verdict.counterexample is not None
    assert len(verdict.counterexample.trace) == 3_001


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
    error = with_error(ORDER, {"input", "output", "more"}, Watch())
    assert sorted((s, a, next(iter(d))) for s, a, d in error.transitions()) == [
        ("0", "input", "1"),
        ("0", "output", "π"),
        ("1", "input", "π"),
        ("1", "output", "0"),
    ]
    assert with_error(LPTS.build("π", [("π", "a", "π")]), {"a"}, Watch()).states == ("π", "π'")
    assert not with_error(ORDER, {"more"}, Watch()).num_transitions


# Alphabets and assumptions


def test_an_assumption_speaks_of_no_more_than_it_must() -> None:
    """The second component shares four actions with the first one, and only two of them matter."""
    first = LPTS.build(
        "0", [("0", "go", "1"), ("1", "work", "2"), ("2", "done", "0"), ("0", "x", "0"), ("1", "y", "1")]
    )
    second = LPTS.build(
        "0", [("0", "go", "1"), ("1", "x", "2"), ("2", "y", "1"), ("1", "done", "0"), ("2", "done", "0")]
    )
    alternate = LPTS.build("0", [("0", "go", "1"), ("1", "done", "0")])
    for method in ("agar", "learn"):
        whole = symag.check([first, second], alternate, relation="traces", method=method)
        few = symag.check([first, second], alternate, relation="traces", method=method, alphabet_refinement=True)
        assert [sorted(a.alphabet) for a in whole.assumptions] == [["done", "go", "x", "y"]]
        assert [sorted(a.alphabet) for a in few.assumptions] == [["done", "go"]]
        assert whole.audited
        assert few.audited
    assert few.statistics["largest_assumption"] <= whole.statistics["largest_assumption"]


def test_actions_are_added_by_counterexamples() -> None:
    """In the channel, the order of input and output needs the handshake that the property does not speak of."""
    verdict = symag.check([INPUT, OUTPUT], ORDER, relation="traces", method="agar", alphabet_refinement=True)
    assert [entry["actions"] for entry in verdict.history if "actions" in entry] == [{"A1": ["send"]}, {"A1": ["ack"]}]
    assert (verdict.statistics["alphabets"], verdict.statistics["interfaces"]) == ([3], [3])


@pytest.mark.parametrize("options", [{}, {"relation": "traces", "method": "mono"}, {"method": "agar"}])
def test_alphabets_that_cannot_be_refined(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="alphabets are refined for the relation 'traces'"):
        symag.check([INPUT, OUTPUT], ORDER, **options, alphabet_refinement=True)


@pytest.mark.parametrize(
    ("one", "other", "alphabet", "expected"),
    [
        ("abc", "ab", "a", "c"),
        ("axb", "ayb", "ab", "xy"),
        ("axya", "ayxa", "a", "xy"),
        ("xa", "ax", "a", "x"),
        ("xax", "xa", "a", "x"),
        ("ab", "ba", "a", "b"),
    ],
)
def test_what_tells_traces_apart(one: str, other: str, alphabet: str, expected: str) -> None:
    assert trace_difference(tuple(one), tuple(other), alphabet) == set(expected)


def test_traces_that_happen_together() -> None:
    assert interleave_traces(tuple("xaybz"), tuple("1a2b34"), "ab") == tuple("x1ay2bz")
    assert interleave_traces((), ("a",), ()) == ()


@pytest.mark.parametrize("method", ["agar", "learn"])
def test_saved_assumptions_are_used_again(method: str, tmp_path: Path) -> None:
    for model in (INPUT, OUTPUT, HASTY, ORDER):
        symag.save(model, tmp_path / f"{model.name}.json")
    spec = ["--spec", str(tmp_path / "Order.json"), "--relation", "traces"]
    both = [str(tmp_path / "Input.json"), str(tmp_path / "Output.json")]
    kept = ["--method", method, "--alphabet-refinement", "--save-assumptions", str(tmp_path / "kept")]
    assert CliRunner().invoke(app, ["check", *both, *spec, *kept]).exit_code == 0
    again = [*spec, "--method", "agar", "--assumption", str(tmp_path / "kept" / "A1.json")]
    assert CliRunner().invoke(app, ["check", *both, *again]).exit_code == 0
    wrong = CliRunner().invoke(app, ["check", both[0], str(tmp_path / "Hasty.json"), *again])
    assert wrong.exit_code == 3
    assert "too strong for what it stands for" in wrong.output


def test_the_traces_of_an_assumption_count() -> None:
    """It makes its choice too early to simulate what it stands for, and has all of its traces."""
    first = LPTS.build("0", [("0", "a", "1"), ("1", "b", "0"), ("1", "c", "0")])
    second = LPTS.build("0", [("0", "a", "1"), ("1", "b", "0"), ("1", "c", "0")])
    early = LPTS.build("0", [("0", "a", "b"), ("0", "a", "c"), ("b", "b", "0"), ("c", "c", "0")])
    question: dict[str, Any] = {"method": "agar", "assumption": early}
    assert symag.check([first, second], second, **question).verdict == "unknown"
    verdict = symag.check([first, second], second, relation="traces", **question)
    assert verdict
    assert verdict.audited
    assert verdict.assumptions[0].is_reactive
    coin = LPTS.build("0", [("0", "a", {"0": "1/2", "1": "1/2"})], list("abc"), name="coin")
    with pytest.raises(InputError, match="coin is probabilistic"):
        symag.check([first, second], second, relation="traces", method="agar", assumption=coin)


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
