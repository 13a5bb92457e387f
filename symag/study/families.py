"""Families of models that grow with a parameter, for benchmarks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

from symag.model import LPTS

__all__ = ["mutual_exclusion", "random_lpts", "random_lts", "sub_system", "with_foreign_action"]

Row = tuple[str, str, str | Mapping[str, object]]


def mutual_exclusion(users: int) -> tuple[list[LPTS], LPTS]:
    """A lock and its users, who may crash while they hold it; the specification: one at a time, crashes are rare."""
    lock: list[Row] = []
    spec: list[Row] = []
    for i in range(1, users + 1):
        lock += [("free", f"grant{i}", f"held{i}"), (f"held{i}", f"release{i}", "free")]
        spec += [("free", f"grant{i}", f"held{i}"), (f"held{i}", f"work{i}", {f"held{i}": "9/10", f"down{i}": "1/10"})]
        spec += [(f"held{i}", f"release{i}", "free"), (f"down{i}", f"release{i}", "free")]
    components = [LPTS.build("free", lock, name="lock")]
    for i in range(1, users + 1):
        user: list[Row] = [
            ("idle", f"request{i}", "waiting"),
            ("waiting", f"grant{i}", "using"),
            ("using", f"work{i}", {"done": "9/10", "crashed": "1/10"}),
            ("done", f"work{i}", {"done": "9/10", "crashed": "1/10"}),
            ("done", f"release{i}", "idle"),
            ("crashed", f"release{i}", "idle"),
        ]
        components.append(LPTS.build("idle", user, name=f"user{i}"))
    return components, LPTS.build("free", spec, name="one_at_a_time")


def random_lts(states: int, transitions: int, actions: int, seed: int) -> list[Row]:
    """The transitions of a random LTS, all of whose states can be reached from `s0`."""
    random = Random(seed)
    rows: list[Row] = [(f"s{random.randrange(i)}", f"a{random.randrange(actions)}", f"s{i}") for i in range(1, states)]
    while len(rows) < transitions:
        source, action, target = random.randrange(states), random.randrange(actions), random.randrange(states)
        rows.append((f"s{source}", f"a{action}", f"s{target}"))
    return rows


def random_lpts(states: int, transitions: int, actions: int, seed: int) -> list[Row]:
    """Like `random_lts`, with distributions over three states and probabilities that hardly ever repeat."""
    random = Random(seed)
    rows = random_lts(states, states - 1, actions, seed)
    while len(rows) < transitions:
        weights = [random.randint(1, 9) for _ in range(3)]
        targets = random.sample(range(states), 3)
        shares = {f"s{t}": Fraction(w, sum(weights)) for t, w in zip(targets, weights, strict=True)}
        rows.append((f"s{random.randrange(states)}", f"a{random.randrange(actions)}", shares))
    return rows


def sub_system(rows: list[Row], states: int, seed: int) -> tuple[LPTS, LPTS]:
    """A system with nine in ten of the transitions, and the whole as its specification: holds."""
    random = Random(seed)
    whole = LPTS.build("s0", rows, name="whole")
    kept = [row for position, row in enumerate(rows) if position < states - 1 or random.random() < 0.9]
    return LPTS.build("s0", kept, whole.alphabet, name="part"), whole


def with_foreign_action(rows: list[Row], states: int) -> tuple[LPTS, LPTS]:
    """The same transitions on both sides, but the system does something in its last state that its specification,
    which knows the action, never does: violated."""
    actions = {action for _, action, _ in rows} | {"foreign"}
    specification = LPTS.build("s0", rows, actions, name="whole")
    return LPTS.build("s0", [*rows, (f"s{states - 1}", "foreign", "s0")], actions, name="intruder"), specification
