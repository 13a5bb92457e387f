"""L*, in the form of Rivest and Schapire, for prefix-closed regular languages: those of safety LTSs.

The observation table has a row for each access word and for each of its extensions by a letter: the suffixes that may
follow. The rows of access words are different, so the table is always consistent; a counterexample adds one suffix,
found by binary search. (AALpy has such a learner, too. It keeps words as tuples of labels and the table as Python
lists, does not use that the language is prefix-closed, and cannot stop at a limit; the tests use it as an oracle.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from symag.errors import InternalError
from symag.limits import Watch
from symag.model import LPTS, Assembler, NumberLabels

__all__ = ["Conjecture", "Learner", "Teacher", "Word", "learn"]

Word = tuple[int, ...]
"""A word of letters; letter 1 is the first action of the alphabet."""


class Teacher(Protocol):
    """Answers membership queries about a prefix-closed language that contains the empty word.

    A teacher may also have `members(word, suffixes)`: a bit for each suffix, is it in the language after the word?
    """

    def member(self, word: Word) -> bool:
        """Is the word in the language?"""


@dataclass(frozen=True)
class Conjecture:
    """A deterministic automaton: per state and letter the next state, or -1 if the letter is not allowed."""

    access: tuple[Word, ...]
    after: tuple[tuple[int, ...], ...]

    def run(self, word: Sequence[int]) -> list[int]:
        """The states that the word visits; -1 after a letter that is not allowed."""
        states = [0]
        for letter in word:
            states.append(-1 if states[-1] < 0 else self.after[states[-1]][letter - 1])
        return states

    def allows(self, word: Sequence[int]) -> bool:
        """Is the word in the language of the automaton?"""
        return self.run(word)[-1] >= 0

    def to_lpts(self, alphabet: Sequence[str], name: str) -> LPTS:
        """The conjecture as a safety LTS."""
        assembler = Assembler()
        for state, row in enumerate(self.after):
            for letter, goal in enumerate(row, 1):
                if goal >= 0:
                    assembler.add(state, letter, goal)
        return assembler.freeze(NumberLabels(len(self.after)), 0, tuple(alphabet), name)


def learn(letters: int, teacher: Teacher, refute: Callable[[Conjecture], Word | None], watch: Watch) -> Conjecture:
    """The smallest safety LTS of the language, or an earlier conjecture that `refute` accepts.

    `refute` returns a word on which the conjecture and the language differ, or None to accept the conjecture.
    """
    learner = Learner(letters, teacher, watch)
    while (word := refute(learner.conjecture)) is not None:
        learner.refine(word)
    return learner.conjecture


class Learner:
    """A learner at work: its `conjecture` gets better with every counterexample."""

    def __init__(self, letters: int, teacher: Teacher, watch: Watch) -> None:
        self._teacher = teacher
        self._table = _Table(letters, teacher, watch)
        self.conjecture = self._table.conjecture()

    def refine(self, word: Word) -> None:
        """Learn from a word on which the conjecture is wrong, until it is right about that word."""
        is_member = self._teacher.member(word)
        if is_member == self.conjecture.allows(word):
            raise InternalError("a counterexample on which the conjecture is right")
        while is_member != self.conjecture.allows(word):
            self._table.add_suffix(_distinguishing_suffix(self.conjecture, word, is_member, self._teacher))
            self.conjecture = self._table.conjecture()


def _distinguishing_suffix(conjecture: Conjecture, word: Word, first: bool, teacher: Teacher) -> Word:
    """A suffix that distinguishes two words that lead to one state of the conjecture (Rivest and Schapire)."""
    states = conjecture.run(word)

    def real(position: int) -> bool:
        """Is the word in the language, with its first letters replaced by the access word of the state after them?"""
        state = states[position]
        return state >= 0 and teacher.member((*conjecture.access[state], *word[position:]))

    low, high = 0, len(word)  # `first` is the answer for the word itself
    while high - low > 1:
        middle = (low + high) // 2
        if real(middle) == first:
            low = middle
        else:
            high = middle
    return word[high:]


class _Table:
    """The observation table. A row is a bit set: the suffixes that may follow its word."""

    def __init__(self, letters: int, teacher: Teacher, watch: Watch) -> None:
        self.letters = letters
        self.members = _asked_together(teacher)
        self.watch = watch
        self.suffixes: list[Word] = [()]
        self.access: list[Word] = [()]
        self.rows: dict[Word, int] = {}
        """The row of each word that is in the language or was not looked at yet, and how many suffixes it has."""
        self.filled: dict[Word, int] = {}

    def add_suffix(self, suffix: Word) -> None:
        if suffix in self.suffixes:
            raise InternalError("a counterexample that adds nothing to the observation table")
        self.suffixes.append(suffix)

    def conjecture(self) -> Conjecture:
        """Fill the table, close it, and return the conjecture that it describes."""
        self.watch.check("learning", len(self.access))
        number = {self._row(word): state for state, word in enumerate(self.access)}
        after: list[tuple[int, ...]] = []
        for word in self.access:  # grows in the loop
            self.watch.tick(1, len(self.access))
            goals = []
            for letter in range(1, self.letters + 1):
                extension = (*word, letter)
                row = self._row(extension)
                if row and row not in number:
                    number[row] = len(self.access)
                    self.access.append(extension)
                goals.append(number[row] if row else -1)
            after.append(tuple(goals))
        return Conjecture(tuple(self.access), tuple(after))

    def _row(self, word: Word) -> int:
        """The row of a word; 0 if the word is not in the language. Asks only about suffixes that are new."""
        known = self.filled.get(word, 0)
        row = self.rows.get(word, 0)
        if known == len(self.suffixes) or (known and not row):
            return row
        self.watch.tick(len(word) + len(self.suffixes) - known)
        if not known:
            row, known = self.members(word, self.suffixes[:1]), 1
        if row and known < len(self.suffixes):
            row |= self.members(word, self.suffixes[known:]) << known
        self.filled[word], self.rows[word] = len(self.suffixes), row
        return row


def _asked_together(teacher: Teacher) -> Callable[[Word, list[Word]], int]:
    """How the teacher answers about several suffixes of a word: a bit for each."""

    def one_by_one(word: Word, suffixes: list[Word]) -> int:
        return sum(teacher.member(word + suffix) << position for position, suffix in enumerate(suffixes))

    together: Callable[[Word, list[Word]], int] = getattr(teacher, "members", one_by_one)
    return together
