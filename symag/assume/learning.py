"""Assumptions by learning: L* for rule ASYM, and recursively for ASYM-N (Cobleigh, Giannakopoulou, Păsăreanu, 2003).

The weakest assumption under which `M1` keeps the property P is a regular language over the interface of M1 and P with
the rest. L* learns it, by membership queries to `M1 ‖ P` and by conjectures:

1. M1 ‖ A ⊨ P? If not, A allows a word that the weakest assumption does not: a counterexample for the learner.
2. M2 ‖ … ‖ Mn ⊨ A? If so, the property holds. If not, by a word w: if M1 can violate P while w is done, the violation
   is real; otherwise the weakest assumption allows w, and A does not: a counterexample for the learner.

The second question is of the same kind as the first one, with A as its property: with more than one side left it is
answered in the same way.

With alphabet refinement (Gheorghiu, Giannakopoulou, Păsăreanu, 2007), A starts with the alphabet of the property. So
M1 may violate P while w is done only because this alphabet is too small. Then it is extended by actions on which M1 and
the rest differ, and A is learned anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from symag.assume.discharge import discharge_surely
from symag.assume.iteration_frames import snapshot_of
from symag.assume.sides import Side, alphabet_of, first_alphabet, interface
from symag.assume.task import Answer, Task
from symag.errors import InternalError
from symag.evidence import IterationFrame
from symag.model import LPTS
from symag.traces import (
    Conjecture,
    Trace,
    Word,
    interleave_traces,
    learn,
    project_trace,
    reach_error,
    replay,
    trace_difference,
    trace_lts,
    trace_of,
    trace_prefix,
)

__all__ = ["Learning", "by_learning"]


def by_learning(task: Task) -> Answer:
    """Learned assumptions for the sides after the first, or a violation."""
    found = _Learning(task).prove(task.small_parts, task.small_specification, 1)
    task.log.figures["queries"] = task.log.figures["membership_queries"]
    if isinstance(found, Violation):
        return task.answer(tree=replay(task.components, found.trace, alphabet_of(task.small_components), task.watch))
    return task.answer(discharge_surely(task, found, "the teacher says that it holds"))


class Learning:
    """The same, step by step: in each step the learner starts again, and may make twice as many conjectures.

    The conjectures grow, so the last step takes longer than those before it together.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.work = 0
        """States explored and words asked about so far."""
        self.conjectures = 1

    def step(self) -> Answer | None:
        """Learn until it is decided, or until the conjectures are used up."""
        known, self.conjectures = self.conjectures if self.work else 0, 2 * self.conjectures
        outer = self.task.log

        def listen(entry: dict[str, Any]) -> None:
            if entry["iteration"] > known and outer.listener is not None:
                outer.listener(entry)
            if entry["iteration"] >= self.conjectures and entry.keys() & {"counterexample", "actions"}:
                raise _Paused

        log = outer.attempt(listen)
        try:
            return by_learning(replace(self.task, log=log))
        except _Paused:
            return None
        finally:
            figures = log.figures
            self.work += 1 + figures.get("states_explored", 0) + figures.get("membership_queries", 0)


class _Paused(Exception):
    """The conjectures of a step are used up."""


@dataclass(frozen=True)
class Violation:
    """A trace of all sides that is not allowed."""

    trace: Trace


