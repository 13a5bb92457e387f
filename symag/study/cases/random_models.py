"""Random models, the same for the same seed, and specifications that they keep or violate."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from symag.model import LPTS
from symag.study.cases.families import TransitionRow

__all__ = ["random_lpts", "random_lts", "sub_system", "with_foreign_action"]


def random_lts(states: int, transitions: int, actions: int, seed: int) -> list[TransitionRow]:
    """The transitions of a random LTS, all of whose states can be reached from `s0`."""
    random = Random(seed)
    rows: list[TransitionRow] = [
        (f"s{random.randrange(i)}", f"a{random.randrange(actions)}", f"s{i}") for i in range(1, states)
    ]
    while len(rows) < transitions:
        source, action, target = random.randrange(states), random.randrange(actions), random.randrange(states)
        rows.append((f"s{source}", f"a{action}", f"s{target}"))
    return rows


def random_lpts(states: int, transitions: int, actions: int, seed: int) -> list[TransitionRow]:
    """Like `random_lts`, with distributions over three states and probabilities that hardly ever repeat."""
    random = Random(seed)
    rows = random_lts(states, states - 1, actions, seed)
    while len(rows) < transitions:
        weights = [random.randint(1, 9) for _ in range(3)]
        targets = random.sample(range(states), 3)
        shares = {f"s{t}": Fraction(w, sum(weights)) for t, w in zip(targets, weights, strict=True)}
        rows.append((f"s{random.randrange(states)}", f"a{random.randrange(actions)}", shares))
    return rows


def sub_system(rows: list[TransitionRow], states: int, seed: int) -> tuple[LPTS, LPTS]:
    """A system with nine in ten of the transitions, and the whole as its specification: holds."""
    random = Random(seed)
    whole = LPTS.build("s0", rows, name="whole")
    kept = [row for position, row in enumerate(rows) if position < states - 1 or random.random() < 0.9]
    return LPTS.build("s0", kept, whole.alphabet, name="part"), whole


def with_foreign_action(rows: list[TransitionRow], states: int) -> tuple[LPTS, LPTS]:
    """The same transitions on both sides, but the system does something in its last state that its specification,
    which knows the action, never does: violated."""
    actions = {action for _, action, _ in rows} | {"foreign"}
    specification = LPTS.build("s0", rows, actions, name="whole")
    return LPTS.build("s0", [*rows, (f"s{states - 1}", "foreign", "s0")], actions, name="intruder"), specification
