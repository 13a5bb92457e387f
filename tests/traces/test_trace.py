"""Traces as words."""

from __future__ import annotations

import pytest

from symag.traces import interleave_traces, trace_difference


@pytest.mark.parametrize(
    ("one", "other", "alphabet", "expected"),
    [
        ("abc", "ab", "a", "c"),
        ("axb", "ayb", "ab", "xy"),
        ("axya", "ayxa", "a", "xy"),
        ("xa", "ax", "a", "x"),
        ("xax", "xa", "a", "x"),
        ("ab", "ba", "a", "b"),
    ],
)
def test_what_tells_traces_apart(one: str, other: str, alphabet: str, expected: str) -> None:
    assert trace_difference(tuple(one), tuple(other), alphabet) == set(expected)


def test_traces_that_happen_together() -> None:
    assert interleave_traces(tuple("xaybz"), tuple("1a2b34"), "ab") == tuple("x1ay2bz")
    assert interleave_traces((), ("a",), ()) == ()
