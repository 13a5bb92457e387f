"""The learners: against AALpy's, how much they ask, wrong counterexamples, limits."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from aalpy.base import SUL, Oracle
from aalpy.learning_algs import run_KV, run_Lstar

import symag
from symag import InternalError, Limits
from symag.limits import Watch
from symag.traces import LEARNERS, Conjecture, Word, learn


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


class Placing(Known):
    """A teacher that also says where words lead. Some of its states are numbered twice: that is not a mistake."""

    def residuals(self, word: Word) -> list[int]:
        self.queries += self.letters
        words = [word, *((*word, letter) for letter in range(1, self.letters + 1))]
        return [-1 if (state := self.run(one)) < 0 else 2 * state + len(one) % 2 for one in words]


NAMES = [kind.name for kind in LEARNERS]


@pytest.mark.parametrize("kind", [Known, Placing])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(30))
def test_aalpy_learns_the_same(seed: int, name: str, kind: type[Known]) -> None:
    random = Random(seed)
    teacher = kind(random_automaton(random, random.randint(1, 12), random.randint(1, 4)))
    conjecture = learn(teacher.letters, teacher, teacher.refute, Watch(), name)
    assert len(conjecture.access) == sum(state.is_accepting for state in _by_aalpy(teacher, run_Lstar)[0].states)
    assert teacher.refute(conjecture) is None
    assert all(conjecture.run(word)[-1] == state for state, word in enumerate(conjecture.access))
    model = conjecture.to_lpts([f"a{i}" for i in range(teacher.letters)], "A")
    assert model.is_reactive
    assert symag.minimise(model).num_states == model.num_states


def _by_aalpy(teacher: Known, run: Any) -> tuple[Any, int]:
    """What AALpy learns, and how many queries it asks."""
    system, letters = _System(teacher), list(range(1, teacher.letters + 1))
    options = {"cex_processing": "rs", "cache_and_non_det_check": False, "print_level": 0}
    found = run(letters, system, _Equivalence(teacher, system), automaton_type="dfa", **options)
    return found, system.num_queries


@pytest.mark.parametrize(("states", "letters"), [(20, 4), (60, 6), (100, 3)])
def test_how_much_learners_ask(states: int, letters: int) -> None:
    """Five languages: a tree asks at most two thirds of what a table asks, and less than AALpy's tree. Both ask less of
    a teacher that says where words lead."""
    asked: dict[str, int] = dict.fromkeys([*NAMES, *(f"{name}, places" for name in NAMES), "L*", "KV"], 0)
    for seed in range(5):
        after = random_automaton(Random(seed), states, letters)
        for name in NAMES:
            for kind, key in ((Known, name), (Placing, f"{name}, places")):
                teacher = kind(after)
                learn(letters, teacher, teacher.refute, Watch(), name)
                asked[key] += teacher.queries
        asked["L*"] += _by_aalpy(Known(after), run_Lstar)[1]
        asked["KV"] += _by_aalpy(Known(after), run_KV)[1]
    assert 3 * asked["kv"] < 2 * min(asked["rs"], asked["L*"]), asked
    assert asked["kv"] < asked["KV"], asked
    assert all(asked[f"{name}, places"] < asked[name] for name in NAMES), asked


def test_old_counterexamples_come_first() -> None:
    """No counterexample is needed twice, and what a tree says of its access words is never a counterexample."""
    for seed in range(20):
        teacher = Known(random_automaton(Random(seed), 15, 3))
        for name in NAMES:
            words: list[Word] = []

            def refute(conjecture: Conjecture, teacher: Known = teacher, words: list[Word] = words) -> Word | None:
                assert all(conjecture.allows(word) == (teacher.run(word) >= 0) for word in words)
                word = teacher.refute(conjecture)
                words.extend([] if word is None else [word])
                return word

            learn(3, teacher, refute, Watch(), name)
            assert len(words) == len(set(words))


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_counterexample_is_an_internal_error(name: str) -> None:
    teacher = Known([[0, -1]])
    with pytest.raises(InternalError, match="is right"):
        learn(2, teacher, lambda conjecture: (1, 1), Watch(), name)


class Erratic(Known):
    """A teacher whose language is not prefix-closed: a letter may not follow, and two may."""

    def member(self, word: Word) -> bool:
        return len(word) != 1


def test_a_language_that_is_not_prefix_closed_is_an_internal_error() -> None:
    with pytest.raises(InternalError, match="prefix-closed"):
        learn(1, Erratic([[0]]), lambda conjecture: (1, 1), Watch(), "kv")


@pytest.mark.parametrize("name", NAMES)
def test_learning_ends_at_a_limit(name: str) -> None:
    teacher = Known(random_automaton(Random(1), 300, 5))
    with pytest.raises(symag.LimitReached, match="timeout"):
        learn(5, teacher, teacher.refute, Watch(Limits(seconds=1e-9)), name)
