"""Sides: their alphabets and interfaces, and which of them comes first."""

from __future__ import annotations

from symag import LPTS
from symag.assume.sides import alphabet_of, first_alphabet, hub_first, interface


def blocking(actions: str) -> LPTS:
    return LPTS.build("s", [], list(actions))


def test_interfaces_between_sides() -> None:
    """What an assumption may speak of: actions of its sides that are known above them (CAV'08, section 4.2)."""
    first, second, third = (blocking("ab"),), (blocking("bc"), blocking("d")), (blocking("dp"),)
    assert alphabet_of(second) == frozenset("bcd")
    assert alphabet_of(()) == frozenset()
    above = alphabet_of(first) | frozenset("p")
    assert interface(above, [second, third]) == frozenset("bp")
    assert interface(above | alphabet_of(second), [third]) == frozenset("dp")


def test_the_alphabet_that_an_assumption_starts_with() -> None:
    """With alphabet refinement, the part of the interface that the property speaks of (CAV'08, section 4.3)."""
    assert first_alphabet(frozenset("abp"), blocking("pq"), refine=False) == frozenset("abp")
    assert first_alphabet(frozenset("abp"), blocking("pq"), refine=True) == frozenset("p")


def test_the_side_that_shares_most_comes_first() -> None:
    users = [(blocking(f"{i}x"),) for i in range(3)]
    arbiter = (blocking("01"), blocking("2"))
    assert hub_first((*users, arbiter)) == (arbiter, *users), "0, 1 and 2, of x and its own each"
    assert hub_first((users[0], users[1])) == (users[0], users[1]), "of equals, the first"
