"""Completion of a safety LTS with the error state."""

from __future__ import annotations

from symag import LPTS
from symag.limits import Watch
from symag.operators import with_error
from symag.study.cases.papers import ORDER


def test_completion_with_the_error_state() -> None:
    error = with_error(ORDER, {"input", "output", "more"}, Watch())
    assert sorted((s, a, next(iter(d))) for s, a, d in error.transitions()) == [
        ("0", "input", "1"),
        ("0", "output", "π"),
        ("1", "input", "π"),
        ("1", "output", "0"),
    ]
    assert with_error(LPTS.build("π", [("π", "a", "π")]), {"a"}, Watch()).states == ("π", "π'")
    assert not with_error(ORDER, {"more"}, Watch()).num_transitions
