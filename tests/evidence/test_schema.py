"""The schema of verdict.json: the table, what is written, and what the documentation says."""

from __future__ import annotations

from pathlib import Path

import pytest

import symag
from symag.evidence import describe_schema, write_document
from symag.evidence.schema import FORMAT, KEYS
from symag.model import LPTS

MODEL = LPTS.build("s", [("s", "a", "s")], name="model")
NAMES = [*FORMAT, *(key.name for key in KEYS)]


@pytest.mark.parametrize("limits", [None, symag.Limits(max_states=1)])
def test_every_verdict_has_the_keys_of_the_table(limits: symag.Limits | None) -> None:
    pair = LPTS.build("s", [("s", "a", "t")], name="pair")
    verdict = symag.check([pair, MODEL], pair, limits=limits)
    assert list(verdict.to_json()) == NAMES
    assert verdict.limit == (None if limits is None else "max-states")
    assert verdict.to_json()["limit"] == verdict.limit


def test_defaults_are_those_of_a_question_that_was_not_read() -> None:
    document = write_document({"reason": "timeout: 1 s were used up while reading", "limit": "timeout"})
    assert list(document) == NAMES
    assert (document["verdict"], document["components"], document["certificate"]) == ("unknown", [], None)


def test_the_documentation_has_the_table() -> None:
    page = (Path(symag.__file__).parent / "evidence" / "README.md").read_text(encoding="utf-8")
    assert describe_schema() in page
