"""Random plain LTSs and safety properties, and a search that builds everything."""

from __future__ import annotations

from itertools import product
from random import Random

import symag
from symag import LPTS, TAU
from tests.generate import ACTIONS


def random_lts(random: Random, actions: tuple[str, ...] = ACTIONS, deterministic: bool = False) -> LPTS:
    names = [f"s{i}" for i in range(random.randint(1, 4))]
    alphabet = random.sample(actions, random.randint(1, len(actions)))
    labels = alphabet if deterministic or random.random() < 0.6 else [*alphabet, TAU]
    rows = {}
    for position in range(random.randint(0, 3 * len(names))):
        source = names[0] if position < 2 else random.choice(names)
        action, to = random.choice(labels), random.choice(names)
        rows[(source, action) if deterministic else (source, action, to)] = (source, action, to)
    return LPTS.build(names[0], list(rows.values()), alphabet, states=names)


def random_safety_question(random: Random) -> tuple[list[LPTS], LPTS]:
    """Half of the properties are what the system does, with something missing in half of these."""
    components = [random_lts(random) for _ in range(random.choice([2, 2, 3, 4]))]
    if random.random() < 0.5:
        return components, random_lts(random, deterministic=True)
    return components, random_property(random, components, len(ACTIONS))


def random_protocol(random: Random) -> tuple[list[LPTS], LPTS]:
    """Components in circles that meet in some of their actions; the property is what they do of a few actions, with
    something missing in half of the cases. Assumptions of several states and of few actions are common."""
    actions = [f"x{i}" for i in range(random.randint(4, 7))]
    alphabets: list[list[str]] = [[] for _ in range(random.choice([2, 3, 3, 4]))]
    for action in actions:
        for alphabet in random.sample(alphabets, random.choice([1, 2, 2, 2])):
            alphabet.append(action)
    components = []
    for alphabet in alphabets:
        labels, size = alphabet or actions[:1], random.randint(2, 4)
        rows = {(str(i), random.choice(labels), str((i + 1) % size)) for i in range(size)}
        for _ in range(random.randint(0, 3)):
            rows.add((str(random.randrange(size)), random.choice([*labels, *labels, TAU]), str(random.randrange(size))))
        components.append(LPTS.build("0", sorted(rows), labels))
    return components, random_property(random, components, 2)


def random_property(random: Random, components: list[LPTS], count: int) -> LPTS:
    """What the system does of at most so many actions; with something missing in half of the cases."""
    known = sorted(frozenset().union(*(model.alphabet for model in components)))
    spoken_of = random.sample(known, random.randint(1, min(count, len(known))))
    exact = symag.determinise(symag.project(symag.compose(*components), spoken_of))
    rows = [(s, a, next(iter(d))) for s, a, d in exact.transitions()]
    if rows and random.random() < 0.5:
        del rows[random.randrange(len(rows))]
    return LPTS.build(exact.initial_state, rows, spoken_of)


def nearest_violation(components: list[LPTS], specification: LPTS) -> int | None:
    """The length of a shortest execution that is not allowed, hidden moves included; by building everything."""
    allowed = {(s, a): next(iter(d)) for s, a, d in specification.transitions()}
    moves = [
        {(s, a): [next(iter(d)) for t, b, d in m.transitions() if (t, b) == (s, a)] for s, a, _ in m.transitions()}
        for m in components
    ]
    actions = sorted(frozenset().union(*(model.alphabet for model in components)))
    start = (tuple(model.initial_state for model in components), specification.initial_state)
    level, seen, length = [start], {start}, 0
    while level:
        length += 1
        later = []
        for places, above in level:
            steps = []
            for i, place in enumerate(places):
                steps += [(TAU, {i: to}) for to in moves[i].get((place, TAU), [])]
            for action in actions:
                taking = [i for i, model in enumerate(components) if action in model.alphabet]
                for chosen in product(*(moves[i].get((places[i], action), []) for i in taking)):
                    steps.append((action, dict(zip(taking, chosen, strict=True))))
            for action, changes in steps:
                then = above
                if action in specification.alphabet:
                    if (above, action) not in allowed:
                        return length
                    then = allowed[above, action]
                after = tuple(changes.get(i, place) for i, place in enumerate(places)), then
                if after not in seen:
                    seen.add(after)
                    later.append(after)
        level = later
    return None
