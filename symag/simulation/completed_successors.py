"""The answers of a completed specification, without building the completion."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

from symag.model import LPTS
from symag.operators import answering_actions

__all__ = ["CompletedSuccessors"]


class CompletedSuccessors:
    """The distributions with which a specification state can answer an action of the system (by its number there)."""

    def __init__(self, specification: LPTS, system_actions: Sequence[str]) -> None:
        known = answering_actions(specification)
        self.specification = specification
        self.meaning = [known.get(action, -1) for action in system_actions]
        self._memory: dict[tuple[int, int], list[dict[int, Fraction]]] = {}

    def of(self, p: int, action: int) -> list[dict[int, Fraction]]:
        """Every answer of `p`; one that stays, where the specification does not know the action."""
        key = p, action
        if key not in self._memory:
            self._memory[key] = self._look_up(p, self.meaning[action])
        return self._memory[key]

    def _look_up(self, p: int, meant: int) -> list[dict[int, Fraction]]:
        if meant < 0:
            return [{p: Fraction(1)}]
        model = self.specification
        low = bisect_left(model.action, meant, model.first[p], model.first[p + 1])
        high = bisect_left(model.action, meant + 1, low, model.first[p + 1])
        return [dict(model.outcomes(model.target[t])) for t in range(low, high)]
