"""Random formulas, as texts."""

from __future__ import annotations

from random import Random

from tests.generate import ACTIONS

__all__ = ["random_formula", "random_path"]

BOUNDS = ("0", "1/10", "1/4", "1/3", "1/2", "2/3", "3/4", "9/10", "1")


def random_path(random: Random, depth: int = 0) -> str:
    """X, F or U; with formulas of states on both sides if they may be so deep."""
    within = random.choice(["", "", f"<={random.randint(0, 4)}"])
    goal = _actions(random)
    if depth and random.random() < 0.6:
        goal = (
            f"{goal} : ({_liveness(random, depth - 1)})"
            if random.random() < 0.5
            else f"({_liveness(random, depth - 1)})"
        )
    kind = random.random()
    if kind < 0.15:
        return f"X {goal}"
    if kind < 0.6:
        return f"F{within} {goal}"
    left = f"({_liveness(random, depth - 1)}) " if depth and random.random() < 0.5 else ""
    return f"{left}{_actions(random)} U{within} {goal}"


def random_formula(random: Random, depth: int = 2) -> str:
    """A safety formula."""
    kind = random.random()
    if kind < 0.7 or not depth:
        return f"P<={random.choice(BOUNDS)} [ {random_path(random, depth)} ]"
    if kind < 0.8:
        return f"disabled({random.choice(ACTIONS)})"
    return f"({random_formula(random, depth - 1)} {random.choice('&|')} {random_formula(random, depth - 1)})"


def _liveness(random: Random, depth: int) -> str:
    kind = random.random()
    if kind < 0.4 or not depth:
        return random.choice(["true", *(f"enabled({action})" for action in ACTIONS)])
    if kind < 0.7:
        return f"P>{random.choice(BOUNDS)} [ {random_path(random, depth)} ]"
    return f"({_liveness(random, depth - 1)} {random.choice('&|')} {_liveness(random, depth - 1)})"


def _actions(random: Random) -> str:
    names = (*ACTIONS, "nobody")
    some = random.sample(names, random.randint(1, 4))
    return some[0] if len(some) == 1 else f"{{{', '.join(some)}}}"
