"""Specifications of traces: what is one, what is a safety LTS, and what is refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, TAU
from symag.errors import InputError
from symag.formats import native
from symag.operators import is_deterministic
from symag.relations import read_verdict
from symag.study.cases.papers import INPUT, ORDER
from tests.cli.commands import run_line
from tests.kernel.random_proofs import random_lts
from tests.kernel.truth import followed

BACKENDS = ["z3", "pysmt:z3", "pysmt:cvc5"]
NO_CLAIMS: dict[str, Any] = {"claims": None}


@pytest.mark.parametrize(
    ("components", "specification", "message"),
    [
        ([LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"})], name="coin")], ORDER, "coin is probabilistic"),
        ([INPUT], LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"})]), "the specification is probabilistic"),
    ],
)
def test_what_has_no_traces_is_refused(components: list[LPTS], specification: LPTS, message: str) -> None:
    with pytest.raises(InputError, match=message):
        symag.check(components, specification, relation="traces")


def test_only_what_can_be_reached_must_be_plain() -> None:
    late = LPTS.build("s", [("s", "a", "s"), ("t", "a", {"s": "1/2", "t": "1/2"})], states=["s", "t"])
    assert symag.check([INPUT], late, relation="traces")


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (ORDER, True),
        (LPTS.build("s", [], ["a"]), True),
        (LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"})]), False),
        (LPTS.build("s", [("s", "a", "s"), ("s", "a", "t")]), False),
        (LPTS.build("s", [("s", TAU, "t")]), False),
    ],
)
def test_what_is_a_safety_lts(model: LPTS, expected: bool) -> None:
    assert is_deterministic(model) == expected


WAYS: list[dict[str, Any]] = [
    *({"method": method} for method in ("auto", "mono", "agar", "cegar", "learn")),
    *({"method": "learn", "rule": rule} for rule in ("asym", "asym-n", "symmetric")),
    {"method": "learn", "alphabet_refinement": True},
    {"method": "mono", "reduce": True},
    {"method": "agar", "rule": "asym-n"},
    *({"method": "mono", "backend": backend} for backend in BACKENDS),
    *({"method": "agar", "backend": backend} for backend in BACKENDS[:1]),
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way.values())))
def test_any_plain_specification(tmp_path: Path, way: dict[str, Any]) -> None:
    """Choices and hidden moves: the truth is by the naive subset construction, and the kernel accepts the evidence."""
    said: Counter[tuple[str, bool]] = Counter()
    for seed in range(60):
        random = Random(seed)
        *components, specification = (random_lts(random, ("a", "b", "c")) for _ in range(3))
        if seed % 3 == 0:
            components = [components[0], LPTS.build("u", [("u", TAU, "v"), ("v", TAU, "u")])]
            specification = specification if seed % 2 else components[0]
        *parts, above = map(native.to_json, (*components, specification))
        expected = "holds" if followed(parts, above) is not None else "violated"
        verdict = symag.check(components, specification, relation="traces", audit=True, **way)
        assert (verdict.verdict, verdict.audited) == (expected, True), seed
        said[expected, is_deterministic(specification)] += 1
        verdict.save(tmp_path / "verdict.json")
        assert symag.audit(tmp_path / "verdict.json", components=components, specification=specification)
        again = read_verdict((tmp_path / "verdict.json").read_text())
        if verdict.counterexample is not None and again.counterexample is not None:
            assert again.counterexample.trace == verdict.counterexample.trace
            assert again.counterexample.to_json({}) | NO_CLAIMS == verdict.counterexample.to_json({}) | NO_CLAIMS
    assert min(said["holds", False], said["violated", False]) >= 10, said


def test_a_violation_of_a_choice_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the terminal, from the file, and in the report: what the specification would have allowed."""
    monkeypatch.chdir(tmp_path)
    rows = [("0", "toss", "h"), ("0", "toss", "t"), ("h", TAU, "i"), ("i", "heads", "0")]
    fair = LPTS.build("0", rows, ["toss", "heads", "edge"], name="fair")
    coin = LPTS.build("0", [("0", "toss", "1"), ("1", "heads", "0"), ("1", "edge", "0")], name="coin")
    verdict = symag.check([coin], fair, relation="traces", audit=True)
    assert verdict.counterexample is not None
    assert verdict.counterexample.trace == ("toss", "edge")
    verdict.save("verdict.json")
    shown = run_line("show verdict.json")
    assert shown.exit_code == 0
    assert "{h, t, i}" in shown.stdout
    assert "instead of edge, the specification allows heads" in shown.stdout
    verdict.report("report.html")
    assert "edge" in Path("report.html").read_text(encoding="utf-8")
