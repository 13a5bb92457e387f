"""L*, in the form of Rivest and Schapire, for prefix-closed regular languages: those of safety LTSs.

The observation table has a row for each access word and for each of its extensions by a letter: the suffixes that may
follow. The rows of access words are different, so the table is always consistent; a counterexample adds one suffix,
found by binary search. (AALpy has such a learner, too. It keeps words as tuples of labels and the table as Python
lists, does not use that the language is prefix-closed, and cannot stop at a limit; the tests use it as an oracle.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from symag.errors import InternalError
from symag.limits import Watch
from symag.model import LPTS, Assembler, NumberLabels

__all__ = ["Conjecture", "Teacher", "Word", "learn"]

Word = tuple[int, ...]
"""A word of letters; letter 1 is the first action of the alphabet."""


class Teacher(Protocol):
    """Answers membership queries about a prefix-closed language that contains the empty word."""

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
    table = _Table(letters, teacher, watch)
    while True:
        conjecture = table.conjecture()
        word = refute(conjecture)
        if word is None:
            return conjecture
        table.add_suffix(_distinguishing_suffix(conjecture, word, teacher))


def _distinguishing_suffix(conjecture: Conjecture, word: Word, teacher: Teacher) -> Word:
    """A suffix that distinguishes two words that lead to one state of the conjecture (Rivest and Schapire)."""
    states = conjecture.run(word)

    def real(position: int) -> bool:
        """Is the word in the language, with its first letters replaced by the access word of the state after them?"""
        state = states[position]
        return state >= 0 and teacher.member((*conjecture.access[state], *word[position:]))

    low, high = 0, len(word)
    first = real(low)
    if first == (states[-1] >= 0):
        raise InternalError("a counterexample on which the conjecture is right")
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
        self.teacher = teacher
        self.watch = watch
        self.suffixes: list[Word] = [()]
        self.access: list[Word] = [()]
        self.rows: dict[Word, tuple[int, int]] = {}
        """Per word, the number of suffixes that were asked, and the row."""

    def add_suffix(self, suffix: Word) -> None:
        if suffix in self.suffixes:
            raise InternalError("a counterexample that adds nothing to the observation table")
        self.suffixes.append(suffix)

    def _extensions(self, word: Word) -> Iterator[Word]:
        return ((*word, letter) for letter in range(1, self.letters + 1))

    def conjecture(self) -> Conjecture:
        """Fill the table, close it, and return the conjecture that it describes."""
        self.watch.check("learning", len(self.access))
        filled = {word: self._filled(word) for word in self.access}
        number = {row: state for state, row in enumerate(filled.values())}
        after: list[tuple[int, ...]] = []
        for word in self.access:  # grows in the loop
            self.watch.tick(1, len(self.access))
            goals = []
            for extension in self._extensions(word):
                row = self._filled(extension)
                if row and row not in number:
                    number[row] = len(self.access)
                    self.access.append(extension)
                goals.append(number[row] if row else -1)
            after.append(tuple(goals))
        return Conjecture(tuple(self.access), tuple(after))

    def _filled(self, word: Word) -> int:
        """The row of a word; 0 if the word is not in the language. Asks only about suffixes that are new."""
        known, row = self.rows.get(word, (0, 0))
        if known and not row:
            return 0
        for position in range(known, len(self.suffixes)):
            self.watch.tick(1 + len(word) + len(self.suffixes[position]))
            row |= self.teacher.member(word + self.suffixes[position]) << position
            if not row:
                break
        self.rows[word] = len(self.suffixes), row
        return row
