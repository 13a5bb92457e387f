"""The words of a search as a trie (Fredkin 1960), each with its value: must, must not or may it be in the assumption?

The bounds are prefix-closed: what begins with a word that must not be in the assumption must not be in it, and a prefix
of a word that must be in it must be in it. So the teacher is asked only about words whose value does not follow from
others.
"""

from __future__ import annotations

from dataclasses import dataclass

from symag.limits import Watch
from symag.traces.learner import Word
from symag.traces.smallest import ThreeValuedTeacher

__all__ = ["TableCounts", "WordTree"]


@dataclass
class TableCounts:
    """What a search over observation tables did so far."""

    tables: int = 0
    """Tables whose instances were generated."""
    instances: int = 0
    membership_queries: int = 0
    equivalence_queries: int = 0


class WordTree:
    """Words by number; a word has a greater number than its prefixes, and the empty word has the number 0."""

    def __init__(self, teacher: ThreeValuedTeacher, counts: TableCounts, watch: Watch) -> None:
        self.letters = teacher.letters
        self.parent = [-1]
        """Per word the word without its last letter."""
        self._teacher = teacher
        self._counts = counts
        self._watch = watch
        self._letter = [0]
        self._longer: list[dict[int, int]] = [{}]
        self._known: list[bool | None] = [None]
        self._is_known = bytearray(1)

    def append(self, word: int, suffix: Word) -> int:
        """The number of the word with the suffix after it."""
        for letter in suffix:
            longer = self._longer[word].get(letter)
            if longer is None:
                longer = len(self.parent)
                self._longer[word][letter] = longer
                self.parent.append(word)
                self._letter.append(letter)
                self._longer.append({})
                self._known.append(None)
                self._is_known.append(False)
            word = longer
        return word

    def word(self, number: int) -> Word:
        """The letters of a word."""
        letters = []
        while number:
            letters.append(self._letter[number])
            number = self.parent[number]
        return tuple(reversed(letters))

    def value(self, number: int) -> bool | None:
        """Must the word be in the assumption (True), must it not be (False), or may it (None)?"""
        if self._is_known[number]:
            return self._known[number]
        prefix = self.parent[number]
        while prefix >= 0 and not self._is_known[prefix]:
            prefix = self.parent[prefix]
        value = False if prefix >= 0 and self._known[prefix] is False else self._ask(number)
        self._is_known[number], self._known[number] = True, value
        while value and prefix != (number := self.parent[number]):
            self._is_known[number], self._known[number] = True, True
        return value

    def _ask(self, number: int) -> bool | None:
        word = self.word(number)
        self._counts.membership_queries += 1
        self._watch.tick(1 + len(word))
        return self._teacher.value(word)
