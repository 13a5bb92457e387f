"""A scheduler under which a path has its greatest probability: what it does in each place that it comes to."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from symag.limits import Watch
from symag.model import LPTS
from symag.probability.evaluation import Evaluation
from symag.probability.formula import Chance, Formula
from symag.probability.problem import LOST

__all__ = ["BestChoice", "best_scheduler"]


class BestChoice(NamedTuple):
    """What a scheduler does in a place."""

    state: int
    """The state of the system."""
    watched: object | None
    """The state of the safety LTS, if there is one; or its states."""
    steps: int | None
    """The steps so far, if they count."""
    value: Fraction
    """The greatest probability from there."""
    action: str
    outcomes: tuple[tuple[Fraction, int], ...]
    """Each with its probability: the number of a choice, `GOAL`, or `LOST` if there is none any more."""


def best_scheduler(system: LPTS, formula: Formula, watch: Watch | None = None, most: int = 10_000) -> list[BestChoice]:
    """The choices in the places that the scheduler comes to, breadth first, and in at most so many of them. Places from
    which the goal cannot be reached are left out."""
    root = formula.root
    assert isinstance(root, Chance)
    evaluation = Evaluation(system, formula, watch or Watch())
    value, problem, policy = evaluation.value(), evaluation.problem(root), evaluation.policy(root)
    watching, counted = problem.watching, problem.steps is not None
    places = [(problem.initial, 0)] if value else []
    number = {place: position for position, place in enumerate(places)}
    found = []
    for place, steps in places:  # which grows meanwhile
        choice = policy(place, steps)
        outcomes = []
        for to, share in problem.outcomes(choice):
            after = (to, steps + counted)
            if to >= 0 and policy(*after) < 0:
                to = LOST
            elif to >= 0 and after not in number and len(places) < most:
                number[after] = len(places)
                places.append(after)
            outcomes.append((share, number.get(after, LOST) if to >= 0 else to))
        action = system.actions[system.action[problem.transition[choice]]]
        worth = evaluation.value_at(root, place, steps)
        watched, so_far = None if watching is None else watching[place], steps if counted else None
        found.append(BestChoice(problem.place_state[place], watched, so_far, worth, action, tuple(outcomes)))
    return found
