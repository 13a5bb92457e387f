"""Which names are compared for a misspelling."""

from __future__ import annotations

from itertools import count, product

from symag import LPTS, Limits
from symag.limits import Watch
from symag.notes import misspelt
from tests.evidence.models import ANY


def test_names_without_letters_are_not_compared() -> None:
    """Among so many pairs the clock would have to be looked at; and none of them can be misspelt."""
    names = ["".join(signs) for signs in product("+*!<>=&|", repeat=4)]
    model = LPTS.build("s", [("s", name, "s") for name in names], name="signs")
    clock = count(step=0.0001)
    watch = Watch(Limits(seconds=1.0), clock=clock.__next__)
    assert misspelt(["signs"], [model], ANY, watch) == []