class _Learning:
    """The levels of a proof, from the first side to the last."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.log = task.log
        for figure in ("membership_queries", "conjectures"):
            self.log.count(figure, 0)
        self.log.grow("largest_assumption", 0)

    def prove(self, sides: Sequence[Side], specification: LPTS, level: int) -> list[LPTS] | Violation:
        """The assumptions for the sides after the first, or a violation."""
        if len(sides) == 1:
            trace = self.reach(sides[0], specification)
            return [] if trace is None else Violation(trace)
        shared = interface(alphabet_of(sides[0]) | specification.alphabet, sides[1:])
        alphabet = first_alphabet(shared, specification, self.task.alphabet_refinement)
        while True:
            found = _Level(self, sides, specification, shared, sorted(alphabet), level).prove()
            if not isinstance(found, frozenset):
                return found
            alphabet |= found

    def reach(self, components: Sequence[LPTS], specification: LPTS, guide: LPTS | None = None) -> Trace | None:
        """A nearest violation, if there is one."""
        tree, explored = reach_error(components, specification, self.task.watch, guide)
        self.log.explore(explored)
        return None if tree is None else trace_of(tree)


@dataclass
class _Level:
    """Learns the assumption of one level, over one alphabet."""

    learning: _Learning
    sides: Sequence[Side]
    specification: LPTS
    shared: frozenset[str]
    """The whole interface."""
    alphabet: Sequence[str]
    level: int
    asked: int = 0
    """Membership queries that the log has already."""
    found: list[LPTS] | Violation | frozenset[str] | None = None

    def prove(self) -> list[LPTS] | Violation | frozenset[str]:
        """This assumption and those after it, a violation, or actions that the assumption should speak of."""
        task = self.learning.task
        assert task.relation.teacher is not None
        self.teacher = task.relation.teacher(task.backend, self.sides[0], self.specification, self.alphabet, task.watch)
        self.learning.log.explore(self.teacher.system)
        if not self.teacher.member(()):
            return self._with_the_rest(Violation(()))
        learn(len(self.alphabet), self.teacher, self._refute, task.watch)
        assert self.found is not None
        return self.found

    def _refute(self, conjecture: Conjecture) -> Word | None:
        """A word on which the conjecture is wrong; none if it decides the question."""
        assumption = conjecture.to_lpts(self.alphabet, f"A{self.level}")
        trace = self.learning.reach((*self.sides[0], assumption), self.specification)
        word = None if trace is None else self._word(trace)
        if word is None:
            below = self.learning.prove(self.sides[1:], assumption, self.level + 1)
            if isinstance(below, list):
                self.found = [assumption, *below]
            elif self.teacher.member(self._word(below.trace)):
                word = self._word(below.trace)
            else:
                self.found = self._with_the_rest(below)
        entry = self._entry(conjecture, word)
        self.learning.log.end_iteration(entry, [assumption], lambda: self._frame(conjecture, assumption, word))
        return word

    def _with_the_rest(self, rest: Violation) -> Violation | frozenset[str]:
        """The first side violates the property while the rest does what the assumption speaks of in its trace. Can it
        do so while the rest does all of that? If not, the actions on which they differ."""
        first, shared = self.sides[0], self.shared
        seen = project_trace(rest.trace, shared)
        real = self.learning.reach(first, self.specification, trace_lts(seen, shared))
        if real is not None:
            return Violation(interleave_traces(real, rest.trace, shared))
        alone = self.learning.reach(
            first, self.specification, trace_lts(project_trace(seen, self.alphabet), self.alphabet)
        )
        if alone is None:
            raise InternalError("a word that is not in the language leads to no violation")
        done = len(project_trace(alone, self.alphabet))
        return trace_difference(project_trace(alone, shared), trace_prefix(seen, self.alphabet, done), self.alphabet)

    def _word(self, trace: Sequence[str]) -> Word:
        number = {action: letter for letter, action in enumerate(self.alphabet, 1)}
        return tuple(number[action] for action in trace if action in number)

    def _entry(self, conjecture: Conjecture, word: Word | None) -> dict[str, Any]:
        """The log's entry of a conjecture."""
        log, queries, states = self.learning.log, self.teacher.queries - self.asked, len(conjecture.access)
        log.count("conjectures")
        log.count("membership_queries", queries)
        log.grow("largest_assumption", states)
        self.asked = self.teacher.queries
        entry = {"iteration": log.figures["conjectures"], "level": self.level, "conjecture": states, "queries": queries}
        if word is not None:
            entry["counterexample"] = [self.alphabet[letter - 1] for letter in word]
        elif isinstance(self.found, frozenset):
            entry["actions"] = {f"A{self.level}": sorted(self.found)}
        return entry

    def _frame(self, conjecture: Conjecture, assumption: LPTS, word: Word | None) -> IterationFrame:
        """The conjecture, and how far the word goes through it."""
        run = [] if word is None else [state for state in conjecture.run(word) if state >= 0]
        steps = set(zip(run, word or (), run[1:], strict=False))
        return IterationFrame(
            self.learning.log.figures["conjectures"], (snapshot_of(self.level, assumption, steps, word),)
        )
