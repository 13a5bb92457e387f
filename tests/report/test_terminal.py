"""Consoles and plain text."""

from __future__ import annotations

import symag
from symag.study.cases.families import FAMILIES


def test_plain_text_breaks_no_line() -> None:
    components, specification = FAMILIES["channel"](4, violated=True)
    lines = str(symag.check(components, specification).counterexample).splitlines()
    assert max(map(len, lines)) > 120
    assert not any(line != line.rstrip() for line in lines)
    assert all(line.endswith(("there", "none", "elsewhere", ")")) for line in lines if " 9/10 goes to " in line)
