"""The files that the kernel reads as a script."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.cases_diagram import OF_COIN
from tests.kernel.cases_minimality import CHANNEL, TWO_WORDS, of_channel
from tests.kernel.cases_probability import AGAINST_FALLS, FOR_FALLS
from tests.kernel.documents import RELATION, holds, lpts, put
from tests.kernel.examples import AGAINST_THIRD, FOR_COIN, LOOP, LOOP_P


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """The kernel as a script turns the garbage collection off."""
    yield
    gc.enable()


@pytest.fixture(name="folder")
def a_folder(tmp_path: Path) -> Path:
    """The files of the endings."""
    documents = {"good": FOR_COIN, "tree": AGAINST_THIRD, "bad": put(FOR_COIN, [], *RELATION)}
    documents["script"] = holds([lpts("σ", "a", "σ a σ")], lpts("π", "a"), "σ < π")
    documents["hostile"] = put(holds([LOOP], LOOP_P, "s < p"), "L1\naccepted\u03c0", "components", 0, "name")
    documents |= {
        "bound": CHANNEL,
        "diagram": OF_COIN,
        "probability": FOR_FALLS,
        "witness": AGAINST_FALLS,
        "wrong": of_channel(TWO_WORDS, 3),
        "several": {"questions": [FOR_COIN, FOR_COIN]},
        "both": {"questions": [FOR_COIN, AGAINST_THIRD]},
        "mixed": {"questions": [FOR_COIN, documents["bad"]]},
        "one": {"questions": [FOR_COIN]},
        "asked": {"questions": True},
        "claims": {"not_decided": ["a question"], "questions": [FOR_COIN]},
    }
    for file, document in documents.items():
        (tmp_path / f"{file}.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "empty.json").touch()
    (tmp_path / "large.json").touch()
    os.truncate(tmp_path / "large.json", 2**25)  # with its text, larger than what it may use
    (tmp_path / "bytes.json").write_bytes(b"\xff" + json.dumps(FOR_COIN).encode())
    (tmp_path / "decoy").mkdir()
    for name in ("audit.py", "formula.py"):
        (tmp_path / "decoy" / name).write_text("raise AssertionError", encoding="utf-8")
    return tmp_path
