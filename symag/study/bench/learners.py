"""Learners of ours beside AALpy's, by observation tables and by discrimination trees: all learn the same languages from
the same automata, and get the same counterexamples, shortest first.

Membership of a trace by plain Python sets of states, without any idea: a yardstick for the teachers.

The scheduler by learning, with every kind of cache and with every learner: what they save, and what they cost.
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

__all__ = ["PlainSets", "learners_case", "random_words", "scheduler_case", "words_that_can_be_done"]


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


def _by_aalpy(teacher: Known, learner: str) -> tuple[int, int, int]:
    """Learn by AALpy: how many states of the automaton allow something, how many queries and conjectures that takes."""
    from aalpy.base import SUL, Oracle
    from aalpy.learning_algs import run_KV, run_Lstar

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
            self.num_queries += 1
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
    equivalence = Equivalence(letters, system)
    options = {"cex_processing": "rs", "cache_and_non_det_check": False, "print_level": 0}
    run = {"rs": run_Lstar, "kv": run_KV}[learner]
    found = run(letters, system, equivalence, automaton_type="dfa", **options)
    return sum(state.is_accepting for state in found.states), system.num_queries, equivalence.num_queries


class _Counting:
    """A teacher that counts the queries and the conjectures."""

    def __init__(self, teacher: Known) -> None:
        self.teacher = teacher
        self.queries = self.conjectures = 0

    def member(self, word: Word) -> bool:
        """See `symag.traces.Teacher`."""
        self.queries += 1
        return self.teacher.member(word)

    def refute(self, conjecture: Conjecture) -> Word | None:
        """A shortest word on which they differ."""
        self.conjectures += 1
        return self.teacher.refute(conjecture)


def learners_case(states: int, letters: int, seed: int, learner: str, with_aalpy: bool) -> Figures:
    """Learn one random language of about so many states, warm, by a learner of ours and by AALpy's."""
    teacher = Known(states, letters, seed)
    counting = _Counting(teacher)
    learned = {len(learn(letters, counting, counting.refute, Watch(), learner).access)}
    seconds = cpu_seconds(lambda: learn(letters, teacher, teacher.refute, Watch(), learner), 3)
    figures: Figures = {"states": max(learned), "seconds": seconds}
    figures |= {"queries": counting.queries, "conjectures": counting.conjectures}
    if with_aalpy:
        other, queries, conjectures = _by_aalpy(teacher, learner)
        figures["aalpy seconds"] = cpu_seconds(lambda: _by_aalpy(teacher, learner), 3)
        figures |= {"aalpy queries": queries, "aalpy conjectures": conjectures}
        learned.add(other)
    assert len(learned) == 1, "AALpy learns another language"
    return figures


def scheduler_case(name: str, n: int, options: dict[str, Any]) -> Figures:
    """A whole run about the scheduler of n cells by learning: its time, queries and conjectures."""
    components, specification = SchedulerSubject(name, n, n // 3 + 1).models()
    found: list[Verdict] = []

    def run() -> None:
        asked = options | {"relation": "traces", "method": "learn", "audit": False}
        found.append(check(components, specification, **asked))

    seconds = cpu_seconds(run, 3)
    kept = ("membership_queries", "teacher_queries", "conjectures")
    return {"seconds": seconds, **{name: found[-1].statistics[name] for name in kept}}


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
