"""Assume-guarantee abstraction refinement against the textbook: at least 1,000 random systems per run, both verdicts.

Both rules, both strategies, CEGAR and the monolithic method must say the same, with evidence that the kernel accepts.
Then: what every single iteration must be like, the example of CAV'12, solvers as backends, sides of several components.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, TAU, InputError, InternalError, LimitReached, Limits, Verdict
from symag.assume.abstraction import Abstraction
from symag.assume.agar import Refining
from symag.assume.execution_tree import parts_of
from symag.evidence import Proof
from symag.limits import Watch
from symag.operators import Composition
from symag.simulation import get_backend
from symag.smt.cases import FIG1_L1, FIG1_L2, FIG1_P, LEMMA4_R2
from symag.study.cases.families import mutual_exclusion
from tests.backends import SOLVERS
from tests.generate import AWKWARD, SHARES, nudged, random_model
from tests.oracle import textbook

QUESTIONS = 1008
PARTS = 24
FIRST_STEPWISE, STEPWISE = 10_000, 80
FIRST_SOLVED, SOLVED, SOLVED_BY_PYSMT = 20_000, 104, 24

Question = tuple[list[LPTS], LPTS]

AGAR: list[dict[str, Any]] = [
    {"method": "agar", "rule": rule, "strategy": strategy}
    for rule in ("asym", "asym-n")
    for strategy in ("improved", "paper")
]
CEGAR: list[dict[str, Any]] = [{"method": "cegar", "strategy": strategy} for strategy in ("improved", "paper")]


def busy_component(random: Random, states: int, actions: str) -> LPTS:
    """So many states in a circle, more or less; each does something."""
    names = [f"s{number}" for number in range(states)]
    alphabet = random.sample(actions, random.randint(2, len(actions)))
    labels = [*alphabet, *([TAU] if random.random() < 0.2 else [])]
    vectors = [vector for vector in ([*SHARES, AWKWARD] if random.random() < 0.1 else SHARES) if len(vector) <= states]
    rows: list[tuple[str, str, str | dict[str, object]]] = []
    for position in range(states + random.randint(0, states)):
        kind = random.random()
        shares = ["1"] if kind < 0.6 else random.choice(vectors)
        outcomes = [names[(position + 1) % states]] if kind < 0.35 else random.sample(names, len(shares))
        rows.append((names[position % states], random.choice(labels), dict(zip(outcomes, shares, strict=True))))
    return LPTS.build("s0", rows, alphabet, states=names)


def refined_question(random: Random, actions: str = "abcd", most: int = 14) -> Question:
    """Two to four components of two to five states, and a specification that tells nearly all states apart.

    It is the system with a few states made one, as it is (it holds) or nudged (it is often violated); now and then it
    is any model. So coarse assumptions do not do.
    """
    system = None
    while system is None or not 4 <= system.num_states <= most:
        count = random.choice([2, 2, 3, 3, 4])
        components = [busy_component(random, random.randint(2, max(3, 7 - count)), actions) for _ in range(count)]
        system = symag.compose(*components)
    kind = random.random()
    if kind < 0.1:
        return components, random_model(random)
    blocks = list(range(system.num_states))
    for _ in range(random.choice([0, 0, 1, 2, 4])):
        one, two = random.sample(blocks, 2)
        blocks = [one if block == two else block for block in blocks]
    number: dict[int, int] = {}
    specification = symag.quotient(system, [number.setdefault(block, len(number)) for block in blocks])
    if kind > 0.45:
        for _ in range(random.randint(1, 3)):
            specification = nudged(random, specification)
    return components, specification


def assert_real(verdict: Verdict, system: LPTS, known: set[LPTS]) -> None:
    """The counterexample is a tree below the system, not below the specification; `known` ones were looked at."""
    assert verdict.counterexample is not None
    tree = verdict.counterexample.to_lpts()
    if tree not in known:
        known.add(tree)
        assert tree.is_tree
        assert tree.is_reactive or not system.is_reactive, "CAV'12, Corollary 1"
        assert textbook([tree], system).holds
        assert not textbook([tree], verdict.specification).holds


@pytest.mark.parametrize("part", range(PARTS))
def test_all_methods_agree_with_the_textbook(part: int) -> None:
    seen, iterations, asked = Counter[str](), Counter[str](), Counter[str]()
    for seed in range(part, QUESTIONS, PARTS):
        components, specification = refined_question(Random(seed))
        expected = textbook(components, specification).holds
        system, trees = symag.compose(*components), set[LPTS]()
        bound = symag.compose(*components[1:]).num_states
        turn = seed // PARTS % 4
        method = "auto" if turn % 2 else "mono"
        assert bool(symag.check(components, specification, method=method)) == expected, f"seed {seed}, {method}"
        # the paper's strategy takes longest: with either rule for a quarter of the systems
        papers = [AGAR[1]] if turn == 0 else [AGAR[3]] if turn == 2 else []
        for position, options in enumerate([AGAR[0], AGAR[2], CEGAR[turn % 2], *papers]):
            reduce = (seed // PARTS + position) % 3 == 0
            verdict = symag.check(components, specification, reduce=reduce, **options)
            assert bool(verdict) == expected, f"seed {seed}, {options}"
            assert verdict.audited, f"seed {seed}, {options}"
            if not expected:
                assert_real(verdict, system, trees)
            name = f"{options['method']} {options.get('rule')} {reduce}"
            iterations[name] += len(verdict.history)
            asked[name] += 1
            if options.get("rule") == "asym":
                assert len(verdict.history) <= bound, "CAV'12, Theorem 4: at most |S2| - 1 refinements"
        seen[str(expected)] += 1
    assert min(seen["True"], seen["False"]) >= QUESTIONS // PARTS // 4, seen
    for name, least in {"agar asym False": 1.7, "agar asym-n False": 1.8, "cegar None False": 2.6}.items():
        assert iterations[name] >= least * asked[name], f"the questions are too easy for {name}"


def abstractions_of(refining: Refining) -> list[Abstraction]:
    return list(refining.chain.abstractions)


def finer_than(old: list[Abstraction], new: list[Abstraction], inherited: bool) -> int:
    """The level that was refined, after it was seen that it is strictly finer, and what became of those above it."""
    level = max(number for number, (one, two) in enumerate(zip(old, new, strict=True)) if one is not two)
    one, two = old[level], new[level]
    assert one.concrete is two.concrete
    origin = [one.block_of[states[0]] for states in two.members]
    assert all(origin[two.block_of[state]] == block for state, block in enumerate(one.block_of)), "not finer"
    assert len(two.members) > len(one.members), "not strictly finer"
    for above in range(level - 1, -1, -1):
        one, two = old[above], new[above]
        if not inherited:
            assert len(two.members) == 1, "the paper begins anew from the coarsest partition"
            continue
        state_of = {parts_of(one.concrete, state): state for state in range(one.concrete.num_states)}
        before = []
        for state in range(two.concrete.num_states):
            side, block = parts_of(two.concrete, state)
            before.append(one.block_of[state_of[side, origin[block]]])
        origin = [before[states[0]] for states in two.members]
        assert all(origin[two.block_of[state]] == block for state, block in enumerate(before)), "not inherited"
    return level


def assert_simulates(abstractions: list[Abstraction], sides: list[LPTS]) -> None:
    """Every assumption is above what it is built on, and above all that it stands for."""
    for level, abstraction in enumerate(abstractions):
        assert sorted(state for states in abstraction.members for state in states) == list(
            range(abstraction.concrete.num_states)
        )
        assert all(
            abstraction.block_of[state] == block for block, states in enumerate(abstraction.members) for state in states
        )
        built_on = [sides[level], *(below.assumption for below in abstractions[level + 1 : level + 2])]
        assert textbook(built_on, abstraction.assumption).holds
        assert textbook(sides[level:], abstraction.assumption).holds
        assert abstraction.assumption.alphabet == frozenset().union(*(side.alphabet for side in sides[level:]))
        assert len(set(abstraction.assumption.states)) == len(abstraction.members)


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("strategy", ["improved", "paper"])
def test_every_iteration(strategy: str, part: int) -> None:
    """Assumptions simulate what they stand for, and each is finer than the last, down to a decision."""
    levels = Counter[int]()
    for seed in range(FIRST_STEPWISE + part, FIRST_STEPWISE + STEPWISE, 4):
        components, specification = refined_question(Random(seed))
        first, *rest = map(symag.trim, components)
        told: list[dict[str, Any]] = []
        backend = get_backend("fixpoint")
        refining = Refining(first, rest, specification, backend, Watch(), strategy, told.append)
        assert [len(abstraction.members) for abstraction in refining.chain.abstractions] == [1] * len(rest), (
            "the coarsest partitions"
        )
        found = None
        while found is None:
            old = abstractions_of(refining)
            assert_simulates(old, rest)
            found = refining.step()
            assert told[-1]["assumptions"] == [len(abstraction.members) for abstraction in old]
            if found is None:
                level = finer_than(old, abstractions_of(refining), strategy == "improved")
                assert told[-1]["splits"][0].startswith(f"A{level + 1}: ")
                levels[level] += 1
            else:
                assert all(one is two for one, two in zip(old, found.abstractions, strict=True))
                assert "splits" not in told[-1]
        assert [entry["iteration"] for entry in told] == list(range(1, len(told) + 1))
        assert tuple(told) == found.history
        assert (found.real is None) == textbook([first, old[0].assumption], specification).holds
    assert levels[0] > 0
    assert levels[1] > 0, "some refinements are below the first assumption"


@pytest.mark.parametrize("reduce", [False, True])
@pytest.mark.parametrize("options", AGAR, ids=str)
def test_fig_1_has_the_assumption_of_fig_5(options: dict[str, Any], reduce: bool) -> None:
    verdict = symag.check([FIG1_L1, FIG1_L2], FIG1_P, reduce=reduce, **options)
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    assert [entry["assumptions"] for entry in verdict.history] == [[1], [2]], "after one refinement"
    (assumption,) = verdict.assumptions
    fig_5 = LPTS.build(
        "a0", [("a0", "send", "a1"), ("a1", "output", {"a1": "1/10", "a0": "9/10"}), ("a0", "ack", "a0")]
    )
    assert assumption.is_isomorphic_to(fig_5)


@pytest.mark.parametrize("options", CEGAR, ids=str)
def test_cegar_on_fig_1(options: dict[str, Any]) -> None:
    verdict = symag.check([FIG1_L1, FIG1_L2], FIG1_P, reduce=False, **options)
    assert (verdict.verdict, verdict.audited, verdict.rule, verdict.assumptions) == ("holds", True, None, ())
    sizes = [size for entry in verdict.history for size in entry["assumptions"]]
    assert sizes[0] == 1
    assert all(one < two for one, two in pairwise(sizes)), "strictly finer"
    assert sizes[-1] <= symag.compose(FIG1_L1, FIG1_L2).num_states


@pytest.mark.parametrize("options", [*AGAR, *CEGAR], ids=str)
def test_fig_1_fails_by_a_millionth(options: dict[str, Any]) -> None:
    share = {"u1": "100001/1000000", "u0": "899999/1000000"}
    specification = LPTS.build("u0", [("u0", "input", "u1"), ("u1", "output", share)])
    verdict = symag.check([FIG1_L1, FIG1_L2], specification, **options)
    assert (verdict.verdict, verdict.audited) == ("violated", True)
    assert_real(verdict, symag.compose(FIG1_L1, FIG1_L2), set())
    assert verdict.history[-1]["real"] is True
    assert verdict.assumptions == ()


@pytest.mark.parametrize("backend", SOLVERS)
@pytest.mark.parametrize("part", range(4))
def test_with_solvers(backend: str, part: int) -> None:
    """The refinement is the same; only who decides premise 1 is another."""
    seen = Counter[str]()
    fast = backend == "z3"
    count, most = (SOLVED, 8) if fast else (SOLVED_BY_PYSMT, 6)
    for seed in range(FIRST_SOLVED + part, FIRST_SOLVED + count, 4):
        components, specification = refined_question(Random(seed), "abc", most)
        options = [*AGAR, *CEGAR][seed // 4 % 6]
        expected = textbook(components, specification).holds
        verdict = symag.check(components, specification, backend=backend, **options)
        assert (bool(verdict), verdict.audited, verdict.backend) == (expected, True, backend), f"seed {seed}, {options}"
        if not expected:
            assert_real(verdict, symag.compose(*components), set())
        seen[verdict.verdict] += 1
    assert len(seen) == 2 or not fast, seen


def test_the_order_of_the_components() -> None:
    """With the order "auto", whoever shares most comes first; the evidence is about the components in that order."""
    (lock, *users), specification = mutual_exclusion(3)
    given = [users[0], users[1], lock, users[2]]
    for rule in ("asym", "asym-n"):
        verdict = symag.check(given, specification, method="agar", rule=rule, order="auto")
        assert (verdict.verdict, verdict.audited) == ("holds", True)
        same = symag.check(given, specification, method="agar", rule=rule, order="given")
        assert same.components == tuple(given)
        assert (same.verdict, same.audited) == ("holds", True)
        if rule == "asym-n":
            assert verdict.components == (lock, *users)
    with pytest.raises(InputError, match="the order 'magic' is not known: choose from given, auto"):
        symag.check(given, specification, method="agar", order="magic")


def test_told_hears_the_history() -> None:
    components, specification = mutual_exclusion(3)
    told: list[dict[str, Any]] = []
    verdict = symag.check(components, specification, method="agar", rule="asym-n", told=told.append)
    assert verdict.verdict == "holds"
    assert told == list(verdict.history)
    assert len(told) > 1
    assert all("splits" in entry for entry in told[:-1])


def nested_sides(components: list[LPTS]) -> Iterator[tuple[list[Any], tuple[int, ...]]]:
    """The components as sides, with how many each has."""
    lock, *users = components
    yield [lock, users], (1, len(users))
    yield [[lock, users[0]], users[1:]], (2, len(users) - 1)
    yield [[[lock], users[:-1]], users[-1]], (len(users), 1)


@pytest.mark.parametrize("violated", [False, True])
def test_sides_of_several_components(violated: bool) -> None:
    components, specification = mutual_exclusion(3, violated)
    expected = symag.check(components, specification)
    for sides, sizes in nested_sides(components):
        for rule in ("asym", None):
            verdict = symag.check(sides, specification, method="agar", rule=rule)
            assert (verdict.verdict, verdict.audited, verdict.rule) == (expected.verdict, True, "asym")
            assert verdict.components == tuple(components)
            if not violated:
                assert isinstance(verdict.certificate, Proof)
                assert [len(premise.below) for premise in verdict.certificate.premises] == [sizes[0] + 1, sizes[1]]
                premises = verdict.to_json()["certificate"]["premises"]
                assert [premise["above"] for premise in premises] == ["P", "A1"]
                assert len(verdict.assumptions) == 1
        each = symag.check(sides, specification, method="agar", rule="asym-n")
        assert (each.verdict, each.audited, each.rule) == (expected.verdict, True, "asym-n")
        if not violated:
            assert isinstance(each.certificate, Proof)
            assert len(each.certificate.premises) == len(components)
        for method in ("mono", "cegar"):
            assert symag.check(sides, specification, method=method).verdict == expected.verdict


@pytest.mark.parametrize("method", ["mono", "agar", "cegar"])
@pytest.mark.parametrize("violated", [False, True])
def test_components_that_were_composed_before(method: str, violated: bool) -> None:
    """A composition that is given as a component is one component: the evidence is about it, not about its parts."""
    (lock, *users), specification = mutual_exclusion(3, violated)
    for components in ([lock | users[0], users[1] | users[2]], [lock, users[0] | users[1] | users[2]]):
        verdict = symag.check(components, specification, method=method)
        assert (verdict.verdict, verdict.audited) == ("violated" if violated else "holds", True)
        assert [len(model.states) for model in verdict.components] == [model.num_states for model in components]
        if violated:
            assert_real(verdict, symag.compose(*components), set())


TRICKY: dict[str, Question] = {
    "hidden moves that a neighbour blocks": (
        [
            LPTS.build("s", [], ["a"]),
            LPTS.build("s", [("s", "b", "t"), ("t", TAU, "t")]),
            LPTS.build("s", [], ["b"]),
        ],
        LPTS.build("p", [("p", TAU, "p")]),
    ),
    "everybody hides, nobody moves": (
        [LPTS.build("s", [("s", TAU, "s")]) for _ in range(3)],
        LPTS.build("p", [("p", TAU, "p")]),
    ),
    "one hidden move too many": (
        [LPTS.build("s", [("s", TAU, "t")]) for _ in range(3)],
        LPTS.build("p", [("p", TAU, "q"), ("q", TAU, "r")]),
    ),
    "two moves of an assumption are one move of the component": (
        [
            LPTS.build("t", [("t", "a", {"u": "1/2", "v": "1/2"}), ("u", "b", "t"), ("v", "c", "t")]),
            LPTS.build("s", [("s", "a", {"x": "1/2", "y": "1/2"}), ("x", "b", "s"), ("x", "c", "s"), ("y", "c", "s")]),
        ],
        LPTS.build("p", [("p", "a", {"q": "1/2", "r": "1/2"}), ("q", "b", "p"), ("r", "c", "p")]),
    ),
    "the same component three times": (
        [LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"}), ("t", "b", "s")])] * 3,
        LPTS.build("p", [("p", "a", {"p": "1/2", "q": "1/2"}), ("q", "b", "p")]),
    ),
    "nothing in common": (
        [LPTS.build("s", [("s", f"a{i}", "t"), ("t", f"b{i}", "s")]) for i in range(3)],
        LPTS.build("p", [("p", "a0", "q"), ("q", "b0", "p"), ("q", "a0", "p")]),
    ),
    "violated only after a long run": (
        [
            LPTS.build("0", [(str(i), "a", str(i + 1)) for i in range(9)]),
            LPTS.build("0", [(str(i), "a", str((i + 1) % 3)) for i in range(3)]),
            LPTS.build("0", [(str(i), "a", str((i + 1) % 4)) for i in range(4)]),
        ],
        LPTS.build("0", [(str(i), "a", str(i + 1)) for i in range(8)]),
    ),
    "a reactive tree after a silent move": (
        [
            LPTS.build(
                "r", [("r", "x", {"s": "1/2", "t": "1/2"}), ("s", "hush", "u"), ("u", "y", "t"), ("u", "z", "t")]
            ),
            LPTS.build("o", [("o", "x", "o")]),
        ],
        LEMMA4_R2,
    ),
    "components without moves": ([LPTS.build("s", [], ["a"])] * 2, LPTS.build("p", [], ["a", "b"])),
    "a specification that speaks of nothing": ([FIG1_L1, FIG1_L2], LPTS.build("p", [])),
    "a specification that speaks of something else": ([FIG1_L1, FIG1_L2], LPTS.build("p", [("p", "other", "p")])),
}


@pytest.mark.parametrize("reduce", [False, True])
@pytest.mark.parametrize("name", TRICKY)
def test_tricky_systems(name: str, reduce: bool) -> None:
    components, specification = TRICKY[name]
    expected = textbook(components, specification).holds
    for options in [*AGAR, *CEGAR]:
        verdict = symag.check(components, specification, reduce=reduce, **options)
        assert (bool(verdict), verdict.audited) == (expected, True), options
        if not expected:
            assert_real(verdict, symag.compose(*components), set())


@pytest.mark.parametrize("reduce", [True, False])
@pytest.mark.parametrize(("small", "medium"), [(0, 1 << 16), (0, 0)], ids=["composed", "by turns"])
def test_auto_on_every_road(monkeypatch: pytest.MonkeyPatch, small: int, medium: int, reduce: bool) -> None:
    """The roads that only large systems take, on small ones."""
    monkeypatch.setattr("symag.assume.auto.SMALL", small)
    monkeypatch.setattr("symag.assume.auto.MEDIUM", medium)
    monkeypatch.setattr("symag.assume.auto.SMALLISH", 0)
    monkeypatch.setattr("symag.assume.auto.LARGE", 0)
    seen: Counter[str] = Counter()
    for seed in range(60):
        components, specification = refined_question(Random(seed))
        verdict = symag.check(components, specification, method="auto", reduce=reduce)
        assert bool(verdict) == textbook(components, specification).holds, seed
        assert verdict.audited
        seen[verdict.verdict] += 1
        assert "as it is small" not in verdict.statistics["road"]
    assert min(seen["holds"], seen["violated"]) >= 10


def test_auto_goes_on_when_one_road_is_too_long() -> None:
    """The whole has too many states for the limit, and the parts have not."""
    rings = [LPTS.build("0", [(str(i), f"a{c}", str((i + 1) % 60)) for i in range(60)], name=f"c{c}") for c in (1, 2)]
    verdict = symag.check(rings, LPTS.build("p", [("p", "a1", "p"), ("p", "a2", "p")]), reduce=False, max_states=500)
    assert verdict.verdict == "holds"
    assert verdict.audited
    assert symag.check(rings, LPTS.build("p", []), method="mono", reduce=False, max_states=500).verdict == "unknown"


def test_a_limit_leaves_the_history() -> None:
    """What was done before the limit is told."""
    components, specification = mutual_exclusion(6)
    heard: list[dict[str, Any]] = []

    def hear(iteration: dict[str, Any]) -> None:
        heard.append(iteration)
        if len(heard) == 3:
            raise LimitReached("timeout", "timeout: in the third iteration")

    verdict = symag.check(components, specification, method="agar", strategy="paper", told=hear)
    assert (verdict.verdict, verdict.reason) == ("unknown", "timeout: in the third iteration")
    assert list(verdict.history) == heard
    assert len(heard) == 3


def test_a_long_silent_way_to_a_violation() -> None:
    """Hundreds of silent moves are put back, one after the other."""
    rows = [(str(i), TAU, str(i + 1)) for i in range(300)]
    system = LPTS.build("0", [*rows, ("300", "bad", "300")], name="patient")
    other = LPTS.build("o", [("o", "good", "o")], name="other")
    specification = LPTS.build("p", [("p", "good", "p")], ["good", "bad"])
    verdict = symag.check([system, other], specification, method="agar", timeout=60)
    assert verdict.verdict == "violated"
    assert verdict.counterexample is not None
    assert verdict.counterexample.depth == 301


def four_ways(number: int) -> LPTS:
    """After a, one of four things that nobody else can do."""
    ways = [f"t{j}" for j in range(4)]
    return LPTS.build("s", [("s", "a", dict.fromkeys(ways, "1/4")), *((t, f"b{number}{t}", t) for t in ways)])


@pytest.mark.parametrize("audit", [None, False])
def test_a_limit_in_the_middle_of_a_state_is_not_forgotten(audit: bool | None) -> None:
    """The product distribution has 16 outcomes, of which 10 may be built: the rest must not be taken for nothing."""
    components = [four_ways(1), four_ways(2)]
    known = sorted(components[0].alphabet | components[1].alphabet)
    specification = LPTS.build("p", [("p", "a", "q")], known)
    assert symag.check(components, specification).verdict == "violated"
    for limit in range(1, 20):
        verdict = symag.check(components, specification, max_states=limit, audit=audit)
        assert verdict.verdict in ("violated", "unknown"), limit
        assert verdict.verdict == "violated" or "max-states" in str(verdict.reason)


def test_a_composition_that_was_cut_off_is_not_gone_on_with() -> None:
    composition = Composition([four_ways(1), four_ways(2)], watch=Watch(Limits(max_states=10)))
    with pytest.raises(LimitReached):
        composition.explore(100)
    with pytest.raises(InternalError, match="half expanded"):
        composition.explore(100)


def test_the_whole_makes_room_for_the_parts() -> None:
    """A limit on memory that the composed system does not keep, and the proof by parts does."""
    program = (
        "import symag; from symag.study.cases.families import FAMILIES; "
        "components, specification = FAMILIES['arbiter'](16, False); "
        "verdict = symag.check(components, specification, audit=False, memory=110); "
        "print(verdict.verdict, verdict.reason)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("holds"), done.stdout
