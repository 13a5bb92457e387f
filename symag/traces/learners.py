"""The learners, as records: what `--learner` chooses from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symag.limits import Watch
from symag.traces.discrimination_tree import DiscriminationTree
from symag.traces.learner import Conjecture, Learner, Observations, Teacher, Word
from symag.traces.lstar import TableLearner

__all__ = ["LEARNERS", "LearnerKind", "learn", "learner_of"]


@dataclass(frozen=True)
class LearnerKind:
    """A learner: how it arranges the answers to its queries."""

    name: str
    help: str
    observations: Callable[[int, Teacher, Watch], Observations]

    def start(self, letters: int, teacher: Teacher, watch: Watch) -> Learner:
        """A learner with its first conjecture."""
        return Learner(teacher, self.observations(letters, teacher, watch), watch)


LEARNERS: tuple[LearnerKind, ...] = (
    LearnerKind("rs", "an observation table, with the counterexamples of Rivest and Schapire", TableLearner),
    LearnerKind("kv", "a discrimination tree (Kearns and Vazirani)", DiscriminationTree),
)
"""To add a learner, add a record."""


def learner_of(name: str) -> LearnerKind:
    """The learner of a name."""
    return next(kind for kind in LEARNERS if kind.name == name)


def learn(
    letters: int, teacher: Teacher, refute: Callable[[Conjecture], Word | None], watch: Watch, learner: str = "rs"
) -> Conjecture:
    """The smallest safety LTS of the language, or an earlier conjecture that `refute` accepts.

    `refute` returns a word on which the conjecture and the language differ, or None to accept the conjecture.
    """
    found = learner_of(learner).start(letters, teacher, watch)
    while (word := refute(found.conjecture)) is not None:
        found.refine(word)
    return found.conjecture
