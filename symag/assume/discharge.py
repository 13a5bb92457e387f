"""Are the premises of the rule true, for assumptions that somebody has found?

Used for those that refinement found (they are quotients, so their premises are true, and this gives the relations that
say so), and for those that a user hands over: a supplier gives the proof away with the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from symag.errors import InputError
from symag.evidence import Proof, Relation, Tree
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.simulation import Backend, decide, slim

__all__ = ["Failure", "discharge", "refuse_unfit"]


@dataclass(frozen=True)
class Failure:
    """The premise of that number is false; the tree says why."""

    premise: int
    claim: str
    tree: Tree


def discharge(
    sides: Sequence[Sequence[LPTS]], assumptions: Sequence[LPTS], specification: LPTS, backend: Backend, watch: Watch
) -> Proof | Failure:
    """A relation for every premise, or the first premise that is false."""
    premises: list[Relation] = []
    above = specification
    for number, side in enumerate(sides, 1):
        last = number == len(sides)
        below = list(side) if last else [*side, assumptions[number - 1]]
        outcome, _ = decide(below, above, backend, watch)
        if outcome.tree is not None:
            names = [model.name or f"a component of side {number}" for model in side]
            below_it = " ‖ ".join(names if last else [*names, f"A{number}"])
            above_it = (specification.name or "P") if number == 1 else f"A{number - 1}"
            return Failure(number, f"{below_it} ≼ {above_it}", outcome.tree)
        assert outcome.relation is not None
        premises.append(slim(outcome.relation, watch))
        above = above if last else assumptions[number - 1]
    return Proof(tuple(map(len, sides)), tuple(assumptions), tuple(premises))


def refuse_unfit(sides: Sequence[Sequence[LPTS]], assumptions: Sequence[LPTS], specification: LPTS) -> None:
    """An InputError if the rule does not apply to these assumptions, whatever they say (CAV'12, Lemma 2, Theorem 1)."""
    hidden_above = 0 in specification.action
    for number, assumption in enumerate(assumptions, 1):
        stood_for = list(chain.from_iterable(sides[number:]))
        known = frozenset().union(*(model.alphabet for model in stood_for))
        foreign = sorted(assumption.alphabet - known)
        name = assumption.name or f"A{number}"
        if foreign:
            raise InputError(
                f"the assumption {name} speaks of {', '.join(foreign)}, in which what it stands for takes no part: "
                "leave that out of its alphabet"
            )
        if hidden_above and 0 not in assumption.action and any(0 in model.action for model in stood_for):
            raise InputError(
                f"what the assumption {name} stands for has hidden moves ({TAU}), and so has a model above it: "
                "give it hidden moves, too"
            )
        hidden_above = hidden_above or 0 in assumption.action
        rest = frozenset().union(*(model.alphabet for side in sides[:number] for model in side))
        lost = sorted((specification.alphabet & known) - assumption.alphabet - rest)
        if lost:
            raise InputError(
                f"the assumption {name} does not speak of {', '.join(lost)}, of which the specification does: "
                "add that to its alphabet"
            )
