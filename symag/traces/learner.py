"""What learners of prefix-closed regular languages have in common: teacher, conjecture, and the analysis of a
counterexample by Rivest and Schapire, *Inference of Finite Automata Using Homing Sequences* (1993).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from symag.errors import InternalError
from symag.limits import Watch
from symag.model import LPTS, Assembler, NumberLabels

__all__ = ["Breakpoint", "Conjecture", "Learner", "Observations", "Teacher", "Word"]

Word = tuple[int, ...]
"""A word of letters; letter 1 is the first action of the alphabet."""
CHUNK = 50
"""Words that are looked at between two calls of the watch."""


class Teacher(Protocol):
    """Answers membership queries about a prefix-closed language that contains the empty word.

    A teacher may also have `members(word, suffixes)`: a bit for each suffix, is it in the language after the word? And
    `residuals(word)`: a number for a word of the language, and for the word with each letter; -1 if that is not in the
    language. Words with the same number can be followed by the same words.
    """

    def member(self, word: Word) -> bool:
        """Is the word in the language?"""


@dataclass(frozen=True)
class Conjecture:
    """A deterministic automaton: per state and letter the next state, or -1 if the letter is not allowed."""

    access: tuple[Word, ...]
    after: tuple[tuple[int, ...], ...]

    def run(self, word: Sequence[int], state: int = 0) -> list[int]:
        """The states that the word visits; -1 after a letter that is not allowed."""
        states = [state]
        for letter in word:
            states.append(-1 if states[-1] < 0 else self.after[states[-1]][letter - 1])
        return states

    def allows(self, word: Sequence[int], state: int = 0) -> bool:
        """Is the word in the language of the automaton?"""
        for letter in word:
            state = self.after[state][letter - 1]
            if state < 0:
                return False
        return True

    def to_lpts(self, alphabet: Sequence[str], name: str) -> LPTS:
        """The conjecture as a safety LTS."""
        assembler = Assembler()
        for state, row in enumerate(self.after):
            for letter, goal in enumerate(row, 1):
                if goal >= 0:
                    assembler.add(state, letter, goal)
        return assembler.freeze(NumberLabels(len(self.after)), 0, tuple(alphabet), name)


@dataclass(frozen=True)
class Breakpoint:
    """The conjecture is wrong about a letter in a state: the word that it leads to, and the access word of the state
    that it should lead to, differ on a suffix."""

    state: int
    letter: int
    goal: int
    suffix: Word
    is_member: bool
    """Is the suffix in the language after the access word of the state and the letter?"""


class Observations(Protocol):
    """Answers of a teacher, arranged so that they describe a conjecture."""

    def conjecture(self) -> Conjecture:
        """Ask what is missing, and describe the conjecture."""

    def split(self, found: Breakpoint) -> None:
        """Tell two words apart that lead to one state."""

    def contradiction(self, conjecture: Conjecture) -> tuple[Word, bool] | None:
        """A word about which the observations say something else than the conjecture, and what they say."""


class Learner:
    """A learner at work: its `conjecture` gets better with every counterexample."""

    def __init__(self, teacher: Teacher, observations: Observations, watch: Watch) -> None:
        self._teacher = teacher
        self._observations = observations
        self._watch = watch
        self._counterexamples: dict[Word, bool] = {}
        self.conjecture = observations.conjecture()

    def refine(self, word: Word) -> None:
        """Learn from a word on which the conjecture is wrong, until it is right about that word, about all words
        before, and about all that was observed."""
        is_member = self._teacher.member(word)
        if is_member == self.conjecture.allows(word):
            raise InternalError("a counterexample on which the conjecture is right")
        self._counterexamples[word] = is_member
        found: tuple[Word, bool] | None = word, is_member
        while found is not None:
            self._observations.split(_breakpoint(self.conjecture, *found, self._teacher))
            self.conjecture = self._observations.conjecture()
            found = self._wrong()

    def _wrong(self) -> tuple[Word, bool] | None:
        """A word about which the conjecture is wrong, as far as that is known."""
        allows = self.conjecture.allows
        for number, (word, is_member) in enumerate(reversed(self._counterexamples.items())):
            if number % CHUNK == 0:
                self._watch.tick(CHUNK)
            if allows(word) != is_member:
                return word, is_member
        return self._observations.contradiction(self.conjecture)


def _breakpoint(conjecture: Conjecture, word: Word, is_member: bool, teacher: Teacher) -> Breakpoint:
    """By binary search. The word with its first letters replaced by the access word of the state after them is in the
    language, or not: somewhere that changes."""
    states = conjecture.run(word)
    low, high = 0, len(word)
    while high - low > 1:
        middle = (low + high) // 2
        state = states[middle]
        if (state >= 0 and teacher.member((*conjecture.access[state], *word[middle:]))) == is_member:
            low = middle
        else:
            high = middle
    return Breakpoint(states[low], word[low], states[high], word[high:], is_member)
