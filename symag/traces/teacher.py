"""Teachers of the weakest assumption: which words of the interface keep `M1 ‖ P` from the error state?

A backend may bring a membership oracle of its own (a solver). Otherwise `WeakestAssumption` answers by subsets: the
states that a word may lead to, hidden moves included, are one set. Sets are numbered, and the set after a letter is
computed once, so that a query is a walk through sets that are known already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from symag.limits import Watch
from symag.model import LPTS
from symag.operators import expose
from symag.simulation import Backend, capabilities_of
from symag.traces.lstar import Teacher, Word

__all__ = ["ComponentTeacher", "WeakestAssumption", "teacher_for"]


class ComponentTeacher(Teacher, Protocol):
    """A teacher of the weakest assumption of components that were composed with the property."""

    system: LPTS
    """The composition."""
    queries: int
    """The membership queries so far."""


def teacher_for(
    backend: Backend, components: Sequence[LPTS], specification: LPTS, interface: Sequence[str], watch: Watch
) -> ComponentTeacher:
    """A teacher of the weakest assumption, over the interface, under which the components keep the property."""
    make_oracle = capabilities_of(backend).membership
    if make_oracle is not None:
        return make_oracle(expose(components, specification, interface, watch), watch)
    return WeakestAssumption(components, specification, interface, watch)


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
        """Per set and letter, the next set, as far as it is known."""
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
        """The set after a letter; -1 if it contains the error state."""
        if letter in self._foreign:
            found = number
        else:
            states = self.watch.over(self._sets[number])
            found = self._numbered(goal for s in states for goal in self._goals[s].get(letter, ()))
        self._after[number][letter] = found
        return found

    def _numbered(self, states: Iterable[int]) -> int:
        """The number of the set of these states, closed under hidden moves; -1 if it contains the error state."""
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
