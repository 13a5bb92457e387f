"""Renaming as a relation between actions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from symag import LPTS, InputError, compose
from symag.operators import rename

MODEL = LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"}), ("t", "b", "s"), ("t", "tau", "t")], ["a", "b", "c"])


def test_one_name_for_each_keeps_the_transitions() -> None:
    renamed = rename(MODEL, {"a": "x", "c": "z"})
    assert renamed == LPTS.build(
        "s", [("s", "x", {"s": "1/2", "t": "1/2"}), ("t", "b", "s"), ("t", "tau", "t")], ["x", "b", "z"]
    )
    assert rename(renamed, {"x": "a", "z": "c"}) == MODEL
    assert rename(MODEL, {}) is MODEL


def test_several_names_give_several_transitions() -> None:
    half = {"s": "1/2", "t": "1/2"}
    both = LPTS.build(
        "s", [("s", "x", half), ("s", "y", half), ("t", "b", "s"), ("t", "tau", "t")], ["x", "y", "b", "c"]
    )
    assert rename(MODEL, {"a": ["x", "y"]}) == both


def test_actions_that_get_the_same_name_are_one() -> None:
    model = LPTS.build("s", [("s", "a", "s"), ("s", "b", "s")])
    assert rename(model, {"a": "x", "b": "x"}) == LPTS.build("s", [("s", "x", "s")])
    assert rename(model, {"a": "b"}) == LPTS.build("s", [("s", "b", "s")])
    assert rename(model, {"a": "b", "b": "a"}) == model


def test_a_renamed_composition_is_no_product_of_its_components() -> None:
    renamed = rename(compose(MODEL, LPTS.build("u", [("u", "b", "u")])), {"b": "x"})
    assert renamed.product is None
    assert "x" in renamed.alphabet


@pytest.mark.parametrize(
    ("renaming", "message"),
    [
        ({"z": "a"}, "'z' is not in the alphabet"),
        ({"a": "tau"}, "hidden action"),
        ({"a": []}, "hide the action"),
        ({"tau": "a"}, "'tau' is not in the alphabet"),
        ({"a": ""}, "must not be empty"),
    ],
)
def test_what_is_no_renaming(renaming: Mapping[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        rename(MODEL, renaming)
