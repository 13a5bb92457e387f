"""The weakest assumption, as a teacher: which words of the interface keep `M1 ‖ P` from the error state?

The states that a word may lead to, hidden moves and all, are one set; sets are numbered, and where a letter leads from
a set is computed once. So a query is a walk through what is known already, and mostly one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symag.limits import Watch
from symag.model import LPTS
from symag.operators import expose
from symag.traces.lstar import Word

__all__ = ["WeakestAssumption"]


class WeakestAssumption:
    """A word is in the language if the components cannot violate the property while the others do that word."""

    def __init__(self, components: Sequence[LPTS], specification: LPTS, interface: Sequence[str], watch: Watch) -> None:
        exposed = expose(components, specification, interface, watch)
        self.system = exposed.system
        self.queries = 0
        self._goals, self._bad, self._foreign = exposed.goals, exposed.bad, exposed.foreign
        self._number: dict[frozenset[int], int] = {}
        self._sets: list[frozenset[int]] = []
        self._step: dict[tuple[int, int], int] = {}
        self._known: dict[Word, int] = {(): self._numbered([self.system.initial])}

    def member(self, word: Word) -> bool:
        """See `symag.traces.lstar.Teacher`."""
        self.queries += 1
        return self._after(word) >= 0

    def _after(self, word: Word) -> int:
        """The number of the set that the word leads to; -1 if the error is among them, now or before."""
        found = self._known.get(word)
        if found is None:
            start = len(word) - 1
            while word[:start] not in self._known:
                start -= 1
            found = self._known[word[:start]]
            for position in range(start, len(word)):
                found = self._next(found, word[position])
                self._known[word[: position + 1]] = found
        return found

    def _next(self, number: int, letter: int) -> int:
        if number < 0 or letter in self._foreign:
            return number
        key = number, letter
        if key not in self._step:
            goals = (goal for s in self._sets[number] for goal in self._goals[s].get(letter, ()))
            self._step[key] = self._numbered(goals)
        return self._step[key]

    def _numbered(self, states: Iterable[int]) -> int:
        """The number of these states with all that hidden moves lead to; -1 if the error is among them."""
        found = set(states)
        todo = list(found)
        while todo:
            new = set(self._goals[todo.pop()].get(0, ())) - found
            found |= new
            todo.extend(new)
        if found & self._bad:
            return -1
        closed = frozenset(found)
        number = self._number.setdefault(closed, len(self._sets))
        if number == len(self._sets):
            self._sets.append(closed)
        return number
