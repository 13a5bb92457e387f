"""Safety LTSs: what is one, and what is refused."""

from __future__ import annotations

import pytest

import symag
from symag import LPTS, TAU
from symag.errors import InputError
from symag.operators import is_deterministic
from symag.study.cases.papers import INPUT, ORDER


@pytest.mark.parametrize(
    ("components", "specification", "message"),
    [
        ([LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"})], name="coin")], ORDER, "coin is probabilistic"),
        ([INPUT], LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"})]), "the specification is probabilistic"),
    ],
)
def test_what_has_no_traces_is_refused(components: list[LPTS], specification: LPTS, message: str) -> None:
    with pytest.raises(InputError, match=message):
        symag.check(components, specification, relation="traces")


def test_only_what_can_be_reached_must_be_plain() -> None:
    late = LPTS.build("s", [("s", "a", "s"), ("t", "a", {"s": "1/2", "t": "1/2"})], states=["s", "t"])
    assert symag.check([INPUT], late, relation="traces")


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (ORDER, True),
        (LPTS.build("s", [], ["a"]), True),
        (LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"})]), False),
        (LPTS.build("s", [("s", "a", "s"), ("s", "a", "t")]), False),
        (LPTS.build("s", [("s", TAU, "t")]), False),
    ],
)
def test_what_is_a_safety_lts(model: LPTS, expected: bool) -> None:
    assert is_deterministic(model) == expected
