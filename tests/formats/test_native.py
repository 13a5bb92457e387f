"""symag's own JSON."""

from __future__ import annotations

import pytest

import symag
from symag import LPTS
from symag.formats import native

PINNED = """{"format": "symag-lpts", "version": 1, "name": "L2", "initial": "idle", "alphabet": ["send","ack"],
 "transitions": [{"from": "idle", "action": "send", "to": {"sent": "9/10", "idle": 1e-1}},
                 {"from": "sent", "action": "ack", "to": "idle"}]}"""


MODEL = LPTS.build("idle", [("idle", "send", {"sent": "9/10", "idle": "1/10"}), ("sent", "ack", "idle")])


def test_the_pinned_example() -> None:
    model = symag.loads(PINNED)
    assert model == MODEL
    assert model.name == "L2"


@pytest.mark.parametrize("number", ["0.1", "1e-1", "0.10", '"1/10"', '"0.1"', '"10e-2"'])
def test_numbers_are_exact(number: str) -> None:
    assert symag.loads(PINNED.replace("1e-1", number)) == MODEL


def test_written_models_say_all_there_is() -> None:
    model = LPTS.build("a", [("a", "x", "b")], ["x", "blocked"], "M", ["a", "b", "unreachable"])
    again = symag.loads(native.write_native(model))
    assert again == model
    assert again.name == "M"
    assert symag.loads(native.write_native(LPTS.build("a", []))) == LPTS.build("a", [])
