"""L*, in the form of Rivest and Schapire, for prefix-closed regular languages: those of safety LTSs.

The observation table has a row for each access word and for each of its extensions by a letter: the suffixes that may
follow. Words that the teacher knows to lead to one place share a row. The rows of access words are different, so the
table is always consistent; a counterexample adds one suffix, found by binary search. (AALpy has such a learner, too. It
keeps words as tuples of labels and the table as Python lists, does not use that the language is prefix-closed, and
cannot stop at a limit; the tests use it as an oracle.)
"""

from __future__ import annotations

from collections.abc import Callable

from symag.errors import InternalError
from symag.limits import Watch
from symag.traces.learner import Breakpoint, Conjecture, Teacher, Word
from symag.traces.residuals import OUTSIDE, START, Residuals

__all__ = ["TableLearner"]


class TableLearner:
    """The observation table. A row is a bit set: the suffixes that may follow the words of a class."""

    def __init__(self, letters: int, teacher: Teacher, watch: Watch) -> None:
        self.members = _asked_together(teacher)
        self.watch = watch
        self.suffixes: list[Word] = [()]
        self.residuals = Residuals(letters, teacher)
        self.rows: list[int] = []
        """Of each class."""
        self.filled = 0
        """So many suffixes have an answer in each row."""
        self.states: list[int] = [START]
        """Of each state, the class of its access word."""
        self.after: list[list[int]] = []
        """Of each state, the classes that its letters lead to."""

    def split(self, found: Breakpoint) -> None:
        """Add a suffix."""
        if found.suffix in self.suffixes:
            raise InternalError("a counterexample that adds nothing to the observation table")
        self.suffixes.append(found.suffix)

    def contradiction(self, conjecture: Conjecture) -> None:
        """None is looked for: the words of the table are many."""

    def conjecture(self) -> Conjecture:
        """Fill the table, close it, and return the conjecture that it describes."""
        self.watch.check("learning", len(self.states))
        words = self.residuals.words
        self._fill()
        number = {self.rows[one]: state for state, one in enumerate(self.states)}
        looked_at = 0
        for state, one in enumerate(self.states):  # grows in the loop
            if state == len(self.after):
                self.after.append(self.residuals.after(words[one]))
                self._fill()
            for other in range(looked_at, len(words)):  # in the order of the states and letters that lead there
                if other != OUTSIDE and self.rows[other] not in number:
                    number[self.rows[other]] = len(self.states)
                    self.states.append(other)
            looked_at = len(words)
        goals = [-1, *(number[row] for row in self.rows[START:])]
        after = tuple(tuple(map(goals.__getitem__, classes)) for classes in self.watch.over(self.after))
        return Conjecture(tuple(words[one] for one in self.states), after)

    def _fill(self) -> None:
        """Ask about new suffixes, and about the words of new classes."""
        words, suffixes = self.residuals.words, self.suffixes
        new = suffixes[self.filled :]
        for one in range(START, len(self.rows) if new else 0):
            self.watch.tick(len(words[one]) + len(new), len(self.states))
            self.rows[one] |= self.members(words[one], new) << self.filled
        for word in words[len(self.rows) :]:
            self.watch.tick(len(word) + len(suffixes), len(self.states))
            self.rows.append(self.members(word, suffixes[1:]) << 1 | 1)  # the words of a class are in the language
        self.filled = len(suffixes)


def _asked_together(teacher: Teacher) -> Callable[[Word, list[Word]], int]:
    """How the teacher answers about several suffixes of a word: a bit for each."""

    def one_by_one(word: Word, suffixes: list[Word]) -> int:
        return sum(teacher.member(word + suffix) << position for position, suffix in enumerate(suffixes))

    together: Callable[[Word, list[Word]], int] = getattr(teacher, "members", one_by_one)
    return together
