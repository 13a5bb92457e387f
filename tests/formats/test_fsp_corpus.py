"""The collection of FSP files that other people wrote, where it is there: sizes and verdicts as LTSA has them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import symag
from symag import InputError, Limits

FOLDER = Path(__file__).parents[2].parent / "shared" / "corpus" / "fsp"
EXPECTED = FOLDER / "expected.tsv"
ROWS: dict[str, list[dict[str, str]]] = {}
if EXPECTED.exists():
    with EXPECTED.open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            ROWS.setdefault(row["file"], []).append(row)
LARGE = 10_000
"""States up to which a verdict is asked for: the others take minutes."""


@pytest.mark.slow
@pytest.mark.skipif(not ROWS, reason="the collection is not there")
@pytest.mark.parametrize("file", ROWS)
def test_file(file: str) -> None:
    """Every process is read, with no more states than LTSA has, and violates what it does there."""
    twice = {row["process"] for row in ROWS[file] if sum(row["process"] == one["process"] for one in ROWS[file]) > 1}
    for row in ROWS[file]:
        path = f"{FOLDER / file}#{row['process']}"
        model = symag.load(path)
        if row["process"] in twice and not row["kind"].startswith("composite"):
            continue  # the name means the composite process
        assert model.num_states - ("ERROR" in model.states) <= int(row["states"]), path
        is_specification = row["kind"] in ("property", "compositeDS") or row["parts"] == row["properties"]
        if not is_specification and int(row["states"]) <= LARGE:
            assert is_violated(path) == (int(row["into_error"]) > 0), path


def is_violated(path: str) -> bool:
    try:
        questions = symag.load_questions(path)
    except InputError as error:
        if "asks no question" not in error.message:
            raise
        return False
    return not all(question.check(limits=Limits(seconds=60)) for question in questions)
