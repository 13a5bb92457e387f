"""Assume-guarantee abstraction refinement against the textbook: at least 1,000 random systems per run, both verdicts.

Both rules, both strategies, CEGAR and the monolithic method must say the same, with evidence that the kernel accepts.
Then: what every single iteration must be like, the example of CAV'12, solvers as backends.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, TAU
from symag.assume.abstraction import Abstraction
from symag.assume.agar import Refining
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P, FIG5_A, LEMMA4_R2
from tests.assume.questions import AGAR, CEGAR, Question, assert_real, refined_question
from tests.backends import SOLVERS
from tests.oracle import textbook
from tests.tasks import direct_task

QUESTIONS = 1008


PARTS = 24


FIRST_STEPWISE, STEPWISE = 10_000, 80


FIRST_SOLVED, SOLVED, SOLVED_BY_PYSMT = 20_000, 104, 24


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
        state_of = {one.concrete.parts(state): state for state in range(one.concrete.num_states)}
        before = []
        for state in range(two.concrete.num_states):
            side, block = two.concrete.parts(state)
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
        entries: list[dict[str, Any]] = []
        refining = Refining(direct_task([first, *rest], specification, strategy, entries.append), first, rest)
        assert [len(abstraction.members) for abstraction in refining.chain.abstractions] == [1] * len(rest), (
            "the coarsest partitions"
        )
        found = None
        while found is None:
            old = abstractions_of(refining)
            assert_simulates(old, rest)
            found = refining.step()
            assert entries[-1]["assumptions"] == [len(abstraction.members) for abstraction in old]
            if found is None:
                level = finer_than(old, abstractions_of(refining), strategy == "improved")
                assert entries[-1]["splits"][0].startswith(f"A{level + 1}: ")
                levels[level] += 1
            else:
                assert all(one is two for one, two in zip(old, found.abstractions, strict=True))
                assert "splits" not in entries[-1]
        assert [entry["iteration"] for entry in entries] == list(range(1, len(entries) + 1))
        assert entries == refining.task.log.iterations
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
    assert assumption.is_isomorphic_to(FIG5_A)


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
