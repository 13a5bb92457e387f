"""The learner: against AALpy's, wrong counterexamples, limits."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from aalpy.base import SUL, Oracle
from aalpy.learning_algs import run_Lstar

import symag
from symag import InternalError, Limits
from symag.limits import Watch
from symag.traces import Conjecture, Word, learn


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
        for mine, other, word in todo:  # grows in the loop
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
        for mine, other, word in todo:  # grows in the loop
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
