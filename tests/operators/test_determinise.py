"""Determinisation keeps the traces."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import symag
from symag import LPTS, TAU
from symag.errors import InputError
from tests.traces.questions import random_lts

# Determinisation


def words(model: LPTS, length: int) -> set[tuple[str, ...]]:
    """The traces of at most so many actions."""
    found: set[tuple[str, ...]] = set()
    todo: list[tuple[tuple[str, ...], str]] = [((), model.initial_state)]
    seen = set(todo)
    while todo:
        word, state = todo.pop()
        found.add(word)
        for source, action, distribution in model.transitions():
            longer = word if action == TAU else (*word, action)
            after = longer, next(iter(distribution))
            if source == state and len(longer) <= length and after not in seen:
                seen.add(after)
                todo.append(after)
    return found


@given(st.randoms(use_true_random=False))
def test_determinising_keeps_the_traces(random: Random) -> None:
    model = random_lts(random)
    safe = symag.determinise(model)
    assert safe.is_reactive
    assert 0 not in safe.action
    assert safe.alphabet == model.alphabet
    assert words(safe, 4) == words(model, 4)
    assert symag.check([model], safe, relation="traces")


def test_only_plain_models_are_determinised() -> None:
    with pytest.raises(InputError, match="probabilistic"):
        symag.determinise(LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"})]))
