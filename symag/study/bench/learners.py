"""L* of ours beside AALpy's, in the form of Rivest and Schapire: both learn the same languages from the same automata,
and get the same counterexamples, shortest first.

Membership of a trace by plain Python sets of states, without any idea: a yardstick for the teachers.

The scheduler by learning, with every kind of cache: what caches save, and what they cost.
"""

from __future__ import annotations

from random import Random
from typing import Any

from symag.check import check
from symag.evidence import Verdict
from symag.limits import Watch
from symag.operators import Exposed
from symag.study.bench.cell import cpu_seconds
from symag.study.cases.scheduler import SchedulerSubject
from symag.study.jobs import Figures
from symag.traces import Conjecture, Word, learn

__all__ = ["PlainSets", "caches_case", "learners_case", "random_words", "words_that_can_be_done"]


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


def caches_case(name: str, n: int, cache: str, backend: str) -> Figures:
    """A whole run about the scheduler of n cells: its time, and who answered the learner's queries."""
    components, specification = SchedulerSubject(name, n, n // 3 + 1).models()
    found: list[Verdict] = []

    def run() -> None:
        options = {"cache": cache, "backend": backend, "method": "learn", "rule": "asym", "audit": False}
        found.append(check(components, specification, relation="traces", **options))  # type: ignore[arg-type]

    seconds = cpu_seconds(run, 3)
    figures = found[-1].statistics
    return {"seconds": seconds, **{name: figures[name] for name in ("membership_queries", "teacher_queries")}}


class PlainSets:
    """Nothing is remembered but where each letter leads from each state, hidden moves and all."""

    def __init__(self, exposed: Exposed) -> None:
        self.letters = len(exposed.interface)
        self.bad = exposed.bad
        closures = [_closure(exposed, state) for state in range(len(exposed.goals))]
        self.after = [
            {letter: frozenset().union(*map(closures.__getitem__, goals)) for letter, goals in row.items()}
            for row in exposed.goals
        ]
        self.start = closures[exposed.system.initial]
        self.foreign = exposed.foreign

    def step(self, states: frozenset[int], letter: int) -> frozenset[int]:
        """What the letter leads to from these states."""
        if letter in self.foreign:
            return states
        after = self.after
        return frozenset().union(*[after[state][letter] for state in states if letter in after[state]])

    def member(self, word: Word) -> bool:
        """Does the word keep the system from the error?"""
        after, bad, foreign = self.after, self.bad, self.foreign
        states: frozenset[int] | set[int] = self.start
        for letter in word:
            if not states or not bad.isdisjoint(states):
                break
            if letter not in foreign:
                states = set().union(*[after[state][letter] for state in states if letter in after[state]])
        return bad.isdisjoint(states)


def _closure(exposed: Exposed, state: int) -> frozenset[int]:
    """All that hidden moves lead to."""
    found = {state}
    todo = [state]
    while todo:
        new = set(exposed.goals[todo.pop()].get(0, ())) - found
        found |= new
        todo.extend(new)
    return frozenset(found)


def random_words(sets: PlainSets, length: int, count: int, seed: int) -> list[Word]:
    """Each letter by chance: most words lead to the error, or to nothing, long before they end."""
    random = Random(seed)
    return [tuple(random.choices(range(1, sets.letters + 1), k=length)) for _ in range(count)]


def words_that_can_be_done(sets: PlainSets, length: int, count: int, seed: int) -> list[Word]:
    """The system can do all of a word but, perhaps, the last letter, and is not in the error before, wherever that is
    possible: as most words are that a learner asks about."""
    random = Random(seed)
    words = []
    for _ in range(count):
        states, word = sets.start, Word()
        while len(word) < length:
            letters = list(range(1, sets.letters + 1))
            goals = {letter: sets.step(states, letter) for letter in letters}
            good = [letter for letter in letters if goals[letter] and goals[letter].isdisjoint(sets.bad)]
            letter = random.choice(good if good and len(word) < length - 1 else letters)
            states, word = goals[letter], (*word, letter)
        words.append(word)
    return words
