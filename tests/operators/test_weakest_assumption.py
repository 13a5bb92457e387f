"""Weakest assumptions against their definition, word by word."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from symag import LPTS, TAU, LimitReached, Limits
from symag.limits import Watch
from symag.operators import bisimulation, is_deterministic, weakest_assumption

ACTIONS = "abcde"
LONGEST = 4


def random_lts(random: Random, alphabet: list[str], states: int, is_safety: bool) -> LPTS:
    names = [str(i) for i in range(states)]
    labels = alphabet if is_safety or random.random() < 0.5 else [*alphabet, TAU]
    rows = {}
    for _ in range(random.randint(0, 3 * states)):
        row = random.choice(names), random.choice(labels), random.choice(names)
        rows[row[:2] if is_safety else row] = row
    return LPTS.build("0", list(rows.values()), alphabet, states=names)


def after(model: LPTS, state: int, action: str) -> list[int]:
    moves = (t for t in model.row(state) if model.actions[model.action[t]] == action)
    return [model.target[t] for t in moves]


def allowed(component: LPTS, above: LPTS, word: tuple[str, ...], interface: set[str]) -> bool:
    """Is there no way to a violation while the others do the word, or a prefix of it?"""
    todo = [(component.initial, above.initial, 0)]
    for state, p, done in todo:  # which grows meanwhile
        for action in sorted({TAU, *component.alphabet, *above.alphabet}):
            is_letter = action in interface
            if is_letter and (done == len(word) or word[done] != action):
                continue
            if action == TAU or action in component.alphabet:
                states = after(component, state, action)
            else:
                states = [state] if is_letter else []
            then = after(above, p, action) if action in above.alphabet else [p]
            if states and not then:
                return False
            found = [(s, q, done + is_letter) for s in states for q in then]
            todo += [place for place in found if place not in todo]
    return True


def accepts(assumption: LPTS | None, word: tuple[str, ...]) -> bool:
    if assumption is None:
        return False
    state = assumption.initial
    for action in word:
        goals = after(assumption, state, action) if action in assumption.alphabet else [state]
        if not goals:
            return False
        state = goals[0]
    return True


def test_the_weakest_assumption_allows_a_word_if_the_components_cannot_fail_meanwhile() -> None:
    kinds = {"none": 0, "everything": 0, "something": 0}
    for seed in range(250):
        random = Random(seed)
        own, spoken = (random.sample(ACTIONS, random.randint(1, 3)) for _ in range(2))
        component = random_lts(random, own, random.randint(1, 4), is_safety=False)
        above = random_lts(random, spoken, random.randint(1, 4), is_safety=True)
        interface = set(random.sample(ACTIONS, random.randint(0, 3)))
        found = weakest_assumption([component], above, interface, Watch())
        letters = sorted(interface & (component.alphabet | above.alphabet))
        for length in range(LONGEST + 1):
            for word in product(letters, repeat=length):
                assert accepts(found.assumption, word) == allowed(component, above, word, interface), (seed, word)
        kind = "none" if found.assumption is None else "everything" if found.allows_everything else "something"
        kinds[kind] += 1
        if found.assumption is not None:
            assert is_deterministic(found.assumption)
            assert max(bisimulation(found.assumption)) + 1 == found.assumption.num_states
    assert min(kinds.values()) > 20


def test_limits_on_states_are_heeded() -> None:
    """The component has three states, and the sets of its states are eight."""
    rows = [("0", "a", "0"), ("0", "a", "1"), ("0", "b", "0"), ("1", "a", "2"), ("1", "b", "2"), ("2", "bad", "2")]
    component = LPTS.build("0", rows)
    above = LPTS.build("p", [("p", "a", "p")], ["bad", "a"])
    interface = ["a", "b", "bad"]
    assert weakest_assumption([component], above, interface, Watch(Limits(max_states=20))).explored == 3
    for most in (2, 3):
        with pytest.raises(LimitReached, match="max-states"):
            weakest_assumption([component], above, interface, Watch(Limits(max_states=most)))
