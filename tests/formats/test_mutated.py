"""Mutants of texts in each language end in a model, in one line of an error, or in a limit."""

from __future__ import annotations

import pytest

import symag
from symag import InputError, LimitReached, Limits
from symag.formats import FORMATS
from tests.formats.mutated import TEXTS, mutants

SHARE = 100
SHARES = 10
CASES = [
    pytest.param(suffix, share, marks=[pytest.mark.slow] if share > 1 else [])
    for suffix in TEXTS
    for share in range(SHARES)
]
LIMITS = Limits(max_states=2_000, memory_mb=4_000)


def test_every_language_has_a_text() -> None:
    assert {format.suffixes[0].removeprefix(".") for format in FORMATS if format.read} == TEXTS.keys()


@pytest.mark.parametrize(("suffix", "text"), [(suffix, text) for suffix, texts in TEXTS.items() for text in texts])
def test_the_texts_are_right(suffix: str, text: str) -> None:
    assert symag.loads(text, suffix, limits=LIMITS).num_states > 1


def outcome(text: str, suffix: str) -> str:
    """What reading ends in: nothing for a model, else the message."""
    try:
        symag.loads(text, suffix, limits=LIMITS)
    except (InputError, LimitReached) as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("suffix", "share"), CASES)
def test_mutants(suffix: str, share: int) -> None:
    texts = TEXTS[suffix]
    changed = [
        mutant for at, text in enumerate(texts) for mutant in mutants(text, SHARE // len(texts), share * 10 + at)
    ]
    messages = [outcome(mutant, suffix) for mutant in changed]
    assert [message for message in messages if "\n" in message] == []
    assert any(messages), "none of the mutants is wrong"
