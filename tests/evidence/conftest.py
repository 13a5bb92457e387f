"""A folder with models whose probabilities have many digits, and small ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import symag
from symag import LPTS
from tests.evidence.models import AA, AB, ANY, COIN

LARGE = [10**997 + 1, 10**997 + 3, 10**997 + 7, 10**997 + 9, 10**998 + 1]


def components_with_large_denominators() -> list[LPTS]:
    return [
        LPTS.build("s", [("s", "a", {"s": f"1/{d}", "t": f"{d - 1}/{d}"}), ("t", "a", "s")], name=f"L{number}")
        for number, d in enumerate(LARGE, 1)
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for model in (*components_with_large_denominators(), LPTS.build("p", [("p", "a", "p")], name="P")):
        symag.save(model, f"{model.name}.json")
    for model in (AB, AA, COIN, ANY):
        symag.save(model, f"{model.name}.json")
    return tmp_path
