"""The weakest assumption, as a teacher: which words of the interface keep `M1 ‖ P` from the error state?

The states that a word may lead to, hidden moves and all, are one set; sets are numbered, and where a letter leads from
a set is computed once. So a query is a walk through what is known already.
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
        self.watch = watch
        exposed = expose(components, specification, interface, watch)
        self.system = exposed.system
        self.queries = 0
        self._goals, self._bad, self._foreign = exposed.goals, exposed.bad, exposed.foreign
        self._number: dict[frozenset[int], int] = {}
        self._sets: list[frozenset[int]] = []
        self._after: list[dict[int, int]] = []
        """Per set, where letters lead, as far as that was asked."""
        self._start = self._numbered([self.system.initial])

    def member(self, word: Word) -> bool:
        """See `symag.traces.lstar.Teacher`."""
        self.queries += 1
        self.watch.tick(1 + len(word))
        number, after = self._start, self._after
        for letter in word:
            if number < 0:
                return False
            known = after[number].get(letter)
            number = self._next(number, letter) if known is None else known
        return number >= 0

    def _next(self, number: int, letter: int) -> int:
        """Where the letter leads from a set; -1 if the error is among the states that it leads to."""
        if letter in self._foreign:
            found = number
        else:
            states = self.watch.over(self._sets[number])
            found = self._numbered(goal for s in states for goal in self._goals[s].get(letter, ()))
        self._after[number][letter] = found
        return found

    def _numbered(self, states: Iterable[int]) -> int:
        """The number of these states with all that hidden moves lead to; -1 if the error is among them."""
        found = set(states)
        todo = list(found)
        while todo:
            new = set(self._goals[todo.pop()].get(0, ())) - found
            self.watch.tick(1 + len(new))
            found |= new
            todo.extend(new)
        if found & self._bad:
            return -1
        closed = frozenset(found)
        number = self._number.setdefault(closed, len(self._sets))
        if number == len(self._sets):
            self._sets.append(closed)
            self._after.append({})
        return number
