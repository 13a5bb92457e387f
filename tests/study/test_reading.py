"""The benchmark of reading, on a small file."""

from __future__ import annotations

import symag
from symag.operators import trim
from symag.study.bench.reading import formats_case, large_aut, read_case


def test_the_file_that_is_read() -> None:
    text = large_aut(300, 2_000)
    model = symag.loads(text, "aut")
    assert text.count("\n") == 2_001
    assert trim(model) is model
    assert model.num_states == 300
    figures = read_case(300, 2_000, 1)
    assert figures.keys() == {"read", "check", "write", "transitions"}


def test_the_same_model_in_several_languages() -> None:
    figures = formats_case(5, 1)
    assert figures["transitions"] == 2 * 25 + 16
    assert figures.keys() == {"fsp", "json", "aut", "write json", "write aut", "evidence", "transitions"}
