"""Membership by solvers against the explicit teacher, word by word; learning comes to the same with each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, TAU
from symag.errors import LimitReached
from symag.limits import Limits, Watch
from symag.operators import expose
from symag.simulation import Fixpoint, get_backend
from symag.smt import z3_solver
from symag.smt.formula import Patience
from symag.smt.trace_membership import TraceMembership, Unrolling
from symag.smt.z3_solver import Z3Solver
from symag.study.cases.families import random_lts as large_lts
from symag.study.cases.papers import INPUT, ORDER, OUTPUT
from symag.traces import CachedTeacher, OracleTeacher, WeakestAssumption, teacher_for
from tests.backends import SOLVERS
from tests.traces.questions import random_lts, random_safety_question

ALTERNATION = LPTS.build("0", [("0", "a0", "1"), ("1", "a1", "0")])


def test_the_backend_chooses_the_teacher() -> None:
    question = [INPUT], ORDER, ["send", "ack"], Watch()
    assert isinstance(teacher_for(Fixpoint(), *question), WeakestAssumption)
    cached = teacher_for(get_backend("z3/cuts"), *question)
    assert isinstance(cached, CachedTeacher), "each query is dear"
    assert isinstance(cached.teacher, OracleTeacher)
    assert isinstance(cached.teacher.oracle, TraceMembership)
    assert isinstance(teacher_for(get_backend("z3/cuts"), *question, caches=frozenset()), OracleTeacher)
    assert isinstance(teacher_for(Fixpoint(), *question, caches=frozenset({"suffix"})), CachedTeacher)


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_query_is_answered_alike(solver: str) -> None:
    """Random components, properties and interfaces, with letters that nobody knows; words of up to 20 letters."""
    seen = Counter[bool]()
    for seed in range(40 if solver == "z3" else 15):
        random = Random(seed)
        first = [random_lts(random) for _ in range(random.randint(1, 2))]
        specification = random_lts(random, deterministic=True)
        interface = sorted(
            {*random.sample("abcde", random.randint(1, 3)), random.choice(sorted(specification.alphabet))}
        )
        explicit = teacher_for(Fixpoint(), first, specification, interface, Watch())
        solved = teacher_for(get_backend(solver), first, specification, interface, Watch())
        for _ in range(30):
            word = tuple(random.choices(range(1, len(interface) + 1), k=random.choice([0, 1, 2, 3, 4, 5, 8, 20])))
            expected = explicit.member(word)
            assert solved.member(word) == expected, (seed, word)
            seen[expected] += 1
        assert sum(solved.counts()) == sum(explicit.counts()) == 30
        assert solved.explored()[0] >= explicit.explored()[0] - 1, "sets of states need not have all of them"
    assert min(seen.values()) > sum(seen.values()) // 5, seen


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("seed", range(2))
def test_larger_systems(solver: str, seed: int) -> None:
    """Sixty states, half of the actions hidden; words that the system can do, and one letter more."""
    model = LPTS.build("s0", large_lts(60, 150, 6, seed))
    interface = ["a0", "a1", "a2"]
    explicit = WeakestAssumption([model], ALTERNATION, interface, Watch())
    solved = teacher_for(get_backend(solver), [model], ALTERNATION, interface, Watch())
    level: list[tuple[int, ...]] = [()]
    seen = Counter[bool]()
    for _ in range(5):
        words = [(*word, letter) for word in level for letter in (1, 2, 3)]
        answers = {word: explicit.member(word) for word in words}
        assert {word: solved.member(word) for word in words} == answers
        seen.update(answers.values())
        level = [word for word in words if answers[word]][:20]
    assert len(seen) == 2, seen


def test_the_same_is_learned() -> None:
    """Not only the language, but all the way there: the same conjectures, from the same queries."""
    for seed, learner in product(range(10), ("rs", "kv")):
        components, specification = random_safety_question(Random(seed))
        way: dict[str, Any] = {"relation": "traces", "method": "learn", "rule": "asym", "learner": learner}
        explicit = symag.check(components, specification, cache="none", **way)
        for solver in SOLVERS if seed < 4 else ["z3"]:
            verdict = symag.check(components, specification, backend=solver, **way)
            assert (verdict.verdict, verdict.backend, verdict.audited) == (explicit.verdict, solver, True)
            assert verdict.assumptions == explicit.assumptions
            assert verdict.history == explicit.history


@pytest.mark.parametrize("share", range(2))
def test_learning_by_z3_comes_to_the_same_verdicts(share: int) -> None:
    seen = Counter[str]()
    for seed in range(9_000 + share, 9_030, 2):
        components, specification = random_safety_question(Random(seed))
        options = {"relation": "traces", "method": "learn", "alphabet_refinement": seed % 3 == 0}
        verdicts = {
            backend: symag.check(components, specification, backend=backend, **options)  # type: ignore[arg-type]
            for backend in ("fixpoint", "z3")
        }
        assert verdicts["z3"].verdict == verdicts["fixpoint"].verdict, seed
        seen[verdicts["z3"].verdict] += 1
    assert len(seen) == 2, seen


def test_any_chain_of_hidden_moves_counts_as_none() -> None:
    rows = [(str(i), TAU, str(i + 1)) for i in range(100)]
    circle = LPTS.build("0", [*rows, ("100", TAU, "0"), ("70", "a0", "70"), ("99", "b", "0")])
    solved = teacher_for(get_backend("z3"), [circle], ALTERNATION, ["a0", "b"], Watch())
    assert [solved.member(word) for word in [(), (1,), (2,), (2, 1), (1, 1), (2, 1, 2, 1)]] == [True] * 4 + [False] * 2


def test_the_unrolling_grows_and_speaks_only_of_what_matters() -> None:
    exposed = expose([INPUT], ORDER, ["send", "ack", "elsewhere"], Watch())
    teacher = TraceMembership(exposed, Watch(), Z3Solver)
    unrolling = teacher._unrolling
    bounds = []
    for length in (0, 1, 2, 3, 7, 8):
        teacher.member((1,) * length)
        bounds.append(unrolling.bound)
    assert bounds == [0, 1, 2, 4, 8, 8]
    assert teacher.member((3,) * 50)
    assert unrolling.bound == 8, "a letter that nobody knows takes no step"
    never = expose([OUTPUT], LPTS.build("0", [("0", "send", "0")]), ["send"], Watch())
    assert not list(Unrolling(never).grow()), "the error is out of reach"


def test_the_watch_is_looked_at_between_queries() -> None:
    now = 0.0
    watch = Watch(Limits(seconds=1000.0), clock=lambda: now)
    teacher = teacher_for(get_backend("z3"), [INPUT], ORDER, ["send", "ack"], watch, frozenset())
    words = list(product((1, 2), repeat=4))
    assert {teacher.member(word) for word in words} == {True, False}
    now = 2000.0
    with pytest.raises(LimitReached, match=r"timeout: 1000 s were used up while (asking|adding clauses to) the solver"):
        list(map(teacher.member, words))


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_limit_ends_in_unknown(solver: str) -> None:
    verdict = symag.check([INPUT, OUTPUT], ORDER, relation="traces", method="learn", backend=solver, timeout=1e-9)
    assert (verdict.verdict, (verdict.reason or "")[:7]) == ("unknown", "timeout")


def test_what_is_not_answered_at_once_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(z3_solver, "HASTE", 1)
    waited = Counter[str]()
    patiently = Patience.__call__

    def counted(self: Patience, stage: str, work: Callable[[], bool]) -> bool:
        waited[stage] += 1
        return patiently(self, stage, work)

    monkeypatch.setattr(Patience, "__call__", counted)
    test_larger_systems("z3", 0)
    assert waited["solving"] > 50
