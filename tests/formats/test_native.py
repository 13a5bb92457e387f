"""symag's own JSON."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import symag
from symag import LPTS, InputError
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


ROWS = [
    '{"from": "a", "action": "x", "to": {"b": "9/10", "c": 0.1}}',
    '{"from": "b", "action": "x", "to": {"c": 0.1, "b": "9/10"}}',
    '{"from": "b", "action": "y", "to": {"c": "9/10", "a": "0.1"}}',
    '{"from": "c", "action": "y", "to": {"a": "1/10", "c": "9/10"}}',
    '{"from": "c", "action": "tau", "to": {"d": 1}}',
    '{"from": "d", "action": "tau", "to": {"a": 1}}',
    '{"from": "d", "action": "y", "to": "é"}',
    '{"from": "é", "action": "x", "to": "a"}',
    '{"to": {"b": "9/10", "c": "1/10"}, "from": "é", "action": "z"}',
    '{"from": "a", "action": "x", "to": {"c": 0.1, "b": "9/10"}}',
]
"""Distributions that were read before, in this order or in another, and some that were not."""
SHARES: Mapping[str, object] = {"b": "9/10", "c": "1/10"}
SAME: list[tuple[str, str, str | Mapping[str, object]]] = [
    ("a", "x", SHARES),
    ("b", "x", SHARES),
    ("b", "y", {"c": "9/10", "a": "1/10"}),
    ("c", "y", {"c": "9/10", "a": "1/10"}),
    ("c", "tau", "d"),
    ("d", "tau", "a"),
    ("d", "y", "é"),
    ("é", "x", "a"),
    ("é", "z", SHARES),
]


@pytest.mark.parametrize("listed", ["", '"states": ["é", "d", "c", "b", "a"], ', '"alphabet": ["z", "x", "y"], '])
@pytest.mark.parametrize("times", [1, 200])
def test_rows_that_are_taken_at_once_are_read_as_all_others(listed: str, times: int) -> None:
    rows = ", ".join(ROWS * times)
    text = f'{{"format": "symag-lpts", "version": 1, {listed}"initial": "a", "transitions": [{rows}]}}'
    model = symag.loads(text)
    assert model == LPTS.build("a", SAME)
    assert model.num_transitions == len(SAME)
    assert symag.loads(native.write_native(model)) == model


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('{"from": "a", "action": "x", "to": 1}', "a state must be a string"),
        ('{"from": "a", "action": "x", "to": {"b": "9/10", "c": "0.2"}}', "sum to 11/10"),
        ('{"from": "a", "action": "x", "to": {"b": "9/10"}}', "sum to 9/10"),
        ('{"from": "a", "action": "x", "to": {}}', "sum to 0"),
        ('{"from": "a", "action": "", "to": "a"}', "must not be empty"),
        ('{"from": "a", "action": "x", "to": null}', "a state must be a string"),
        ('{"from": "a", "action": "x", "too": "a"}', 'the key "too" is not known'),
        ("3", "this is a number"),
    ],
)
def test_a_wrong_row_is_found_after_many_right_ones(row: str, message: str) -> None:
    rows = ",\n".join([*ROWS * 100, row])
    text = f'{{"format": "symag-lpts", "version": 1, "initial": "a", "transitions": [\n{rows}]}}'
    with pytest.raises(InputError, match=message) as error:
        symag.loads(text)
    assert error.value.line == 100 * len(ROWS) + 2
