"""Making a model out of another one: its targets, with the states mapped to new numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from symag.model import LPTS, Assembler
from symag.model.rational import check_exact

__all__ = ["copy_targets"]


def copy_targets(model: LPTS, assembler: Assembler, new_number: Sequence[int] | None = None) -> Callable[[int], int]:
    """From a target of the model to one of the assembler; outcomes with the same new number are added up."""
    known: dict[int, int] = {}

    def copied(target: int) -> int:
        if target not in known:
            outcomes: dict[int, Fraction] = {}
            for state, probability in model.outcomes(target):
                assembler.watch.tick()
                number = state if new_number is None else new_number[state]
                outcomes[number] = outcomes.get(number, Fraction(0)) + probability
            check_exact(outcomes.values())
            known[target] = assembler.target(outcomes)
        return known[target]

    return copied
