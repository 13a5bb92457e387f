"""Consoles and plain text."""

from __future__ import annotations

from fractions import Fraction

import pytest

import symag
from symag.evidence import Audit
from symag.kernel.audit import Facts
from symag.report import accepted_text, facts_lines
from symag.report.probability import answer, with_short_fractions
from symag.report.terminal import counted_each
from symag.study.cases.families import FAMILIES

LONG = f"{2 * 10**400 // 3}/{10**400}"


def test_plain_text_breaks_no_line() -> None:
    components, specification = FAMILIES["channel"](4, violated=True)
    lines = str(symag.check(components, specification).counterexample).splitlines()
    assert max(map(len, lines)) > 120
    assert not any(line != line.rstrip() for line in lines)
    assert all(line.endswith(("there", "none", "elsewhere", ")")) for line in lines if " 9/10 goes to " in line)


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ([1], "1 state"),
        ([1, 4], "1, 4 states"),
        ([1, 1], "1 state each"),
        ([*range(9)], "at most 8 states"),
        ([2000] * 300, "at most 2,000 states"),
    ],
)
def test_sizes_of_assumptions(sizes: list[int], said: str) -> None:
    assert counted_each(sizes, "state") == said


def test_what_the_kernel_accepts() -> None:
    reason = f"a bound on 2,000 places, which proves P<={LONG}"
    assert accepted_text(Audit(True, reason)) == "a bound on 2,000 places, which proves P<=0.6666…"


def test_an_audit_lists_few_of_many_models() -> None:
    result = Audit(
        True,
        "",
        components=tuple(Facts(f"c{n}", 2, 1, "0") for n in range(100)),
        specification=(Facts("P", 1, 1, "0"),),
    )
    assert len(facts_lines(result, verbose=True)) == 101
    *_, ninth, more, specification = lines = facts_lines(result)
    assert len(lines) == 12
    assert ninth == "  component 'c9': 2 states, 1 transition, sha256 0"
    assert more == "  … and 90 more components (-v shows all)"
    assert specification == "  specification 'P': 1 state, 1 transition, sha256 0"


def test_long_fractions() -> None:
    assert with_short_fractions(f"P<={LONG} [ F a ]") == "P<=0.6666… [ F a ]"
    assert with_short_fractions(f"{LONG.split('/')[1]}/3{LONG.split('/')[1]}0") == "0.003225…"
    assert with_short_fractions(f"1/{10**300}") == "1.000…e-300"
    assert with_short_fractions("P<=399999/10000000 [ F a/b ]") == "P<=399999/10000000 [ F a/b ]"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("1/3", "1/3"),
        ("7/25", "7/25 = 0.28"),
        ("130321/100130321", "130321/100130321 ≈ 0.001301513854"),
        (f"{10**40 + 1}/{3 * 10**40}", f"{10**40 + 1}/{3 * 10**40} ≈ 0.3333333333"),
        (LONG, "≈ 0.6666666667, a fraction that is too long to be shown: it is the value in --json"),
    ],
)
def test_the_probability_that_was_asked_for(value: str, said: str) -> None:
    assert answer(Fraction(value)) == said
