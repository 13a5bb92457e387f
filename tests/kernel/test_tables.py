"""The kernel judges the cases of the tables as they say, for the reason that they say."""

from __future__ import annotations

import ast

import pytest

from symag.kernel import audit as kernel
from tests.kernel.cases import ACCEPTED, CASES
from tests.kernel.expectations import is_as_expected
from tests.kernel.killing import KERNEL
from tests.kernel.truth import is_true


@pytest.mark.parametrize(("text", "accepted", "why"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_tables(text: str, accepted: bool, why: str) -> None:
    assert is_as_expected(kernel, text, accepted, why), kernel.audit_each(text)[0]


@pytest.mark.parametrize(
    "what",
    [what for what, (one, _) in ACCEPTED.items() if "premises" in str(one) or one["relation"] == "traces"],
)
def test_proofs_in_the_table_are_true(what: str) -> None:
    assert is_true(ACCEPTED[what][0], {})


def test_every_reason_is_in_the_table() -> None:
    """Each `need` and each `raise` of the kernel is met by a case."""
    reasons = [
        node.args[-1]
        for node in ast.walk(ast.parse(KERNEL.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("need", "Rejected")
    ]
    found = [kernel.audit_each(text)[0].reason for _, text, accepted, _ in CASES if not accepted]
    for reason in reasons:
        parts = reason.values if isinstance(reason, ast.JoinedStr) else [reason]
        words = [part.value for part in parts if isinstance(part, ast.Constant)]
        if words:  # else it is what `need` was given
            assert any(all(str(word) in text for word in words) for text in found), words
