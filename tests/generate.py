"""Random models for the tests, small and varied: from a seed, or drawn by hypothesis."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from symag import LPTS, TAU, compose, quotient

SHARES = [["1"], ["1/2", "1/2"], ["1/3", "2/3"], ["1/10", "9/10"], ["1/2", "1/3", "1/6"], ["1/4", "1/4", "1/4", "1/4"]]
LARGE_PRIME = 4611686018427387847
"""Its multiples do not fit in 62 bits: such models are decided in Python's integers instead of machine words."""
AWKWARD = [f"1/{LARGE_PRIME}", f"{LARGE_PRIME // 2}/{LARGE_PRIME}", f"{LARGE_PRIME // 2}/{LARGE_PRIME}"]
ACTIONS = ("a", "b", "c", "d")


def random_model(random: Random, states: int = 4, actions: tuple[str, ...] = ACTIONS, tau: bool = True) -> LPTS:
    """A model of at most so many states over some of the actions; some are blocked, some states are unreachable."""
    count = random.randint(1, states)
    names = [f"s{i}" for i in range(count)]
    alphabet = random.sample(actions, random.randint(1, len(actions)))
    labels = [*alphabet, *([TAU] if tau and random.random() < 0.4 else [])]
    vectors = [vector for vector in ([*SHARES, AWKWARD] if random.random() < 0.1 else SHARES) if len(vector) <= count]
    rows: list[tuple[str, str, str | dict[str, object]]] = []
    for position in range(random.randint(0, 3 * count)):
        shares = random.choice(vectors)
        to: dict[str, object] = dict(zip(random.sample(names, len(shares)), shares, strict=True))
        rows.append((names[0] if position < 2 else random.choice(names), random.choice(labels), to))
    return LPTS.build(names[0], rows, alphabet, states=names)


def random_partition(random: Random, model: LPTS) -> list[int]:
    """A partition of the states in the form that `quotient` wants."""
    blocks = [random.randrange(max(1, model.num_states)) for _ in range(model.num_states)]
    number: dict[int, int] = {}
    return [number.setdefault(block, len(number)) for block in blocks]


def nudged(random: Random, model: LPTS) -> LPTS:
    """The model with one thing changed: a transition dropped, redirected, relabelled, or its probabilities shifted."""
    rows = [(s, a, dict(d)) for s, a, d in model.transitions()]
    if not rows:
        return model
    at = random.randrange(len(rows))
    source, action, to = rows[at]
    kind = random.choice(["drop", "redirect", "relabel", "shift"])
    if kind == "drop":
        del rows[at]
    elif kind == "redirect":
        rows[at] = source, action, {random.choice(model.states): Fraction(1)}
    elif kind == "relabel":
        rows[at] = source, random.choice([*sorted(model.alphabet), action]), to
    elif len(to) > 1:
        one, two = random.sample(sorted(to), 2)
        step = min(to[one] / 2, Fraction(1, 1000))
        rows[at] = source, action, to | {one: to[one] - step, two: to[two] + step}
    return LPTS.build(model.initial_state, rows, model.alphabet, states=model.states)


def random_question(random: Random) -> tuple[list[LPTS], LPTS]:
    """Components and a specification: random, an abstraction of the system, or nearly one."""
    components = [random_model(random, 3) for _ in range(random.choice([1, 2, 2, 3]))]
    kind = random.random()
    if kind < 0.3:
        return components, random_model(random)
    system = compose(*components)
    blocks = min(system.num_states, 8)
    partition = [random.randrange(blocks) for _ in range(system.num_states)]
    number: dict[int, int] = {}
    specification = quotient(system, [number.setdefault(block, len(number)) for block in partition])
    if kind > 0.5:
        for _ in range(random.randint(1, 3)):
            specification = nudged(random, specification)
    return components, specification


randoms = st.randoms(use_true_random=False)
models = st.builds(random_model, randoms)
silent_models = st.builds(lambda random: random_model(random, tau=False), randoms)
questions = st.builds(random_question, randoms)
