"""Three-valued observation tables (Fietzke 2006, sections 3.1 and 4.1 to 4.5).

A table (S, E, T) has a row for each word of S and of S·Σ, and a column for each word of E. `T(s, e) = γ(s·e)` is 1 if
the word must be in the assumption, 0 if it must not be, and * ("don't know") if it may. γ is what the bounds say of a
word, and, for words that the bounds leave open, what was *decided*.

The thesis' terms, and how a table of this module meets them:

- *wellformed* (4.2): T is a function of the word s·e. γ is kept by words, so every table is wellformed.
- *prefix-closed* (4.3): no word with γ = 1 has a prefix with γ = 0. Decisions are closed under what follows from them.
- *partially closed* (4.4.1): no row of S·Σ has to be added to S in every instance. `close` adds those rows.
- *suffix-closed E* (4.5): `add_suffix` adds all suffixes of a suffix. So a conjecture is right about all words of its
  table.
- *instance* (4.1): a table without *. It is *closed* if each row of S·Σ is a row of S.
- *size* (4.6): the thesis counts the words of S, one of which rejects. Here the row of zeros always counts as present
  and is never added to S. So the size of a closed instance is the number of states of its assumption, which all accept.

Rows of two words of S differ in a column in which neither has a *: `close` keeps that. So these words are pairwise
inequivalent in the language of every assumption that agrees with γ, and it has at least as many states as S has words.
"""

from __future__ import annotations

from collections.abc import Iterator

from symag.errors import InternalError
from symag.traces.learner import Conjecture, Word
from symag.traces.word_tree import WordTree

__all__ = ["ObservationTable", "Row", "differ"]

Row = tuple[int, int]
"""The columns with 1 and the columns with 0, as bit sets. Bit 0 is the column of the empty word."""


def differ(one: Row, other: Row) -> bool:
    """Is there a column in which one row has 1 and the other has 0? Then they differ in every instance."""
    return bool(one[0] & other[1] or one[1] & other[0])


class ObservationTable:
    """A table over the words of a tree; at first S and E have the empty word only."""

    def __init__(self, words: WordTree) -> None:
        self.words = words
        self.prefixes: list[int] = []
        """S, by the numbers of its words."""
        self.suffixes: list[Word] = [()]
        """E."""
        self.decided: dict[int, bool] = {}
        """What γ says beyond the bounds."""
        self.rows: dict[int, Row] = {}
        """The rows of S and S·Σ."""
        self.add_prefix(0)

    def copy(self) -> ObservationTable:
        """A table that can be changed on its own."""
        return self._with(self.decided.copy(), self.rows.copy())

    def _with(self, decided: dict[int, bool], rows: dict[int, Row]) -> ObservationTable:
        other = object.__new__(ObservationTable)
        other.words, other.decided, other.rows = self.words, decided, rows
        other.prefixes, other.suffixes = self.prefixes.copy(), self.suffixes.copy()
        return other

    @property
    def size(self) -> int:
        """The number of words of S."""
        return len(self.prefixes)

    def value(self, word: int) -> bool | None:
        """γ of a word: by decisions about it and its prefixes, else by the bounds."""
        prefix = word
        while prefix >= 0:
            choice = self.decided.get(prefix)
            if choice is not None:
                if prefix == word or not choice:
                    return choice
                break  # a prefix that is accepted: so no shorter one is rejected
            prefix = self.words.parent[prefix]
        return self.words.value(word)

    def add_prefix(self, word: int) -> None:
        """Add a word to S, and its extensions to the rows."""
        self.prefixes.append(word)
        for label in (word, *self.extensions(word)):
            if label not in self.rows:
                self.rows[label] = self._filled(label, (0, 0), 0)

    def add_suffix(self, suffix: Word) -> None:
        """Add a word to E, and all its suffixes."""
        known = len(self.suffixes)
        present = set(self.suffixes)
        self.suffixes += [end for end in (suffix[start:] for start in range(len(suffix))) if end not in present]
        for label, row in self.rows.items():
            self.rows[label] = self._filled(label, row, known)

    def _filled(self, label: int, row: Row, known: int) -> Row:
        """The row with the columns that are not known yet."""
        ones, zeros = row
        for column in range(known, len(self.suffixes)):
            value = self.value(self.words.append(label, self.suffixes[column]))
            if value is not None:
                ones, zeros = ones | value << column, zeros | (not value) << column
        return ones, zeros

    def extensions(self, word: int) -> Iterator[int]:
        """The word with each letter after it."""
        return (self.words.append(word, (letter,)) for letter in range(1, self.words.letters + 1))

    def close(self, most: float = float("inf")) -> None:
        """Partial closing: add each row of S·Σ to S that differs from all rows of S, and from the row of zeros.

        The thesis adds such a row if it has no *. A row with * that differs from all others is added in every instance,
        too. Stops as soon as S has more words than `most`.
        """
        for prefix in self.prefixes:  # grows in the loop
            for word in self.extensions(prefix):
                row = self.rows[word]
                if row[0] and all(differ(row, self.rows[upper]) for upper in self.prefixes):
                    self.add_prefix(word)
                    if self.size > most:
                        return

    def is_known(self, label: int) -> bool:
        """Has the row no *?"""
        ones, zeros = self.rows[label]
        return ones | zeros == (1 << len(self.suffixes)) - 1

    def is_total(self) -> bool:
        """Has the table no *: is it an instance?"""
        return all(map(self.is_known, self.rows))

    def unknown(self) -> list[int]:
        """The words of the table with γ = *, shorter prefixes before longer words (S_* in section 5.4)."""
        full = (1 << len(self.suffixes)) - 1
        found = set()
        for label, (ones, zeros) in self.rows.items():
            missing = full & ~(ones | zeros)
            while missing:
                column = (missing & -missing).bit_length() - 1
                found.add(self.words.append(label, self.suffixes[column]))
                missing &= missing - 1
        return sorted(found)

    def instance(self, labels: dict[int, bool], rows: dict[int, Row]) -> ObservationTable:
        """The table with a prefix-closed decision about every unknown word, and the rows that this gives."""
        other = self._with(self.decided | labels, rows)
        for word, accepted in labels.items():
            prefix = self.words.parent[word]
            while accepted and prefix >= 0 and prefix not in other.decided:
                other.decided[prefix] = True
                prefix = self.words.parent[prefix]
        return other

    def conjecture(self) -> Conjecture:
        """The automaton of a closed instance: its states are the rows of S."""
        state_of = {self.rows[prefix][0]: state for state, prefix in enumerate(self.prefixes)} | {0: -1}
        full = (1 << len(self.suffixes)) - 1
        after = []
        for prefix in self.prefixes:
            rows = [self.rows[word] for word in self.extensions(prefix)]
            if any(ones | zeros != full or ones not in state_of for ones, zeros in rows):
                raise InternalError("a conjecture from an observation table that is not a closed instance")
            after.append(tuple(state_of[ones] for ones, _ in rows))
        return Conjecture(tuple(map(self.words.word, self.prefixes)), tuple(after))
