"""L* of ours beside AALpy's, in the form of Rivest and Schapire: both learn the same languages from the same automata,
and get the same counterexamples, shortest first."""

from __future__ import annotations

from random import Random
from typing import Any

from symag.limits import Watch
from symag.study.bench.timing import cpu_seconds
from symag.study.jobs import Figures
from symag.traces import Conjecture, Word, learn

__all__ = ["learners_case"]


class Known:
    """A teacher that has the automaton: per state and letter the next state, -1 if that is not allowed."""

    def __init__(self, states: int, letters: int, seed: int) -> None:
        random = Random(seed)
        self.letters = range(1, letters + 1)
        self.after = [[-1] * letters for _ in range(states)]
        for state in range(1, states):  # so that all can be reached
            free = [(s, a) for s in range(state) for a in range(letters) if self.after[s][a] < 0]
            source, letter = random.choice(free)
            self.after[source][letter] = state
        for row in self.after:
            for letter, goal in enumerate(row):
                if goal < 0 and random.random() < 0.8:
                    row[letter] = random.randrange(states)

    def member(self, word: Word) -> bool:
        """See `symag.traces.Teacher`."""
        state, after = 0, self.after
        for letter in word:
            state = after[state][letter - 1]
            if state < 0:
                return False
        return True

    def outputs(self, word: Word) -> list[bool]:
        """After each letter, is it still in the language? In one pass, as AALpy wants it."""
        state, after, said = 0, self.after, []
        for letter in word:
            if state >= 0:
                state = after[state][letter - 1]
            said.append(state >= 0)
        return said or [True]

    def refute(self, conjecture: Conjecture) -> Word | None:
        """A shortest word on which they differ."""
        todo: list[tuple[int, int, Word]] = [(0, 0, ())]
        seen = {(0, 0)}
        for mine, other, word in todo:  # which grows meanwhile
            for letter in self.letters:
                pair = self.after[mine][letter - 1], conjecture.after[other][letter - 1]
                if (pair[0] < 0) != (pair[1] < 0):
                    return (*word, letter)
                if pair[0] >= 0 and pair not in seen:
                    seen.add(pair)
                    todo.append((*pair, (*word, letter)))
        return None


def _by_aalpy(teacher: Known) -> int:
    """Learn by AALpy; how many states of the automaton allow something."""
    from aalpy.base import SUL, Oracle
    from aalpy.learning_algs import run_Lstar

    class System(SUL):  # type: ignore[misc]
        def query(self, word: Word) -> list[bool]:
            self.num_queries += 1
            return teacher.outputs(word)

        def pre(self) -> None: ...
        def post(self) -> None: ...
        def step(self, letter: object) -> bool:
            raise NotImplementedError

    class Equivalence(Oracle):  # type: ignore[misc]
        def find_cex(self, hypothesis: Any) -> Word | None:
            todo: list[tuple[int, Any, Word]] = [(0, hypothesis.initial_state, ())]
            seen = {(0, hypothesis.initial_state.state_id)}
            for mine, other, word in todo:  # which grows meanwhile
                for letter in teacher.letters:
                    here, there = teacher.after[mine][letter - 1], other.transitions[letter]
                    if (here >= 0) != there.is_accepting:
                        return (*word, letter)
                    if here >= 0 and (here, there.state_id) not in seen:
                        seen.add((here, there.state_id))
                        todo.append((here, there, (*word, letter)))
            return None

    system, letters = System(), list(teacher.letters)
    options = {"cex_processing": "rs", "cache_and_non_det_check": False, "print_level": 0}
    found = run_Lstar(letters, system, Equivalence(letters, system), "dfa", **options)
    return sum(state.is_accepting for state in found.states)


def learners_case(states: int, letters: int, seed: int, with_aalpy: bool) -> Figures:
    """Learn one random language of about so many states, warm, by both."""
    teacher = Known(states, letters, seed)
    learned: list[int] = []

    def ours() -> None:
        learned.append(len(learn(letters, teacher, teacher.refute, Watch()).access))

    figures: Figures = {"ours": cpu_seconds(ours, 3), "states": learned[-1]}
    if with_aalpy:
        figures["aalpy"] = cpu_seconds(lambda: learned.append(_by_aalpy(teacher)), 3)
    assert len(set(learned)) == 1, "AALpy learns another language"
    return figures
