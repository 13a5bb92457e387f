"""How small the assumptions can be: written, read back, and audited with the rest of the verdict."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import symag
from symag import LPTS
from symag.evidence import Clique, LowerBound, Minimality, UnsatProof, audit_verdict
from symag.relations import read_verdict
from tests.cli.commands import run_line as run

INPUT = LPTS.build("i", [("i", "input", "j"), ("j", "send", "k"), ("k", "ack", "i")], name="input")
OUTPUT = LPTS.build("o", [("o", "send", "r"), ("r", "output", "s"), ("s", "ack", "o")], name="output")
ORDER = LPTS.build("p", [("p", "input", "q"), ("q", "output", "p")], name="order")
CLIQUE = Clique(((), ("send",)), ((1, 0, ("output",)),))
PROOF = UnsatProof(1, Clique(((),), ()), (("o",), ("r",)), ((("i",), ("p",)),), ((),))
SHOWN = "; no assumption with fewer than 2 states serves as A1"


def verdict_with(*evidence: Clique | UnsatProof | None) -> symag.Verdict:
    verdict = symag.check([INPUT, OUTPUT], ORDER, relation="traces", method="learn")
    (assumption,) = verdict.assumptions
    entries = tuple(LowerBound(f"A{i}", assumption.num_states, one) for i, one in enumerate(evidence, 1))
    return replace(verdict, minimality=Minimality(entries), audited=False)


@pytest.mark.parametrize(
    ("evidence", "bound", "shown_by", "how"),
    [
        (CLIQUE, 2, "clique", f"{SHOWN} (a clique of 2 words)"),
        (PROOF, 2, "unsat proof", f"{SHOWN} (an unsat proof of 1 lemmas)"),
        (None, 1, None, "2 premises, each with a relation"),
    ],
)
def test_bounds_are_written_audited_and_read_back(
    folder: Path, evidence: Clique | UnsatProof | None, bound: int, shown_by: str | None, how: str
) -> None:
    verdict = verdict_with(evidence)
    assert audit_verdict(verdict).audited
    assert verdict.minimality is not None
    assert (verdict.minimality.lower_bound, verdict.minimality.shown_by) == (bound, shown_by)
    verdict.save("bound.json")
    written = json.loads(Path("bound.json").read_text())["minimality"]
    figures = [verdict.assumptions[0].num_states, bound, shown_by]
    assert [written[key] for key in ("states", "lower_bound", "shown_by")] == figures
    for limits in (None, symag.Limits(seconds=60)):  # the second one asks the kernel in a process of its own
        result = symag.audit("bound.json", limits=limits)
        assert result
        assert how in result.reason
    assert read_verdict(Path("bound.json").read_text()).minimality == verdict.minimality
    assert run("show bound.json").exit_code == 0
    assert how in run("audit bound.json").stdout


@pytest.mark.parametrize("limits", [None, symag.Limits(seconds=60)])
def test_a_wrong_bound_is_no_verdict(folder: Path, limits: symag.Limits | None) -> None:
    wrong = replace(CLIQUE, suffixes=())
    verdict = verdict_with(wrong)
    verdict.save("wrong.json")
    assert symag.audit("wrong.json", limits=limits).reason == "two words of a clique have no suffix"
    assert run("audit wrong.json").exit_code == 4
    with pytest.raises(symag.InternalError, match="rejected the evidence"):
        audit_verdict(verdict)


def test_check_hands_the_bounds_of_a_method_on(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["symag.check"]
    run_method, found = module.run_method, verdict_with(CLIQUE).minimality
    monkeypatch.setattr(module, "run_method", lambda *given: replace(run_method(*given), minimality=found))
    verdict = symag.check([INPUT, OUTPUT], ORDER, relation="traces", method="learn", audit=True)
    assert verdict.audited
    assert verdict.minimality is found is not None


FIRST = ("assumptions", 0)
EVIDENCE = (*FIRST, "evidence")


@pytest.mark.parametrize(
    ("evidence", "path", "values"),
    [
        (CLIQUE, ("states",), [None, 1, "2"]),
        (CLIQUE, ("lower_bound",), [3, None]),
        (CLIQUE, ("shown_by",), [None, "unsat proof"]),
        (CLIQUE, ("assumptions",), [None, [], {}]),
        (CLIQUE, ("more",), [1]),
        (CLIQUE, (*FIRST, "assumption"), [None, 1]),
        (CLIQUE, (*FIRST, "states"), [None, "2"]),
        (CLIQUE, (*FIRST, "lower_bound"), [1, 3]),
        (CLIQUE, EVIDENCE, [None, [], {}, {"kind": "words"}]),
        (CLIQUE, (*EVIDENCE, "words"), [None, [1], [["a", 1]], [[]]]),
        (CLIQUE, (*EVIDENCE, "suffixes"), [None, [[0, 1]], [["0", 1, []]], [[0, 1, [2]]], [5]]),
        (PROOF, (*EVIDENCE, "states"), [None, "1", 2]),
        (PROOF, (*EVIDENCE, "clique"), [None, {}]),
        (PROOF, (*EVIDENCE, "low"), [None, ["o"], [[1]]]),
        (PROOF, (*EVIDENCE, "up"), [None, [["i"]], [[["i"], "p"]], [[["i"], [1]]]]),
        (PROOF, (*EVIDENCE, "lemmas"), [None, [1], [["1"]]]),
    ],
)
def test_what_is_not_as_symag_writes_it_is_an_error(
    evidence: Clique | UnsatProof, path: tuple[Any, ...], values: list[Any]
) -> None:
    for value in values:
        data = json.loads(verdict_with(evidence).dumps())
        inner: Any = data["minimality"]
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        with pytest.raises(symag.InputError, match="not as symag writes it"):
            read_verdict(json.dumps(data))


def test_a_file_without_the_key_has_no_bounds() -> None:
    data = json.loads(symag.check([INPUT, OUTPUT], ORDER, relation="traces").dumps())
    assert data.pop("minimality") is None
    assert read_verdict(json.dumps(data)).minimality is None
