"""The arrays of a model cannot be changed."""

from __future__ import annotations

import pickle
from copy import deepcopy

import pytest

import symag
from symag import LPTS
from tests.evidence.models import AA, AB, COIN

ARRAYS = ("first", "action", "target", "spread", "support", "vector")


@pytest.mark.parametrize("model", [AB, COIN, AB | COIN, symag.minimise(AA), symag.trim(COIN)], ids=lambda m: m.name)
def test_models_are_read_only(model: LPTS) -> None:
    for name in ARRAYS:
        values = getattr(model, name)
        assert memoryview(values).readonly
        with pytest.raises(TypeError, match="read-only"):
            values[:0] = values[:0]
    with pytest.raises(AttributeError):
        model.action = ()  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(model)) == deepcopy(model) == model
    if model.product is not None:
        assert memoryview(model.product.state_codes).readonly  # type: ignore[arg-type]
