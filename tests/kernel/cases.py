"""All tables of cases in one: right evidence with what the kernel says about it, other evidence with the reason."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeVar

from tests.kernel import (
    cases_diagram,
    cases_entailment,
    cases_file,
    cases_loopholes,
    cases_minimality,
    cases_pairs,
    cases_probability,
    cases_proof,
    cases_simulation,
    cases_traces,
    cases_tree,
)
from tests.kernel.documents import Document, sized

Case = TypeVar("Case")
Text = tuple[str, str, bool, str]
"""What it is, the text of the file, whether it is accepted, and why."""


def joined(*tables: Mapping[str, Case]) -> dict[str, Case]:
    """The tables in one; no two cases have one name."""
    together = {what: case for table in tables for what, case in table.items()}
    assert len(together) == sum(map(len, tables))
    return together


MODULES = (
    cases_file,
    cases_simulation,
    cases_diagram,
    cases_proof,
    cases_tree,
    cases_traces,
    cases_pairs,
    cases_entailment,
)
ACCEPTED: dict[str, tuple[Document, str]] = joined(*(module.ACCEPTED for module in MODULES))
REJECTED: dict[str, tuple[Document | str, str]] = joined(
    *(module.REJECTED for module in MODULES), cases_loopholes.LOOPHOLES
)


def texts(
    accepted: Mapping[str, tuple[Document, str]], rejected: Mapping[str, tuple[Document | str, str]]
) -> list[Text]:
    """Those first that take no time."""
    cases = [
        *((what, json.dumps(sized(document)), True, why) for what, (document, why) in accepted.items()),
        *(
            (what, document if isinstance(document, str) else json.dumps(document), False, why)
            for what, (document, why) in rejected.items()
        ),
    ]
    return sorted(cases, key=lambda case: len(case[1]))


CASES = texts(ACCEPTED, REJECTED)
CASES_OF_MINIMALITY = texts(cases_minimality.ACCEPTED, cases_minimality.REJECTED)
CASES_OF_PROBABILITY = texts(cases_probability.ACCEPTED, cases_probability.REJECTED)
