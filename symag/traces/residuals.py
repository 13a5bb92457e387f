"""The words that a learner asks about, in classes: words of one class can be followed by the same words.

A teacher that follows words through states knows when two of them lead to the same place, and then what may follow
them is asked once. For other teachers every word is a class of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from symag.traces.learner import Teacher, Word

__all__ = ["OUTSIDE", "START", "Residuals"]

OUTSIDE, START = 0, 1
"""The class of all words that are not in the language, which is prefix-closed, and the class of the empty word."""


class Residuals:
    """The classes that were seen, each by its first word."""

    def __init__(self, letters: int, teacher: Teacher) -> None:
        self.words: list[Word] = [(), ()]
        self._letters = range(1, letters + 1)
        self._member = teacher.member
        self._residuals: Callable[[Word], list[int]] | None = getattr(teacher, "residuals", None)
        self._class_of = {-1: OUTSIDE}

    def after(self, word: Word) -> list[int]:
        """The class of a word of the language with each letter; the empty word is the first one."""
        if self._residuals is None:
            words = [(*word, letter) for letter in self._letters]
            return [self._new(longer) if self._member(longer) else OUTSIDE for longer in words]
        here, *numbers = self._residuals(word)
        if not word:
            self._class_of[here] = START
        found = []
        for letter, number in zip(self._letters, numbers, strict=True):
            if number not in self._class_of:
                self._class_of[number] = self._new((*word, letter))
            found.append(self._class_of[number])
        return found

    def _new(self, word: Word) -> int:
        self.words.append(word)
        return len(self.words) - 1
