"""L* against AALpy's, the teacher against a search, learned assumptions against what they must allow and exclude."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from aalpy.base import SUL, Oracle
from aalpy.learning_algs import run_Lstar

import symag
from symag import LPTS
from symag.errors import InputError, InternalError
from symag.limits import Limits, Watch
from symag.traces import Conjecture, WeakestAssumption, Word, learn
from tests.traces.test_traces import HASTY, INPUT, ORDER, OUTPUT, nearest_violation, random_lts, random_safety_question


class Known:
    """A teacher that has the automaton: per state and letter the next state, -1 if there is none."""

    def __init__(self, after: list[list[int]]) -> None:
        self.after = after
        self.letters = len(after[0])
        self.queries = 0

    def run(self, word: Word) -> int:
        state = 0
        for letter in word:
            state = -1 if state < 0 else self.after[state][letter - 1]
        return state

    def member(self, word: Word) -> bool:
        self.queries += 1
        return self.run(word) >= 0

    def refute(self, conjecture: Conjecture) -> Word | None:
        """A shortest word on which they differ."""
        todo: list[tuple[int, int, Word]] = [(0, 0, ())]
        seen = {(0, 0)}
        for mine, other, word in todo:  # which grows meanwhile
            for letter in range(1, self.letters + 1):
                here, there = self.after[mine][letter - 1], conjecture.after[other][letter - 1]
                if (here < 0) != (there < 0):
                    return (*word, letter)
                if here >= 0 and (here, there) not in seen:
                    seen.add((here, there))
                    todo.append((here, there, (*word, letter)))
        return None


def random_automaton(random: Random, states: int, letters: int) -> list[list[int]]:
    return [[random.choice([-1, *range(states)]) for _ in range(letters)] for _ in range(states)]


class _System(SUL):  # type: ignore[misc]
    def __init__(self, teacher: Known) -> None:
        super().__init__()
        self.teacher = teacher

    def query(self, word: Word) -> list[bool]:
        self.num_queries += 1
        return [self.teacher.run(tuple(word[:length])) >= 0 for length in range(1, len(word) + 1)] or [True]

    def pre(self) -> None: ...
    def post(self) -> None: ...
    def step(self, letter: Any) -> bool:
        raise NotImplementedError


class _Equivalence(Oracle):  # type: ignore[misc]
    def __init__(self, teacher: Known, system: _System) -> None:
        super().__init__(list(range(1, teacher.letters + 1)), system)
        self.teacher = teacher

    def find_cex(self, hypothesis: Any) -> Word | None:
        todo: list[tuple[int, Any, Word]] = [(0, hypothesis.initial_state, ())]
        seen = {(0, hypothesis.initial_state.state_id)}
        for mine, other, word in todo:  # which grows meanwhile
            for letter in self.alphabet:
                here = -1 if mine < 0 else self.teacher.after[mine][letter - 1]
                there = other.transitions[letter]
                if (here >= 0) != there.is_accepting:
                    return (*word, letter)
                if (here, there.state_id) not in seen:
                    seen.add((here, there.state_id))
                    todo.append((here, there, (*word, letter)))
        return None


@pytest.mark.parametrize("seed", range(30))
def test_aalpy_learns_the_same(seed: int) -> None:
    random = Random(seed)
    teacher = Known(random_automaton(random, random.randint(1, 12), random.randint(1, 4)))
    conjecture = learn(teacher.letters, teacher, teacher.refute, Watch())
    system = _System(teacher)
    options = {"cex_processing": "rs", "cache_and_non_det_check": False, "print_level": 0}
    other = run_Lstar(list(range(1, teacher.letters + 1)), system, _Equivalence(teacher, system), "dfa", **options)
    assert len(conjecture.access) == sum(state.is_accepting for state in other.states)
    assert teacher.refute(conjecture) is None
    model = conjecture.to_lpts([f"a{i}" for i in range(teacher.letters)], "A")
    assert model.is_reactive
    assert symag.minimise(model).num_states == model.num_states


def test_a_wrong_counterexample_is_an_internal_error() -> None:
    teacher = Known([[0, -1]])
    with pytest.raises(InternalError, match="is right"):
        learn(2, teacher, lambda conjecture: (1, 1), Watch())


def test_learning_ends_at_a_limit() -> None:
    teacher = Known(random_automaton(Random(1), 300, 5))
    with pytest.raises(symag.LimitReached, match="timeout"):
        learn(5, teacher, teacher.refute, Watch(Limits(seconds=1e-9)))


@pytest.mark.parametrize("seed", range(40))
def test_membership_is_that_of_the_weakest_assumption(seed: int) -> None:
    """A word is in the language unless the first component, with an environment that does just that, violates P."""
    random = Random(seed)
    first, specification = random_lts(random), random_lts(random, deterministic=True)
    interface = sorted({*random.sample("abcd", 2), *specification.alphabet})
    teacher = WeakestAssumption([first], specification, interface, Watch())
    for length in range(4):
        for word in product(range(1, len(interface) + 1), repeat=length):
            rows = [(str(i), interface[letter - 1], str(i + 1)) for i, letter in enumerate(word)]
            environment = LPTS.build("0", rows, interface)
            violated = nearest_violation([first, environment], specification) is not None
            assert teacher.member(word) != violated


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
    rows = [("0", "send", "1"), ("1", "send", "1"), ("1", "output", "2"), ("2", "ack", "0")]
    verdict = symag.check([INPUT, LPTS.build("0", rows)], ORDER, relation="traces", method="learn")
    assert verdict
    assert [entry["conjecture"] for entry in verdict.history] == [1, 2, 3, 4]
    assert verdict.history[1]["counterexample"] == ["send", "send", "output"]


def test_what_cannot_be_learned() -> None:
    with pytest.raises(InputError, match="for the relation 'traces' only"):
        symag.check([INPUT, OUTPUT], ORDER, method="learn")
    with pytest.raises(InputError, match="two components or more"):
        symag.check([INPUT], ORDER, relation="traces", method="learn")
    with pytest.raises(InputError, match="has no assumptions"):
        symag.check([INPUT, OUTPUT], ORDER, relation="traces", method="learn", assumption=ORDER)
