"""Does a kernel judge a case as the tables expect?"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any

from tests.kernel.cases_search import LIES
from tests.kernel.documents import Document, conjuncts_of, facts_of
from tests.kernel.reasons import MALFORMED
from tests.kernel.transports import transport

ENTRIES = ("audit_each", "audit_with_formulas", "audit_with_bounds")
"""What a file of the kernel calls its function that checks a text."""


def is_as_expected(module: ModuleType, text: str, accepted: bool, why: str) -> bool:
    """Does this kernel say so, for this reason?"""
    ask = next(vars(module)[name] for name in ENTRIES if name in vars(module))
    answer = ask(text)
    result = answer[0] if isinstance(answer, list) else answer
    malformed = str(result.reason).startswith(MALFORMED)
    said = result.accepted is accepted and bool(result) is accepted
    facts = (result.verdict, result.relation, result.components, result.specification)
    return (
        said
        and why in result.reason
        and malformed == why.startswith(MALFORMED)
        and facts == expected_facts(text, accepted)
    )


@cache
def expected_facts(text: str, accepted: bool) -> tuple[Any, ...]:
    """What the kernel says of the models, if it accepts; of what it rejects, the claim, if there is one."""

    def unique(pairs: list[tuple[str, Any]]) -> Document:
        if len(dict(pairs)) < len(pairs):
            raise ValueError
        return dict(pairs)

    try:
        document = json.loads(text, object_pairs_hook=unique, parse_constant=Fraction)  # NaN is none
        is_known = (document["format"], json.dumps(document["version"])) == ("symag-verdict", "1")
        claim = document["verdict"] if is_known and document["verdict"] in ("holds", "violated", "unknown") else ""
    except (ValueError, TypeError, KeyError, RecursionError):
        claim = ""
    if not accepted:
        return claim, "", (), ()
    components = tuple(facts_of(one) for one in document["components"])
    return claim, document["relation"], components, tuple(facts_of(one) for one in conjuncts_of(document))


def doubts(module: ModuleType, lie: str) -> bool:
    """Does this kernel reject the weights that the search says it found?"""
    rows, nu, said = LIES[lie]
    weights = {(frozenset(row.split()), q.split(":")[0]): Fraction(0) for row, _ in rows for q in nu.split()}
    weights |= {(frozenset(row.split()), q): Fraction(share) for (row, q), share in said.items()}
    search = module.weight_function
    asked = {q for _, q in weights}

    def lying(image: Any, nu: Any) -> Any:
        """In whole numbers, as it is asked."""
        scale = sum(nu.values())
        return {at: weight * scale for at, weight in weights.items()} if nu.keys() == asked else search(image, nu)

    module.__dict__["weight_function"] = lying
    try:
        return bool(module.audit_each(json.dumps(transport(rows, nu)))[0].reason == "'p' cannot answer 'a' of ('s',)")
    finally:
        module.__dict__["weight_function"] = search


def names_formulas(module: ModuleType) -> bool:
    """Does this kernel say no size of what is not a model?"""
    result = module.Audit(True, "why", "holds", "probability", (), (module.Facts("F", 0, 0, "00"),))
    return bool(module.text_of(result) == "accepted: holds, why\n  'F': sha256 00")


def keeps_braces(module: ModuleType) -> bool:
    """Is a reason that names nothing kept as it is?"""
    try:
        module.need(False, "{}")
    except module.Rejected as rejected:
        return str(rejected) == "{}"
    return False
