"""One learner at work for a rule, with the teacher of the weakest assumption of a side, and its part of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symag.assume.iteration_frames import snapshot_of
from symag.assume.sides import Side
from symag.assume.task import Task
from symag.evidence import IterationFrame
from symag.model import LPTS
from symag.traces import QueryCounts, Word, learner_of

__all__ = ["AssumptionLearner", "start_figures"]


def start_figures(task: Task) -> None:
    """The figures that every run has, also one that ends before its first conjecture."""
    for figure in ("membership_queries", "conjectures", "states_explored", "transitions_explored"):
        task.log.count(figure, 0)
    for number in QueryCounts._fields:
        task.log.count(_figure(number), 0)
    task.log.grow("largest_assumption", 0)


def _figure(number: str) -> str:
    return "teacher_queries" if number == "asked" else f"cached_{number}"


class AssumptionLearner:
    """Learns the weakest assumption under which a side keeps the property, over an alphabet."""

    def __init__(self, task: Task, side: Side, specification: LPTS, alphabet: Sequence[str], level: int) -> None:
        assert task.relation.teacher is not None
        self.task = task
        self.side = side
        self.alphabet = alphabet
        self.level = level
        self._letter = {action: letter for letter, action in enumerate(alphabet, 1)}
        self._counted = QueryCounts()
        self._explored = (0, 0)
        self.teacher = task.relation.teacher(
            task.backend, side, specification, alphabet, task.watch, caches=task.caches
        )

    def start(self) -> None:
        """Make the first conjecture. The empty word must be in the language."""
        kind = learner_of(self.task.learner or self.teacher.learner)
        self.learner = kind.start(len(self.alphabet), self.teacher, self.task.watch)

    @property
    def model(self) -> LPTS:
        """The conjecture as a model."""
        return self.learner.conjecture.to_lpts(self.alphabet, f"A{self.level}")

    def word(self, trace: Sequence[str]) -> Word:
        """What the alphabet has of a trace, as letters."""
        return tuple(self._letter[action] for action in trace if action in self._letter)

    def trace(self, word: Word) -> tuple[str, ...]:
        """The actions of a word."""
        return tuple(self.alphabet[letter - 1] for letter in word)

    def end_conjecture(self, model: LPTS, word: Word | None, **found: Any) -> None:
        """Log the conjecture, and learn from the word on which it is wrong, if there is one."""
        conjecture, log = self.learner.conjecture, self.task.log
        log.count("conjectures")
        log.grow("largest_assumption", len(conjecture.access))
        entry = {"iteration": log.figures["conjectures"], "level": self.level, "conjecture": len(conjecture.access)}
        entry |= {"queries": self._count_queries(), **found}
        if word is not None:
            entry["counterexample"] = list(self.trace(word))
        run = [] if word is None else [state for state in conjecture.run(word) if state >= 0]
        steps = set(zip(run, word or (), run[1:], strict=False))
        log.end_iteration(
            entry,
            [model],
            lambda: IterationFrame(entry["iteration"], (snapshot_of(self.level, model, steps, word),)),
        )
        if word is not None:
            self.learner.refine(word)

    def _count_queries(self) -> int:
        """Add to the log what was asked and explored since it was asked last; how many queries these were."""
        log, counts, explored = self.task.log, self.teacher.counts(), self.teacher.explored()
        new = [now - before for now, before in zip(counts, self._counted, strict=True)]
        for number, amount in zip(QueryCounts._fields, new, strict=True):
            log.count(_figure(number), amount)
        log.count("membership_queries", sum(new))
        log.count("states_explored", explored[0] - self._explored[0])
        log.count("transitions_explored", explored[1] - self._explored[1])
        log.grow("largest_composition", explored[0])
        self._counted, self._explored = counts, explored
        return sum(new)
